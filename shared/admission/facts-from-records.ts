/**
 * The one way from stored records to facts, used by kiosk and server alike, so that their verdicts can differ only in
 * the records they had. Takes just the fields a kiosk may hold.
 */
import { fromBase64url } from '../base/bytes.ts';
import type { EventRecord, GateRecord, TicketKeyRecord } from '../modules/events/event.ts';
import type { CheckinRecord, ScanRecord } from '../modules/events/gate.ts';
import type { RegistrationRecord } from '../modules/events/registration.ts';
import { type CheckinFacts, defaultList, type GateContext, type GateFacts, type RegistrationFacts } from './facts.ts';

export type AdmissionEvent = Pick<EventRecord, 'id' | 'status' | 'replayWindowMinutes' | 'signatures'>;
export type AdmissionGate = Pick<GateRecord, 'id' | 'key' | 'name' | 'list' | 'ticketTypes' | 'opensAt' | 'closesAt'>;
export type AdmissionRegistration = Pick<
  RegistrationRecord,
  'id' | 'event' | 'ticketType' | 'status' | 'paymentStatus' | 'revokedAt' | 'blockedReason'
>;

export function registrationFacts(record: AdmissionRegistration): RegistrationFacts {
  const { id, event, ticketType, status, paymentStatus, revokedAt, blockedReason } = record;
  return { id, event, ticketType, status, paymentStatus, revokedAt, blockedReason };
}

export function checkinFacts(record: Pick<CheckinRecord, 'checkedInAt' | 'gate' | 'kiosk'>): CheckinFacts {
  return { checkedInAt: record.checkedInAt, gate: record.gate, kiosk: record.kiosk };
}

/** For an admission that has not come back as a check-in yet: the kiosk's own journal. */
export function checkinFactsOfScan(scan: Pick<ScanRecord, 'scannedAt' | 'gate' | 'kiosk'>): CheckinFacts {
  return { checkedInAt: scan.scannedAt, gate: scan.gate, kiosk: scan.kiosk };
}

export function gateFacts(record: AdmissionGate): GateFacts {
  const { id, key, name, list, ticketTypes, opensAt, closesAt } = record;
  return { id, key, name, list, ticketTypes: ticketTypes ?? [], opensAt, closesAt };
}

export interface GateContextInput {
  readonly event: AdmissionEvent;
  /** All gates the event declares. */
  readonly gates: readonly AdmissionGate[];
  /** The gate id as sent: the gate's key, or the id of its record. Null where none was named. */
  readonly gateId: string | null;
  readonly knowledgeComplete: boolean;
  readonly station: GateContext['station'];
}

/** An event that declares no gates takes any gate id; once gates are declared, an unknown or absent one is refused. */
export function gateContext({ event, gates, gateId, knowledgeComplete, station }: GateContextInput): GateContext {
  const all = gates.map(gateFacts);
  const gate = all.find((g) => g.key === gateId) ?? all.find((g) => g.id === gateId) ?? null;
  return {
    event: {
      id: event.id,
      replayWindowMinutes: event.replayWindowMinutes,
      signatures: event.signatures,
      status: event.status,
    },
    gate,
    gateUnknown: gate === null && all.length > 0,
    gates: all,
    knowledgeComplete,
    station,
  };
}

/** The list a scan at this gate counts on: look the check-in up under it, and store it in the scan. */
export function listOf(context: Pick<GateContext, 'gate'>): string {
  return context.gate?.list ?? defaultList;
}

/** Keys that verify codes of the event, active ones first; withdrawn and unreadable ones verify nothing. */
export function verifyingKeys(records: readonly Pick<TicketKeyRecord, 'publicKey' | 'state'>[]): Uint8Array[] {
  const inState = (state: TicketKeyRecord['state']) => records.filter((key) => key.state === state);
  return [...inState('active'), ...inState('retired')]
    .map((key) => fromBase64url(key.publicKey))
    .filter((bytes): bytes is Uint8Array<ArrayBuffer> => bytes?.length === 32);
}
