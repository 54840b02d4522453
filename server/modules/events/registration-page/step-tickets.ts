/** The first step: which tickets, how many. A form whose query is all it has to remember. */
import { type Html, html } from '#shared/base/html.ts';
import { waitlistSettingOf } from '../event/kept-seats.ts';
import { icon } from './art.ts';
import { type Cart, isOnSale, mostOf } from './cart.ts';
import { addressAt, type Framed, hidden, type Reading } from './frame.ts';
import { fill } from './page-words.ts';
import { errorAttributes, fieldError, type Problem, problemList } from './problems.ts';
import { type Offered, priceText, type Quote, type Sale, sumText } from './sale.ts';
import { shareTags } from './share-tags.ts';
import { costs, steps } from './steps.ts';
import { bar, summary } from './summary.ts';

const formId = 'tickets';
/** Button that the Enter key presses: the first one of a form, which would be the one of the voucher code otherwise. */
const enterKey = html`<button class="visually-hidden" name="step" value="people" tabindex="-1" aria-hidden="true"></button>`;
/** Seats left up to which their number is shown; the offer itself names no number above its own limit. */
const fewMax = 49;

/** Time that seats are held after the order, in minutes. */
export interface Held {
  readonly holdMinutes: number;
}

function stateLine(one: Offered, { facts, reading }: Sale): Html | false {
  const { tag, words } = reading;
  const { available, availableAtPrice, nextPriceAt, saleStart, state } = one;
  if (state === 'sold_out') return html`<span class="few">${words.soldOut}</span>`;
  if (state === 'ended') return html`<span class="soft">${words.saleEnded}</span>`;
  if (state === 'not_started')
    return html`<span class="soft">${fill(words.saleStarts, { time: facts.moment(saleStart ?? '', tag) })}</span>`;
  const atPrice = availableAtPrice ?? null;
  const few = atPrice !== null || (available !== null && available !== undefined && available <= fewMax);
  const changes = nextPriceAt !== null && nextPriceAt !== undefined;
  if (!few && !changes) return false;
  return html`${few && html`<span class="few">${atPrice === null ? words.seatsLeft(available ?? 0) : words.leftAtPrice(atPrice)}</span>`}${changes && html`<span class="soft">${fill(words.priceChanges, { time: facts.moment(nextPriceAt, tag) })}</span>`}`;
}

function prices(one: Offered, reading: Reading): Html {
  const { pays, price, tax } = one;
  const added = !tax.included && tax.amount > 0;
  const reduced = pays.amount < price.amount;
  return html`<b>${priceText(pays, reading)}</b>${reduced && html`<s class="soft">${sumText(price, reading)}</s>`}${added && html`<span class="soft">${fill(reading.words.taxIncluded, { sum: sumText({ amount: tax.amount, currency: pays.currency }, reading), tax: tax.name ?? reading.words.tax })}</span>`}`;
}

function stepper(one: Offered, cart: Cart, problems: readonly Problem[], { words }: Reading): Html {
  const id = `n.${one.id}`;
  const ticket = { ticket: one.name };
  return html`<div class="stepper"><button type="button" data-step="-1" aria-label="${fill(words.oneLess, ticket)}" aria-controls="${id}">${icon('minus')}</button><input type="number" inputmode="numeric" id="${id}" name="${id}" min="0" max="${mostOf(one)}" value="${cart.quantities.get(one.id) ?? 0}" aria-label="${fill(words.quantityOf, ticket)}"${errorAttributes(problems, id)}><button type="button" data-step="1" aria-label="${fill(words.oneMore, ticket)}" aria-controls="${id}">${icon('plus')}</button></div>`;
}

function limits({ kind, minPerOrder }: Offered, { words }: Reading): Html | false {
  const lines = [kind === 'add_on' && words.addOnHint, minPerOrder > 1 && words.atLeast(minPerOrder)].filter(Boolean);
  return lines.length > 0 && html`<p class="soft">${lines.join('. ')}</p>`;
}

function ticket(one: Offered, sale: Sale, cart: Cart, problems: readonly Problem[]): Html {
  const { event, reading } = sale;
  const onSale = isOnSale(one);
  const isWaitedFor = one.state === 'sold_out' && one.kind === 'admission' && one.minPerOrder === 1;
  const waits = isWaitedFor && waitlistSettingOf(event).enabled;
  const classes = ['tk', cart.quantities.has(one.id) && 'has', !onSale && 'out', one.state === 'sold_out' && 'sold'];
  return html`<li class="${classes.filter(Boolean).join(' ')}"><div class="grow"><h3><bdi>${one.name}</bdi></h3>${one.description && html`<p class="soft"><bdi>${one.description}</bdi></p>`}${one.perks.length > 0 && html`<ul>${one.perks.map((perk) => html`<li><bdi>${perk}</bdi></li>`)}</ul>`}${limits(one, reading)}<p class="pr">${prices(one, reading)}${stateLine(one, sale)}</p>${fieldError(problems, `n.${one.id}`)}</div>${
    onSale
      ? stepper(one, cart, problems, reading)
      : waits &&
        html`<a class="btn" href="${addressAt(reading, reading.path, { step: 'waiting', ticket: one.id })}">${reading.words.joinWaitingList}<span class="visually-hidden">: ${one.name}</span></a>`
  }</li>`;
}

/** Also where nothing is on sale: a code can unlock a hidden ticket type. */
function code(cart: Cart, problems: readonly Problem[], { words }: Reading): Html {
  const open = cart.voucher !== null || problems.some(({ field }) => field === 'code');
  return html`<details class="code"${open && html` open`}><summary>${icon('tag')}${words.haveCode}</summary><div class="group"><input id="code" name="code" maxlength="64" autocomplete="off" autocapitalize="characters" aria-label="${words.code}" value="${cart.voucher ?? ''}"${errorAttributes(problems, 'code')}><button class="btn" name="step" value="tickets">${words.apply}</button></div>${fieldError(problems, 'code')}</details>`;
}

/** @param quote of what is chosen; null: nothing, or it cannot be ordered as it is */
export function ticketsStep(sale: Sale & Held, cart: Cart, quote: Quote | null, problems: readonly Problem[]): Framed {
  const { event, facts, holdMinutes, offer, preview, reading } = sale;
  const { words } = reading;
  const shown = [...offer.tickets, ...offer.addOns];
  const canBuy = shown.some(isOnSale);
  const isSoldOut = shown.length > 0 && shown.every(({ state }) => state === 'sold_out');
  const title = canBuy ? words.chooseTickets : isSoldOut ? words.soldOut : words.closed.title;
  const next = { label: words.continue, form: formId, name: 'step', value: 'people' };
  const main = html`${steps(sale, 'tickets', null, quote)}${problemList(reading, problems)}<div class="cols2"><div>
<form method="get" action="${reading.path}" id="${formId}" novalidate data-live="${addressAt(reading, `${facts.path}/summary`)}">${hidden(reading.keep)}${enterKey}
<section aria-labelledby="h1s"><h2 id="h1s">${title}</h2>${!canBuy && !isSoldOut && html`<p class="note warn">${words.closed.text}</p>`}
<ul class="tks">${shown.map((one) => ticket(one, sale, cart, problems))}</ul>${code(cart, problems, reading)}</section>
</form>${aboutEvent(sale)}</div>
${canBuy && summary(reading, cart, quote, next, costs(offer, quote) ? words.holdNote(holdMinutes) : null)}</div>`;
  return {
    title: `${event.name} · ${words.stepTickets}`,
    event: facts,
    high: true,
    calendar: true,
    bar: canBuy ? bar(reading, cart, quote, next) : null,
    head: shareTags(sale),
    main,
    here: new URLSearchParams({
      ...reading.keep,
      ...Object.fromEntries([...cart.quantities].map(([key, n]) => [`n.${key}`, String(n)])),
    }),
    preview,
  };
}

function aboutEvent({ event, reading }: Sale): Html | false {
  const texts = [event.summary, event.description].filter((one) => one !== null && one !== '');
  if (texts.length === 0) return false;
  return html`<section aria-labelledby="about"><h2 id="about">${reading.words.about}</h2>${texts.map((one) => html`<p class="soft about" dir="auto">${one}</p>`)}</section>`;
}
