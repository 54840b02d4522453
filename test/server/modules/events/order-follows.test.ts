/**
 * Random sequences of changes to orders. After every step the order agrees with its registrations, seats and uses of
 * vouchers are counted right, and no seat is sold twice. A new way to change a registration has to keep it, too.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderPaymentStatusOf, orderStatusOf } from '#server/modules/events/orders/follow-registrations.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { minuteMs } from '#shared/base/time.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { at, type EventsModule, openEventsModule, openingTime, sampleEvent, textAt } from './events-module.ts';

let house: EventsModule;
let eventId: string;

const quantity = 8;
const tickets = [
  { id: 'seat', name: 'Seat', price: 40, currency: 'EUR', quantity, taxPercent: 19 },
  { id: 'vip', name: 'VIP', price: 90, currency: 'EUR', quantity: 3, taxPercent: 19 },
  { id: 'free', name: 'Free', price: 0, currency: 'EUR', quantity },
  {
    id: 'dinner',
    name: 'Dinner',
    price: 30,
    currency: 'EUR',
    quantity: 4,
    kind: 'add_on',
    taxPercent: 7,
    taxIncluded: false,
  },
];

beforeAll(async () => {
  house = await openEventsModule();
});
afterAll(() => house?.close());

async function open(): Promise<void> {
  house.nowMs = openingTime;
  const stripe = { bankTransfer: { enabled: true, holdDays: 1 } };
  const made = await house.act('events.create', { ...sampleEvent({ tickets }), stripe });
  eventId = textAt(made.body, 'id');
  await house.follow();
  const scopes = new Set(['events:read', 'events:write']);
  const organizer = { tenant: house.tenant, kind: 'key', id: 'organizer', scopes, roles: new Set<string>() } as const;
  const id = uuidv7(house.nowMs, crypto.getRandomValues(new Uint8Array(10)));
  const values = { event: eventId, code: 'FEW', effect: 'percent', percent: 25, maxUses: 3 };
  await house.create('vouchers', id, values, organizer);
}

const which = fc.integer({ min: 0, max: 5 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('order' as const),
      items: fc.array(
        fc.record({ ticketType: fc.constantFrom('seat', 'free'), dinners: fc.integer({ min: 0, max: 2 }) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      voucher: fc.boolean(),
      method: fc.constantFrom('online', 'bank_transfer'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('message' as const),
      which,
      outcome: fc.constantFrom('succeeded', 'succeeded', 'failed', 'processing', 'canceled', 'refunded'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('cancel_one' as const, 'cancel_order' as const),
      which,
      refund: fc.constantFrom(null, 'full', 'partial', 'none'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('mark_paid' as const, 'ask_again' as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      which,
      ticketType: fc.constantFrom('seat', 'vip', 'vip', 'free'),
      paid: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('transfer' as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ofEvent = (collection: string) => house.all(collection, { event: eventId });
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

let people = 0;
async function take(one: Step): Promise<number | null> {
  if (one.does === 'wait') {
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    return null;
  }
  if (one.does === 'order') {
    const items = one.items.map(({ dinners, ticketType }) => {
      people += 1;
      const attendee = { name: 'Ada', email: `a${people}@example.org` };
      return { ticketType, attendee, ...(dinners > 0 && { addOns: [{ ticketType: 'dinner', quantity: dinners }] }) };
    });
    const { method, voucher } = one;
    return (await house.act('events.order', { eventId, items, method, ...(voucher && { voucher: 'few' }) })).status;
  }
  const order = pick(await ofEvent('ticket_orders'), one.which);
  const registration = pick(await ofEvent('registrations'), one.which);
  if (!order || !registration) return null;
  const refund = 'refund' in one && one.refund !== null ? { refund: one.refund } : {};
  const named = { eventId, orderId: order.id };
  switch (one.does) {
    case 'message':
      return (await house.act('events.pay_test', { orderId: order.id, outcome: one.outcome })).status;
    case 'cancel_one':
      return (await house.act('events.cancel_registration', { eventId, registrationId: registration.id, ...refund }))
        .status;
    case 'cancel_order':
      return (await house.act('events.cancel_order', { ...named, ...refund })).status;
    case 'transfer': {
      people += 1;
      const attendee = { name: 'Bob', email: `b${people}@example.org` };
      return (await house.act('events.transfer', { eventId, registrationId: registration.id, attendee })).status;
    }
    case 'change': {
      const { ticketType } = one;
      const input = { eventId, registrationId: registration.id, ticketType };
      const answer = await house.act('events.change_ticket_type', input);
      const asks = at(answer.body, 'payment.orderId');
      if (one.paid && asks) await house.act('events.pay_test', { orderId: asks });
      return answer.status;
    }
    case 'mark_paid':
      return (await house.act('events.mark_order_paid', named)).status;
    case 'ask_again':
      return (await house.act('events.request_payment', { eventId, registrationId: registration.id })).status;
  }
}

const holds = ({ status }: StoredRecord) => status === 'pending' || status === 'confirmed';
const sum = (rows: readonly StoredRecord[], of: string) => rows.reduce((total, row) => total + Number(row[of] ?? 0), 0);

async function check(): Promise<void> {
  const registrations = await ofEvent('registrations');
  const addOns = await ofEvent('registration_add_ons');
  for (const order of await ofEvent('ticket_orders')) {
    const own = registrations.filter((one) => one['order'] === order.id) as unknown as RegistrationRecord[];
    const said = { status: order['status'], paymentStatus: order['paymentStatus'] };
    expect(said).toEqual({ status: orderStatusOf(own), paymentStatus: orderPaymentStatusOf(own) });
    const back = await Promise.all(own.map(({ id }) => house.all('refunds', { registration: id, state: 'succeeded' })));
    expect(sum(back.flat(), 'amount')).toBeGreaterThanOrEqual(Number(order['refunded']));
    expect(Number(order['refunded'])).toBeLessThanOrEqual(own.reduce((total, { amount }) => total + amount, 0));
  }
  for (const type of await ofEvent('ticket_types')) {
    const [count] = await house.all('seat_counts', { scope: `ticket_type:${type.id}` });
    const taken =
      registrations.filter((one) => holds(one) && one['ticketType'] === type.id).length +
      sum(
        addOns.filter((row) => row['ticketType'] === type.id && row['status'] === 'active'),
        'quantity',
      );
    expect([type['key'], must(count, 'a seat count')['taken']]).toEqual([type['key'], taken]);
    expect(taken).toBeLessThanOrEqual(Number(type['quantity']));
  }
  for (const row of addOns) {
    const of = must(
      registrations.find(({ id }) => id === row['registration']),
      'its registration',
    );
    expect(row['status']).toBe(holds(of) ? 'active' : 'released');
  }
  const [seats] = await house.all('seat_counts', { scope: `event:${eventId}` });
  // A change of ticket type holds no second seat of the event.
  expect(seats?.['taken'] ?? 0).toBe(registrations.filter((one) => holds(one) && one['changeOf'] === null).length);
  await checkMoney(registrations as unknown as readonly RegistrationRecord[]);
  const [voucher] = await ofEvent('vouchers');
  expect(voucher?.['used']).toBe(sum(registrations.filter(holds), 'voucherUses'));
  expect(Number(voucher?.['used'])).toBeLessThanOrEqual(3);
}

const settled: readonly RegistrationRecord['paymentStatus'][] = ['paid', 'partially_refunded', 'not_required'];

/** What is left of all payments of a person, their changes included, is what the registration says was paid for it. */
async function checkMoney(all: readonly RegistrationRecord[]): Promise<void> {
  for (const one of all) {
    const rows = [one, ...all.filter(({ changeOf }) => changeOf === one.id)];
    if (one.changeOf !== null || one.changedBy === null || one.status !== 'confirmed') continue;
    if (!rows.every(({ paymentStatus }) => settled.includes(paymentStatus))) continue;
    const paid = rows.reduce((total, { amount, paidAt }) => total + (paidAt === null ? 0 : amount), 0);
    const back = await Promise.all(
      rows.map(({ id }) => house.all('refunds', { registration: id, state: 'succeeded', cause: 'changed' })),
    );
    expect(paid - sum(back.flat(), 'amount')).toBe(one.amount + one.changedBy);
  }
}

test('random sequences of changes to orders', async () => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`lives of orders: TEST_SEED=${seed}\n`);
  const lives = fc.array(step, { minLength: 6, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      await open();
      for (const one of steps) {
        const status = await take(one);
        expect(status ?? 200, JSON.stringify(one)).toBeLessThan(500);
        await house.follow();
        await check();
      }
    }),
    { seed, numRuns: 25, endOnFailure: false, interruptAfterTimeLimit: 100_000 },
  );
}, 200_000);
