/** Shows the problems of an order in the reader's language, each beside the field that it belongs to. */

import { type Html, html } from '#shared/base/html.ts';
import { isolated } from '#shared/base/isolate.ts';
import { languageTraits } from '#shared/base/languages.ts';
import type { Refusal } from '#shared/base/result.ts';
import type { Reading } from './frame.ts';
import { fill, type PageWords } from './page-words.ts';
import { offeredBy, type Sale } from './sale.ts';

export interface Problem {
  /** Id of the field; null: it belongs to none. */
  readonly field: string | null;
  readonly text: string;
}

/** Place of a field on the page, in words. */
export interface FieldPlace {
  readonly label: string;
  /** Number of the person, from 1; null: the form is about one person, or the field is of none. */
  readonly person: number | null;
}

function placed({ language, words }: Reading, text: string, place: FieldPlace | null): string {
  if (place === null) return text;
  const { label, person } = place;
  const values = { field: isolated(label, languageTraits[language].direction), problem: text };
  return person === null
    ? fill(words.problemOfField, values)
    : fill(words.problemOfPerson, { ...values, n: String(person) });
}

/**
 * The summary above a form: it has the focus, and leads to each field.
 *
 * @param placeOf label and person that are named with the problem of a field; null: the problem stands alone
 */
export function problemList(
  reading: Reading,
  problems: readonly Problem[],
  placeOf: (field: string) => FieldPlace | null = () => null,
): Html | false {
  if (problems.length === 0) return false;
  return html`<div class="problem" role="alert" tabindex="-1" id="problems"><h2>${reading.words.problems(problems.length)}</h2><ul>${problems.map(
    ({ field, text }) =>
      html`<li>${field === null ? text : html`<a href="#${field}">${placed(reading, text, placeOf(field))}</a>`}</li>`,
  )}</ul></div>`;
}

export function problemAt(problems: readonly Problem[], field: string): string | null {
  return problems.find((one) => one.field === field)?.text ?? null;
}

/** Renders the problem beside the field; its id is what `aria-describedby` names. */
export function fieldError(problems: readonly Problem[], field: string): Html | false {
  const text = problemAt(problems, field);
  return text !== null && html`<p class="error" id="${field}-e">${text}</p>`;
}

export function errorAttributes(problems: readonly Problem[], field: string, help?: string | null): Html {
  const wrong = problemAt(problems, field) !== null;
  const described = [wrong && `${field}-e`, help && `${field}-h`]
    .filter((one) => one !== false && one !== null)
    .join(' ');
  return html`${wrong && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`;
}

const closed: ReadonlySet<string> = new Set(['event_not_open', 'sale_not_started', 'sale_ended', 'event_over']);

/** Returns the reason in the language of the page; null: the page has no words for it. */
function knownReason({ alreadyRegistered, answerMissing, notOpen, orderRefused }: PageWords, code: string) {
  if (code === 'already_registered') return alreadyRegistered;
  if (code === 'answer_missing') return answerMissing;
  if (closed.has(code)) return notOpen;
  return Object.hasOwn(orderRefused, code) ? orderRefused[code as keyof typeof orderRefused] : null;
}

/** Returns the reason in the language of the page: the texts of actions are for programs. */
export function reasonOf(words: PageWords, { code }: Refusal): string {
  return knownReason(words, code) ?? words.orderRefused.other;
}

/** The field of the form that a path of the order's input names. */
function fieldOf(path: string | undefined): string | null {
  const [, n, rest = ''] = /^items\[(\d+)\]\.(.+)$/.exec(path ?? '') ?? [];
  if (n !== undefined) {
    const answer = /^answers\.(.+)$/.exec(rest)?.[1];
    if (answer !== undefined) return `p${n}.q.${answer}`;
    const name = /^attendee\.(\w+)$/.exec(rest)?.[1];
    return name === undefined ? null : `p${n}.${name}`;
  }
  const buyer = /^buyer\.(?:address\.)?(\w+)$/.exec(path ?? '')?.[1];
  return buyer === undefined ? (path === 'voucher' ? 'code' : null) : `b.${buyer}`;
}

/** @param typeAt the ticket type of each item that was sent */
export function problemOf(sale: Pick<Sale, 'offer' | 'reading'>, refusal: Refusal, typeAt: readonly string[]): Problem {
  const { code, message, path } = refusal;
  const { words } = sale.reading;
  const field = fieldOf(path);
  const n = Number(/^items\[(\d+)\]/.exec(path ?? '')?.[1] ?? 0);
  const ticket = offeredBy(sale, typeAt[n] ?? '')?.name ?? '';
  const said = (text: string, at: string | null = field): Problem => ({ field: at, text });
  if (code === 'ticket_sold_out') return said(fill(words.notEnough, { ticket }), null);
  if (code === 'terms_not_accepted') return said(words.acceptMissing, 'accept');
  if (code === 'order_being_paid') return said(words.orderStates.wait.text, null);
  if (code === 'price_changed') return said(words.priceChanged, null);
  if (code.startsWith('voucher_')) return said(words.codeUnknown, 'code');
  if (closed.has(code)) return said(words.notOpen, null);
  if (code === 'invalid_email') return said(words.emailWrong);
  if (field === null) return said(fill(words.refused, { reason: reasonOf(words, refusal) }));
  return said(knownReason(words, code) ?? message);
}

/** The step at which a problem can be corrected. */
export function stepOf({ field }: Problem): 'tickets' | 'people' | 'review' {
  if (field === null || field === 'code') return 'tickets';
  return field === 'accept' ? 'review' : 'people';
}
