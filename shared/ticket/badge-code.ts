/**
 * The code on a name badge: it says who someone is (leads, reprints) and opens no gate. A badge hangs in plain view and
 * is photographed; so it is another thing than a ticket code: no prefix of one, no braces, another length than a ticket
 * number, and no signature.
 */
import { assert } from '../base/assert.ts';
import { toHex } from '../base/bytes.ts';

export const badgeCodeRandomBytes = 10;

const badge = /^[0-9A-F]{20}$/;

/** @param random ten random bytes. Capital letters and digits: short in a QR, and any scanner types them right. */
export function badgeCode(random: Uint8Array): string {
  assert(random.length === badgeCodeRandomBytes, 'a badge code takes exactly ten random bytes');
  return toHex(random).toUpperCase();
}

/** @returns the code as stored, or null for anything else; a wedge with caps lock types small letters */
export function readBadgeCode(text: string): string | null {
  const read = text.trim().toUpperCase();
  return badge.test(read) ? read : null;
}
