/**
 * The ticket code: what stands in the QR. Two spellings of one thing; `parse-ticket-code.ts` reads both.
 *
 * JSON, as the interface shows it (for the API, for cameras; a keyboard wedge garbles it on most layouts):
 *
 *   {"type":"event_ticket","ticketNumber":"…","timestamp":N,"sig":"…"}
 *
 *   field         value
 *   type          always event_ticket
 *   ticketNumber  1..40 printable ASCII characters, no space at either end; ours are 22 (ticket-number.ts)
 *   timestamp     Unix seconds, integer, 0..4294967295
 *   sig           64 bytes Ed25519, base64url without padding, 86 characters; absent in tickets issued by another system
 *
 * Compact, for pictures and wedges: `GATE1:` + Base45 (RFC 9285) of 82 bytes = 129 characters, QR version 6 at level M:
 *
 *   byte    bits  what
 *    0..13     2  format, 01
 *            110  ticket number: 22 Crockford characters, 5 bits each, first one highest
 *   14..17    32  timestamp, Unix seconds, big-endian
 *   18..81   512  Ed25519 signature
 *
 * The event is not spelled out: it is part of the signed message (ticket-signature.ts), and our numbers carry its tag.
 */
import { assert } from '../base/assert.ts';
import { toBase64url } from '../base/bytes.ts';
import { toBase45 } from './base45.ts';
import { crockfordAlphabet, crockfordValue } from './crockford.ts';
import { isTicketNumber, ticketNumberChars } from './ticket-number.ts';

export const ticketCodeType = 'event_ticket';
export const compactPrefix = 'GATE1:';
export const compactBytes = 82;
export const signatureBytes = 64;
export const maxTimestamp = 0xffff_ffff;

export interface TicketCode {
  readonly type: typeof ticketCodeType;
  readonly ticketNumber: string;
  /** Time at which it was issued, or from which it is meant to be shown: Unix seconds. */
  readonly timestamp: number;
  /** 64 bytes; null: the code carries none. */
  readonly signature: Uint8Array | null;
}

export function isTimestamp(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxTimestamp;
}

/** The spelling of the interface, `ticket.qrCode`: field order fixed, no white space. */
export function formatJson(code: TicketCode): string {
  assertFormattable(code);
  const { type, ticketNumber, timestamp, signature } = code;
  return JSON.stringify(
    signature === null
      ? { type, ticketNumber, timestamp }
      : { type, ticketNumber, timestamp, sig: toBase64url(signature) },
  );
}

/** @returns 129 characters, or null where only JSON can say it: no signature, or a number not issued here */
export function formatCompact(code: TicketCode): string | null {
  assertFormattable(code);
  if (code.signature === null) return null;
  const number = packNumber(code.ticketNumber);
  if (number === null) return null;
  const bytes = new Uint8Array(compactBytes);
  bytes.set(number, 0);
  new DataView(bytes.buffer).setUint32(14, code.timestamp);
  bytes.set(code.signature, 18);
  return compactPrefix + toBase45(bytes);
}

function assertFormattable(code: TicketCode): void {
  assert(isTicketNumber(code.ticketNumber), 'a ticket number is 1 to 40 printable ASCII characters');
  assert(isTimestamp(code.timestamp), 'a timestamp is whole Unix seconds below 2^32');
  assert(code.signature === null || code.signature.length === signatureBytes, 'a signature has 64 bytes');
}

function packNumber(number: string): Uint8Array | null {
  if (number.length !== ticketNumberChars) return null;
  // The format bits 01 are the leading 1: 2 + 22 × 5 bits fill 14 bytes.
  let packed = 1n;
  for (const char of number) {
    const value = crockfordValue(char);
    if (value === null) return null;
    packed = (packed << 5n) | BigInt(value);
  }
  const out = new Uint8Array(14);
  for (let i = 13; i >= 0; i--, packed >>= 8n) out[i] = Number(packed & 255n);
  return out;
}

/** The inverse of the packing above; null for another format than 01. */
export function unpackNumber(bytes: Uint8Array): string | null {
  let packed = 0n;
  for (const byte of bytes.subarray(0, 14)) packed = (packed << 8n) | BigInt(byte);
  if (packed >> 110n !== 1n) return null;
  let out = '';
  for (let i = ticketNumberChars - 1; i >= 0; i--) out += crockfordAlphabet[Number((packed >> BigInt(i * 5)) & 31n)]!;
  return out;
}
