/** The page of an order: how it stands, what can be done next, each person's ticket. */
import { type Html, html } from '#shared/base/html.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import type { PageAnswer } from '../../../core/collections/public-page.ts';
import { eventStatusAt, timeOf } from '../event/event-status.ts';
import type { RefundShare } from '../registration/refund-rules.ts';
import { icon } from './art.ts';
import type { EventFacts } from './event-facts.ts';
import { addressAt, answerPage, type Framed, hidden, type Reading, trap } from './frame.ts';
import { type OrderData, type OrderPageState, transferInstructions } from './order-data.ts';
import { fill } from './page-words.ts';
import { sumText } from './sale.ts';
import { percentText } from './summary.ts';

export interface OrderView {
  readonly data: OrderData;
  readonly reading: Reading;
  readonly facts: EventFacts;
  readonly nowMs: number;
  /** Path of the event's page; null: it has none any more. */
  readonly eventPath: string | null;
  /** Outcome of the action that was taken, or the refusal. */
  readonly said?: { readonly good: boolean; readonly text: string } | null;
  /** The buyer has come back from the processor's page. */
  readonly returned?: boolean;
}

const tones: Readonly<Record<OrderPageState, 'good' | 'warn' | 'bad'>> = {
  open: 'warn',
  wait: 'warn',
  transfer: 'warn',
  review: 'warn',
  failed: 'bad',
  confirmed: 'good',
  expired: 'bad',
  cancelled: 'bad',
};
/** States in which a payment may arrive at any moment: the page reloads. */
const moving: ReadonlySet<OrderPageState> = new Set(['open', 'wait', 'review', 'failed']);
const reloadSeconds = 5;

type Person = OrderData['people'][number];

/** Whether the page offers a cancellation: after check-in and after the event, only an organizer can cancel. */
export function mayCancel(
  { data: { event }, nowMs }: { readonly data: Pick<OrderData, 'event'>; readonly nowMs: number },
  person: Pick<Person, 'checkedInAt' | 'status'>,
): boolean {
  return person.status === 'confirmed' && person.checkedInAt === null && eventStatusAt(event, nowMs) !== 'completed';
}

function hold({ data: { order, state }, nowMs, reading, facts }: OrderView): Html | false {
  const { holdExpiresAt } = order;
  if ((state !== 'open' && state !== 'failed') || holdExpiresAt === null || timeOf(holdExpiresAt) <= nowMs)
    return false;
  const { tag, words } = reading;
  const until = fill(words.heldUntil, { time: facts.moment(holdExpiresAt, tag) });
  return html`<div class="hold"><span>${icon('clock')}<span>${words.heldFor}</span><b id="held" role="timer">${minutesLeft(timeOf(holdExpiresAt) - nowMs)}</b></span><small>${until}</small></div>`;
}

function minutesLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The order ended because its event does not take place. */
const isCalledOff = ({ event, state }: OrderData): boolean => state === 'cancelled' && event.status === 'cancelled';

function nextSteps({ data, eventPath, reading }: OrderView): Html | false {
  const { path, words } = reading;
  // Nothing can be ordered of an event that does not take place.
  const again = eventPath === null || isCalledOff(data) ? null : addressAt(reading, eventPath);
  if (data.state === 'open' || (data.state === 'failed' && data.payUrl !== null)) {
    const label = data.state === 'open' ? words.goOnToPay : words.tryAgain;
    return html`<p class="acts"><a class="btn primary" href="${addressAt(reading, `${path}/pay`)}">${label}</a></p>`;
  }
  if (data.state === 'failed')
    return html`<form method="post" action="${addressAt(reading, path)}" id="retry" data-once>${hidden({ do: 'retry' })}${trap(reading)}<p class="acts"><button class="btn primary">${words.tryAgain}</button></p></form>`;
  if (again === null || data.order.changeOf !== null || (data.state !== 'expired' && data.state !== 'cancelled'))
    return false;
  return html`<p class="acts"><a class="btn primary" href="${again}">${words.orderAgain}</a></p>`;
}

const unpaid: ReadonlySet<OrderPageState> = new Set(['open', 'failed', 'transfer']);

/** The registration of a change of ticket type that waits for money; null: there is none, or money is on its way. */
export function waitingChange({ order, people, state }: OrderData): Person | null {
  if (order.changeOf === null || !unpaid.has(state)) return null;
  return people.find(({ changeOf, status }) => changeOf !== null && status === 'pending') ?? null;
}

/** The form that withdraws a change of ticket type that waits for its payment. */
function keepOld({ data, reading }: OrderView): Html | false {
  if (waitingChange(data) === null) return false;
  return html`<form method="post" action="${addressAt(reading, reading.path)}" id="keep" data-once>${hidden({ do: 'keep' })}${trap(reading)}<p class="acts"><button class="btn">${reading.words.changeKeep}</button></p></form>`;
}

/** Tells whether “each person’s ticket” is true: not once a ticket of a confirmed order is cancelled. */
const isAsBought = ({ people, state }: OrderData): boolean =>
  state !== 'confirmed' || people.every(({ status }) => status === 'confirmed');

function note(view: OrderView): Html {
  const { data, reading, returned } = view;
  const { words } = reading;
  const { text, title } = isCalledOff(data) ? words.cancelled : words.orderStates[data.state];
  const instructions = data.state === 'transfer' ? transferInstructions(data) : null;
  const sum = data.state === 'transfer' ? sumText(data.order, reading) : null;
  return html`<div class="note ${tones[data.state]}" role="status" data-state="${data.state}"><h2>${title}</h2>${isAsBought(data) && html`<p>${text}</p>`}${returned && data.state === 'open' && html`<p>${words.justPaid}</p>`}${sum !== null && html`<p><b>${sum}</b>, ${fill(words.order, { number: data.order.number })}</p>`}${instructions !== null && html`<p class="about">${instructions}</p>`}</div>`;
}

function personLine(view: OrderView, person: Person): Html {
  const { data, reading } = view;
  const { path, words } = reading;
  const isChange = person.id === data.order.changeOf;
  // A change of ticket type shows the lines of the old ticket and of the new one.
  const bought = data.order.lines
    .filter(({ registration }) => registration === person.id || isChange)
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(isChange ? ' → ' : ', ');
  const money = words.moneyStates[person.paymentStatus as keyof typeof words.moneyStates];
  const state = [words.personStates[person.status], money].filter(Boolean).join(' · ');
  const of = html`<span class="visually-hidden"> ${fill(words.ofPerson, { name: person.name })}</span>`;
  const standing = person.status === 'confirmed' || person.status === 'pending';
  return html`<li>${icon('user')}<div class="grow"><b><bdi>${person.name}</bdi></b><small><bdi>${bought}</bdi>, <bdi>${person.email}</bdi></small><small>${state}</small></div>${person.status === 'confirmed' && html`<a class="btn small" href="${path.replace(/\/o\/[^/]+$/, `/t/${person.pageSecret}`)}">${words.openTicket}${of}</a>`}${standing && mayCancel(view, person) && html`<a class="btn small quiet" href="${addressAt(reading, path, { cancel: person.id })}">${words.cancelTicket}${of}</a>`}</li>`;
}

function sums({ data: { order, people, refundPending }, facts, reading }: OrderView): Html | false {
  const { words } = reading;
  if (order.amount === 0 && order.refunded === 0) return false;
  const { currency, refunded } = order;
  const line = (label: string, amount: number, kind: 'off' | 'tot') =>
    html`<div class="${kind}"><dt>${label}</dt><dd>${kind === 'off' && '−'}${sumText({ amount, currency }, reading)}</dd></div>`;
  // All tickets of an order are paid by one payment.
  const paidAt = people.find((person) => person.paidAt !== null)?.paidAt ?? null;
  const paid = paidAt !== null && html`<p>${fill(words.paidOn, { time: facts.moment(paidAt, reading.tag) })}</p>`;
  const back = [
    refunded > 0 && line(words.refunded, refunded, 'off'),
    refundPending > 0 && line(words.refundOnItsWay, refundPending, 'off'),
    refunded + refundPending > 0 && line(words.remaining, Math.max(0, order.amount - refunded - refundPending), 'tot'),
  ];
  return html`<div class="sum"><dl><div class="tot"><dt>${words.total}${order.tax > 0 && html`<small>${fill(words.taxIncluded, { sum: sumText({ amount: order.tax, currency }, reading), tax: words.tax })}</small>`}</dt><dd>${sumText(order, reading)}</dd></div>${back}</dl>${paid}</div>`;
}

function invoiceLinks({ data: { invoices }, reading }: OrderView): Html | false {
  if (invoices.length === 0) return false;
  const { path, words } = reading;
  const hasNotes = invoices.some(({ kind }) => kind === 'credit_note');
  return html`<h2>${hasNotes ? words.invoicesAndCreditNotes : words.invoices}</h2><ul>${invoices.map((one) => {
    const { amount, currency, invoiceNumber, kind, number } = one;
    const isNote = kind === 'credit_note';
    const label = fill(isNote ? words.creditNote : words.invoice, { number, invoice: invoiceNumber ?? '' });
    const sum = sumText({ amount, currency }, reading);
    return html`<li><a href="${path}/invoice/${encodeURIComponent(number)}.pdf">${label}</a> <bdi>${isNote && '−'}${sum}</bdi></li>`;
  })}</ul>`;
}

function resend({ data, reading }: OrderView): Html | false {
  if (data.state !== 'confirmed') return false;
  return html`<form method="post" action="${addressAt(reading, reading.path)}" id="resend" data-once>${hidden({ do: 'resend' })}${trap(reading)}<p class="acts"><button class="btn">${reading.words.resend}</button></p></form>`;
}

function framed(view: OrderView, main: Html, more: Partial<Framed> = {}): Framed {
  const { data, facts, reading } = view;
  return {
    title: `${data.event.name} · ${fill(reading.words.order, { number: data.order.number })}`,
    event: facts,
    narrow: true,
    here: new URLSearchParams(),
    main,
    ...more,
  };
}

export function orderPage(view: OrderView): PageAnswer {
  const { data, eventPath, nowMs, reading, said } = view;
  const { path, words } = reading;
  const follows = moving.has(data.state);
  const main = html`<h2>${fill(words.order, { number: data.order.number })}</h2>
${said && html`<p class="note ${said.good ? 'good' : 'bad'}" role="status">${said.text}</p>`}
${note(view)}${hold(view)}${nextSteps(view)}${keepOld(view)}
<h2>${words.tickets}</h2><ul class="chk">${data.people.map((person) => personLine(view, person))}</ul>
${sums(view)}${invoiceLinks(view)}${resend(view)}
${eventPath !== null && html`<p><a href="${addressAt(reading, eventPath)}">${words.toEvent}</a></p>`}`;
  const { holdExpiresAt } = data.order;
  return answerPage(
    reading,
    framed(view, main, {
      head: follows && html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`,
      data: {
        ...(follows && { statePath: `${path}/state`, mark: data.mark }),
        ...(holdExpiresAt !== null && { heldUntilMs: timeOf(holdExpiresAt), nowMs }),
      },
    }),
  );
}

/** Returns the sentence on what a cancellation gives back, shown before it is done. */
export function refundSaid(
  reading: Reading,
  person: Pick<Person, 'amount' | 'changedBy' | 'currency'>,
  share: RefundShare,
): string {
  const { words } = reading;
  const { currency } = person;
  if (person.amount === 0) return words.cancelFree;
  if (share.amount === 0) return words.cancelNothing;
  // Less than the share of the price: the rest of its payment was refunded before.
  const isWhole = share.amount === shareOf(person.amount + (person.changedBy ?? 0), share.percent, currency);
  return fill(isWhole ? words.cancelBack : words.cancelBackRest, {
    sum: sumText({ amount: share.amount, currency }, reading),
    percent: percentText(share.percent, reading),
  });
}

/** Renders the cancellation of one ticket, before it is done. @param share what the cancelling itself would give back */
export function cancelPage(view: OrderView, person: Person, share: RefundShare): PageAnswer {
  const { reading } = view;
  const { path, words } = reading;
  const back = refundSaid(reading, person, share);
  const main = html`<h2>${fill(words.cancelTitle, { name: person.name })}</h2>
<div class="note warn"><p><b>${back}</b></p><p>${words.cancelFinal}</p></div>
<form method="post" action="${addressAt(reading, path)}" id="cancel" data-once>${hidden({ do: 'cancel', registration: person.id })}${trap(reading)}
<p class="acts"><button class="btn danger">${words.cancelConfirm}</button> <a class="btn" href="${addressAt(reading, path)}">${words.cancelKeep}</a></p></form>`;
  return answerPage(reading, framed(view, main, { here: new URLSearchParams({ cancel: person.id }) }));
}

/**
 * Renders the page between the order and the processor's page. It is no redirect: browsers hold the answer to a form to the
 * form's own policy, and the processor may still be making its page.
 */
export function payPage(view: OrderView): PageAnswer {
  const { data, reading } = view;
  const { path, words } = reading;
  const { payUrl } = data;
  const { text, title } = words.opening;
  const to = payUrl === null ? addressAt(reading, `${path}/pay`) : payUrl;
  const main = html`<div class="note" role="status" data-state="opening"><h2>${title}</h2><p>${text}</p></div>${payUrl !== null && html`<p class="acts"><a class="btn primary" href="${payUrl}">${words.openPayment}</a></p>`}<p><a href="${addressAt(reading, path)}">${fill(words.order, { number: data.order.number })}</a></p>`;
  return answerPage(
    reading,
    framed(view, main, {
      here: null,
      head: html`<noscript><meta http-equiv="refresh" content="${payUrl === null ? 2 : 0};url=${to}"></noscript>`,
      data: payUrl === null ? { statePath: `${path}/state?pay=1`, mark: data.mark } : { payAt: payUrl },
    }),
  );
}
