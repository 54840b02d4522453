/**
 * From the spellings a device offers for one scan to the ticket code they mean: the first that parses and verifies,
 * else the first that parses, else nothing. Looks at no record but the event's keys.
 */

import type { SmallCollections } from '#kiosk/store/held-records.ts';
import { verifyingKeys } from '#shared/admission/facts-from-records.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { checkSignature, type SignatureState, type SignatureVerifier } from '#shared/ticket/ticket-signature.ts';

/** A wedge offers two spellings; more than a handful is not a scan. */
export const candidatesMax = 8;

export interface CodeRead {
  readonly code: TicketCode;
  /** The code's. */
  readonly ticketNumber: string;
  readonly signature: SignatureState;
}

export async function readCode(
  candidates: readonly string[],
  eventId: string,
  keys: readonly SmallCollections['ticket_keys'][],
  verifier: SignatureVerifier,
): Promise<CodeRead | null> {
  const publicKeys = verifyingKeys(keys.filter((key) => key.event === eventId));
  let first: CodeRead | null = null;
  for (const text of candidates.slice(0, candidatesMax)) {
    const parsed = parseTicketCode(text);
    if (!parsed.ok) continue;
    const signature = await checkSignature(parsed.code, eventId, publicKeys, verifier);
    const read = { code: parsed.code, ticketNumber: parsed.code.ticketNumber, signature };
    if (signature === 'valid') return read;
    first ??= read;
  }
  return first;
}
