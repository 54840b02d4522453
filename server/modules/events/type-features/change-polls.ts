/**
 * A poll can be changed until it is first opened: a vote is the position of an option, also one that a phone sends later.
 * It can be removed while no one has voted and it is not open.
 */
import { ok } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { removePoll, updatePoll } from '#shared/modules/events/type-feature-actions.ts';
import { polls, pollVotes } from '#shared/modules/events/type-features.ts';
import { action } from '../../../core/collections/action.ts';
import { answered, type PollPage, pollOf, readPollOptions } from './polls.ts';

export function changePollActions(pageOf: PollPage) {
  return [
    action(updatePoll, async (tx, { eventId, options: given, pollId, question }) => {
      const found = await pollOf(tx, eventId, pollId);
      if (!found.ok) return found;
      if (found.value.state !== 'draft') return refuseWith('poll_was_opened', { detail: { state: found.value.state } });
      const options = readPollOptions(given ?? found.value.options);
      if (!options.ok) return options;
      const poll = await tx.update(polls, pollId, {
        question: question ?? found.value.question,
        options: options.value,
        results: options.value.map(() => 0),
      });
      return ok(answered(poll, poll.results, pageOf(tx, poll)));
    }),
    action(removePoll, async (tx, { eventId, pollId }) => {
      const found = await pollOf(tx, eventId, pollId);
      if (!found.ok) return found;
      if (found.value.state === 'open' || (await tx.findOne(pollVotes, { poll: pollId })))
        return refuseWith('poll_not_removable', { detail: { state: found.value.state } });
      await tx.delete(polls, pollId);
      return ok({ removed: pollId });
    }),
  ];
}
