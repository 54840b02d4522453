/**
 * Codes that other systems issued and that are in people's inboxes already. They carry no signature of ours, and some
 * can be guessed (Eventbrite's are digits), so only a keyed hash of each is kept: HMAC-SHA256 under a key of the event.
 * Pure: says what is hashed; the arithmetic comes through a port, node:crypto on the server, WebCrypto at the kiosk.
 */
import { toBase64url } from '../base/bytes.ts';
import { type ExternalScheme, externalSchemes } from '../base/external-scheme.ts';
import { withoutScannerMarks } from './scanner-marks.ts';

/** UTF-16 units; the longest known are pretix's signed ones, about 120. */
export const maxExternalCodeChars = 512;

export const externalKeyBytes = 32;

/** HMAC-SHA256 over the message in UTF-8: 32 bytes. */
export type Mac = (key: Uint8Array, message: string) => Uint8Array | Promise<Uint8Array>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Functions from a text without blanks to the one spelling that is hashed; null: no code of this scheme looks like it. */
const spellings: Readonly<Record<ExternalScheme, (text: string) => string | null>> = {
  // Issued in lower case; a scanner with caps lock, or a person who types, changes that.
  pretix: (text) => matching(text.toLowerCase(), /^[a-z0-9]{8,64}$/),
  // Base64, where case has a meaning. The signature inside is not looked at.
  pretix_sig1: (text) => matching(text, /^[A-Za-z0-9+/=]{65,400}$/),
  // Order, attendee and 001; printed in groups by some.
  eventbrite: (text) => matching(text.replaceAll('-', ''), /^[0-9]{12,30}$/),
  hi_events: (text) => matching(text.toUpperCase(), /^[A-Z]{1,4}-[A-Z0-9]{5,24}$/),
  // `uuid/base64(HMAC)`: their key is not exported, so the ticket's UUID alone is compared.
  alf_io: (text) => uuid.exec(text.split('/', 1)[0]!.toLowerCase())?.[0] ?? null,
  other: (text) => (text === '' ? null : text),
};

function matching(text: string, form: RegExp): string | null {
  return form.test(text) ? text : null;
}

/**
 * The one spelling of a code that is hashed.
 *
 * @returns null where no code of this scheme looks like it, or it is longer than `maxExternalCodeChars`
 */
export function canonicalExternalCode(scheme: ExternalScheme, text: string): string | null {
  const bare = withoutScannerMarks(text.slice(0, 2 * maxExternalCodeChars))
    .normalize('NFC')
    .replace(/\s+/g, '');
  if (bare.length > maxExternalCodeChars) return null;
  return spellings[scheme](bare.toWellFormed());
}

/**
 * The scheme under which an imported code is kept: the one that was asked for, where the code looks like it; pretix's
 * signed form where it is that; `other` for codes that an organizer chose by hand.
 *
 * @returns null for a code that is empty or too long
 */
export function schemeOfCode(asked: ExternalScheme, code: string): ExternalScheme | null {
  const family: readonly ExternalScheme[] = asked === 'pretix' ? ['pretix', 'pretix_sig1', 'other'] : [asked, 'other'];
  return family.find((scheme) => canonicalExternalCode(scheme, code) !== null) ?? null;
}

/** Eventbrite's exports name order and attendee and leave the code out, which is made of both. */
export function eventbriteCode(order: string, attendee: string): string | null {
  const digits = [order, attendee].map((text) => text.replace(/\D/g, ''));
  return digits.every((text) => text !== '') ? `${digits.join('')}001` : null;
}

/** @returns null where no code of this scheme looks like it */
export function externalCodeHash(key: Uint8Array, scheme: ExternalScheme, text: string, mac: Mac) {
  const canonical = canonicalExternalCode(scheme, text);
  if (canonical === null) return null;
  const made = mac(key, `gatehouse-external-code-v1\n${scheme}\n${canonical}`);
  return made instanceof Uint8Array ? toBase64url(made) : made.then(toBase64url);
}

/** The hashes under which a scanned text may stand, at most one for each scheme. */
export async function externalCodeHashes(
  key: Uint8Array,
  text: string,
  mac: Mac,
): Promise<readonly { readonly scheme: ExternalScheme; readonly codeHash: string }[]> {
  const hashes = await Promise.all(
    externalSchemes.map(async (scheme) => ({ scheme, codeHash: await externalCodeHash(key, scheme, text, mac) })),
  );
  return hashes.flatMap(({ scheme, codeHash }) => (codeHash === null ? [] : [{ scheme, codeHash }]));
}
