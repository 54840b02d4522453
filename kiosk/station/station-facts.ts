/** What `decide` looks at, from this kiosk's replica: its gate, its event, and what is known of one ticket. */
import type { Facts, GateContext } from '#shared/admission/facts.ts';
import {
  checkinFacts,
  entryRuleFacts,
  gateContext,
  listFacts,
  registrationFacts,
} from '#shared/admission/facts-from-records.ts';
import { countRule } from '#shared/admission/presence.ts';
import type { SignatureState } from '#shared/ticket/ticket-signature.ts';
import type { HeldEvent, HeldRegistration, Replica } from '../store/replica.ts';

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
  const { roster } = replica;
  const own = ({ event: of }: { readonly event: string }) => of === identity.event;
  return gateContext({
    event,
    gates: roster.records('gates').filter(own),
    lists: roster.records('checkin_lists').filter(own),
    entryRules: roster.records('entry_rules').filter(own),
    questions: roster.records('checkin_questions').filter(own),
    gateId: stationGate(replica, identity),
    knowledgeComplete: false,
    station,
  });
}

/** Whose ticket it is about, and what the code proved; without a code nothing. */
export type TicketSeen = { readonly ticketNumber: string; readonly signature: SignatureState };

/** @returns the person too, for the screen; the facts hold no name */
export function factsOf(
  replica: Replica,
  event: HeldEvent,
  ticket: TicketSeen,
  list: string,
): { readonly facts: Facts; readonly registration: HeldRegistration | null } {
  const { roster, journal } = replica;
  const { ticketNumber } = ticket;
  const registration = roster.registrationByTicket(ticketNumber);
  const checkin = registration === null ? null : roster.checkin(registration.id, list);
  // An admission of a second ago is in the journal before the server has made a check-in of it.
  const admission = journal.ownAdmission(ticketNumber, registration?.id ?? null, list);
  const own = admission === null ? [] : [admission];
  const rules = roster.records('entry_rules').map(entryRuleFacts);
  const counted = listFacts(list, roster.record('checkin_lists', list));
  const rule = countRule(counted, event.timezone, rules, registration?.ticketType ?? null);
  const kioskName = (id: string): string | null => roster.record('kiosks', id)?.name ?? null;
  const facts: Facts = {
    registration: registration === null ? null : registrationFacts(registration, own),
    checkin: checkinFacts(checkin, own, rule, kioskName),
    signature: ticket.signature,
    rooms: [],
  };
  return { facts, registration };
}
