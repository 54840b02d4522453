/**
 * Follower: how many people hold each badge, recounted at most once a second. Counted in the transaction of each award,
 * every admission at the gate would write the same row.
 */
import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { achievementBadges, badgeAwards } from '#shared/modules/events/gamification.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

export const countHolders: Follower = {
  name: 'events.count-badge-holders',
  collections: [badgeAwards.name],
  paceMs: secondMs,
  async handle(changes, { commit }) {
    const moved = Map.groupBy(
      changes.map((change) => recordIn(change, badgeAwards)),
      ({ badge, event }) => `${event} ${badge}`,
    );
    const done = await commit(async (tx) => {
      for (const [award] of moved.values()) {
        if (!award) continue;
        const { badge, event } = award;
        const row = await tx.findOne(achievementBadges, { event, key: badge });
        const holders = await tx.count(badgeAwards, where({ event, badge, state: 'awarded' }));
        if (row && row.holders !== holders) await tx.update(achievementBadges, row.id, { holders });
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
