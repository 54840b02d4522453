/**
 * The rules for questions at check-in: which questions are open for a ticket, which answers are valid, and how the
 * registration merges answers from many scans. A scan carries its answers and they never change; the newest answer to a
 * question is valid.
 */
import { isObject, type Json } from '../base/json.ts';
import type { QuestionFacts, RegistrationFacts } from './facts.ts';
import type { QuestionAsked } from './verdict.ts';

/** Question id → what was answered. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** Maximum length of an answer, in UTF-16 units. */
export const answerMaxChars = 2_000;
/** Maximum number of answers that one scan may carry. */
export const answersMax = 50;

/** @returns the unanswered questions for the ticket's type; without a known registration, those for every ticket type */
export function openQuestions(
  questions: readonly QuestionFacts[],
  registration: Pick<RegistrationFacts, 'ticketType' | 'answered'> | null,
): readonly QuestionFacts[] {
  return questions.filter(({ id, ticketTypes }) => {
    if (registration?.answered.includes(id)) return false;
    return ticketTypes.length === 0 || (registration !== null && ticketTypes.includes(registration.ticketType));
  });
}

/** @returns whether the answer is valid for the question. An empty text is not valid. */
export function isAnswer(question: Pick<QuestionAsked, 'kind' | 'options'>, answer: unknown): boolean {
  if (question.kind === 'boolean') return typeof answer === 'boolean';
  if (typeof answer !== 'string' || answer.length > answerMaxChars || !answer.isWellFormed()) return false;
  return question.kind === 'choice' ? question.options.includes(answer) : answer.trim() !== '';
}

export function asAsked({ id, text, kind, options, required }: QuestionFacts): QuestionAsked {
  return { id, text, kind, options, required };
}

/** An answer as the registration keeps it. */
export interface KeptAnswer {
  readonly value: string | boolean;
  readonly answeredAt: string;
  readonly scan: string;
}
export type KeptAnswers = Readonly<Record<string, KeptAnswer>>;

export interface AnsweringScan {
  readonly id: string;
  readonly scannedAt: string;
  readonly answers: Json;
}

/**
 * @param kept what the registration holds already
 * @param scans in any order; a scan may be in it more than once
 * @returns per question the newest answer by (scannedAt, scan id): the same from every order of arrival
 */
export function mergeAnswers(kept: KeptAnswers, scans: Iterable<AnsweringScan>): KeptAnswers {
  const merged = new Map(Object.entries(kept));
  for (const scan of scans) {
    for (const [question, value] of Object.entries(readAnswers(scan.answers))) {
      const before = merged.get(question);
      const answer = { value, answeredAt: scan.scannedAt, scan: scan.id };
      if (before === undefined || isNewer(answer, before)) merged.set(question, answer);
    }
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @returns the booleans and the texts that are not blank or too long among a scan's answers, at most `answersMax`: a device
 *   sent them, so they are checked
 */
export function readAnswers(stored: unknown): Answers {
  if (!isObject(stored)) return {};
  const given = Object.entries(stored).filter(
    (entry): entry is [string, string | boolean] => typeof entry[1] === 'boolean' || isText(entry[1]),
  );
  return Object.fromEntries(given.slice(0, answersMax));
}

/** Ids of the questions a stored registration has answered. */
export function answeredOf(stored: unknown): readonly string[] {
  return isObject(stored) ? Object.keys(stored) : [];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= answerMaxChars;
}

function isNewer(a: KeptAnswer, b: KeptAnswer): boolean {
  return a.answeredAt !== b.answeredAt ? a.answeredAt > b.answeredAt : a.scan > b.scan;
}
