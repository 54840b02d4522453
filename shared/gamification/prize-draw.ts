/**
 * Prize draws by commit and reveal (section 5 of the design of events): the hash of a secret seed is published before
 * the draw opens; the entrants are frozen and their hash published; then the seed is revealed, and anyone can compute the
 * order. A weighted order without replacement: keys `ln(u)/w`, highest first (Efraimidis and Spirakis, 2006).
 * Hashing is handed in: the server has it at once, a browser later.
 */
import { assert } from '../base/assert.ts';

export const seedBytes = 32;

export interface Entrant {
  /** Id of the registration. */
  readonly id: string;
  readonly weight: number;
}

export interface Placed extends Entrant {
  /** `ln(u)/w`, at most 0. */
  readonly score: number;
}

const byId = (a: Entrant, b: Entrant) => (a.id < b.id ? -1 : Number(a.id > b.id));

/** Returns the input of the published hash of the entrants: `id:weight` in the order of the ids, one a line. */
export function entrantLines(entrants: readonly Entrant[]): string {
  return entrants
    .toSorted(byId)
    .map(({ id, weight }) => `${id}:${weight}`)
    .join('\n');
}

/** Returns the message of an entrant that is authenticated with the key of the draw. */
export function entrantMessage(draw: string, { id }: Pick<Entrant, 'id'>): string {
  return `${draw}|${id}`;
}

/** @param mac at least 8 bytes. @returns 0 < u ≤ 1 of its first 52 bits */
export function uniformOf(mac: Uint8Array): number {
  assert(mac.length >= 8, 'a MAC has at least 8 bytes');
  let bits = 0;
  for (const byte of mac.subarray(0, 6)) bits = bits * 256 + byte;
  bits = bits * 16 + (mac[6]! >> 4);
  return (bits + 1) / 2 ** 52;
}

/**
 * @param macOf HMAC-SHA256 of an entrant's message under the draw's key: the seed, or, where a public value is mixed in,
 *   HMAC-SHA256(seed, public value)
 * @returns in the order in which prizes go to them
 */
export function drawOrder(entrants: readonly Entrant[], macOf: (entrant: Entrant) => Uint8Array): readonly Placed[] {
  return entrants
    .map((entrant) => ({ ...entrant, score: Math.log(uniformOf(macOf(entrant))) / entrant.weight }))
    .toSorted((a, b) => b.score - a.score || byId(a, b));
}
