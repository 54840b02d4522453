/**
 * Counts the results of a poll from its votes alone. A follower writes them into an open poll at most four times a second, so
 * that thousands of subscribers receive a few changes instead of one for each vote.
 */
import { ok } from '#shared/base/result.ts';
import { type PollRecord, polls, pollVotes } from '#shared/modules/events/type-features.ts';
import { where } from '#shared/query/query.ts';
import { type Follower, recordIn } from '../../../core/collections/follower.ts';
import type { Reader } from '../../../store/contract.ts';
import { throwIfRefused } from '../throw-if-refused.ts';

/** Least time between two writes of results. */
export const publishEveryMs = 250;

/** @returns the number of votes for each option, in the order of the options */
export async function countVotes(reader: Reader, { id, options }: PollRecord): Promise<readonly number[]> {
  const results: number[] = [];
  for (const option of options.keys()) results.push(await reader.count(pollVotes, where({ poll: id, option })));
  return results;
}

export const publishPolls: Follower = {
  name: 'events.publish-polls',
  collections: [pollVotes.name],
  paceMs: publishEveryMs,
  async handle(changes, { commit }) {
    const voted = new Set(changes.map((change) => recordIn(change, pollVotes).poll));
    const done = await commit(async (tx) => {
      for (const id of voted) {
        const poll = await tx.get(polls, id);
        // The results of a closed poll were counted when it was closed.
        if (poll?.state !== 'open') continue;
        const results = await countVotes(tx, poll);
        await tx.update(polls, id, { results, votes: results.reduce((sum, one) => sum + one, 0) });
      }
      return ok(null);
    });
    throwIfRefused(done);
  },
};
