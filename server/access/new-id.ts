import { randomBytes, randomInt } from 'node:crypto';
import { uuidv7 } from '#shared/base/id.ts';
import type { Clock } from '#shared/base/time.ts';

export function idMaker(clock: Clock): () => string {
  return () => uuidv7(clock(), randomBytes(10));
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without letters and digits that people mix up: for codes that are read aloud and typed. */
const spoken = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('');
}

export function randomToken(length: number): string {
  return pick(base62, length);
}

export function spokenCode(length: number): string {
  return pick(spoken, length);
}
