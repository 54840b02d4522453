/**
 * The warnings in the answer to a write of a session: the room or a speaker is taken at that time, or more places are given
 * than it has.
 */
import { type SessionRecord, sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import type { Condition } from '#shared/query/query.ts';
import { conflictsOf, nameKey } from '#shared/schedule/conflicts.ts';
import type { MetaItem } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { equals, inStatuses, placeStatuses, sessionsMax } from './records.ts';

export interface SessionWarning extends MetaItem {
  readonly code: 'room_taken' | 'speaker_taken' | 'capacity_below_booked';
  readonly message: string;
  /** The other session; null: the warning is about the session's own capacity. */
  readonly session: string | null;
}

/** Scheduled sessions of the event at the same time. */
async function beside(reader: Reader, session: SessionRecord): Promise<readonly SessionRecord[]> {
  const field = (path: string, op: 'less_than' | 'greater_than', value: string): Condition => ({
    kind: 'field',
    path,
    op,
    value,
  });
  const where: Condition = {
    kind: 'and',
    of: [
      equals('event', session.event),
      equals('status', 'scheduled'),
      field('startsAt', 'less_than', session.endsAt),
      field('endsAt', 'greater_than', session.startsAt),
    ],
  };
  return await reader.find(sessions, { where, limit: sessionsMax });
}

async function belowBooked(reader: Reader, { capacity, id }: SessionRecord): Promise<readonly SessionWarning[]> {
  if (capacity === null) return [];
  const where: Condition = { kind: 'and', of: [equals('session', id), inStatuses(placeStatuses)] };
  const booked = await reader.count(sessionBookings, where);
  if (booked <= capacity) return [];
  const message = `${booked} people have a place, ${booked - capacity} more than the capacity. They keep it; no more places are given.`;
  return [{ id: `capacity ${id}`, code: 'capacity_below_booked', message, session: null }];
}

export async function warningsOf(reader: Reader, session: SessionRecord): Promise<readonly SessionWarning[]> {
  if (session.status === 'cancelled') return [];
  const others = await beside(reader, session);
  const titles = new Map(others.map(({ id, title }) => [id, title]));
  const taken = conflictsOf(session, others).map(({ kind, name, other }): SessionWarning => {
    const what = kind === 'room' ? 'The room' : 'The speaker';
    const code = kind === 'room' ? 'room_taken' : 'speaker_taken';
    const message = `${what} "${name}" has another session at that time: "${titles.get(other)}".`;
    return { id: `${code} ${other} ${nameKey(name ?? '')}`, code, message, session: other };
  });
  return [...taken, ...(await belowBooked(reader, session))];
}
