/** Answers to registration questions, checked the same for pages, actions, imports and the console. Pure. */
import type { Json } from '../../base/json.ts';
import { isObject } from '../../base/json.ts';
import { ok, type Refusal, type Result } from '../../base/result.ts';
import type { RegistrationQuestionRecord } from './question.ts';
import { refusal } from './refusals.ts';

export type Question = Pick<
  RegistrationQuestionRecord,
  'key' | 'text' | 'kind' | 'options' | 'required' | 'ticketTypes' | 'active'
>;
export type FormAnswers = Readonly<Record<string, Json>>;

const textMax = 300;
const longTextMax = 5_000;
const numberMax = 1e15;

/** Whether an active question is asked of people with this ticket type. */
export function isAsked(
  { active, ticketTypes }: Pick<Question, 'active' | 'ticketTypes'>,
  ticketType: string,
): boolean {
  return active && (ticketTypes === null || ticketTypes.length === 0 || ticketTypes.includes(ticketType));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** @returns the answer as it is stored, or undefined where it does not fit */
function fitted({ kind, options }: Question, value: unknown): Json | undefined {
  const isOption = (one: unknown): one is string => typeof one === 'string' && (options ?? []).includes(one);
  const text = typeof value === 'string' ? value.trim() : null;
  switch (kind) {
    case 'text':
      return text !== null && [...text].length <= textMax ? text : undefined;
    case 'long_text':
      return text !== null && [...text].length <= longTextMax ? text : undefined;
    case 'choice':
      return isOption(value) ? value : undefined;
    case 'choices':
      return Array.isArray(value) && value.every(isOption) ? [...new Set(value)] : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' && Math.abs(value) <= numberMax ? value : undefined;
    case 'date':
      return text !== null && isDay(text) ? text : undefined;
  }
}

/** Whether a value is no answer: left out, left empty in a form, or a box that must be ticked and is not. */
function isEmpty({ kind, required }: Question, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return kind === 'boolean' && required && value === false;
}

/**
 * @param questions all of the event
 * @param ticketType id of the attendee's ticket type
 * @param given question key → answer; null or undefined: none
 * @param path where the answers stand in the request, e.g. `items[0].answers`
 * @returns the answers as they are stored, without empty ones; refuses with `question_unknown`, `answer_missing` and
 *   `answer_invalid`
 */
export function checkAnswers(
  questions: readonly Question[],
  ticketType: string,
  given: unknown,
  path: string,
): Result<FormAnswers> {
  if (given !== null && given !== undefined && !isObject(given))
    return { ok: false, errors: [refusal('answer_invalid', { path })] };
  const answers = given ?? {};
  const asked = questions.filter((question) => isAsked(question, ticketType));
  const problems: Refusal[] = Object.keys(answers)
    .filter((key) => !asked.some((question) => question.key === key))
    .map((key) =>
      refusal('question_unknown', { path: `${path}.${key}`, detail: { asked: asked.map((one) => one.key) } }),
    );
  const stored: Record<string, Json> = {};
  for (const question of asked) {
    const { key, kind, options, required, text } = question;
    const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
    const at = { path: `${path}.${key}` };
    if (isEmpty(question, value)) {
      if (required) problems.push(refusal('answer_missing', { ...at, detail: { question: text } }));
      continue;
    }
    const fits = fitted(question, value);
    if (fits === undefined)
      problems.push(
        refusal('answer_invalid', { ...at, detail: { question: text, kind, ...(options && { options }) } }),
      );
    else stored[key] = fits;
  }
  const [first, ...more] = problems;
  return first ? { ok: false, errors: [first, ...more] } : ok(stored);
}
