/**
 * Counts the people who are in only by reports of other kiosks: the count on the screen lacks them while the server is
 * unreachable.
 */
import type { Replica } from '#kiosk/store/replica.ts';
import type { AdmissionScan } from '#shared/admission/facts-from-records.ts';
import { undoneIds } from '#shared/admission/undo.ts';
import type { Movement } from './find-doubles.ts';

export interface HeardPeople {
  /** Something is new about the ticket on the list. */
  look(movement: Movement): void;
  /** The roster has changed, or scans went. */
  recount(movements: Iterable<Movement>): void;
  count(listId: string): number;
}

/** @param othersOf what other kiosks say of the ticket on the list */
export function createHeardPeople(
  { roster, journal }: Pick<Replica, 'roster' | 'journal'>,
  othersOf: (ticketNumber: string, registration: string | null, list: string) => readonly AdmissionScan[],
): HeardPeople {
  const byList = new Map<string, Set<string>>();

  function isInByOthers(ticketNumber: string, registration: string | null, list: string): boolean {
    if (registration !== null && roster.checkin(registration, list) !== null) return false;
    if (journal.localScans(ticketNumber, registration, list).length > 0) return false;
    const scans = othersOf(ticketNumber, registration, list);
    const undone = undoneIds(scans);
    return scans.some(
      ({ id, verdict, direction }) => verdict === 'admitted' && direction !== 'exit' && !undone.has(id),
    );
  }

  function look({ ticketNumber, registration: named, list }: Movement): void {
    const person = named === null ? roster.registrationByTicket(ticketNumber ?? '') : roster.registration(named);
    const number = ticketNumber ?? person?.ticketNumber ?? '';
    const people = byList.get(list) ?? new Set();
    byList.set(list, people);
    if (isInByOthers(number, person?.id ?? named, list)) people.add(person?.id ?? number);
    else people.delete(person?.id ?? number);
  }

  return {
    look,
    recount(movements) {
      byList.clear();
      for (const movement of movements) look(movement);
    },
    count: (listId) => byList.get(listId)?.size ?? 0,
  };
}
