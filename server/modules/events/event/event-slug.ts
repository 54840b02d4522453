/** The last part of the address of an event's page: made from its name, unless the organizer has chosen one. */
import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { slugOf } from '#shared/modules/slug-of.ts';
import { where } from '#shared/query/query.ts';
import type { TimedJob } from '../../../core/collections/module.ts';
import type { Transaction } from '../../../store/contract.ts';
import { freeSlug } from '../../common/rules/value-rules.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

/** Events of one run. */
const eventsMax = 500;

/** @returns what to write besides: nothing where the event has one */
export async function missingSlug(
  tx: Transaction,
  { name, slug }: Readonly<Record<string, unknown>>,
): Promise<{ readonly slug?: string }> {
  if (typeof slug === 'string' && slug !== '') return {};
  return { slug: await freeSlug(tx, 'events', 'slug', slugOf(String(name ?? ''), 'event')) };
}

/** Events from before there were pages, and those that came another way than through the rules. */
export const giveSlugs: TimedJob = {
  name: 'events.give-slugs',
  everyMs: 60 * secondMs,
  nextDue: async () => null,
  async run({ reader, commit }) {
    const nameless = await reader.find(events, { where: where({ slug: null }), limit: eventsMax });
    if (nameless.length === 0) return;
    const done = await commit(async (tx) => {
      for (const { id } of nameless) {
        const event = await tx.get(events, id);
        if (event) await tx.update('events', id, await missingSlug(tx, event));
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
