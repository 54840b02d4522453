/**
 * Finds the ticket code among the spellings that a device offers for one scan: the first that parses and verifies,
 * else the first that parses, else nothing. `readCode` reads the event's keys alone, `readExternalCode` the imported codes.
 */
import type { HeldEvent, SmallCollections } from '#kiosk/store/held-records.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { ExternalCodeFacts } from '#shared/admission/facts.ts';
import { externalCodeFacts, verifyingKeys } from '#shared/admission/facts-from-records.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { externalCodeHashes, type Mac } from '#shared/ticket/external-code.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { checkSignature, type SignatureState, type SignatureVerifier } from '#shared/ticket/ticket-signature.ts';

/** Maximum number of spellings that are read: a wedge offers up to four. */
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

export interface ExternalCodeRead {
  readonly ticketNumber: string;
  readonly external: ExternalCodeFacts;
}

/**
 * A code of another system, where an import brought it: found by its keyed hash, without a network.
 *
 * @returns null where no import of this event knows it
 */
export async function readExternalCode(
  candidates: readonly string[],
  { id, externalCodeKey }: HeldEvent,
  { roster }: Pick<Replica, 'roster'>,
  mac: Mac,
): Promise<ExternalCodeRead | null> {
  const key = externalCodeKey ? fromBase64url(externalCodeKey) : null;
  if (key === null) return null;
  for (const text of candidates.slice(0, candidatesMax)) {
    for (const { codeHash } of await externalCodeHashes(key, text, mac)) {
      const found = roster.externalCode(codeHash);
      const brought = found?.event === id ? roster.record('attendee_imports', found.import) : null;
      if (!found || !brought) continue;
      return { ticketNumber: found.ticketNumber, external: externalCodeFacts(found, brought) };
    }
  }
  return null;
}
