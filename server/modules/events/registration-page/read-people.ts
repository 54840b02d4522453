/** Reads the form of the second step (who comes, what they answer, who gets the invoice), and says what is wrong in it. */
import { isObject } from '#shared/base/json.ts';
import type { Cart } from './cart.ts';
import type { Draft, DraftPerson } from './draft.ts';
import type { Reading } from './frame.ts';
import { fill, type PageWords } from './page-words.ts';
import type { Problem } from './problems.ts';
import type { Offer, Question } from './sale.ts';

/** Longest text of each field, in characters. */
export const textMax = { name: 200, email: 254, company: 200, role: 200, answer: 2_000 } as const;
export const buyerFields = ['company', 'line1', 'postalCode', 'city', 'country', 'vatId', 'email'] as const;
export type BuyerField = (typeof buyerFields)[number];
const buyerNeeds: readonly BuyerField[] = ['company', 'line1', 'postalCode', 'city', 'country'];
const buyerMax: Readonly<Record<BuyerField, number>> = {
  company: 200,
  line1: 200,
  postalCode: 20,
  city: 120,
  country: 2,
  vatId: 40,
  email: 254,
};

/** Form of an email address, stricter than in the schema of the platform: people leave out the end of the domain. */
export const email = /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/;

export type Fields = ReadonlyMap<string, string>;

const textOf = (fields: Fields, name: string) => (fields.get(name) ?? '').trim().replace(/\s+/g, ' ');

/** Questions that people with a ticket type are asked. */
export function questionsOf({ questions }: Pick<Offer, 'questions'>, ticketType: string): readonly Question[] {
  return questions.filter(({ ticketTypes }) => ticketTypes.length === 0 || ticketTypes.includes(ticketType));
}

/** @returns what was answered, in the kind of the question; undefined: nothing */
function answerOf(fields: Fields, id: string, { kind, options }: Question): unknown {
  const text = (fields.get(id) ?? '').trim();
  if (kind === 'choices') {
    const chosen = options.filter((_, n) => fields.get(`${id}.${n}`) !== undefined);
    return chosen.length > 0 ? chosen : undefined;
  }
  if (kind === 'boolean') return text === 'on' ? true : undefined;
  if (text === '') return undefined;
  return kind === 'number' && /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
}

function checkAnswer(id: string, question: Question, answer: unknown, words: PageWords): Problem | null {
  if (answer === undefined) return question.required ? { field: id, text: words.answerMissing } : null;
  if (question.kind === 'number' && typeof answer !== 'number') return { field: id, text: words.numberWrong };
  if (question.kind === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(String(answer)))
    return { field: id, text: words.dateWrong };
  const max = question.kind === 'long_text' ? textMax.answer : textMax.name * 2;
  return typeof answer === 'string' && answer.length > max
    ? { field: id, text: fill(words.tooLong, { max: String(max) }) }
    : null;
}

function attendeeOf(fields: Fields, n: number, words: PageWords, problems: Problem[]) {
  const found: Record<string, string> = {};
  for (const name of ['name', 'email', 'company', 'role'] as const) {
    const id = `p${n}.${name}`;
    const text = textOf(fields, id);
    if (text !== '') found[name] = text;
    if (text.length > textMax[name])
      problems.push({ field: id, text: fill(words.tooLong, { max: String(textMax[name]) }) });
    else if (name === 'name' && text === '') problems.push({ field: id, text: words.nameMissing });
    else if (name === 'email' && text === '') problems.push({ field: id, text: words.emailMissing });
    else if (name === 'email' && !email.test(text)) problems.push({ field: id, text: words.emailWrong });
  }
  return found;
}

function buyerOf(fields: Fields, words: PageWords, problems: Problem[]): Readonly<Record<string, unknown>> | null {
  if (fields.get('invoice') !== 'on') return null;
  const given = Object.fromEntries(buyerFields.map((name) => [name, textOf(fields, `b.${name}`)]));
  given['country'] = (given['country'] ?? '').toUpperCase();
  for (const name of buyerFields) {
    const text = given[name] ?? '';
    const field = `b.${name}`;
    if (name === 'country' && text !== '' && !/^[A-Z]{2}$/.test(text))
      problems.push({ field, text: words.countryWrong });
    else if (text.length > buyerMax[name])
      problems.push({ field, text: fill(words.tooLong, { max: String(buyerMax[name]) }) });
    else if (text === '' && buyerNeeds.includes(name)) problems.push({ field, text: words.invoiceMissing });
    else if (name === 'email' && text !== '' && !email.test(text)) problems.push({ field, text: words.emailWrong });
  }
  const { city, company, country, email: mail, line1, postalCode, vatId } = given;
  return {
    company,
    address: { line1, postalCode, city, country },
    ...(vatId && { vatId }),
    ...(mail && { email: mail }),
  };
}

/** Reads the answers of person `n`, counted from 0; a mistake in them is added to `problems`. */
export function readAnswers(
  fields: Fields,
  n: number,
  questions: readonly Question[],
  words: PageWords,
  problems: Problem[],
): Readonly<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const question of questions) {
    const id = `p${n}.q.${question.key}`;
    const answer = answerOf(fields, id, question);
    const problem = checkAnswer(id, question, answer, words);
    if (problem) problems.push(problem);
    if (answer !== undefined) answers[question.key] = answer;
  }
  return answers;
}

export interface ReadPeople {
  readonly items: readonly DraftPerson[];
  readonly buyer: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
}

export function readPeople({ words }: Pick<Reading, 'words'>, offer: Offer, cart: Cart, fields: Fields): ReadPeople {
  const problems: Problem[] = [];
  const items = cart.people.map(({ addOns, ticketType }, n) => {
    const attendee = attendeeOf(fields, n, words, problems);
    const answers = readAnswers(fields, n, questionsOf(offer, ticketType), words, problems);
    const some = Object.keys(answers).length > 0;
    return { ticketType, attendee, ...(some && { answers }), ...(addOns.length > 0 && { addOns }) };
  });
  return { items, buyer: buyerOf(fields, words, problems), problems };
}

/** The fields of the form as a draft has them: the way back from the last step. */
export function fieldsOfDraft({ buyer, cart, items, voucher }: Draft, offer: Offer): Fields {
  const fields = new Map<string, string>();
  if (cart !== undefined) fields.set('cart', cart);
  if (voucher !== null) fields.set('code', voucher);
  items.forEach(({ addOns = [], answers = {}, attendee, ticketType }, n) => {
    fields.set(`p${n}.t`, ticketType);
    for (const [name, text] of Object.entries(attendee)) fields.set(`p${n}.${name}`, text);
    for (const { quantity, ticketType: key } of addOns) fields.set(`p${n}.a.${key}`, String(quantity));
    for (const { key, kind, options } of questionsOf(offer, ticketType)) {
      const answer = answers[key];
      if (kind === 'choices' && Array.isArray(answer))
        for (const [at, option] of options.entries()) {
          if (answer.includes(option)) fields.set(`p${n}.q.${key}.${at}`, 'on');
        }
      else if (answer !== undefined) fields.set(`p${n}.q.${key}`, answer === true ? 'on' : String(answer));
    }
  });
  if (buyer === null) return fields;
  fields.set('invoice', 'on');
  const address = isObject(buyer['address']) ? buyer['address'] : {};
  for (const name of buyerFields) {
    const text = buyer[name] ?? address[name];
    if (typeof text === 'string') fields.set(`b.${name}`, text);
  }
  return fields;
}
