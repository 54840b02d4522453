/** Checks the answers to the questions of a new ticket type: those given before, and those that come with the change. */
import { isObject } from '#shared/base/json.ts';
import { ok, type Refusal, type Result } from '#shared/base/result.ts';
import { checkAnswers, type FormAnswers, isAsked } from '#shared/modules/events/check-answers.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Reader } from '../../../store/contract.ts';
import { questionsOf } from '../orders/attendees.ts';

type Answered = Pick<RegistrationRecord, 'event' | 'formAnswers'>;

/** An answer to a question that the new type does not ask stays with the registration, unchecked. */
function answersOf({ formAnswers }: Pick<RegistrationRecord, 'formAnswers'>): FormAnswers {
  return isObject(formAnswers) ? (formAnswers as FormAnswers) : {};
}

/**
 * Refuses with `answer_missing`, `answer_invalid` and `question_unknown`, one for each question.
 *
 * @param ticketType id of the new one
 * @param given new answers, which replace earlier ones
 * @returns the answers to the questions of the new type
 */
export async function answersForType(
  reader: Reader,
  registration: Answered,
  ticketType: string,
  given: unknown,
): Promise<Result<FormAnswers>> {
  const questions = await questionsOf(reader, registration.event);
  if (given !== null && given !== undefined && !isObject(given))
    return checkAnswers(questions, ticketType, given, 'answers');
  const asked = new Set(questions.filter((one) => isAsked(one, ticketType)).map(({ key }) => key));
  const standing = Object.entries(answersOf(registration)).filter(([key]) => asked.has(key));
  return checkAnswers(questions, ticketType, { ...Object.fromEntries(standing), ...given }, 'answers');
}

/** Returns the keys of the required questions without an answer; passes on any other refusal. */
export function missingIn(checked: Result<FormAnswers>): Result<readonly string[]> {
  if (checked.ok) return ok([]);
  const isMissing = ({ code }: Refusal) => code === 'answer_missing';
  const [first, ...more] = checked.errors.filter((one) => !isMissing(one));
  if (first) return { ok: false, errors: [first, ...more] };
  return ok(checked.errors.map(({ path = '' }) => path.slice('answers.'.length)));
}

/** Joins the old and new answers, so that those for the old type are not lost; null: there are none. */
export function joinAnswers(old: Pick<RegistrationRecord, 'formAnswers'>, answers: unknown): FormAnswers | null {
  const joined = { ...answersOf(old), ...(isObject(answers) ? (answers as FormAnswers) : {}) };
  return Object.keys(joined).length > 0 ? joined : null;
}
