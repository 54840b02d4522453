/**
 * People registered at this kiosk whom the server has not made registrations of yet, and the roster with them in it:
 * found, counted and printed like all others. In memory only: the journal fills it.
 */

import type { HeldRegistration } from './held-records.ts';
import type { Roster, WalkIn } from './replica.ts';

export interface LocalWalkIns {
  add(walkIn: WalkIn): void;
  /** The roster has changed: people whom it has, or whose registration the server refused, are forgotten here. */
  settle(): void;
  /** Whether the person that the scan let in is known by it alone. */
  holds(scanId: string): boolean;
  people(): readonly HeldRegistration[];
  clear(): void;
}

export function createLocalWalkIns(roster: Pick<Roster, 'registration' | 'records'>): LocalWalkIns & WalkInPeople {
  const byRegistration = new Map<string, { readonly walkIn: WalkIn; readonly person: HeldRegistration }>();
  const byTicket = new Map<string, HeldRegistration>();
  const scans = new Set<string>();

  function forget({ registration, ticketNumber, scan }: WalkIn): void {
    byRegistration.delete(registration);
    byTicket.delete(ticketNumber);
    scans.delete(scan);
  }

  return {
    add(walkIn) {
      const person = personOf(walkIn);
      byRegistration.set(walkIn.registration, { walkIn, person });
      byTicket.set(walkIn.ticketNumber, person);
      scans.add(walkIn.scan);
    },
    settle() {
      if (byRegistration.size === 0) return;
      const refused = new Set(
        roster.records('admission_reports').map(({ kind, walkIn }) => (kind === 'walk_in_refused' ? walkIn : null)),
      );
      for (const { walkIn } of [...byRegistration.values()])
        if (roster.registration(walkIn.registration) !== null || refused.has(walkIn.id)) forget(walkIn);
    },
    holds: (scanId) => scans.has(scanId),
    people: () => [...byRegistration.values()].map(({ person }) => person),
    registration: (id) => byRegistration.get(id)?.person ?? null,
    registrationByTicket: (ticketNumber) => byTicket.get(ticketNumber) ?? null,
    clear() {
      byRegistration.clear();
      byTicket.clear();
      scans.clear();
    },
  };
}

export type WalkInPeople = Pick<LocalWalkIns, 'people'> & Pick<Roster, 'registration' | 'registrationByTicket'>;

/** Adds walk-ins to a roster; the server's record of a person comes first. */
export function rosterWithWalkIns(roster: Roster, walkIns: WalkInPeople): Roster {
  const beyond = (): readonly HeldRegistration[] =>
    walkIns.people().filter(({ id }) => roster.registration(id) === null);
  return {
    ...roster,
    registration: (id) => roster.registration(id) ?? walkIns.registration(id),
    registrationByTicket: (number) => roster.registrationByTicket(number) ?? walkIns.registrationByTicket(number),
    registrationCount: () => roster.registrationCount() + beyond().length,
    *registrations() {
      yield* roster.registrations();
      yield* beyond();
    },
  };
}

/** Returns the registration as the server will make it, with every value that decides. */
function personOf(walkIn: WalkIn): HeldRegistration {
  const { registration, event, ticketType, name, email, company, role, ticketNumber, badgeCode, payment, amount } =
    walkIn;
  return {
    id: registration,
    event,
    ticketType,
    status: 'confirmed',
    paymentStatus: payment !== 'none' && amount > 0 ? 'paid' : 'not_required',
    name,
    email: email ?? '',
    company,
    role,
    ticketNumber,
    badgeCode,
    revokedAt: null,
    blockedReason: null,
    attentionNote: null,
    group: null,
    answers: null,
  };
}
