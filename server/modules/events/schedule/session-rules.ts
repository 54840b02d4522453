/** The rules that every write of tracks and sessions must keep, through any surface. */
import { ok, type Result } from '#shared/base/result.ts';
import { events } from '#shared/modules/events/event.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { type SessionRecord, sessionBookings, sessions } from '#shared/modules/events/schedule.ts';
import { where } from '#shared/query/query.ts';
import { isOutside } from '#shared/schedule/conflicts.ts';
import type { CollectionRule } from '../../../core/collections/action.ts';
import type { Transaction } from '../../../store/contract.ts';
import { declared, type Values } from '../event/declared.ts';
import { sessionsMax } from './records.ts';
import { warningsOf } from './session-warnings.ts';

/** Fields that stand in calendars: a change of one raises `sequence`. */
const inCalendars = ['title', 'startsAt', 'endsAt', 'room', 'status'] as const;

const asRecord = (values: Values) =>
  ({ room: null, speakers: null, capacity: null, ...values }) as unknown as SessionRecord;

/** A session that is outside since the event was moved can still be renamed: only its times are checked. */
async function checkTimes(tx: Transaction, session: SessionRecord): Promise<Result<null>> {
  if (Date.parse(session.endsAt) <= Date.parse(session.startsAt))
    return refuseWith('ends_before_start', { path: 'endsAt' });
  const event = await tx.get(events, session.event);
  if (!event || !isOutside(session, event)) return ok(null);
  const { endsAt, startsAt } = event;
  const path = Date.parse(session.startsAt) < Date.parse(startsAt) ? 'startsAt' : 'endsAt';
  return refuseWith('session_outside_event', { path, detail: { startsAt, endsAt } });
}

function raised(values: Values, current: Values | null): Values {
  if (current === null) return values;
  const changes = inCalendars.filter((name) => name in values && values[name] !== current[name]);
  if (changes.length === 0) return values;
  const isMoved = changes.includes('endsAt');
  return { ...values, sequence: Number(current['sequence']) + 1, ...(isMoved && { absentMarkedAt: null }) };
}

const fixedAndRelated = declared({
  collection: 'sessions',
  relations: { track: 'tracks' },
  check: (_whole, given) => ok(given),
});

export const sessionRule: CollectionRule = {
  collection: 'sessions',
  async before(write, tx, context) {
    const { current, op, values } = write;
    if (op === 'delete') {
      const isBooked = await tx.findOne(sessionBookings, { session: current?.id ?? '' });
      return isBooked ? refuseWith('bookings_exist') : ok(values);
    }
    const related = await fixedAndRelated.before(write, tx, context);
    if (!related.ok) return related;
    const session = asRecord({ ...current, ...values, id: write.id() });
    const isTimed = current === null || 'startsAt' in values || 'endsAt' in values;
    const timed = isTimed ? await checkTimes(tx, session) : ok(null);
    if (!timed.ok) return timed;
    if (current === null && (await tx.count(sessions, where({ event: session.event }))) >= sessionsMax)
      return refuseWith('too_many_sessions', { detail: { max: sessionsMax } });
    context.tell?.('warnings', await warningsOf(tx, session));
    return ok(raised(values, current));
  },
};

const trackFixed = declared({ collection: 'tracks', relations: {}, check: (_whole, given) => ok(given) });

export const trackRule: CollectionRule = {
  collection: 'tracks',
  async before(write, tx, context) {
    const { current, op, values } = write;
    if (op !== 'delete') return trackFixed.before(write, tx, context);
    const isUsed = await tx.findOne(sessions, { track: current?.id ?? '' });
    return isUsed ? refuseWith('track_in_use') : ok(values);
  },
};
