/**
 * Keeps waiting lists up to date: a follower when a seat may have become free or a list may have ended, and a job for
 * what only the clock brings (an offer that runs out, a sale that begins or ends).
 */
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { events, seatCounts, ticketTypes } from '#shared/modules/events/event.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { type WaitlistEntryRecord, waitlistEntries } from '#shared/modules/events/waiting-list.ts';
import { type Condition, where } from '#shared/query/query.ts';
import {
  earliest,
  type Follower,
  type FollowerContext,
  firstDue,
  recordIn,
  type TimedJob,
} from '../../../core/collections/follower.ts';
import type { Change } from '../../../store/contract.ts';
import { emailKey } from '../registration/registration-rule.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { endEntry, inStates } from './entries.ts';
import { bringUpToDate } from './offer-seats.ts';

/** Maximum number of overdue offers, and of ticket types, that one run of the job looks at; the rest waits for the next. */
const eventsMax = 200;
const offerHoursMax = 720;

async function bringAllUpToDate(eventIds: Iterable<string>, { clock, commit }: FollowerContext): Promise<void> {
  for (const id of new Set(eventIds)) {
    for (let again = true; again; )
      again = throwIfRefused(await commit(async (tx) => ok(await bringUpToDate(tx, id, clock()))));
  }
}

const changed = ({ previous }: Change, ...fields: readonly string[]) =>
  previous !== null && fields.some((field) => field in previous);

/** @returns the event whose list the change may concern */
function concerned(change: Change): string | null {
  const { collection, op, previous, record } = change;
  if (op === 'delete') return null;
  switch (collection) {
    case seatCounts.name:
      return changed(change, 'taken') && Number(previous?.['taken']) > Number(record['taken'])
        ? recordIn(change, seatCounts).event
        : null;
    case ticketTypes.name:
      return changed(change, 'quantity', 'saleStart', 'saleEnd') ? recordIn(change, ticketTypes).event : null;
    case events.name:
      return changed(change, 'capacity', 'status', 'waitlist', 'endsAt') ? change.id : null;
    case waitlistEntries.name:
      return op === 'create' ? recordIn(change, waitlistEntries).event : null;
    default:
      return null;
  }
}

/** People who cancelled a registration of a ticket type get no offer of that type. */
async function endOfCancelled(changes: readonly Change[], { commit }: FollowerContext): Promise<void> {
  const cancelled = changes
    .filter((change) => change.collection === registrations.name && changed(change, 'status'))
    .map((change) => recordIn(change, registrations))
    .filter(({ status }) => status === 'cancelled');
  if (cancelled.length === 0) return;
  const done = await commit(async (tx) => {
    for (const { email, event, ticketType } of cancelled) {
      const theirs = where({ event, emailKey: emailKey(email), ticketType });
      const found = await tx.find(waitlistEntries, {
        where: { kind: 'and', of: [theirs, inStates('waiting', 'offered')] },
        limit: 1,
      });
      for (const entry of found) await endEntry(tx, entry, 'removed');
    }
    return ok(null);
  });
  throwIfRefused(done);
}

export const followSeats: Follower = {
  name: 'events.follow-seats',
  collections: [seatCounts.name, ticketTypes.name, events.name, waitlistEntries.name, registrations.name],
  async handle(changes, context) {
    await endOfCancelled(changes, context);
    await bringAllUpToDate(
      changes.map(concerned).filter((id) => id !== null),
      context,
    );
  },
};

const offered: Condition = inStates('offered');

export const keepTurns: TimedJob = {
  name: 'events.keep-turns',
  everyMs: minuteMs,
  scheduled: [
    {
      collection: waitlistEntries.name,
      field: 'offerExpiresAt',
      waiting: offered,
      longestMs: () => offerHoursMax * hourMs,
    },
  ],
  async nextDue(context, { lastRunMs }) {
    const due = (collection: string, field: string, which?: Condition) =>
      firstDue(context, { collection, field, ...(which && { where: which }) }, lastRunMs);
    return earliest([
      await due(waitlistEntries.name, 'offerExpiresAt', offered),
      await due(ticketTypes.name, 'saleStart'),
      await due(ticketTypes.name, 'saleEnd'),
    ]);
  },
  async run(context) {
    const now = isoTime(context.clock());
    const overdue: Condition = { kind: 'field', path: 'offerExpiresAt', op: 'less_than', value: now };
    const found: readonly WaitlistEntryRecord[] = await context.reader.find(waitlistEntries, {
      where: { kind: 'and', of: [offered, overdue] },
      limit: eventsMax,
    });
    await bringAllUpToDate([...found.map(({ event }) => event), ...(await withTurnOfSale(context, now))], context);
  },
};

/** Events with people who wait for a type whose sale has begun or ended by the clock alone; the latest turns first. */
async function withTurnOfSale({ reader }: FollowerContext, now: string): Promise<readonly string[]> {
  const eventIds: string[] = [];
  for (const field of ['saleStart', 'saleEnd']) {
    const turned = await reader.find(ticketTypes, {
      where: { kind: 'field', path: field, op: 'less_than_equal', value: now },
      sort: [{ path: field, direction: 'desc' }],
      limit: eventsMax,
    });
    for (const { event, id } of turned)
      if (await reader.findOne(waitlistEntries, { event, state: 'waiting', ticketType: id })) eventIds.push(event);
  }
  return eventIds;
}
