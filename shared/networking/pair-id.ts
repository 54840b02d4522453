/**
 * The id of two records together: the same from both sides, known before anything of the pair is stored, and with one
 * record it gives the other. Both are UUIDv7 with 74 random bits, so that ids of pairs are as unique.
 */
import { isId } from '../base/id.ts';

const hexChars = /-/g;

/** XOR of the two, marked as UUIDv8 (RFC 9562, 5.8). */
function xor(a: string, b: string, version: '7' | '8'): string {
  const [x, y] = [a.replace(hexChars, ''), b.replace(hexChars, '')];
  let hex = '';
  for (let i = 0; i < 32; i += 1) {
    const digit = Number.parseInt(x[i] ?? '0', 16) ^ Number.parseInt(y[i] ?? '0', 16);
    hex += i === 12 ? version : i === 16 ? ((digit & 3) | 8).toString(16) : digit.toString(16);
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function pairId(a: string, b: string): string {
  return xor(a, b, '8');
}

/** @returns the other record of the pair; null if it cannot be the id of a pair */
export function otherOfPair(pair: string, one: string): string | null {
  return isId(pair) && pair[14] === '8' ? xor(pair, one, '7') : null;
}
