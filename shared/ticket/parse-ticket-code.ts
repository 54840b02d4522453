/**
 * Text from a scanner, as a ticket code or as nothing. Strict: one code has one compact text, and in JSON only white
 * space, escapes and member order are free. Unknown members, a member named twice, and nested values are malformed;
 * so is every text above the bound. Never throws. The caller strips what its scanner added.
 */
import { fromBase64url } from '../base/bytes.ts';
import { isObject, parseJson } from '../base/json.ts';
import { fromBase45 } from './base45.ts';
import {
  compactBytes,
  compactPrefix,
  isTimestamp,
  signatureBytes,
  type TicketCode,
  ticketCodeType,
  unpackNumber,
} from './ticket-code.ts';
import { isTicketNumber } from './ticket-number.ts';

/** UTF-16 units; our own codes need about 190. */
export const maxTicketCodeChars = 1_024;

export interface ParsedTicketCode extends TicketCode {
  readonly spelling: 'json' | 'compact';
}

export type TicketCodeResult =
  | { readonly ok: true; readonly code: ParsedTicketCode }
  | { readonly ok: false; readonly reason: 'malformed' };

const malformed: TicketCodeResult = { ok: false, reason: 'malformed' };

export function parseTicketCode(text: string): TicketCodeResult {
  if (text.length > maxTicketCodeChars) return malformed;
  const code = text.startsWith(compactPrefix)
    ? parseCompact(text.slice(compactPrefix.length))
    : parseJsonSpelling(text);
  return code === null ? malformed : { ok: true, code };
}

function parseCompact(text: string): ParsedTicketCode | null {
  const bytes = fromBase45(text);
  if (bytes?.length !== compactBytes) return null;
  const ticketNumber = unpackNumber(bytes);
  if (ticketNumber === null) return null;
  const timestamp = new DataView(bytes.buffer).getUint32(14);
  return { type: ticketCodeType, ticketNumber, timestamp, signature: bytes.slice(18), spelling: 'compact' };
}

function parseJsonSpelling(text: string): ParsedTicketCode | null {
  const members = flatMembers(text);
  if (members === null) return null;
  const { type, ticketNumber, timestamp, sig, ...unknown } = members;
  if (type !== ticketCodeType || !isTicketNumber(ticketNumber) || !isTimestamp(timestamp)) return null;
  if (Object.keys(unknown).length > 0) return null;
  const signature = sig === undefined ? null : readSignature(sig);
  if (signature === undefined) return null;
  return { type, ticketNumber, timestamp, signature, spelling: 'json' };
}

function readSignature(sig: unknown): Uint8Array | undefined {
  const bytes = typeof sig === 'string' ? fromBase64url(sig) : null;
  return bytes?.length === signatureBytes ? bytes : undefined;
}

/** The object's own members, without a prototype to inherit from; null when a name stands twice. */
function flatMembers(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  // JSON.parse lets the last of two equal names win, so another reader could see another ticket: count the names.
  let names = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (token[1] !== undefined) names++;
  if (names !== Object.keys(value).length) return null;
  return Object.assign(Object.create(null), value);
}
