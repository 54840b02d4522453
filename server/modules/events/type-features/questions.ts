/** Questions to a session: asked by attendees, approved by moderators, upvoted by other attendees. */
import { ok, type Result } from '#shared/base/result.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { sessions } from '#shared/modules/events/schedule.ts';
import {
  answerQuestion,
  approveQuestion,
  askQuestion,
  dismissQuestion,
  listQuestions,
  upvoteQuestion,
} from '#shared/modules/events/type-feature-actions.ts';
import { questionUpvotes, type SessionQuestionRecord, sessionQuestions } from '#shared/modules/events/type-features.ts';
import { type Condition, where } from '#shared/query/query.ts';
import { action } from '../../../core/collections/action.ts';
import type { Reader } from '../../../store/contract.ts';
import { attendeeOf, checkValid, isAttendee } from '../attendee.ts';
import { blockedPeople } from '../blocked-people.ts';
import { eventWith } from './features.ts';

/** Maximum number of questions of one person in one session that wait for a moderator. */
const waitingMax = 5;
/** Maximum number of questions of one person in one session. */
const askedMax = 50;
/** Maximum number of questions that one answer lists. */
const listedMax = 500;

async function sessionIn(reader: Reader, eventId: string, sessionId: string): Promise<Result<null>> {
  const session = await reader.get(sessions, sessionId);
  if (session?.event !== eventId) return refuseWith('session_not_found', { path: 'sessionId' });
  return ok(null);
}

const noPeople: ReadonlySet<string> = new Set();

/**
 * @param named also people who do not want to be named: for moderators, and for the person who asked
 * @param blocked registrations that are not named to the person who asks
 */
async function shown(reader: Reader, question: SessionQuestionRecord, named: boolean, blocked = noPeople) {
  const { anonymous, answer, createdAt, id, registration, session, state, text, upvotes } = question;
  const isUnnamed = (anonymous && !named) || blocked.has(registration);
  const person = isUnnamed ? null : await reader.get(registrations, registration);
  const askedBy = person?.name ?? null;
  return { id, sessionId: session, text, askedBy, askedAt: createdAt, state, upvotes, answer };
}

export const askQuestionAction = action(askQuestion, async (tx, input, { actor }) => {
  const event = await eventWith(tx, input.eventId, 'questions');
  if (!event.ok) return event;
  const session = await sessionIn(tx, input.eventId, input.sessionId);
  if (!session.ok) return session;
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const valid = checkValid(registration.value);
  if (!valid.ok) return valid;
  const theirs = { session: input.sessionId, registration: registration.value.id };
  const waiting = await tx.count(sessionQuestions, where({ ...theirs, state: 'pending' }));
  if (waiting >= waitingMax || (await tx.count(sessionQuestions, where(theirs))) >= askedMax)
    return refuseWith('too_many_questions', { detail: { waiting, waitingMax, askedMax } });
  const question = await tx.create(sessionQuestions, {
    event: input.eventId,
    ...theirs,
    text: input.text,
    anonymous: input.anonymous ?? false,
    state: 'pending',
    upvotes: 0,
  });
  return ok({ question: await shown(tx, question, true) });
});

const equals = (path: string, value: unknown): Condition => ({ kind: 'field', path, op: 'equals', value });

/** Others see what is approved; a person their own questions too. */
function visible(registrationId: string | null): Condition {
  const approved: Condition = { kind: 'field', path: 'state', op: 'in', value: ['approved', 'answered'] };
  return registrationId === null ? approved : { kind: 'or', of: [approved, equals('registration', registrationId)] };
}

export const listQuestionsAction = action(listQuestions, async (reader, input, { actor }) => {
  const event = await eventWith(reader, input.eventId, 'questions');
  if (!event.ok) return event;
  const session = await sessionIn(reader, input.eventId, input.sessionId);
  if (!session.ok) return session;
  const { registrationId } = input;
  const asking = registrationId ? await attendeeOf(reader, { ...input, registrationId }, actor, 'events:read') : null;
  if (asking && !asking.ok) return asking;
  const own = asking?.value.id ?? null;
  const byAttendee = isAttendee(input);
  const found = await reader.find(sessionQuestions, {
    where: {
      kind: 'and',
      of: [
        equals('session', input.sessionId),
        ...(input.state ? [equals('state', input.state)] : []),
        ...(byAttendee ? [visible(own)] : []),
      ],
    },
    sort: [
      { path: 'upvotes', direction: 'desc' },
      { path: 'createdAt', direction: 'asc' },
    ],
    limit: listedMax,
  });
  const upvoted = own === null ? null : await upvotesOf(reader, input.eventId, own);
  const blocked = own === null ? noPeople : await blockedPeople(reader, own);
  const questions = [];
  for (const question of found) {
    const row = await shown(reader, question, !byAttendee || question.registration === own, blocked);
    questions.push(upvoted ? { ...row, upvoted: upvoted.has(question.id) } : row);
  }
  return ok({ questions });
});

async function upvotesOf(reader: Reader, event: string, registration: string): Promise<ReadonlySet<string>> {
  const found = await reader.find(questionUpvotes, { where: where({ event, registration }), limit: 10_000 });
  return new Set(found.map(({ question }) => question));
}

async function questionOf(
  reader: Reader,
  { eventId, questionId, sessionId }: { eventId: string; questionId: string; sessionId?: string | null | undefined },
): Promise<Result<SessionQuestionRecord>> {
  const question = await reader.get(sessionQuestions, questionId);
  if (question?.event !== eventId || (sessionId && question.session !== sessionId))
    return refuseWith('question_not_found', { path: 'questionId' });
  return ok(question);
}

const next = { approved: ['pending'], answered: ['approved'], dismissed: ['pending', 'approved'] } as const;

/** Moves a question to a state; one that is in it already is answered as it is. */
async function moderate(
  tx: Parameters<Parameters<typeof action<typeof approveQuestion>>[1]>[0],
  input: { eventId: string; questionId: string; sessionId?: string | null | undefined },
  state: keyof typeof next,
  values: Readonly<Record<string, unknown>>,
) {
  const found = await questionOf(tx, input);
  if (!found.ok) return found;
  const question = found.value;
  if (question.state === state) return ok({ question: await shown(tx, question, true) });
  const from: readonly string[] = next[state];
  if (!from.includes(question.state)) return refuseWith('question_state_fixed', { detail: { state: question.state } });
  const moved = await tx.update(sessionQuestions, question.id, { state, ...values });
  return ok({ question: await shown(tx, moved, true) });
}

export const moderateActions = [
  action(approveQuestion, (tx, input) => moderate(tx, input, 'approved', { approvedAt: tx.now })),
  action(dismissQuestion, (tx, input) => moderate(tx, input, 'dismissed', {})),
  action(answerQuestion, (tx, input) =>
    moderate(tx, input, 'answered', { answeredAt: tx.now, answer: input.answer ?? null }),
  ),
];

export const upvoteQuestionAction = action(upvoteQuestion, async (tx, input, { actor }) => {
  const event = await eventWith(tx, input.eventId, 'questions');
  if (!event.ok) return event;
  const found = await questionOf(tx, input);
  if (!found.ok) return found;
  const registration = await attendeeOf(tx, input, actor);
  if (!registration.ok) return registration;
  const valid = checkValid(registration.value);
  if (!valid.ok) return valid;
  const question = found.value;
  if (question.registration === registration.value.id) return refuseWith('own_question');
  const vote = { question: question.id, registration: registration.value.id };
  const known = await tx.findOne(questionUpvotes, vote);
  if (!known && question.state !== 'approved')
    return refuseWith('question_state_fixed', { detail: { state: question.state } });
  if (!known) await tx.create(questionUpvotes, { event: input.eventId, ...vote });
  const counted = known ? question : await tx.update(sessionQuestions, question.id, { upvotes: question.upvotes + 1 });
  const blocked = await blockedPeople(tx, registration.value.id);
  return ok({ question: { ...(await shown(tx, counted, false, blocked)), upvoted: true } });
});
