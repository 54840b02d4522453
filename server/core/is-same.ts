/** Compares a secret with what a caller sent, in constant time: the time does not depend on where they differ. */
import { timingSafeEqual } from 'node:crypto';

export function isSame(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
