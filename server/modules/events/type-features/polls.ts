/** Polls: prepared, opened, voted in, closed. A person has one vote, which can be changed while the poll is open. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import { closePoll, createPoll, listPolls, openPoll, votePoll } from '#shared/modules/events/type-feature-actions.ts';
import { type PollRecord, pollOptionsMax, polls, pollVotes } from '#shared/modules/events/type-features.ts';
import type { Condition } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader, Transaction } from '../../../store/contract.ts';
import { attendeeOf, checkValid, isAttendee } from '../attendee.ts';
import { eventWith } from './features.ts';
import { countVotes } from './poll-results.ts';

/** Maximum number of polls that one answer lists. */
const listedMax = 200;

/** Returns the address of the page that shows the results on a projector. */
export type PollPage = (reader: Reader, poll: PollRecord) => string;

/** A poll with its results, as everyone gets it. @param page address for a projector; null: it is not named */
export function answered(poll: PollRecord, results: readonly number[], page: string | null) {
  const { closedAt, id, openedAt, options, question, session, state } = poll;
  const votes = results.reduce((sum, one) => sum + one, 0);
  return {
    id,
    session,
    question,
    state,
    votes,
    options: options.map((option, at) => {
      const own = results[at] ?? 0;
      return { option, votes: own, percent: votes === 0 ? 0 : Math.round((own / votes) * 1_000) / 10 };
    }),
    openedAt,
    closedAt,
    page,
  };
}

export function readPollOptions(given: readonly string[]): Result<readonly string[]> {
  const options = given.map((option) => option.trim());
  const isValid =
    options.length >= 2 &&
    options.length <= pollOptionsMax &&
    !options.includes('') &&
    new Set(options).size === options.length;
  return isValid ? ok(options) : refuseWith('poll_options_invalid', { path: 'options' });
}

export async function pollOf(reader: Reader, eventId: string, pollId: string): Promise<Result<PollRecord>> {
  const poll = await reader.get(polls, pollId);
  return poll?.event === eventId ? ok(poll) : refuseWith('poll_not_found', { path: 'pollId' });
}

const from = { open: ['draft', 'closed'], closed: ['open'] } as const;

/** Moves a poll to a state, and counts its results; one that is in the state already is answered as it is. */
async function turn(tx: Transaction, eventId: string, pollId: string, state: keyof typeof from) {
  const found = await pollOf(tx, eventId, pollId);
  if (!found.ok) return found;
  const poll = found.value;
  const results = await countVotes(tx, poll);
  if (poll.state === state) return ok({ poll, results });
  const allowed: readonly string[] = from[state];
  if (!allowed.includes(poll.state)) return refuseWith('poll_state_fixed', { detail: { state: poll.state } });
  const when = state === 'open' ? { openedAt: poll.openedAt ?? tx.now, closedAt: null } : { closedAt: tx.now };
  const votes = results.reduce((sum, one) => sum + one, 0);
  return ok({ poll: await tx.update(polls, poll.id, { state, votes, results, ...when }), results });
}

function optionOf({ options }: PollRecord, given: unknown): number | null {
  const at = typeof given === 'string' ? options.indexOf(given.trim()) : given;
  return typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < options.length ? at : null;
}

async function listed(reader: Reader, input: { eventId: string; state?: unknown; session?: unknown }, drafts: boolean) {
  const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });
  const of = [equals('event', input.eventId)];
  if (input.state) of.push(equals('state', input.state));
  if (input.session) of.push(equals('session', input.session));
  if (!drafts) of.push({ kind: 'field', path: 'state', op: 'in', value: ['open', 'closed'] });
  return await reader.find(polls, {
    where: { kind: 'and', of },
    sort: [{ path: 'createdAt', direction: 'desc' }],
    limit: listedMax,
  });
}

export function pollActions(pageOf: PollPage) {
  const turned = async (tx: Transaction, eventId: string, pollId: string, state: keyof typeof from) => {
    const done = await turn(tx, eventId, pollId, state);
    if (!done.ok) return done;
    const { poll, results } = done.value;
    return ok(answered(poll, results, pageOf(tx, poll)));
  };
  return [
    action(createPoll, async (tx, input) => {
      const event = await eventWith(tx, input.eventId, 'polls');
      if (!event.ok) return event;
      const options = readPollOptions(input.options);
      if (!options.ok) return options;
      if (input.session && (await tx.get(sessions, input.session))?.event !== input.eventId)
        return refuseWith('session_not_found', { path: 'session' });
      const poll = await tx.create(polls, {
        event: input.eventId,
        session: input.session ?? null,
        question: input.question,
        options: options.value,
        state: 'draft',
        votes: 0,
        results: options.value.map(() => 0),
      });
      return ok(answered(poll, poll.results, pageOf(tx, poll)));
    }),
    action(openPoll, (tx, { eventId, pollId }) => turned(tx, eventId, pollId, 'open')),
    action(closePoll, (tx, { eventId, pollId }) => turned(tx, eventId, pollId, 'closed')),
    action(votePoll, async (tx, input, { actor }) => {
      const event = await eventWith(tx, input.eventId, 'polls');
      if (!event.ok) return event;
      const found = await pollOf(tx, input.eventId, input.pollId);
      if (!found.ok) return found;
      const poll = found.value;
      const registration = await attendeeOf(tx, input, actor);
      if (!registration.ok) return registration;
      const valid = checkValid(registration.value);
      if (!valid.ok) return valid;
      if (poll.state !== 'open') return refuseWith('poll_not_open', { detail: { state: poll.state } });
      const option = optionOf(poll, input.option);
      if (option === null) return refuseWith('option_unknown', { path: 'option', detail: { allowed: poll.options } });
      const whose = { poll: poll.id, registration: registration.value.id };
      const known = await tx.findOne(pollVotes, whose);
      const vote = { option, votedAt: tx.now };
      if (!known) await tx.create(pollVotes, { event: input.eventId, ...whose, ...vote });
      else if (known.option !== option) await tx.update(pollVotes, known.id, vote);
      const results = await countVotes(tx, poll);
      return ok({ poll: { ...answered(poll, results, pageOf(tx, poll)), voted: option } });
    }),
    action(listPolls, async (reader, input, { actor }) => {
      const event = await eventWith(reader, input.eventId, 'polls');
      if (!event.ok) return event;
      const { registrationId } = input;
      const asking = registrationId
        ? await attendeeOf(reader, { ...input, registrationId }, actor, 'events:read')
        : null;
      if (asking && !asking.ok) return asking;
      const answers = [];
      for (const poll of await listed(reader, input, !isAttendee(input))) {
        const row = answered(poll, await countVotes(reader, poll), pageOf(reader, poll));
        const vote = asking && (await reader.findOne(pollVotes, { poll: poll.id, registration: asking.value.id }));
        answers.push(asking ? { ...row, voted: vote?.option ?? null } : row);
      }
      return ok({ polls: answers });
    }),
  ];
}

/** @returns null where there is none, or it is a draft */
export async function pollWithVotes(reader: Reader, pollId: string) {
  const poll = await reader.get(polls, pollId);
  if (!poll || poll.state === 'draft') return null;
  return answered(poll, await countVotes(reader, poll), null);
}
