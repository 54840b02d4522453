/** What the server knows for one attempt, read inside the transaction that will record it. */
import type { CheckinFacts } from '#shared/admission/facts.ts';
import { checkinFacts, checkinFactsOfScan, gateContext, verifyingKeys } from '#shared/admission/facts-from-records.ts';
import { reconcile } from '#shared/admission/reconcile.ts';
import type { EventRecord, TicketKeyRecord } from '#shared/modules/events/event.ts';
import type { CheckinRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { checkSignature, type SignatureState } from '#shared/ticket/ticket-signature.ts';
import type { Reader } from '../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import type { Signer } from '../ports.ts';
import { gatesOf } from '../records.ts';
import { admittedScans } from './admitted-scans.ts';

/** Keys of one event: it rotates them now and then. */
const keysMax = 50;

/** The server itself is the station: online, its clock is the time, and what it does not find does not exist. */
const serverStation = { revoked: false, leaseExpired: false, clockTrusted: true, online: true } as const;

export async function serverGate(reader: Reader, event: EventRecord, gateId: string, nowMs: number) {
  const gates = await gatesOf(reader, event.id);
  const context = gateContext({
    event: { ...event, status: eventStatusAt(event, nowMs) },
    gates,
    gateId,
    knowledgeComplete: true,
    station: serverStation,
  });
  return { context, capacity: gates.find((gate) => gate.id === context.gate?.id)?.capacity ?? null };
}

export async function signatureOf(
  reader: Reader,
  event: EventRecord,
  code: TicketCode,
  signer: Signer,
): Promise<SignatureState> {
  if (code.signature === null) return 'missing';
  const keys = (await reader.find('ticket_keys', {
    where: where({ event: event.id }),
    limit: keysMax,
  })) as readonly TicketKeyRecord[];
  return checkSignature(code, event.id, verifyingKeys(keys), signer);
}

/** The check-in on this list, or an admission that has come up and is not reconciled yet. */
export async function earlierAdmission(
  reader: Reader,
  registration: RegistrationRecord,
  list: string,
): Promise<CheckinFacts | null> {
  const checkin = (await reader.findOne('checkins', { registration: registration.id, list })) as CheckinRecord | null;
  if (checkin) return checkinFacts(checkin);
  const first = reconcile(await admittedScans(reader, registration, list)).checkin;
  return first && checkinFactsOfScan(first);
}
