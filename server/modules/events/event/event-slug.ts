/** The last part of the address of an event's page: made from its name, unless the organizer has chosen one. */
import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { slugOf } from '#shared/modules/slug-of.ts';
import { where } from '#shared/query/query.ts';
import type { FollowerContext, TimedJob } from '../../../core/collections/follower.ts';
import type { Transaction } from '../../../store/contract.ts';
import { freeSlug } from '../../common/rules/value-rules.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

/** Events of one run. */
const eventsMax = 500;

/** @returns the values to add to a write; empty where the event has a slug */
export async function missingSlug(
  tx: Transaction,
  { id, name, slug }: Readonly<Record<string, unknown>>,
): Promise<{ readonly slug?: string }> {
  if (typeof slug === 'string' && slug !== '') return {};
  return {
    slug: await freeSlug(tx, 'events', 'slug', slugOf(String(name ?? ''), 'event'), typeof id === 'string' ? id : null),
  };
}

const nameless = async ({ reader }: FollowerContext) =>
  await reader.find(events, { where: where({ slug: null }), limit: eventsMax });

/** Gives a slug to events that were written without the rules and have none. */
export const giveSlugs: TimedJob = {
  name: 'events.give-slugs',
  everyMs: 60 * secondMs,
  nextDue: async (context) => ((await nameless(context)).length > 0 ? context.clock() : null),
  async run(context) {
    const found = await nameless(context);
    if (found.length === 0) return;
    const done = await context.commit(async (tx) => {
      for (const { id } of found) {
        const event = await tx.get(events, id);
        if (event) await tx.update('events', id, await missingSlug(tx, event));
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
