/**
 * The number of a ticket issued here: it names its event offline, and no one guesses it.
 *
 *   chars  bits  what
 *    0..5    30  event tag: the last 30 bits of the event's UUID (random bits in a UUIDv7)
 *   6..21    80  random
 *
 * Crockford base 32, 22 characters, no dash. Tickets issued by another system may have any other number and then carry no tag.
 */
import { assert } from '../base/assert.ts';
import { isId } from '../base/id.ts';
import { crockfordAlphabet, readCrockford } from './crockford.ts';

export const eventTagChars = 6;
export const ticketNumberChars = 22;
export const ticketNumberRandomBytes = 10;

/** Longest number taken from another system; the same bound as the field `registrations.ticketNumber`. */
export const maxTicketNumberChars = 40;

// Printable ASCII, no space at either end: one spelling in a message that is signed byte by byte, and no line break in it.
const anyTicketNumber = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * @param eventId UUID of the event
 * @returns six characters; two events share one with a chance of 2⁻³⁰, which costs a less exact refusal and nothing else
 */
export function eventTag(eventId: string): string {
  assert(isId(eventId), `an event id is a UUID: ${eventId}`);
  const bits = Number.parseInt(eventId.slice(-8), 16);
  let tag = '';
  for (let shift = 25; shift >= 0; shift -= 5) tag += crockfordAlphabet[(bits >>> shift) & 31]!;
  return tag;
}

/**
 * @param eventId UUID of the event the ticket is for
 * @param random ten random bytes from a cryptographic source; the caller brings them because shared code has no randomness
 * @returns 22 characters
 */
export function ticketNumber(eventId: string, random: Uint8Array): string {
  assert(random.length === ticketNumberRandomBytes, 'a ticket number takes exactly ten random bytes');
  let out = eventTag(eventId);
  let held = 0;
  let bits = 0;
  for (const byte of random) {
    held = ((held & 31) << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += crockfordAlphabet[(held >>> bits) & 31]!;
    }
  }
  return out;
}

/**
 * A number as a person types it: lower case, O for 0, I or L for 1, dashes or spaces between.
 *
 * @returns the canonical 22 characters, or null when it is no number issued here (it may still be one issued by another system)
 */
export function readTicketNumber(text: string): string | null {
  if (text.length > 2 * ticketNumberChars) return null;
  const read = readCrockford(text);
  return read?.length === ticketNumberChars ? read : null;
}

/** @returns the tag of the event that issued the number, or null when it was not issued here; reads like `readTicketNumber` */
export function tagOf(number: string): string | null {
  return readTicketNumber(number)?.slice(0, eventTagChars) ?? null;
}

/** Whether a text can be a ticket number at all, ours or one issued by another system. */
export function isTicketNumber(text: unknown): text is string {
  return typeof text === 'string' && text.length <= maxTicketNumberChars && anyTicketNumber.test(text);
}
