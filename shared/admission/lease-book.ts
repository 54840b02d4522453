/**
 * Capacity at the server: one book per room, with who is inside and what the kiosks may still let in. Rules:
 *
 *   inside + outstanding leases ≤ capacity + reported over-admissions, in every order of questions, answers and scans.
 *
 * An answer may get lost: then the kiosk goes on with the lease it named in its question. So of the two the larger one
 * counts until the kiosk asks again and thereby says which one it has. A lease that ran out counts no longer; what a
 * kiosk let in under it and sends later is let stand, and reported where there was no place for it.
 */
import { leaseGraceMs, leaseLifetimeMs, leaseMax } from './lease.ts';

/** A row of `admission_leases`, as far as arithmetic goes. */
export interface LeaseEntry {
  readonly lease: string;
  readonly kiosk: string;
  readonly generation: number;
  /** Places granted since the lease began, as last answered. */
  readonly granted: number;
  /** Places that the kiosk held when it asked: in force as well until it names the newer generation. */
  readonly priorGranted: number;
  /** Scans naming the lease of which the book has taken account. */
  readonly used: number;
  /** Scans the kiosk made under a lease that had run out when they became known, and has not sent yet. */
  readonly late: number;
  /** The kiosk's number of its latest question that was answered. */
  readonly request: number;
  readonly expiresAtMs: number;
}

export interface LeaseBook {
  readonly capacity: number;
  /** People inside, by the scans that have been reconciled. */
  readonly inside: number;
  readonly leases: readonly LeaseEntry[];
}

/** Request of a kiosk for places. */
export interface LeaseQuestion {
  readonly kiosk: string;
  /** Made by the kiosk and kept before it first asks; a new one where it no longer knows how much of it was used. */
  readonly lease: string;
  /** Rises with every question of the kiosk, also when the one before got no answer. */
  readonly request: number;
  /** Generation and places that it holds; 0 and 0 where it holds nothing. */
  readonly generation: number;
  readonly granted: number;
  readonly used: number;
  readonly wanted: number;
}

/** Admissions the kiosk may still make, as far as the server can know. */
export function outstanding(entry: LeaseEntry, nowMs: number): number {
  return isOver(entry, nowMs) ? 0 : promised(entry);
}

function promised(entry: Pick<LeaseEntry, 'granted' | 'priorGranted' | 'used' | 'late'>): number {
  return Math.max(0, Math.max(entry.granted, entry.priorGranted) - entry.used - entry.late);
}

/** Places that no one has and no one was promised; below 0 where more came than there was room for. */
export function freePlaces({ capacity, inside, leases }: LeaseBook, nowMs: number): number {
  return leases.reduce((free, entry) => free - outstanding(entry, nowMs) - entry.late, capacity - inside);
}

/**
 * @returns the row to store and to answer, or null for a question that a later one has overtaken: the kiosk no longer
 *   waits for its answer, and would not take it
 */
export function grantLease(book: LeaseBook, question: LeaseQuestion, nowMs: number): LeaseEntry | null {
  const entry = book.leases.find(({ lease }) => lease === question.lease) ?? null;
  if (entry !== null && question.request <= entry.request) return null;
  const known = entry ?? { generation: 0, granted: 0, priorGranted: 0, used: 0, late: 0 };
  // The question is older than the scans that have come up since: the larger count is the newer one.
  const used = Math.max(question.used, known.used);
  const over = entry !== null && isOver(entry, nowMs);
  // Whether scans under a lease that is over were made in time is not known, and its places may have been given away.
  const unheard = used - known.used;
  const late = over ? unheard : lateScans(question, known, unheard);
  const held = over || question.generation === 0 ? used : heldBy(question, known);
  const others = { ...book, leases: book.leases.filter((other) => other !== entry) };
  const free = freePlaces(others, nowMs) - unheard;
  const asking = others.leases.filter((other) => outstanding(other, nowMs) > 0).length + 1;
  const share = Math.max(Math.floor(free / asking), Math.min(free, 1), 0);
  return {
    lease: question.lease,
    kiosk: question.kiosk,
    generation: Math.max(known.generation, question.generation) + 1,
    granted: used + Math.min(question.wanted, leaseMax, share),
    priorGranted: held,
    used: known.used,
    late,
    request: question.request,
    expiresAtMs: nowMs + leaseLifetimeMs,
  };
}

/**
 * Counts the unheard scans that no promise covers. A question made before the lease ran out may renew it when it arrives late;
 * the kiosk's next question then reports more scans than the renewed lease promised. Those known to be late stay late, and
 * of the others only as many are covered as the lease still has outstanding.
 */
function lateScans(
  question: LeaseQuestion,
  known: Pick<LeaseEntry, 'generation' | 'granted' | 'priorGranted' | 'used' | 'late'>,
  unheard: number,
): number {
  const stillLate = Math.min(known.late, unheard);
  // The server was restored from a backup and its entry is older than what the kiosk holds: the question counts.
  if (question.generation > known.generation) return stillLate;
  return stillLate + Math.max(0, unheard - stillLate - promised(known));
}

/**
 * Returns the places that the kiosk holds: at most what it was given, unless it names a generation of a
 * server that was restored since.
 */
function heldBy(question: LeaseQuestion, known: Pick<LeaseEntry, 'generation' | 'granted' | 'priorGranted'>): number {
  if (question.generation > known.generation) return question.granted;
  if (question.generation === known.generation) return known.granted;
  return Math.min(question.granted, Math.max(known.granted, known.priorGranted));
}

export interface Entered {
  /** For each scan that the book takes account of now, the lease of this room that it names. */
  readonly leases: readonly string[];
  /** The change of `inside` that comes with them, which the given book does not have yet. */
  readonly insideBy: number;
}

export interface AfterEntry {
  readonly book: LeaseBook;
  /** Number of people for whom there was no place, to be reported; 0: none. */
  readonly excess: number;
}

/** Takes account of reconciled scans: what a lease covers changes nothing in sum, everything else needs a free place. */
export function takeEntry(book: LeaseBook, entered: Entered, nowMs: number): AfterEntry {
  let covered = 0;
  const leases = book.leases.map((entry) => {
    let now = entry;
    for (const _ of entered.leases.filter((lease) => lease === entry.lease)) {
      if (now.late > 0) now = { ...now, late: now.late - 1, used: now.used + 1 };
      else {
        if (outstanding(now, nowMs) > 0) covered++;
        now = { ...now, used: now.used + 1 };
      }
    }
    return now;
  });
  const after = { ...book, leases, inside: book.inside + entered.insideBy };
  const uncovered = entered.insideBy - covered;
  if (uncovered <= 0) return { book: after, excess: 0 };
  const promised = after.leases.reduce((sum, entry) => sum + outstanding(entry, nowMs), after.inside);
  return { book: after, excess: Math.min(uncovered, Math.max(0, promised - after.capacity)) };
}

function isOver(entry: LeaseEntry, nowMs: number): boolean {
  return nowMs > entry.expiresAtMs + leaseGraceMs;
}
