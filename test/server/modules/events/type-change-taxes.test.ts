/** Changes between ticket types of several tax rates: invoices and credit notes move the money from rate to rate exactly. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreditedLine, creditLines } from '#server/modules/events/invoices/credit-lines.ts';
import { taxSumsOf, totalsOf } from '#server/modules/events/invoices/invoice-sums.ts';
import type { InvoiceLine } from '#shared/modules/events/invoice.ts';
import { taxOf } from '#shared/modules/events/money.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import {
  ada,
  type Body,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

const sold = (id: string, price: number, taxPercent: number, more: object = {}) => ({
  ...{ id, name: id.toUpperCase(), price, currency: 'EUR', quantity: -1, taxPercent, taxName: 'VAT' },
  ...more,
});
const tickets = [
  sold('hall', 49.01, 19),
  sold('book', 119.03, 7),
  sold('plus', 80.05, 19, { taxIncluded: false }),
  sold('abroad', 99.99, 0),
  sold('talk', 49.01, 7),
  sold('free', 0, 0),
  sold('dinner', 30.07, 19, { kind: 'add_on' }),
];
const keys = ['hall', 'book', 'plus', 'abroad', 'talk', 'free'] as const;
/** What one ticket costs, gross and its tax. */
const prices: Readonly<Record<string, readonly [amount: number, tax: number]>> = {
  hall: [4_901, 783],
  book: [11_903, 779],
  plus: [9_526, 1_521],
  abroad: [9_999, 0],
  talk: [4_901, 321],
  free: [0, 0],
};

let house: EventsModule;
let eventId: string;
let people = 0;

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  const invoicing = { enabled: true, sellerName: 'Harbour GmbH' };
  const made = await house.act('events.create', { ...sampleEvent({ tickets }), stripe: { enabled: true }, invoicing });
  eventId = textAt(made.body, 'id');
  await house.follow();
});
afterAll(() => house?.close());

async function pay(orderId: string): Promise<void> {
  await house.act('events.pay_test', { orderId });
  await house.follow();
}

async function buy(ticketType: string, more: object = {}): Promise<string> {
  people += 1;
  const attendee = { ...ada, email: `x${people}@example.org` };
  const made = await house.act('events.order', { eventId, items: [{ ticketType, attendee, ...more }] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  if (made.body['status'] === 'open') await pay(textAt(made.body, 'id'));
  await house.follow();
  return textAt(listAt(made.body, 'registrations')[0], 'id');
}

async function change(registrationId: string, ticketType: string): Promise<Body> {
  // Ids tell which change is the newer one.
  house.nowMs += 1_000;
  const answer = await house.act('events.change_ticket_type', { eventId, registrationId, ticketType });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await house.follow();
  if ('payment' in answer.body) await pay(textAt(answer.body, 'payment.orderId'));
  return answer.body;
}

type Sums = Readonly<Record<string, readonly [amount: number, tax: number]>>;

/** Of all invoices less all credit notes of one person: what each rate comes to; rates that come to nothing are left out. */
async function booksOf(registration: string): Promise<Sums> {
  const rows = await house.all('registrations', { event: eventId });
  const own = rows.filter((row) => row.id === registration || row['changeOf'] === registration);
  const orders = new Set(own.map((row) => row['order']));
  const papers = (await house.all('invoices_issued', { event: eventId })).filter((one) => orders.has(one['order']));
  const sums = new Map<string, [number, number]>();
  for (const paper of papers) {
    expectAgree(paper);
    const sign = paper['kind'] === 'invoice' ? 1 : -1;
    for (const { percent, amount, tax } of paper['taxes'] as { percent: number; amount: number; tax: number }[]) {
      const [a, t] = sums.get(String(percent)) ?? [0, 0];
      sums.set(String(percent), [a + sign * amount, t + sign * tax]);
    }
  }
  return Object.fromEntries([...sums].filter(([, [amount, tax]]) => amount !== 0 || tax !== 0));
}

/** Lines, rates and totals say the same, and a paper is never below zero. */
function expectAgree(paper: StoredRecord): void {
  const { amount, lines, taxes } = paper as unknown as { amount: number; lines: Body[]; taxes: Body[] };
  expect(amount).toBeGreaterThanOrEqual(0);
  // One of nothing moves money from one rate to another.
  if (amount === 0) expect(taxes.length).toBe(2);
  for (const list of [lines, taxes])
    for (const of of ['net', 'tax', 'amount'])
      expect(list.reduce((sum, one) => sum + Number(one[of]), 0)).toBe(paper[of]);
  for (const one of [...lines, ...taxes]) expect(Number(one['net']) + Number(one['tax'])).toBe(one['amount']);
}

const booked = (key: string): Sums => {
  const rate = String(tickets.find(({ id }) => id === key)?.taxPercent);
  return key === 'free' ? {} : { [rate]: prices[key]! };
};

describe('one change', () => {
  test('to a dearer type: the old ticket comes off at its rate, the new one on at its own', async () => {
    const id = await buy('hall');
    const body = await change(id, 'book');
    const [invoice] = await house.all('invoices_issued', { order: textAt(body, 'payment.orderId') });
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', amount: 7_002, tax: -4 },
      lines: [
        { name: 'HALL', taxPercent: 19, amount: -4_901, tax: -783 },
        { name: 'BOOK', taxPercent: 7, amount: 11_903, tax: 779 },
      ],
    });
    expect(await house.get('ticket_orders', textAt(body, 'payment.orderId'))).toMatchObject({ amount: 7_002, tax: -4 });
  });

  test('to a cheaper type: the credit note takes the old ticket back and adds the new one; add-ons stay', async () => {
    const id = await buy('book', { addOns: [{ ticketType: 'dinner', quantity: 1 }] });
    await change(id, 'hall');
    expect(await house.all('invoices_issued', { event: eventId, kind: 'credit_note' })).toMatchObject([
      {
        ...{ amount: 7_002, tax: -4 },
        lines: [
          { name: 'BOOK', taxPercent: 7, amount: 11_903, tax: 779 },
          { name: 'HALL', taxPercent: 19, amount: -4_901, tax: -783 },
        ],
      },
    ]);
    expect(await booksOf(id)).toEqual({ 19: [4_901 + 3_007, 783 + 480] });
    await house.act('events.cancel_registration', { eventId, registrationId: id, refund: 'full' });
    await house.follow();
    expect(await booksOf(id)).toEqual({});
  });
});

test('to a type of the same price and another rate: a credit note of nothing moves it from rate to rate', async () => {
  const id = await buy('hall');
  const mails = (await house.all('outgoing_mails', {})).length;
  const body = await change(id, 'talk');
  expect(body).toMatchObject({ changed: true, difference: { amount: 0 } });
  expect(await house.all('invoices_issued', { event: eventId, kind: 'credit_note' })).toMatchObject([
    {
      ...{ amount: 0, tax: 783 - 321, net: 321 - 783 },
      lines: [
        { name: 'HALL', taxPercent: 19, amount: 4_901, tax: 783 },
        { name: 'TALK', taxPercent: 7, amount: -4_901, tax: -321 },
      ],
    },
  ]);
  expect(await booksOf(id)).toEqual(booked('talk'));
  // The ticket, and no word of a refund.
  expect((await house.all('outgoing_mails', {})).length).toBe(mails + 1);
});

test('after any changes the books hold the present ticket at its rate and nothing else, and nothing when it is cancelled', async () => {
  const steps = fc.array(fc.constantFrom(...keys), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(steps, async ([first, ...rest]) => {
      let now = first!;
      const id = await buy(now);
      for (const next of rest) {
        if (next === now) continue;
        const body = await change(id, next);
        expect(body['difference']).toMatchObject({ amount: prices[next]![0] - prices[now]![0] });
        now = next;
        expect(await booksOf(id)).toEqual(booked(now));
      }
      await house.act('events.cancel_registration', { eventId, registrationId: id, refund: 'full' });
      await house.follow();
      expect(await booksOf(id)).toEqual({});
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('partial refunds of a supplementary invoice add up to it, rate by rate', () => {
  const rate = fc.constantFrom(0, 5.5, 7, 19);
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 1, max: 50_000 }), rate),
      fc.tuple(fc.integer({ min: 1, max: 50_000 }), rate),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('EUR', 'KWD', 'ISK'),
      ([worth, oldRate], [more, newRate], refunds, currency) => {
        const step = { EUR: 1, KWD: 10, ISK: 100 }[currency]!;
        const line = (units: number, taxPercent: number, sign: 1 | -1): InvoiceLine => {
          const amount = units * step;
          const tax = sign * taxOf(amount, taxPercent, true, currency);
          const shared = { registration: 'r', name: 'x', attendee: null, quantity: 1, taxName: null };
          return { ...shared, taxPercent, amount: sign * amount, tax: 0 + tax, net: sign * amount - tax };
        };
        const lines = [line(worth, oldRate, -1), line(worth + more, newRate, 1)];
        const credited: CreditedLine[] = [];
        for (const units of [...refunds, more]) {
          const left = more * step - totalsOf(credited).amount;
          const note = creditLines(lines, credited, { amount: units * step, currency, registration: 'r' });
          expect(totalsOf(note).amount).toBe(Math.min(units * step, left));
          credited.push(...note);
        }
        const plain = (list: readonly InvoiceLine[]) =>
          taxSumsOf(list).map(({ amount, net, percent, tax }) => [percent, net + 0, tax + 0, amount + 0]);
        expect(plain(credited)).toEqual(plain(lines));
      },
    ),
    { numRuns: 300 },
  );
});
