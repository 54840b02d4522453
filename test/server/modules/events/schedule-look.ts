/**
 * Checks the rules that a schedule keeps at any moment: where everyone is, which places are in use, who is next on the
 * waitlist.
 */
import { expect } from 'vitest';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export interface Look {
  readonly sessions: readonly StoredRecord[];
  readonly bookings: readonly StoredRecord[];
  /** Absent: there are none. */
  readonly meetings?: readonly StoredRecord[];
}

const spanOf = (session: StoredRecord | undefined): Span => ({
  startsAt: String(session?.['startsAt']),
  endsAt: String(session?.['endsAt']),
});
const inStatus = (bookings: readonly StoredRecord[], ...statuses: readonly string[]) =>
  bookings.filter((one) => statuses.includes(String(one['status'])));
/** A place is kept for the person, or was used. */
const inUse = (bookings: readonly StoredRecord[]) => inStatus(bookings, 'booked', 'attended');

/** Something that takes a person's time; `of`: the session or meeting. */
interface Taken extends Span {
  readonly person: unknown;
  readonly of: string;
}

/** Of a confirmed meeting and of a held time the time of both people, of a proposal that of the person who made it. */
function takenByMeetings({ meetings = [] }: Look): readonly Taken[] {
  return meetings.flatMap((meeting) => {
    const { heldEndsAt, heldStartsAt, invitee, proposedBy, requester, status } = meeting;
    const both = [requester, invitee];
    const at = (people: readonly unknown[], span: Span) =>
      people.map((person) => ({ person, of: meeting.id, ...span }));
    if (status === 'confirmed') return at(both, spanOf(meeting));
    if (status !== 'proposed') return [];
    const isHeld = typeof heldStartsAt === 'string' && typeof heldEndsAt === 'string';
    const held = isHeld ? at(both, { startsAt: heldStartsAt, endsAt: heldEndsAt }) : [];
    return [...at([proposedBy], spanOf(meeting)), ...held];
  });
}

function takenBySessions({ bookings, sessions }: Look, of = inUse(bookings)): readonly Taken[] {
  return of.flatMap((booking) => {
    const session = sessions.find(({ id }) => id === booking['session']);
    if (session?.['status'] !== 'scheduled') return [];
    return [{ person: booking['registration'], of: session.id, ...spanOf(session) }];
  });
}

/** Whether the person has something at the time of a session, beside the session itself. */
function busyAt(look: Look, person: unknown, session: StoredRecord): boolean {
  return [...takenBySessions(look), ...takenByMeetings(look)].some(
    (one) => one.person === person && one.of !== session.id && overlaps(one, spanOf(session)),
  );
}

export function checkPeople(now: Look): void {
  for (const booking of inStatus(now.bookings, 'booked'))
    expect(now.sessions.find(({ id }) => id === booking['session'])?.['status']).toBe('scheduled');
  // An admission is a fact, wherever else the person has a place: it is not asked whether it fits.
  const taken = [...takenBySessions(now, inStatus(now.bookings, 'booked')), ...takenByMeetings(now)];
  for (const [n, one] of taken.entries())
    for (const other of taken.slice(n + 1)) {
      const isSame = one.person !== other.person || one.of === other.of;
      expect(isSame || !overlaps(one, other), 'a person in two places at once').toBe(true);
    }
}

/** @param before the state one change earlier; `now` itself: only what holds without it is checked */
export function checkSession(session: StoredRecord, before: Look, now: Look): void {
  const mine = (look: Look) => look.bookings.filter((one) => one['session'] === session.id);
  const used = inUse(mine(now));
  const hadPlace = new Set(inUse(mine(before)).map(({ id }) => id));
  const walkedIn = inStatus(used, 'attended').filter(({ id }) => !hadPlace.has(id));
  const capacity = session['capacity'] === null ? Number.POSITIVE_INFINITY : Number(session['capacity']);
  // Above the limit only who was there before the limit was lowered, and who was admitted all the same.
  expect(used.length - walkedIn.length).toBeLessThanOrEqual(Math.max(capacity, hadPlace.size));
  const waiting = inStatus(mine(now), 'waitlisted');
  const free = (one: StoredRecord) => !busyAt(now, one['registration'], session);
  if (session['status'] === 'scheduled' && used.length < capacity)
    for (const one of waiting) expect(free(one), 'a place unused while a person who has time waits').toBe(false);
  for (const one of waiting)
    if (one['promotionSkipped'] === 'conflict') expect(free(one), 'skipped without a reason').toBe(false);
  const waited = new Set(inStatus(mine(before), 'waitlisted').map(({ id }) => id));
  const known = new Set(mine(before).map(({ id }) => id));
  for (const one of inStatus(mine(now), 'booked')) {
    if (!waited.has(one.id) && known.has(one.id)) continue;
    const overtaken = waiting.filter((other) => Number(other['turn']) < Number(one['turn']) && waited.has(other.id));
    for (const other of overtaken) expect(free(other), 'overtaken').toBe(false);
  }
}
