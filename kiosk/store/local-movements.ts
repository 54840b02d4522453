/**
 * Holds this kiosk's own scans of tickets that the server's check-ins do not include yet: entries, exits, and scans
 * that undo them. Answers in constant time, counts who is in beyond the roster. In memory only: the journal fills it,
 * and asks it which scans need not be remembered any longer.
 */
import { undoneIds } from '#shared/admission/undo.ts';
import type { HeldCheckin } from './held-records.ts';
import { checkinKey } from './packed-chunk.ts';
import type { JournalScan, Roster } from './replica.ts';

/** The parts of the roster that are read here. */
export type RosterKnowledge = Pick<Roster, 'registrationByTicket' | 'checkin' | 'records'>;

export interface LocalMovements {
  /** @param undone the scan it takes back, if it is such a one: without it, what was taken back is not known */
  add(scan: JournalScan, undone: JournalScan | null): void;
  /** Own scans of the ticket on the list, in no order, undoing ones too; some may be covered by its check-in. */
  of(ticketNumber: string, registrationId: string | null, listId: string): readonly JournalScan[];
  /** People who are in by own scans alone, less those whom the roster still has in and this kiosk took back. */
  count(listId: string): number;
  /**
   * The roster has changed: forgets what it says itself now.
   *
   * @param isPending the server has not answered the scan yet
   * @returns whether nothing follows from a scan any more that the roster does not say
   */
  settle(isPending: (scanId: string) => boolean): (scan: JournalScan) => boolean;
  clear(): void;
}

/** One ticket on one list. */
interface Standing {
  readonly list: string;
  /** Null: its scans name the registration alone. */
  readonly ticketNumber: string | null;
  readonly scans: Map<string, JournalScan>;
  /** Number that it adds to the roster's count. */
  counted: number;
}

function ticketKey({ ticketNumber, registration, list }: JournalScan): string {
  return checkinKey(ticketNumber ?? registration ?? '', list);
}

export function isMovement({ verdict }: Pick<JournalScan, 'verdict'>): boolean {
  return verdict === 'admitted' || verdict === 'undone';
}

export function createLocalMovements(roster: RosterKnowledge): LocalMovements {
  const byTicket = new Map<string, Standing>();
  /** A ticket may have been given another number since. */
  const byRegistration = new Map<string, Set<Standing>>();
  const countByList = new Map<string, number>();

  function checkinOf({ registration, ticketNumber, list }: JournalScan): HeldCheckin | null {
    // The number before the id, as the server has it: a ticket that was passed on leaves its old number to another record.
    const known = (ticketNumber && roster.registrationByTicket(ticketNumber)?.id) || registration;
    return known ? roster.checkin(known, list) : null;
  }

  /** Made with a number that another registration has by now: of the person who had the ticket before. */
  function isOfAnother({ ticketNumber }: Standing, registrationId: string): boolean {
    const owner = ticketNumber === null ? null : roster.registrationByTicket(ticketNumber);
    return owner !== null && owner.id !== registrationId;
  }

  function recount(standing: Standing): void {
    const now = beyondRoster([...standing.scans.values()], checkinOf);
    countByList.set(standing.list, (countByList.get(standing.list) ?? 0) + now - standing.counted);
    standing.counted = now;
  }

  function holds(scan: JournalScan): boolean {
    return byTicket.get(ticketKey(scan))?.scans.has(scan.id) ?? false;
  }

  function standingOf(scan: JournalScan): Standing {
    const { registration, ticketNumber, list } = scan;
    const key = ticketKey(scan);
    const standing = byTicket.get(key) ?? { list, ticketNumber, scans: new Map<string, JournalScan>(), counted: 0 };
    byTicket.set(key, standing);
    if (registration === null) return standing;
    const registrationKey = checkinKey(registration, list);
    const all = byRegistration.get(registrationKey) ?? new Set<Standing>();
    byRegistration.set(registrationKey, all.add(standing));
    return standing;
  }

  function forget(scan: JournalScan): void {
    standingOf(scan).scans.delete(scan.id);
  }

  function dropEmpty(): void {
    for (const [key, { scans }] of byTicket) if (scans.size === 0) byTicket.delete(key);
    for (const [key, standings] of byRegistration) {
      for (const standing of standings) if (standing.scans.size === 0) standings.delete(standing);
      if (standings.size === 0) byRegistration.delete(key);
    }
  }

  return {
    add(scan, undone) {
      if (!isMovement(scan)) return;
      const standing = standingOf(scan);
      if (undone !== null) standing.scans.set(undone.id, undone);
      standing.scans.set(scan.id, scan);
      recount(standing);
    },
    of(ticketNumber, registrationId, listId) {
      const standings = new Set<Standing>();
      const ofTicket = byTicket.get(checkinKey(ticketNumber, listId));
      if (ofTicket) standings.add(ofTicket);
      if (registrationId !== null)
        for (const standing of byRegistration.get(checkinKey(registrationId, listId)) ?? [])
          if (!isOfAnother(standing, registrationId)) standings.add(standing);
      return [...standings].flatMap(({ scans }) => [...scans.values()]);
    },
    count: (listId) => countByList.get(listId) ?? 0,
    settle(isPending) {
      const conflicting = new Set(roster.records('checkin_conflicts').map(({ scan }) => scan));
      const covered = new Set<string>();
      for (const standing of byTicket.values()) {
        const scans = [...standing.scans.values()];
        const undone = takenBack(scans);
        const known = { undone, conflicting, isPending, entered: scans.some((scan) => isEntry(scan, undone)) };
        for (const scan of scans) {
          if (!isCovered(scan, checkinOf(scan), known)) continue;
          covered.add(scan.id);
          // A scan that was taken back is remembered: its check-in may still be on its way down.
          if (scan.verdict === 'admitted' && !undone.has(scan.id)) forget(scan);
        }
        recount(standing);
      }
      dropEmpty();
      return (scan) => !isMovement(scan) || covered.has(scan.id) || !holds(scan);
    },
    clear() {
      byTicket.clear();
      byRegistration.clear();
      countByList.clear();
    },
  };
}

interface Known {
  readonly undone: ReadonlySet<string>;
  /** Scans that the server counts as conflicts: they move no check-in. */
  readonly conflicting: ReadonlySet<string>;
  readonly isPending: (scanId: string) => boolean;
  /** This kiosk let the person in, and the check-in does not say it yet. */
  readonly entered: boolean;
}

/** Whether the check-in from the server includes the scan, so that nothing follows from it any more. */
function isCovered(scan: JournalScan, checkin: HeldCheckin | null, known: Known): boolean {
  const { undone, conflicting, isPending, entered } = known;
  const last = checkin && (checkin.lastScan ?? checkin.scan);
  if (scan.verdict === 'undone') return !isPending(scan.id) && last !== scan.undoes;
  if (undone.has(scan.id)) return !isPending(scan.id) && last !== scan.id;
  // An exit without an entry changes nothing, here or at the server.
  if (checkin === null) return scan.direction === 'exit' && !entered && !isPending(scan.id);
  if (last === scan.id || conflicting.has(scan.id)) return true;
  // A scan that the server has not received is not covered by its time alone: the other entry may be taken back. Nor is
  // an entry before the first one there: if the server knew it, it would be the first.
  const { checkedInAt, lastEntryAt, leftAt } = checkin;
  if (isPending(scan.id) || (scan.direction !== 'exit' && scan.scannedAt < checkedInAt)) return false;
  const entry = lastEntryAt ?? checkedInAt;
  return scan.scannedAt <= (leftAt && leftAt > entry ? leftAt : entry);
}

const none: ReadonlySet<string> = new Set();

/** Nearly always none: then nothing need be looked through. */
function takenBack(scans: readonly JournalScan[]): ReadonlySet<string> {
  return scans.some(({ verdict }) => verdict === 'undone') ? undoneIds(scans) : none;
}

function isEntry({ id, verdict, direction }: JournalScan, undone: ReadonlySet<string>): boolean {
  return verdict === 'admitted' && direction !== 'exit' && !undone.has(id);
}

/** One where the kiosk let a person in whom the roster does not have, minus one where it took the roster's entry back. */
function beyondRoster(scans: readonly JournalScan[], checkinOf: (scan: JournalScan) => HeldCheckin | null): number {
  const [first] = scans;
  if (first === undefined) return 0;
  const checkin = checkinOf(first);
  const undone = takenBack(scans);
  const entered = scans.some((scan) => isEntry(scan, undone));
  if (checkin === null) return entered ? 1 : 0;
  const isTakenBack = undone.has(checkin.lastScan ?? checkin.scan) && (checkin.entries ?? 1) <= 1;
  return isTakenBack && !entered ? -1 : 0;
}
