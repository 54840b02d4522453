/** The last step: what is bought, for whom, what is refundable, the terms, and how it is paid. */
import { type Html, html } from '#shared/base/html.ts';
import { icon } from './art.ts';
import { cartQuery } from './cart.ts';
import { type Draft, type DraftPerson, fitsAddress } from './draft.ts';
import { addressAt, type Framed, hidden, type Reading, trap } from './frame.ts';
import { fill } from './page-words.ts';
import { fieldError, type Problem, problemList } from './problems.ts';
import { offeredBy, type Quote, type Sale, sumText } from './sale.ts';
import type { Held } from './step-tickets.ts';
import { steps } from './steps.ts';
import { bar, percentText, summary } from './summary.ts';

const formId = 'review';

export function refundNote({ refundTerms }: Pick<Quote, 'refundTerms'>, reading: Reading): Html {
  const { words } = reading;
  const { basis, enabled, partialRefundPercent, windowHours } = refundTerms;
  const percent = percentText(partialRefundPercent, reading);
  const rule = !enabled
    ? words.backNever
    : basis === 'event_start'
      ? words.backBeforeStart(windowHours, percent)
      : words.backAfterPayment(windowHours, percent);
  return html`<div class="note good"><h3>${words.whatBack}</h3><p>${rule}${enabled && ` ${words.backNotAfterCheckIn}`}</p></div>`;
}

function personLine(sale: Sale, { addOns = [], attendee, ticketType }: DraftPerson, edit: string | null): Html {
  const { words } = sale.reading;
  const bought = [ticketType, ...addOns.map((one) => one.ticketType)].map((key) => offeredBy(sale, key)?.name ?? key);
  const name = attendee['name'] ?? '';
  return html`<li>${icon('user')}<div class="grow"><b><bdi>${name}</bdi></b><small><bdi>${bought.join(', ')}</bdi>, <bdi>${attendee['email']}</bdi></small></div>${edit !== null && html`<a href="${edit}">${words.change}<span class="visually-hidden"> ${name}</span></a>`}</li>`;
}

export function termsOf(
  { event, reading }: Pick<Sale, 'event' | 'reading'>,
  problems: readonly Problem[],
): Html | false {
  const terms = event.terms?.trim() ?? '';
  if (terms === '') return false;
  const { words } = reading;
  const isAddress = /^https:\/\/\S+$/.test(terms);
  const text = isAddress
    ? html`<a href="${terms}" target="_blank" rel="noopener noreferrer">${words.terms}</a>`
    : html`<div class="terms" tabindex="0" role="region" aria-label="${words.terms}" dir="auto">${terms}</div>`;
  const wrong = problems.some(({ field }) => field === 'accept');
  return html`<label class="check"><input type="checkbox" id="accept" name="accept" required${wrong && html` aria-invalid="true" aria-describedby="accept-e"`}><span>${words.acceptTerms}</span></label>${fieldError(problems, 'accept')} ${text}`;
}

function methods({ methods: offered }: Quote, { words }: Reading): Html | false {
  const both = offered.includes('online') && offered.includes('bank_transfer');
  if (!both) {
    const only = offered.includes('bank_transfer')
      ? words.payByTransfer
      : offered.includes('online')
        ? words.payNote
        : null;
    return only !== null && html`<p class="soft small">${only}</p>`;
  }
  return html`<fieldset class="person"><legend>${words.howToPay}</legend><label class="check"><input type="radio" name="method" value="online" checked><span>${words.payOnline}</span></label><label class="check"><input type="radio" name="method" value="bank_transfer"><span>${words.payByTransfer}</span></label></fieldset>`;
}

/** @param sealed the draft as it stands in the address */
export function reviewStep(
  sale: Sale & Held,
  draft: Draft,
  sealed: string,
  quote: Quote,
  problems: readonly Problem[],
): Framed {
  const { event, facts, holdMinutes, preview, reading } = sale;
  const { words } = reading;
  const isFree = quote.total.amount === 0;
  const edit = fitsAddress(sealed) ? addressAt(reading, facts.path, { edit: sealed }) : null;
  const cart = {
    people: draft.items.map(({ addOns = [], ticketType }) => ({ ticketType, addOns })),
    voucher: draft.voucher,
    quantities: new Map<string, number>(),
    wrong: new Set<string>(),
  };
  const back = { tickets: addressAt(reading, facts.path, cartQuery(cart)), ...(edit !== null && { people: edit }) };
  const label = isFree ? words.confirmOrder : fill(words.placeOrder, { sum: sumText(quote.total, reading) });
  const next = { label, form: formId, name: 'step', value: 'review' };
  const main = html`${steps(sale, 'review', back, quote)}${problemList(reading, problems)}<div class="cols2">
<form method="post" action="${addressAt(reading, facts.path)}" id="${formId}" novalidate data-once${reading.embedded && html` target="_top"`}>${hidden({ order: sealed, total: String(quote.total.amount) })}${trap(reading)}
<h2>${isFree ? words.checkAndConfirm : words.checkAndPay}</h2>
<ul class="chk">${draft.items.map((one) => personLine(sale, one, edit))}</ul>
${!isFree && refundNote(quote, reading)}${termsOf(sale, problems)}${!isFree && methods(quote, reading)}
<div class="nav2">${edit === null ? html`<button class="btn quiet" name="step" value="edit" formnovalidate>${words.back}</button>` : html`<a class="btn quiet" href="${edit}">${words.back}</a>`}<button class="btn primary" name="step" value="review">${label}</button></div></form>
${summary(reading, cart, quote, null, isFree ? null : words.holdNote(holdMinutes))}</div>`;
  return {
    title: `${event.name} · ${isFree ? words.checkAndConfirm : words.checkAndPay}`,
    event: facts,
    bar: bar(reading, cart, quote, next),
    main,
    here: edit === null ? null : new URLSearchParams({ ...reading.keep, order: sealed }),
    preview,
  };
}
