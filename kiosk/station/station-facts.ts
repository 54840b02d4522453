/** What `decide` looks at, from this kiosk's replica: its gate, its event, and what is known of one ticket. */
import type { Facts, GateContext } from '#shared/admission/facts.ts';
import {
  checkinFacts,
  checkinFactsOfScan,
  gateContext,
  registrationFacts,
} from '#shared/admission/facts-from-records.ts';
import type { HeldEvent, HeldRegistration, Replica } from '../store/replica.ts';
import type { CodeRead } from './read-code.ts';

/** Who this kiosk is, as it was paired. */
export interface StationIdentity {
  readonly kioskId: string;
  readonly event: string;
  /** Id of the gate's record; the kiosk's own record overrules it where an organizer has moved the kiosk. */
  readonly gate: string;
  readonly role: 'gate' | 'self-service' | 'exhibitor';
  readonly demo: boolean;
}

export function stationEvent(replica: Replica, identity: StationIdentity): HeldEvent | null {
  return replica.roster.record('events', identity.event);
}

/** The gate where the kiosk stands now. */
export function stationGate(replica: Replica, identity: StationIdentity): string {
  return replica.roster.record('kiosks', identity.kioskId)?.gate ?? identity.gate;
}

export function stationContext(
  replica: Replica,
  identity: StationIdentity,
  event: HeldEvent,
  station: GateContext['station'],
): GateContext {
  const gates = replica.roster.records('gates').filter((gate) => gate.event === identity.event);
  const gateId = stationGate(replica, identity);
  return gateContext({ event, gates, gateId, knowledgeComplete: false, station });
}

/** @returns the person too, for the screen; the facts hold no name */
export function factsOf(
  replica: Replica,
  read: CodeRead,
  list: string,
): { readonly facts: Facts; readonly registration: HeldRegistration | null } {
  const { ticketNumber } = read.code;
  const registration = replica.roster.registrationByTicket(ticketNumber);
  const checkin = registration === null ? null : replica.roster.checkin(registration.id, list);
  // An admission of a second ago is in the journal before the server has made a check-in of it.
  const own = replica.journal.ownAdmission(ticketNumber, registration?.id ?? null, list);
  const facts: Facts = {
    registration: registration === null ? null : registrationFacts(registration),
    checkin: checkin !== null ? checkinFacts(checkin) : own !== null ? checkinFactsOfScan(own) : null,
    signature: read.signature,
  };
  return { facts, registration };
}
