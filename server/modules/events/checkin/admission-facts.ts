/** Reads the server's facts about one check-in attempt, inside the transaction that records it. */

import type { CheckinFacts, GateContext } from '#shared/admission/facts.ts';
import { checkinFacts, gateContext, type KioskNames, verifyingKeys } from '#shared/admission/facts-from-records.ts';
import { type EventRecord, ticketKeys } from '#shared/modules/events/event.ts';
import { checkins, type ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import type { TicketCode } from '#shared/ticket/ticket-code.ts';
import { checkSignature, type SignatureState, type SyncSignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { type GateSetup, ruleOf } from './gate-setup.ts';
import { ticketScans } from './ticket-scans.ts';

/** Maximum number of keys that are read for one event. */
const keysMax = 50;

/** The server itself is the station: it is online, its clock is right, and records that it does not find do not exist. */
const serverStation = { revoked: false, leaseExpired: false, clockTrusted: true, online: true } as const;

export function serverGate(setup: GateSetup, gateId: string, nowMs: number): GateContext {
  const { event, ...declared } = setup;
  return gateContext({
    ...declared,
    event: { ...event, status: eventStatusAt(event, nowMs) },
    gateId,
    knowledgeComplete: true,
    station: serverStation,
  });
}

export async function signatureOf(
  reader: Reader,
  event: EventRecord,
  code: TicketCode,
  verifier: SyncSignatureVerifier,
): Promise<SignatureState> {
  if (code.signature === null) return 'missing';
  const keys = await reader.find(ticketKeys, {
    where: where({ event: event.id }),
    limit: keysMax,
  });
  return checkSignature(code, event.id, verifyingKeys(keys), verifier);
}

export interface Known {
  readonly checkin: CheckinFacts | null;
  /** The scans from which it was derived. */
  readonly scans: readonly ScanRecord[];
}

/** Derives the standing from the scans, including uploaded ones not reconciled yet; a check-in without scans was imported. */
export async function standingOf(
  reader: Reader,
  setup: GateSetup,
  registration: RegistrationRecord,
  list: string,
): Promise<Known> {
  const scans = await ticketScans(reader, registration, list);
  const values = { registration: registration.id, list };
  const checkin = scans.length > 0 ? null : await reader.findOne(checkins, values);
  if (scans.length === 0 && checkin === null) return { checkin: null, scans };
  const names = await kioskNames(reader, [checkin?.lastKiosk, checkin?.kiosk, ...scans.map(({ kiosk }) => kiosk)]);
  return { checkin: checkinFacts(checkin, scans, ruleOf(setup, list, registration.ticketType), names), scans };
}

async function kioskNames(reader: Reader, ids: readonly (string | null | undefined)[]): Promise<KioskNames> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    const name = id ? (await reader.get('kiosks', id))?.['name'] : null;
    if (id && typeof name === 'string') names.set(id, name);
  }
  return (id) => names.get(id) ?? null;
}
