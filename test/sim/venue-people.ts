/** The people of a simulated venue, and the product's rules over what a kiosk knows of them: verdicts, and who was admitted twice. */
import type { HeldRegistration } from '#kiosk/store/held-records.ts';
import { createDoubles, type Doubles } from '#kiosk/venue/find-doubles.ts';
import { factOf, factsOf } from '#kiosk/venue/heard-fact.ts';
import { countRule } from '#shared/admission/counted-entries.ts';
import { decide } from '#shared/admission/decide.ts';
import { defaultList, type RoomFacts } from '#shared/admission/facts.ts';
import {
  type AdmissionScan,
  checkinFacts,
  gateContext,
  listFacts,
  registrationFacts,
} from '#shared/admission/facts-from-records.ts';
import { undoneIds } from '#shared/admission/undo.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';
import { must } from '#shared/base/assert.ts';
import { labEvent } from '#test/fixtures/peer-lab.ts';
import type { VenueKiosk, VenueState } from './venue-state.ts';

const list = listFacts(defaultList, null);
export const onceRule = countRule(list, 'UTC', [], null);

/** A guest with a confirmed ticket. The ticket's number stands for the person, and is its id here. */
function guestOf(ticket: string): HeldRegistration {
  return {
    id: ticket,
    event: labEvent,
    ticketType: 'guest',
    status: 'confirmed',
    paymentStatus: 'paid',
    name: ticket,
    email: `${ticket}@example.org`,
    ticketNumber: ticket,
    badgeCode: ticket,
    ...{ company: null, role: null, group: null, answers: null },
    ...{ revokedAt: null, blockedReason: null, attentionNote: null },
  };
}

/** @returns facts of the kiosk's own scans of the ticket, and of those it has heard */
function scansAt({ disk, mesh }: VenueKiosk, ticket: string): readonly AdmissionScan[] {
  const own = disk.own.filter(({ ticketNumber }) => ticketNumber === ticket).map(factOf);
  return [...own, ...factsOf(must(mesh, 'a running mesh').scansOf(ticket, ticket, defaultList))];
}

export interface Asked {
  readonly ticket: string;
  readonly rooms?: readonly RoomFacts[];
}

/** As the station decides: the product's rules, over this kiosk's facts. */
export function verdictAt(state: VenueState, kiosk: VenueKiosk, { ticket, rooms = [] }: Asked): VerdictCode {
  const { nowMs, trusted } = state.clockOf(kiosk);
  const all = scansAt(kiosk, ticket);
  const known = state.bug?.ignoresOthers ? all.filter((scan) => scan.kiosk === kiosk.id) : all;
  const station = { revoked: false, leaseExpired: false, clockTrusted: trusted, online: false };
  const event = { id: labEvent, status: 'live', replayWindowMinutes: 60, timezone: 'UTC' } as const;
  return decide({
    code: null,
    facts: {
      registration: registrationFacts(guestOf(ticket)),
      checkin: checkinFacts(null, known, onceRule, () => null),
      signature: 'missing',
      rooms,
    },
    gate: gateContext({
      event: { ...event, signatures: 'off' },
      ...{ gates: [], lists: [], entryRules: [], questions: [] },
      ...{ gateId: null, knowledgeComplete: false, station },
    }),
    nowMs,
  }).code;
}

type Scan = Pick<AdmissionScan, 'id' | 'verdict' | 'scannedAt' | 'direction' | 'undoes'> & {
  readonly ticketNumber: string | null;
};

/** Admissions of one ticket that were not taken back. No rule of the product is asked but what taking back means. */
export function entriesOf<S extends Scan>(scans: Iterable<S>, ticket: string): readonly S[] {
  const ofTicket = [...scans].filter(({ ticketNumber }) => ticketNumber === ticket);
  const undone = undoneIds(ofTicket);
  return ofTicket.filter(({ id, verdict }) => verdict === 'admitted' && !undone.has(id));
}

/** The board of a kiosk: the product's list of people admitted twice, over what this kiosk knows. */
export function boardOf(kiosk: VenueKiosk): Doubles {
  const roster = {
    registrationByTicket: guestOf,
    registration: guestOf,
    checkin: () => null,
    record: () => null,
    records: () => [],
  };
  return createDoubles({ roster, event: labEvent, scansOf: (ticket) => scansAt(kiosk, ticket) });
}
