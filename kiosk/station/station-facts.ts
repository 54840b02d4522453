/** Reads the facts for `decide` from this kiosk's replica: its gate, its event, and what is known of one ticket. */

import type { HeldEvent, HeldRegistration } from '#kiosk/store/held-records.ts';
import { kioskGate } from '#kiosk/store/kiosk-gate.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import { countRule } from '#shared/admission/counted-entries.ts';
import { type CheckinFacts, defaultList, type Facts, type GateContext } from '#shared/admission/facts.ts';
import {
  checkinFacts,
  entryRuleFacts,
  gateContext,
  listFacts,
  registrationFacts,
} from '#shared/admission/facts-from-records.ts';
import type { SignatureState } from '#shared/ticket/ticket-signature.ts';

/** The identity of this kiosk, as it was paired. */
export interface StationIdentity {
  readonly kioskId: string;
  readonly event: string;
  /** Id of the gate's record; the kiosk's own record takes precedence where an organizer has moved the kiosk. */
  readonly gate: string;
  readonly role: 'gate' | 'self-service' | 'exhibitor';
  readonly demo: boolean;
}

export function stationEvent(replica: Replica, identity: StationIdentity): HeldEvent | null {
  return replica.roster.record('events', identity.event);
}

/** The gate where the kiosk stands now. */
export function stationGate(replica: Replica, identity: StationIdentity): string {
  return kioskGate(replica.roster, identity);
}

/** Returns the role that the organizer set last; the kiosk's own record takes precedence over the pairing. */
export function stationRole(replica: Replica, identity: StationIdentity): StationIdentity['role'] {
  const role = replica.roster.record('kiosks', identity.kioskId)?.role;
  // No kiosk is made a box, and no box a kiosk.
  return role === undefined || role === 'box' ? identity.role : role;
}

/** Guests use a self-service kiosk, exhibitors a kiosk at a booth: no search and no override there. */
export function isStaffed(replica: Replica, identity: StationIdentity): boolean {
  return stationRole(replica, identity) === 'gate';
}

/** An exhibitor's device holds no tickets, and the server takes no scan of it. */
export function admitsHere(replica: Replica, identity: StationIdentity): boolean {
  return stationRole(replica, identity) !== 'exhibitor';
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

/** The ticket of an attempt, and what its code proved; without a code nothing. */
export type TicketSeen = { readonly ticketNumber: string; readonly signature: SignatureState };

/** @returns the person too, for the screen; the facts hold no name. Rooms are the leases' business. */
export function factsOf(
  replica: Replica,
  event: HeldEvent,
  ticket: TicketSeen,
  list: string,
): { readonly facts: Omit<Facts, 'rooms'>; readonly registration: HeldRegistration | null } {
  const { ticketNumber, signature } = ticket;
  const registration = replica.roster.registrationByTicket(ticketNumber);
  const own = replica.journal.localScans(ticketNumber, registration?.id ?? null, list);
  const checkin = standingOf(replica, event, { ticketNumber, registration }, list);
  return {
    facts: { registration: registration && registrationFacts(registration, own), checkin, signature },
    registration,
  };
}

/** A ticket's standing on a list, by its check-in, and by what this kiosk and those in reach did since. */
export function standingOf(
  { roster, journal, heard }: Replica,
  event: Pick<HeldEvent, 'timezone'>,
  who: { readonly ticketNumber: string; readonly registration: HeldRegistration | null },
  list: string,
): CheckinFacts | null {
  const { ticketNumber, registration } = who;
  const checkin = registration === null ? null : roster.checkin(registration.id, list);
  // An admission of a second ago is in the journal before the server has made a check-in of it.
  const own = journal.localScans(ticketNumber, registration?.id ?? null, list);
  // Scans of other kiosks count like own scans: as facts. The rules decide whether they should have admitted.
  const others = heard?.scansOf(ticketNumber, registration?.id ?? null, list) ?? [];
  const since = [...own, ...others];
  if (checkin === null && since.length === 0) return null;
  const rules = roster.records('entry_rules').map(entryRuleFacts);
  const counted = listFacts(list, roster.record('checkin_lists', list));
  const rule = countRule(counted, event.timezone, rules, registration?.ticketType ?? null);
  return checkinFacts(checkin, since, rule, (id) => roster.record('kiosks', id)?.name ?? null);
}

/** The list that scans at this kiosk count on. */
export function stationList({ roster }: Replica, gateId: string): string {
  return roster.record('gates', gateId)?.list ?? defaultList;
}
