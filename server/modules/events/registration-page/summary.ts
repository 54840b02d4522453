/** The order as it stands: lines, discount, tax, total. Beside the steps, and on a phone in the bar below. */
import { type Html, html } from '#shared/base/html.ts';
import type { Cart } from './cart.ts';
import type { Reading } from './frame.ts';
import { fill } from './page-words.ts';
import { priceText, type Quote, sumText } from './sale.ts';

/** A percentage in the form of the language. */
export function percentText(percent: number, { tag }: Pick<Reading, 'tag'>): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(percent);
}

function linesOf({ lines, total }: Quote, reading: Reading): readonly Html[] {
  const { currency } = total;
  return lines.map(
    ({ amount, discount, name, quantity, tax }) =>
      html`<div><dt>${quantity} × <bdi>${name}</bdi></dt><dd>${priceText({ amount: amount + discount - (tax.included ? 0 : tax.amount), currency }, reading)}</dd></div>`,
  );
}

function taxLines({ taxes, total }: Quote, reading: Reading): readonly Html[] {
  const { currency } = total;
  const { words } = reading;
  return taxes
    .filter(({ amount, included }) => !included && amount > 0)
    .map(
      ({ amount, name, percent }) =>
        html`<div><dt>${fill(words.taxAdded, { tax: name ?? words.tax, percent: percentText(percent, reading) })}</dt><dd>${sumText({ amount, currency }, reading)}</dd></div>`,
    );
}

export function taxNote({ taxes, total }: Quote, reading: Reading): string {
  const { words } = reading;
  return taxes
    .filter(({ amount, included }) => included && amount > 0)
    .map(({ amount, name, percent }) =>
      fill(words.taxIncluded, {
        sum: sumText({ amount, currency: total.currency }, reading),
        tax: fill(words.taxAdded, { tax: name ?? words.tax, percent: percentText(percent, reading) }),
      }),
    )
    .join(', ');
}

/** @param quote null: nothing is chosen, or it cannot be ordered as it is */
export function summaryLines(reading: Reading, cart: Pick<Cart, 'voucher'>, quote: Quote | null): Html {
  const { words } = reading;
  if (!quote) return html`<p class="soft">${words.nothingYet}</p>`;
  const { discount, total } = quote;
  const note = taxNote(quote, reading);
  return html`<dl>${linesOf(quote, reading)}${
    discount.amount > 0 &&
    html`<div class="off"><dt>${fill(words.discountOf, { code: quote.voucher?.code ?? cart.voucher ?? '' })}</dt><dd>−${sumText(discount, reading)}</dd></div>`
  }${taxLines(quote, reading)}<div class="tot"><dt>${words.total}${note !== '' && html`<small>${note}</small>`}</dt><dd>${priceText(total, reading)}</dd></div></dl>`;
}

export function barLines(reading: Reading, cart: Cart, quote: Quote | null): Html {
  const { words } = reading;
  const sum = quote ? priceText(quote.total, reading) : words.nothingYet;
  const count = cart.people.length;
  return html`<b class="num">${sum}</b>${count > 0 && html`<small>${words.ticketCount(count)}</small>`}`;
}

export interface Action {
  readonly label: string;
  /** Id of the form that it sends. */
  readonly form: string;
  readonly name?: string;
  readonly value?: string;
}

const button = ({ form, label, name, value }: Action) =>
  html`<button class="btn primary" form="${form}"${name !== undefined && html` name="${name}" value="${value}"`}>${label}</button>`;

/** @param action null: the form has its own button beside it */
export function summary(
  reading: Reading,
  cart: Cart,
  quote: Quote | null,
  action: Action | null,
  note: string | null,
): Html {
  return html`<aside class="sum" aria-labelledby="sum-h"><h2 id="sum-h">${reading.words.yourOrder}</h2><div id="sum" aria-live="polite">${summaryLines(reading, cart, quote)}</div>${action && button(action)}${note !== null && html`<p class="small soft">${note}</p>`}</aside>`;
}

export function bar(reading: Reading, cart: Cart, quote: Quote | null, action: Action): Html {
  return html`<section class="bar" aria-label="${reading.words.total}"><div class="grow" id="bar-sum">${barLines(reading, cart, quote)}</div>${button(action)}</section>`;
}
