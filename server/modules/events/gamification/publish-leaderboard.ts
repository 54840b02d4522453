/** Follower: writes the top of a leaderboard that changed, at most once a second, for everyone who subscribes to it. */

import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { leaderboardEntries, leaderboards } from '#shared/modules/events/gamification.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import { throwIfRefused } from '../throw-if-refused.ts';
import { onBoard } from './entries.ts';
import { liveRows, namedRows } from './leaderboard.ts';
import { gamificationOf } from './setting.ts';
import { nextSnapshot } from './snapshots.ts';

export const publishLeaderboards: Follower = {
  name: 'events.publish-leaderboards',
  collections: [leaderboardEntries.name],
  paceMs: secondMs,
  async handle(changes, { commit }) {
    const moved = new Set(changes.map((change) => recordIn(change, leaderboardEntries).event));
    const done = await commit(async (tx) => {
      for (const id of moved) {
        const event = await tx.get(events, id);
        if (!event || !gamificationOf(event).hasLeaderboard) continue;
        const top = await namedRows(tx, await liveRows(tx, id, gamificationOf(event).size));
        const people = await tx.count(leaderboardEntries, onBoard(id));
        const known = await tx.findOne(leaderboards, { event: id });
        const snapshotDueAt = known?.snapshotDueAt ?? nextSnapshot(tx.now);
        const isSame = known?.people === people && canonicalJson(known.top) === canonicalJson(top);
        const values = { snapshotDueAt, ...(isSame ? {} : { asOf: tx.now, top, people }) };
        if (known) await tx.update(leaderboards, known.id, values);
        else await tx.create(leaderboards, { event: id, ...values });
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
