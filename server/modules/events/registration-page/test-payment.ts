/** The pages of the built-in test processor: they say that they are a test, and offer to pay, decline, authenticate, leave. */
import { html } from '#shared/base/html.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import { testPaymentCut } from '../payments/processors.ts';
import { addressAt, answerPage, hidden, trap } from './frame.ts';
import type { OrderView } from './order-page.ts';
import { fill } from './page-words.ts';
import { sumText } from './sale.ts';

function page(
  view: OrderView,
  title: string,
  problem: string | null,
  buttons: readonly (readonly [string, string])[],
): PageAnswer {
  const { data, facts, reading } = view;
  const { words } = reading;
  const main = html`<h2>${title}</h2><p class="note test" role="note">${words.test.text}</p>
${problem !== null && html`<p class="note bad" role="alert" tabindex="-1" id="problems">${problem}</p>`}
<p>${fill(words.order, { number: data.order.number })}: <b>${sumText(data.order, reading)}</b></p>
<form method="post" action="${addressAt(reading, `${reading.path}${testPaymentCut}`)}" id="test-payment">${hidden({})}${trap(reading)}<p class="acts">${buttons.map(
    ([value, label], n) =>
      html`<button class="btn${n === 0 && html` primary`}" name="do" value="${value}">${label}</button> `,
  )}</p></form>`;
  return answerPage(reading, { title, event: facts, narrow: true, here: null, main });
}

/** @param problem why the last try failed; null: there was none */
export function testPage(view: OrderView, problem: string | null): PageAnswer {
  const { test } = view.reading.words;
  return page(view, test.title, problem, [
    ['pay', fill(test.pay, { sum: sumText(view.data.order, view.reading) })],
    ['decline', test.decline],
    ['authenticate', test.authenticate],
    ['leave', test.leave],
  ]);
}

/** Asks for consent as 3-D Secure asks the holder of a card. */
export function bankPage(view: OrderView): PageAnswer {
  const { test } = view.reading.words;
  return page(view, test.bankTitle, null, [
    ['pay', test.bankYes],
    ['decline', test.bankNo],
  ]);
}
