/** The progress over the three steps; earlier steps are links. */
import { type Html, html } from '#shared/base/html.ts';
import type { Sale } from './sale.ts';

export const stepNames = ['tickets', 'people', 'review'] as const;
export type StepName = (typeof stepNames)[number];

/** @param back addresses of the steps before this one */
export function steps(
  { offer, reading }: Pick<Sale, 'offer' | 'reading'>,
  now: StepName,
  back: Partial<Readonly<Record<StepName, string>>> | null,
): Html {
  const { words } = reading;
  const paid = offer.methods.some((method) => method !== 'free');
  const labels = {
    tickets: words.stepTickets,
    people: words.stepPeople,
    review: paid ? words.stepPay : words.stepConfirm,
  };
  return html`<ol class="steps" aria-label="${words.steps}">${stepNames.map((name, n) => {
    const inside = html`<i aria-hidden="true">${n + 1}</i>${labels[name]}`;
    const address = back?.[name];
    if (address !== undefined) return html`<li><a href="${address}">${inside}</a></li>`;
    return html`<li><span class="step"${name === now && html` aria-current="step"`}>${inside}</span></li>`;
  })}</ol>`;
}
