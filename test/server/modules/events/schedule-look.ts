/** What must hold of a schedule at any moment: where everyone is, which places are in use, whose turn it is. */
import { expect } from 'vitest';
import { overlaps, type Span } from '#shared/schedule/overlaps.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export interface Look {
  readonly sessions: readonly StoredRecord[];
  readonly bookings: readonly StoredRecord[];
}

const spanOf = (session: StoredRecord | undefined): Span => ({
  startsAt: String(session?.['startsAt']),
  endsAt: String(session?.['endsAt']),
});
const inStatus = (bookings: readonly StoredRecord[], status: string) =>
  bookings.filter((one) => one['status'] === status);

/** What a person has booked at the time of a session, beside the session itself. */
function busyAt({ bookings, sessions }: Look, person: unknown, session: StoredRecord): boolean {
  return inStatus(bookings, 'booked').some((one) => {
    const other = sessions.find(({ id }) => id === one['session']);
    const isOther = one['registration'] === person && other?.id !== session.id && other?.['status'] === 'scheduled';
    return isOther && overlaps(spanOf(other), spanOf(session));
  });
}

export function checkPeople(now: Look): void {
  for (const booking of inStatus(now.bookings, 'booked')) {
    const session = now.sessions.find(({ id }) => id === booking['session']);
    expect(session?.['status']).toBe('scheduled');
    expect(busyAt(now, booking['registration'], session!), 'a person in two places at once').toBe(false);
  }
}

/** @param before the state one change earlier; `now` itself: only what holds without it is checked */
export function checkSession(session: StoredRecord, before: Look, now: Look): void {
  const mine = (look: Look) => look.bookings.filter((one) => one['session'] === session.id);
  const booked = inStatus(mine(now), 'booked').length;
  const capacity = session['capacity'] === null ? Number.POSITIVE_INFINITY : Number(session['capacity']);
  // Above the limit only who was there before the limit was lowered.
  expect(booked).toBeLessThanOrEqual(Math.max(capacity, inStatus(mine(before), 'booked').length));
  const waiting = inStatus(mine(now), 'waitlisted');
  const free = (one: StoredRecord) => !busyAt(now, one['registration'], session);
  if (session['status'] === 'scheduled' && booked < capacity)
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
