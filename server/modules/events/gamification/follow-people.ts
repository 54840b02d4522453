/** Follower: who is on the leaderboard follows from the registration and the event, also when these change later. */
import { ok } from '#shared/base/result.ts';
import { badgeIds, legendsAmong } from '#shared/gamification/badges.ts';
import { events } from '#shared/modules/events/event.ts';
import { badgeAwards, leaderboardEntries } from '#shared/modules/events/gamification.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, type FollowerContext, recordIn } from '../../../core/collections/follower.ts';
import type { Change } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { award } from './award-badges.ts';
import { badgesOf, boardOrder, isRanked, onBoard } from './entries.ts';
import { gamificationOf } from './setting.ts';

/** Entries that one transaction looks at. */
const pageMax = 200;
const legendsMax = 1_000;

const changed = ({ op, previous }: Change, ...fields: readonly string[]) =>
  op === 'update' && previous !== null && fields.some((field) => field in previous);

async function rankAgain(ids: readonly string[], { commit }: FollowerContext): Promise<void> {
  const done = await commit(async (tx) => {
    for (const id of ids) {
      const entry = await tx.findOne(leaderboardEntries, { registration: id });
      const registration = entry && (await tx.get(registrations, id));
      const event = registration && (await tx.get(events, registration.event));
      if (entry && event)
        await tx.update(leaderboardEntries, entry.id, { ranked: await isRanked(tx, event, registration) });
    }
    return ok(null);
  });
  throwIfRefused(done);
}

async function rankAll(event: string, context: FollowerContext): Promise<void> {
  for (let after: readonly unknown[] | undefined; ; ) {
    const page = await context.reader.find(leaderboardEntries, {
      where: where({ event }),
      sort: [{ path: 'id', direction: 'asc' }],
      limit: pageMax,
      ...(after && { after }),
    });
    if (page.length > 0)
      await rankAgain(
        page.map(({ registration }) => registration),
        context,
      );
    if (page.length < pageMax) return;
    after = [page.at(-1)?.id];
  }
}

const [legend] = badgeIds.slice(-1) as ['event_legend'];

/** Awards the legends once: who is first when the event is completed stays a legend, also after later corrections. */
async function awardLegends(event: string, { commit }: FollowerContext): Promise<void> {
  const done = await commit(async (tx) => {
    const record = await tx.get(events, event);
    const isOn = record && gamificationOf(record).enabled && gamificationOf(record).badge(legend).enabled;
    if (!isOn || (await tx.findOne(badgeAwards, { event, badge: legend }))) return ok(null);
    const people = await tx.count(leaderboardEntries, onBoard(event));
    const limit = Math.min(legendsMax, legendsAmong(people));
    if (limit === 0) return ok(null);
    const top = await tx.find(leaderboardEntries, { where: onBoard(event), sort: boardOrder, limit });
    for (const entry of top)
      if (await award(tx, entry, legend))
        await tx.update(leaderboardEntries, entry.id, { badges: await badgesOf(tx, entry.registration) });
    return ok(null);
  });
  throwIfRefused(done);
}

export const followPeople: Follower = {
  name: 'events.follow-leaderboard-people',
  collections: [registrations.name, events.name],
  async handle(changes, context) {
    const people = changes.filter(
      (change) => change.collection === registrations.name && changed(change, 'status', 'role', 'ticketType'),
    );
    if (people.length > 0) await rankAgain([...new Set(people.map(({ id }) => id))], context);
    for (const change of changes.filter(({ collection }) => collection === events.name)) {
      if (changed(change, 'gamification')) await rankAll(change.id, context);
      if (changed(change, 'status') && recordIn(change, events).status === 'completed')
        await awardLegends(change.id, context);
    }
  },
};
