/** The progress over the three steps; earlier steps are links. */
import { type Html, html } from '#shared/base/html.ts';
import type { Offer, Quote, Sale } from './sale.ts';

export const stepNames = ['tickets', 'people', 'review'] as const;
export type StepName = (typeof stepNames)[number];

/**
 * Returns whether the choice costs money, or may: nothing is chosen yet and nothing is free.
 *
 * @param quote of what is chosen; null: nothing, or it cannot be ordered as it is
 */
export function costs({ methods, tickets }: Offer, quote: Quote | null): boolean {
  if (quote) return quote.total.amount > 0;
  return methods.some((method) => method !== 'free') && tickets.every(({ pays }) => pays.amount > 0);
}

/**
 * @param back addresses of the steps before this one
 * @param quote as of `costs`
 */
export function steps(
  { offer, reading }: Pick<Sale, 'offer' | 'reading'>,
  now: StepName,
  back: Partial<Readonly<Record<StepName, string>>> | null,
  quote: Quote | null,
): Html {
  const { words } = reading;
  const labels = {
    tickets: words.stepTickets,
    people: words.stepPeople,
    review: costs(offer, quote) ? words.stepPay : words.stepConfirm,
  };
  return html`<ol class="steps" aria-label="${words.steps}">${stepNames.map((name, n) => {
    const inside = html`<i aria-hidden="true">${n + 1}</i>${labels[name]}`;
    const address = back?.[name];
    if (address !== undefined) return html`<li><a href="${address}">${inside}</a></li>`;
    return html`<li><span class="step"${name === now && html` aria-current="step"`}>${inside}</span></li>`;
  })}</ol>`;
}
