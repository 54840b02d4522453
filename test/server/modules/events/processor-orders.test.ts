/** Orders paid at the processor: asked for once, confirmed together, refunded for each person; the books balance. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { minuteMs } from '#shared/base/time.ts';
import { feeOfRefund, shareOf } from '#shared/modules/events/money.ts';
import { closeDispute, openDispute } from '#test/fixtures/processor/accounts.ts';
import { buyers, platform } from '#test/fixtures/processor/books.ts';
import { type Body, listAt, sampleEvent, textAt } from './events-module.ts';
import { account, act, alerts, balance, house, paidEventsForEachTest, standIn, tell } from './paid-events.ts';

paidEventsForEachTest();

const tickets = [
  { id: 'standard', name: 'Standard', price: 49.99, currency: 'USD', quantity: 6, taxPercent: 19, taxName: 'VAT' },
  { id: 'net', name: 'Net', price: 19.99, currency: 'USD', quantity: -1, taxPercent: 7, taxIncluded: false },
  { id: 'free', name: 'Free', price: 0, currency: 'USD', quantity: -1 },
  {
    id: 'dinner',
    name: 'Dinner',
    price: 33.33,
    currency: 'USD',
    quantity: -1,
    kind: 'add_on',
    taxPercent: 8.25,
    taxIncluded: false,
  },
] as const;

let eventId: string;
let people = 0;

async function open(stripe: object = {}): Promise<void> {
  const made = await house.act('events.create', {
    ...sampleEvent({ tickets }),
    stripe: { connectAccountId: account, ...stripe },
  });
  eventId = textAt(made.body, 'id');
  await house.follow();
}

function item(ticketType: string, more: Body = {}) {
  people += 1;
  return { ticketType, attendee: { name: `Person ${people}`, email: `q${people}@example.org` }, ...more };
}

async function order(
  items: readonly Body[],
  more: Body = {},
): Promise<{ readonly id: string; readonly registrations: readonly string[] }> {
  const made = await house.act('events.order', { eventId, items, ...more });
  expect([made.status, made.body['errors']]).toEqual([201, undefined]);
  await house.follow();
  const registrations = listAt(made.body, 'registrations').map(({ id }) => String(id));
  return { id: textAt(made.body, 'id'), registrations };
}

const stored = (id: string) => house.get('ticket_orders', id);
const paymentsOf = (id: string) => house.all('payments', { order: id });
const cancel = (registrationId: string, refund?: string) =>
  house.act('events.cancel_registration', { eventId, registrationId, ...(refund && { refund }) });

test('one payment with the order, its amount and its fee; its message confirms everyone', async () => {
  await open();
  const { id, registrations } = await order([
    item('free'),
    item('standard'),
    item('net', { addOns: [{ ticketType: 'dinner' }] }),
  ]);
  const { amount, number } = await stored(id);
  expect(amount).toBe(4_999 + 2_139 + 3_608);
  const call = must(
    standIn.calls.find(({ path }) => path === '/v1/checkout/sessions'),
    'a call',
  );
  expect(call.key).toBe(`${house.tenant}:${registrations[0]}:pi:1`);
  expect(call.form).toMatchObject({
    metadata: { orderId: id, registrationId: registrations[0], eventId, tenantId: house.tenant },
    payment_intent_data: { application_fee_amount: String(shareOf(Number(amount), 5, 'USD')) },
  });
  expect(JSON.stringify(call.form)).toContain(`3 tickets, order ${number}`);
  await act(must(registrations[0], 'the first'), 'pay');
  await tell((owed) => [...owed, ...owed].toReversed());
  expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  const all = await house.all('registrations', { order: id });
  expect(all.map(({ paymentStatus, status }) => [status, paymentStatus]).sort()).toEqual([
    ['confirmed', 'not_required'],
    ['confirmed', 'paid'],
    ['confirmed', 'paid'],
  ]);
  expect(await alerts()).toEqual([]);
});

test('declined, then paid: no one is confirmed in between, everyone afterwards', async () => {
  await open();
  const { id, registrations } = await order([item('standard'), item('standard')]);
  const first = must(registrations[0], 'the first');
  await act(first, 'decline');
  await tell();
  expect(await stored(id)).toMatchObject({ status: 'open', paymentStatus: 'failed' });
  await act(first, 'pay');
  await tell();
  expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
});

test('the hold of an order ends: its page is closed, then all seats are free', async () => {
  await open();
  const { id } = await order([item('standard'), item('standard', { addOns: [{ ticketType: 'dinner' }] })]);
  house.nowMs += 40 * minuteMs;
  await house.runJob('events.expire-holds');
  expect(await stored(id)).toMatchObject({ status: 'open' });
  await house.follow();
  expect(await stored(id)).toMatchObject({ status: 'expired' });
  expect(await paymentsOf(id)).toMatchObject([{ state: 'closed' }]);
  const counts = await house.all('seat_counts', { event: eventId });
  expect(counts.map(({ taken }) => taken)).toEqual(counts.map(() => 0));
});

test('one is cancelled while the page is open: the page is closed, the others pay the rest on a new one', async () => {
  await open();
  const { id, registrations } = await order([item('standard'), item('net'), item('net')]);
  await cancel(must(registrations[0], 'the first'));
  await house.follow();
  expect(await stored(id)).toMatchObject({ status: 'open', amount: 4_278 });
  house.nowMs += minuteMs;
  const asked = await house.act('events.request_payment', { eventId, registrationId: registrations[1] });
  expect(asked).toMatchObject({ status: 200, body: { payment: { amount: 4_278 } } });
  await house.follow();
  await act(must(registrations[0], 'the first'), 'pay');
  await tell();
  expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', amount: 4_278 });
  expect(balance(buyers)).toBe(-4_278);
});

test('one is cancelled while the money is on its way: the others are confirmed, its part is refunded', async () => {
  await open();
  const { id, registrations } = await order([item('standard'), item('net')]);
  await act(must(registrations[0], 'the first'), 'pay');
  await cancel(must(registrations[1], 'the second'));
  await tell();
  await tell();
  expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'partially_refunded', refunded: 2_139 });
  expect(balance(buyers)).toBe(-4_999);
  expect(await alerts()).toEqual([]);
});

test.each([
  ['won', 'paid'],
  ['lost', 'disputed'],
] as const)('a dispute of the payment is one of everyone, until it is %s', async (end, paymentStatus) => {
  await open();
  const { id, registrations } = await order([item('standard'), item('net')]);
  await act(must(registrations[0], 'the first'), 'pay');
  await tell();
  const charge = standIn.world.get(
    'charge',
    standIn.world.get('payment_intent', textAt(await stored(id), 'paymentIntent')).latest_charge,
  );
  const dispute = openDispute(standIn.world, charge);
  await tell();
  expect(await stored(id)).toMatchObject({ paymentStatus: 'disputed' });
  expect((await house.all('registrations', { order: id })).map((one) => one['paymentStatus'])).toEqual([
    'disputed',
    'disputed',
  ]);
  closeDispute(standIn.world, dispute, end);
  await tell();
  expect(await stored(id)).toMatchObject({ paymentStatus });
});

describe('generated orders', () => {
  const one = fc.record({
    ticketType: fc.constantFrom('standard', 'net', 'net', 'free'),
    dinners: fc.integer({ min: 0, max: 2 }),
    back: fc.constantFrom(null, null, 'full', 'partial'),
  });
  const anOrder = fc.record({
    people: fc.array(one, { minLength: 1, maxLength: 5 }),
    voucher: fc.constantFrom(null, 'THIRD', 'TEN', 'FLAT'),
    feePercent: fc.constantFrom(0, 2.9, 5, 12.5),
  });

  async function vouchers() {
    const given = [
      { code: 'THIRD', effect: 'percent', percent: 33.33 },
      { code: 'TEN', effect: 'amount', value: 10 },
      { code: 'FLAT', effect: 'price', value: 7.77, maxUses: 3 },
    ];
    const scopes = new Set(['events:read', 'events:write']);
    const organizer = { tenant: house.tenant, kind: 'key', id: 'organizer', scopes, roles: new Set<string>() } as const;
    for (const values of given) {
      const id = uuidv7(house.nowMs, crypto.getRandomValues(new Uint8Array(10)));
      await house.create('vouchers', id, { event: eventId, ...values }, organizer);
    }
  }

  type Generated = typeof anOrder extends fc.Arbitrary<infer T> ? T : never;

  /** Buys, pays and cancels as generated. @returns what the buyer has paid less what came back, and what of it is fee */
  async function run({ feePercent, people: wanted, voucher }: Generated): Promise<{ paid: number; fee: number }> {
    await open({ platformFee: { percent: feePercent, calculateOn: 'ticket_price' } });
    await vouchers();
    const items = wanted.map(({ dinners, ticketType }) =>
      item(ticketType, dinners > 0 ? { addOns: [{ ticketType: 'dinner', quantity: dinners }] } : {}),
    );
    const { id, registrations } = await order(items, voucher === null ? {} : { voucher });
    const { amount } = await stored(id);
    if (amount !== 0) {
      await act(must(registrations[0], 'the first'), 'pay');
      await tell();
    }
    expect(await stored(id)).toMatchObject({ status: 'confirmed' });
    for (const [i, { back }] of wanted.entries()) if (back !== null) await cancel(must(registrations[i], 'one'), back);
    await tell();
    const after = await stored(id);
    const all = await house.all('registrations', { order: id });
    expect(all.reduce((sum, one) => sum + Number(one['amount']), 0)).toBe(amount);
    const refunds = (
      await Promise.all(registrations.map((registration) => house.all('refunds', { registration })))
    ).flat();
    expect(refunds.map(({ state }) => state)).toEqual(refunds.map(() => 'succeeded'));
    expect(refunds.reduce((sum, refund) => sum + Number(refund['amount']), 0)).toBe(after['refunded']);
    const fee = shareOf(Number(amount), feePercent, 'USD');
    expect(after['fee']).toBe(fee);
    const back = feeOfRefund(fee, Number(after['refunded']), Number(amount), 'USD');
    expect(refunds.reduce((sum, refund) => sum + Number(refund['fee'] ?? 0), 0)).toBe(back);
    return { paid: Number(amount) - Number(after['refunded']), fee: fee - back };
  }

  test('vouchers, taxes, add-ons and partial refunds: buyers, organizer and platform balance to the minor unit', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
    process.stdout.write(`books of orders: TEST_SEED=${seed}\n`);
    let [paid, fees] = [0, 0];
    for (const generated of fc.sample(anOrder, { numRuns: 20, seed })) {
      const sums = await run(generated);
      paid += sums.paid;
      fees += sums.fee;
      expect([balance(buyers), balance(platform), balance(account)]).toEqual([0 - paid, fees, paid - fees]);
    }
    expect(await alerts()).toEqual([]);
  }, 120_000);
});
