/** The registration page of an event as public pages of the module: three steps at one address, and what belongs to it. */

import type { Refusal } from '#shared/base/result.ts';
import { isoTime, minuteMs } from '#shared/base/time.ts';
import type { TicketOrderRecord } from '#shared/modules/events/order.ts';
import { calendarFile } from '#shared/text/calendar-file.ts';
import type {
  PageAnswer,
  PageContext,
  PageForm,
  PageRequest,
  PublicPage,
} from '../../../core/collections/public-page.ts';
import type { Reader } from '../../../store/contract.ts';
import { eventStatusAt } from '../event/event-status.ts';
import { holdMs } from '../orders/holds.ts';
import type { EventsPorts } from '../ports.ts';
import { type Cart, readCart } from './cart.ts';
import { type ClosedState, closedPage } from './closed-page.ts';
import { type Draft, fitsAddress, newDraftKey, openDraft, sealDraft } from './draft.ts';
import { absent, addressAt, answerPage, languageField, seeOther } from './frame.ts';
import { type Opened, offerOf, openEvent, quoteOf, tenantOfAddress } from './open-sale.ts';
import { orderOfDraft, quoteAsOrdered, standingOrder } from './order-of-draft.ts';
import { embedScript } from './page-files.ts';
import { fill } from './page-words.ts';
import { type Problem, problemOf, stepOf } from './problems.ts';
import { type Fields, fieldsOfDraft, readPeople } from './read-people.ts';
import type { Offer, Quote, Sale } from './sale.ts';
import { sharePicture } from './share-picture.ts';
import { peopleStep } from './step-people.ts';
import { reviewStep } from './step-review.ts';
import { type Held, ticketsStep } from './step-tickets.ts';
import { barLines, summaryLines } from './summary.ts';
import { joinWaiting, waitingForm } from './waiting-pages.ts';

const holdMinutes = holdMs / minuteMs;
const runs = ['events.offer', 'events.quote', 'events.order', 'events.join_waitlist'] as const;
/** Form of the keys that `newDraftKey` makes. */
const cartName = /^page-[\w-]{20,40}$/;
const hourLong = { 'Cache-Control': 'public, max-age=3600' };

/** One request at the page: the event, the guest's actions, the ports. */
interface Scene {
  readonly ports: EventsPorts;
  readonly context: PageContext;
  readonly opened: Opened;
  readonly reader: Reader;
}

function closedState({ opened: { event }, context: { clock } }: Scene): ClosedState | null {
  const status = eventStatusAt(event, clock());
  if (status === 'cancelled') return 'cancelled';
  return status === 'completed' ? 'over' : null;
}

function saleOf({ opened, ports }: Scene, offer: Offer): Sale & Held & { url: string; pictureUrl: string } {
  const url = `${ports.pagesUrl}${opened.facts.path}`;
  return { ...opened, offer, holdMinutes, url, pictureUrl: `${url}/picture.png` };
}

const page = (sale: Sale, framed: Parameters<typeof answerPage>[1], status = 200) =>
  answerPage(sale.reading, framed, { framed: true, index: !sale.preview && status === 200, status });

function cartProblems(sale: Sale, cart: Cart): readonly Problem[] {
  const { words } = sale.reading;
  return [...cart.wrong].map((key) => {
    const one = [...sale.offer.tickets, ...sale.offer.addOns].find(({ id }) => id === key);
    const limits = { min: String(one?.minPerOrder ?? 0), max: String(one?.maxPerOrder ?? 0) };
    const alone = one?.kind === 'add_on' && cart.people.length === 0;
    return { field: `n.${key}`, text: alone ? words.addOnAlone : fill(words.quantityWrong, limits) };
  });
}

/** The first step, with a quote of what can be quoted. */
async function showTickets(scene: Scene, offer: Offer, cart: Cart, more: readonly Problem[], asks: boolean) {
  const sale = saleOf(scene, offer);
  const { words } = sale.reading;
  const quoted = await quoteOf(scene.context, scene.opened, cart.people, offer.voucher ? cart.voucher : null);
  const refused =
    quoted && !quoted.ok
      ? quoted.errors.map((one) =>
          problemOf(
            sale,
            one,
            cart.people.map(({ ticketType }) => ticketType),
          ),
        )
      : [];
  const code = cart.voucher !== null && offer.voucherProblem ? [{ field: 'code', text: words.codeUnknown }] : [];
  const empty = asks && cart.people.length === 0 ? [{ field: null, text: words.nothingChosen }] : [];
  const problems = [...more, ...code, ...cartProblems(sale, cart), ...empty, ...(more.length === 0 ? refused : [])];
  const status = problems.length > 0 ? 422 : 200;
  return page(sale, ticketsStep(sale, cart, quoted?.ok ? quoted.value : null, problems), status);
}

async function showPeople(
  scene: Scene,
  offer: Offer,
  cart: Cart,
  fields: Fields,
  problems: readonly Problem[],
  quote: Quote | null,
) {
  const sale = saleOf(scene, offer);
  // The cart has its key from the first time that the form is shown: a buyer who comes back corrects the same order.
  const named = fields.has('cart') ? fields : new Map([...fields, ['cart', newDraftKey(scene.ports)]]);
  return page(sale, peopleStep(sale, cart, quote, named, problems), problems.length > 0 ? 422 : 200);
}

/** The step at which a refusal can be corrected, with all values that were entered. */
async function showRefused(scene: Scene, offer: Offer, draft: Draft, errors: readonly Refusal[], sealed: string) {
  const sale = saleOf(scene, offer);
  const types = draft.items.map(({ ticketType }) => ticketType);
  const problems = errors.map((one) => problemOf(sale, one, types));
  const fields = fieldsOfDraft(draft, offer);
  const cart = readCart({ get: (name) => fields.get(name) ?? null, keys: () => fields.keys() }, offer);
  const step = problems[0] ? stepOf(problems[0]) : 'tickets';
  const quoted = await quoteOf(scene.context, scene.opened, cart.people, draft.voucher);
  const priceChanged = errors.some(({ code }) => code === 'price_changed');
  if (quoted?.ok && (step === 'review' || priceChanged))
    return page(sale, reviewStep(sale, draft, sealed, quoted.value, problems), 422);
  if (step === 'people') return showPeople(scene, offer, cart, fields, problems, quoted?.ok ? quoted.value : null);
  return showTickets(scene, offer, cart, problems, false);
}

async function showReview(scene: Scene, offer: Offer, draft: Draft, sealed: string): Promise<PageAnswer> {
  const people = draft.items.map(({ addOns = [], ticketType }) => ({ ticketType, addOns }));
  const quoted = await quoteOf(scene.context, scene.opened, people, draft.voucher);
  if (quoted && !quoted.ok) return showRefused(scene, offer, draft, quoted.errors, sealed);
  if (!quoted) return showTickets(scene, offer, readCart(new URLSearchParams(), offer), [], true);
  const sale = saleOf(scene, offer);
  const { opened, ports, reader } = scene;
  const placed = await standingOrder(reader, draft);
  const quote = placed ? await quoteAsOrdered(reader, quoted.value, placed, opened.event, ports) : quoted.value;
  return page(sale, reviewStep(sale, draft, sealed, quote, []));
}

async function showStep(scene: Scene, query: URLSearchParams): Promise<PageAnswer> {
  const { context, opened, ports } = scene;
  const sealed = query.get('order') ?? query.get('edit');
  const draft = sealed === null ? null : openDraft(ports, sealed, opened.event.id);
  const voucher = draft ? draft.voucher : (query.get('code') ?? '').trim().slice(0, 64) || null;
  const offered = await offerOf(context, opened, voucher, scene.reader, ports.newId);
  if (!offered.ok) return closedPage(opened, 'closed');
  const offer = offered.value;
  const old = sealed !== null && !draft ? [{ field: null, text: opened.reading.words.orderOld }] : [];
  if (draft && query.has('order')) return showReview(scene, offer, draft, sealed ?? '');
  if (draft) {
    const fields = fieldsOfDraft(draft, offer);
    const cart = readCart({ get: (name) => fields.get(name) ?? null, keys: () => fields.keys() }, offer);
    const quoted = await quoteOf(context, opened, cart.people, draft.voucher);
    return showPeople(scene, offer, cart, fields, [], quoted?.ok ? quoted.value : null);
  }
  const waits = query.get('step') === 'waiting' ? waitingForm(saleOf(scene, offer), query.get('ticket') ?? '') : null;
  if (waits) return page(saleOf(scene, offer), waits);
  const cart = readCart(query, offer);
  const asks = query.get('step') === 'people';
  const quoted = asks && cart.wrong.size === 0 ? await quoteOf(context, opened, cart.people, cart.voucher) : null;
  if (quoted?.ok) return showPeople(scene, offer, cart, new Map(), [], quoted.value);
  return showTickets(scene, offer, cart, old, asks);
}

async function takePeople(scene: Scene, { fields, query }: PageForm): Promise<PageAnswer> {
  const { context, opened, ports } = scene;
  const params = { get: (name: string) => fields.get(name) ?? null, keys: () => fields.keys() };
  const voucher = params.get('code');
  const offered = await offerOf(context, opened, voucher === '' ? null : voucher, scene.reader, ports.newId);
  if (!offered.ok) return closedPage(opened, 'closed');
  const offer = offered.value;
  const cart = readCart(params, offer);
  if (cart.people.length === 0) return showTickets(scene, offer, readCart(query, offer), [], true);
  const { buyer, items, problems } = readPeople(opened.reading, offer, cart, fields);
  const quoted = await quoteOf(context, opened, cart.people, cart.voucher);
  if (fields.has(languageField)) return showPeople(scene, offer, cart, fields, [], quoted?.ok ? quoted.value : null);
  if (problems.length > 0) return showPeople(scene, offer, cart, fields, problems, quoted?.ok ? quoted.value : null);
  const key = newDraftKey(ports);
  const named = fields.get('cart') ?? '';
  const draft = {
    ...{ event: opened.event.id, key, voucher: cart.voucher, items, buyer },
    ...{ cart: cartName.test(named) ? named : key, at: context.clock() },
  };
  const sealed = sealDraft(ports, draft);
  if (quoted && !quoted.ok) return showRefused(scene, offer, draft, quoted.errors, sealed);
  if (!fitsAddress(sealed)) return showReview(scene, offer, draft, sealed);
  return seeOther(addressAt(opened.reading, opened.facts.path, { order: sealed }));
}

async function takeWaiting(scene: Scene, form: PageForm): Promise<PageAnswer> {
  const { context, opened, ports, reader } = scene;
  const offered = await offerOf(context, opened, null, reader, ports.newId);
  if (!offered.ok) return closedPage(opened, 'closed');
  const sale = saleOf(scene, offered.value);
  const joined = await joinWaiting(sale, form, context);
  if (typeof joined === 'string') return seeOther(`${joined}?lang=${opened.reading.language}`);
  return joined ? page(sale, joined, 422) : seeOther(addressAt(opened.reading, opened.facts.path));
}

function toOrder({ opened: { reading } }: Scene, { method, pageSecret, status }: TicketOrderRecord): PageAnswer {
  const paysNow = method === 'online' && status === 'open';
  return seeOther(`/o/${pageSecret}${paysNow ? '/pay' : ''}?lang=${reading.language}`);
}

async function placeOrder(scene: Scene, { fields }: PageForm): Promise<PageAnswer> {
  const { context, opened, ports } = scene;
  const { event, reading } = opened;
  const sealed = fields.get('order') ?? '';
  const draft = openDraft(ports, sealed, event.id);
  const offered = await offerOf(context, opened, draft?.voucher ?? null, scene.reader, ports.newId);
  if (!offered.ok) return closedPage(opened, 'closed');
  const offer = offered.value;
  const empty = readCart(new URLSearchParams(), offer);
  if (!draft) return showTickets(scene, offer, empty, [{ field: null, text: reading.words.orderOld }], false);
  const accepts = fields.get('accept') === 'on';
  if ((event.terms ?? '').trim() !== '' && !accepts)
    return showRefused(
      scene,
      offer,
      draft,
      [{ code: 'terms_not_accepted', message: reading.words.acceptMissing }],
      sealed,
    );
  const method = fields.get('method');
  const placed = await standingOrder(scene.reader, draft);
  // Another way to pay is another order, which replaces the first.
  if (placed && (method === undefined || method === placed.method)) return toOrder(scene, placed);
  const total = Number(fields.get('total'));
  const input = {
    eventId: event.id,
    items: draft.items,
    ...(draft.voucher !== null && { voucher: draft.voucher }),
    ...(draft.buyer && { buyer: draft.buyer }),
    ...(method === 'online' || method === 'bank_transfer' ? { method } : {}),
    ...(Number.isSafeInteger(total) && total >= 0 && { total }),
    ...(accepts && { acceptTerms: true }),
    ...(draft.cart !== undefined && { cart: draft.cart }),
  };
  const done = await context.run('events.order', input, {
    key: `${draft.key} ${method ?? ''}`,
    language: reading.language,
  });
  if (!done.ok) {
    // The order of before has ended, and the same costs something else now: its page says how it ended and how to order again.
    const ended = done.errors[0].code === 'idempotency_key_reused' ? await orderOfDraft(scene.reader, draft) : null;
    return ended ? toOrder(scene, ended) : showRefused(scene, offer, draft, done.errors, sealed);
  }
  const { page: address, method: paidBy } = done.value as { readonly page: string; readonly method: string };
  const { pathname } = new URL(address);
  return seeOther(`${pathname}${paidBy === 'online' ? '/pay' : ''}?lang=${reading.language}`);
}

async function summaryData(scene: Scene, query: URLSearchParams): Promise<PageAnswer> {
  const { context, opened, ports } = scene;
  const { reading } = opened;
  const offered = await offerOf(context, opened, null, scene.reader, ports.newId);
  if (!offered.ok) return absent;
  const cart = readCart(query, offered.value);
  const quoted = await quoteOf(context, opened, cart.people, cart.voucher);
  // An invalid code is reported when the form is sent; until then totals are shown without it.
  const again =
    quoted && !quoted.ok && cart.voucher !== null ? await quoteOf(context, opened, cart.people, null) : quoted;
  const quote = again?.ok ? again.value : null;
  const body = { sum: summaryLines(reading, cart, quote).text, bar: barLines(reading, cart, quote).text };
  return { status: 200, type: 'application/json', body: JSON.stringify(body) };
}

export function registrationPages(ports: EventsPorts): readonly PublicPage[] {
  const at = (
    path: string,
    answer: (scene: Scene, asked: PageRequest, reader: Reader) => Promise<PageAnswer>,
  ): PublicPage => ({
    path,
    runs,
    tenantOf: tenantOfAddress,
    async answer(asked, reader, context) {
      const opened = await openEvent(ports, asked, reader, context);
      return opened ? answer({ ports, context, opened, reader }, asked, reader) : absent;
    },
  });
  const event = '/e/:tenant/:event';
  return [
    {
      path: '/embed.js',
      tenantOf: null,
      answer: async () => ({
        status: 200,
        type: 'text/javascript; charset=utf-8',
        body: embedScript,
        headers: hourLong,
      }),
    },
    at(`${event}/summary`, (scene, { query }) => summaryData(scene, query)),
    at(`${event}/event.ics`, async ({ context, opened: { event, facts } }) => ({
      status: 200,
      type: 'text/calendar; charset=utf-8',
      body: calendarFile({
        ...event,
        uid: `${event.id}@gatehouse`,
        stamp: isoTime(context.clock()),
        description: event.summary ? { text: event.summary } : null,
        url: `${ports.pagesUrl}${facts.path}`,
        status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
      }),
      headers: { 'Content-Disposition': `attachment; filename="${event.slug ?? 'event'}.ics"` },
    })),
    at(`${event}/picture.png`, async ({ opened }, _asked, reader) =>
      sharePicture(opened.event, reader, ports.pagesUrl),
    ),
    {
      ...at(event, async (scene, { query }) => {
        const closed = closedState(scene);
        return closed ? closedPage(scene.opened, closed) : showStep(scene, query);
      }),
      async takeForm(form, reader, context) {
        const opened = await openEvent(ports, form, reader, context);
        if (!opened) return absent;
        const scene = { ports, context, opened, reader };
        const closed = closedState(scene);
        if (closed) return closedPage(opened, closed);
        const step = form.fields.get('step');
        if (step === 'review') return placeOrder(scene, form);
        if (step === 'waiting') return takeWaiting(scene, form);
        if (step === 'edit') return showStep(scene, new URLSearchParams({ edit: form.fields.get('order') ?? '' }));
        return takePeople(scene, form);
      },
    },
  ];
}
