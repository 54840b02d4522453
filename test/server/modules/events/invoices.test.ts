/** Invoices: issued once, numbered without gaps, sums that agree, and credit notes for what goes back. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreditedLine, creditLines } from '#server/modules/events/invoices/credit-lines.ts';
import { taxSumsOf, totalsOf } from '#server/modules/events/invoices/invoice-sums.ts';
import type { InvoiceLine } from '#shared/modules/events/invoice.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { postgres } from '#test/fixtures/postgres.ts';
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

const seller = {
  enabled: true,
  sellerName: 'Harbour GmbH',
  address: { line1: 'Kai 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
  vatId: 'DE123456789',
  prefix: 'H',
};
const tickets = [
  { id: 'hall', name: 'Hall', price: 119, currency: 'EUR', quantity: -1, taxPercent: 19, taxName: 'VAT' },
  {
    id: 'book',
    name: 'Book',
    price: 10,
    currency: 'EUR',
    quantity: -1,
    taxPercent: 7,
    taxName: 'VAT',
    taxIncluded: false,
  },
];

const sumOf = (list: readonly Body[], of: string) => list.reduce((sum, one) => sum + Number(one[of]), 0);

/** All sums of an invoice agree, added in each of the three ways. */
function expectSums(invoice: StoredRecord): void {
  const { lines, taxes } = invoice as unknown as { lines: readonly Body[]; taxes: readonly Body[] };
  for (const list of [lines, taxes])
    for (const of of ['net', 'tax', 'amount']) expect(sumOf(list, of), of).toBe(invoice[of]);
  for (const one of [...lines, ...taxes, invoice]) expect(Number(one['net']) + Number(one['tax'])).toBe(one['amount']);
}

describe.each(['sqlite', 'postgres'] as const)('%s', (store) => {
  let house: EventsModule;
  let eventId: string;

  beforeAll(async () => {
    house = await openEventsModule(
      store === 'postgres' ? { databaseUrl: await (await postgres()).database('invoices') } : {},
    );
  }, 60_000);
  beforeEach(async () => {
    house.nowMs = openingTime;
    eventId = await sell(seller);
  });
  afterAll(() => house?.close());

  async function sell(invoicing: object): Promise<string> {
    const made = await house.act('events.create', { ...sampleEvent(), tickets, invoicing });
    await house.follow();
    return textAt(made.body, 'id');
  }

  let people = 0;
  async function order(keys: readonly string[]): Promise<Body> {
    const items = keys.map((ticketType) => ({
      ticketType,
      attendee: { ...ada, email: `i${people++}@example.org` },
    }));
    const buyer = { name: 'Bea', email: 'bea@example.org', company: 'Bea AG', vatId: 'ATU1' };
    const made = await house.act('events.order', { eventId, items, buyer });
    expect(made.status).toBe(201);
    return made.body;
  }
  const first = (made: Body) => textAt(listAt(made, 'registrations')[0], 'id');
  const pay = (made: Body) => house.act('events.pay_test', { registrationId: first(made) });
  const issued = async (made: Body, kind = 'invoice') =>
    house.all('invoices_issued', { order: textAt(made, 'id'), kind });
  const serial = (one: StoredRecord | undefined) => Number(String(one?.['number']).split('-')[1]);

  test('one for each paid order, with seller, buyer, taxes by rate, and sums that agree', async () => {
    const made = await order(['hall', 'hall', 'book']);
    await house.follow();
    expect(await issued(made)).toEqual([]);
    await pay(made);
    await house.follow();
    const [invoice, ...more] = await issued(made);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^H2026-\d{5}$/),
      orderNumber: made['number'],
      seller: { name: 'Harbour GmbH', vatId: 'DE123456789', address: { city: 'Hamburg' } },
      buyer: { name: 'Bea', company: 'Bea AG', vatId: 'ATU1' },
      taxes: [
        { percent: 19, net: 20_000, tax: 3_800, amount: 23_800 },
        { percent: 7, net: 1_000, tax: 70, amount: 1_070 },
      ],
      amount: 24_870,
      currency: 'EUR',
    });
    expectSums(invoice!);
    await house.update('events', eventId, { name: 'Renamed' });
    await house.follow();
    expect(await issued(made)).toEqual([invoice]);
  });

  test('numbers have no gap and no duplicate when many orders are paid at once; each prefix has its own series', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => order(['hall'])));
    await Promise.all(made.map(pay));
    await Promise.all([house.follow(), house.follow()]);
    const invoices = await Promise.all(made.map((one) => issued(one)));
    expect(invoices.map((list) => list.length)).toEqual(made.map(() => 1));
    const numbers = invoices.map(([one]) => serial(one)).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => numbers[0]! + i));
    eventId = await sell({ ...seller, prefix: `P${store}` });
    const other = await order(['hall']);
    await pay(other);
    await house.follow();
    expect(serial((await issued(other))[0])).toBe(1);
  });

  test('a credit note for each refund that reached the buyer, which names the invoice', async () => {
    const made = await order(['hall', 'book']);
    await pay(made);
    await house.follow();
    const [invoice] = await issued(made);
    const registrationId = first(made);
    await house.act('events.cancel_registration', { eventId, registrationId, refund: 'partial' });
    await house.follow();
    const [note, ...more] = await issued(made, 'credit_note');
    expect(more).toEqual([]);
    expect(note).toMatchObject({ invoice: invoice?.id, invoiceNumber: invoice?.['number'], amount: 5_950, tax: 950 });
    expect(serial(note)).toBe(serial(invoice) + 1);
    expectSums(note!);
  });

  test('no invoice without the setting or for a free order; the setting needs a seller', async () => {
    const bad = await house.act('events.create', { ...sampleEvent(), invoicing: { enabled: true } });
    expect(bad).toMatchObject({ status: 422, body: { errors: [{ code: 'seller_missing' }] } });
    eventId = await sell({ enabled: false });
    const made = await order(['hall']);
    await pay(made);
    await house.follow();
    expect(await issued(made)).toEqual([]);
  });
});

test('credit notes of any refunds never exceed the invoice, and match net and tax of each rate to the unit', () => {
  const line = fc.record({ taxPercent: fc.constantFrom(0, 7, 19, 5.5), amount: fc.integer({ min: 0, max: 99_999 }) });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('EUR', 'JPY', 'KWD', 'ISK'),
      (parts, refunds, currency) => {
        const step = { EUR: 1, JPY: 1, KWD: 10, ISK: 100 }[currency]!;
        const lines = parts.map(({ amount: units, taxPercent }): InvoiceLine => {
          const amount = units * step;
          const tax = Math.round((units * taxPercent) / (100 + taxPercent)) * step;
          const shared = { registration: 'r', name: 'x', attendee: null, quantity: 1, taxName: null };
          return { ...shared, taxPercent, amount, tax, net: amount - tax };
        });
        const credited: CreditedLine[] = [];
        const whole = totalsOf(lines);
        for (const units of refunds) {
          const left = whole.amount - totalsOf(credited).amount;
          const note = creditLines(lines, credited, { amount: units * step, currency, registration: 'r' });
          expect(totalsOf(note).amount).toBe(Math.min(units * step, left));
          for (const one of note) expect(Math.min(one.net, one.tax, one.amount)).toBeGreaterThanOrEqual(0);
          credited.push(...note);
        }
        creditLines(lines, credited, { amount: whole.amount, currency, registration: 'r' }).forEach((one) => {
          credited.push(one);
        });
        // Everything is refunded now: the credit notes equal the invoice, rate by rate.
        expect(taxSumsOf(credited)).toEqual(taxSumsOf(lines).filter(({ amount }) => amount > 0));
      },
    ),
    { numRuns: 300 },
  );
});
