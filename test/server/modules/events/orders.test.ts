/** Orders on a real store with the built-in test processor: prices, seats, vouchers, questions, payment of all or none. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/core/policy/actor.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { dayMs, isoTime, minuteMs } from '#shared/base/time.ts';
import {
  type Body,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;

const tickets = [
  { id: 'standard', name: 'Standard', price: 100, currency: 'EUR', quantity: 10, taxPercent: 19, taxName: 'VAT' },
  { id: 'net', name: 'Net', price: 10, currency: 'EUR', quantity: -1, taxPercent: 7, taxIncluded: false },
  { id: 'pair', name: 'Pair', price: 20, currency: 'EUR', quantity: -1, minPerOrder: 2, maxPerOrder: 4 },
  { id: 'crew', name: 'Crew', price: 0, currency: 'EUR', quantity: -1, hidden: true },
  { id: 'dollar', name: 'Dollar', price: 5, currency: 'USD', quantity: -1 },
  { id: 'dinner', name: 'Dinner', price: 30, currency: 'EUR', quantity: 3, kind: 'add_on', addOnTo: ['standard'] },
] as const;

async function open(more: Body = {}): Promise<string> {
  const made = await house.act('events.create', { ...sampleEvent({ tickets }), ...more });
  expect([made.status, made.body['errors']]).toEqual([201, undefined]);
  await house.follow();
  return textAt(made.body, 'id');
}

beforeEach(async () => {
  house = await openEventsModule();
  house.nowMs = openingTime;
  eventId = await open();
});
afterEach(() => house.close());

const guest = (): Actor => ({
  tenant: house.tenant,
  kind: 'public',
  id: 'page',
  scopes: new Set(['events:read', 'events:write']),
  roles: new Set(),
});

let people = 0;
function item(ticketType: string, more: Body = {}) {
  people += 1;
  return { ticketType, attendee: { name: `Person ${people}`, email: `p${people}@example.org` }, ...more };
}

const order = (items: readonly Body[], more: Body = {}, actor?: Actor) =>
  house.act('events.order', { eventId, items, ...more }, actor);
const quote = (items: readonly Body[], more: Body = {}, actor?: Actor) =>
  house.act('events.quote', { eventId, items, ...more }, actor);
const pay = (orderId: string, outcome = 'succeeded') => house.act('events.pay_test', { orderId, outcome });
const stored = (id: string) => house.get('ticket_orders', id);
const seats = async (key: string) => {
  const [type] = await house.all('ticket_types', { event: eventId, key });
  return (await house.all('seat_counts', { scope: `ticket_type:${must(type, key).id}` }))[0]?.['taken'];
};
const typeId = async (key: string) => must((await house.all('ticket_types', { event: eventId, key }))[0], key).id;
const organizer = (): Actor => ({ ...guest(), kind: 'key', id: 'organizer' });
async function voucher(values: Body) {
  const given = { event: eventId, ...values };
  const made = await house.create(
    'vouchers',
    uuidv7(house.nowMs, crypto.getRandomValues(new Uint8Array(10))),
    given,
    organizer(),
  );
  expect(made.kind === 'refused' ? made.errors : []).toEqual([]);
}
const templates = () => house.letters.map(({ template }) => template).sort();
const code = (answer: { readonly body: Body }) => listAt(answer.body, 'errors')[0]?.['code'];
const path = (answer: { readonly body: Body }) => listAt(answer.body, 'errors')[0]?.['path'];

describe('an order that is corrected before it is paid', () => {
  const cart = 'page-0123456789abcdefghij';

  test('ends with its seats, its payment and its voucher in the transaction of the next, without a mail', async () => {
    await voucher({ code: 'ONE', effect: 'percent', percent: 10, maxUses: 1 });
    const wrong = await order([item('standard', { addOns: [{ ticketType: 'dinner', quantity: 3 }] })], {
      cart,
      voucher: 'one',
    });
    await house.follow();
    const again = item('standard', { addOns: [{ ticketType: 'dinner', quantity: 3 }] });
    const right = await order([again], { cart, voucher: 'one' });
    expect([right.status, right.body['errors']]).toEqual([201, undefined]);
    expect([await seats('standard'), await seats('dinner')]).toEqual([1, 3]);
    expect(await stored(textAt(wrong.body, 'id'))).toMatchObject({ status: 'cancelled' });
    expect((await house.all('payments', { order: wrong.body['id'] })).map(({ state }) => state)).toEqual(['closed']);
    await house.follow();
    expect(templates().filter((name) => name === 'registration_cancelled')).toEqual([]);
    // Money for the first one that was on its way: it goes back.
    await pay(textAt(wrong.body, 'id'));
    await house.follow();
    const [refund] = await house.all('refunds');
    expect(refund).toMatchObject({ amount: 18_000, state: 'succeeded', cause: 'late_payment' });
    expect(await pay(textAt(right.body, 'id'))).toMatchObject({ status: 200 });
    // Paid: what is ordered next is another order.
    expect(await order([item('standard')], { cart })).toMatchObject({ status: 201 });
    expect(await stored(textAt(right.body, 'id'))).toMatchObject({ status: 'confirmed' });
  });

  test('stays where the next is refused, where its money is on its way, and of other carts and events', async () => {
    const first = await order([item('standard')], { cart });
    expect(code(await order([item('nothing')], { cart }))).toBe('ticket_type_not_found');
    expect(await order([item('standard')], { cart: `${cart}-other` })).toMatchObject({ status: 201 });
    const here = eventId;
    eventId = await open();
    await order([item('standard')], { cart });
    eventId = here;
    expect(await stored(textAt(first.body, 'id'))).toMatchObject({ status: 'open' });
    await pay(textAt(first.body, 'id'), 'processing');
    expect(code(await order([item('standard')], { cart }))).toBe('order_being_paid');
    expect(await seats('standard')).toBe(2);
  });
});

describe('an order of several people', () => {
  test('one payment confirms all, and everyone has a ticket', async () => {
    const made = await order([item('standard'), item('standard', { addOns: [{ ticketType: 'dinner', quantity: 2 }] })]);
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'open',
        paymentStatus: 'pending',
        method: 'online',
        total: { amount: 26_000, currency: 'EUR' },
        tax: { amount: 3_193, currency: 'EUR' },
        payment: { state: 'open', amount: 26_000, currency: 'EUR' },
      },
    });
    expect(made.body['number']).toMatch(/^[A-HJ-NP-Z2-9]{5}$/);
    const id = textAt(made.body, 'id');
    expect([await seats('standard'), await seats('dinner')]).toEqual([2, 2]);
    expect(await pay(id)).toMatchObject({ status: 200 });
    await house.follow();
    expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', amount: 26_000 });
    const registered = await house.all('registrations', { order: id });
    expect(registered.map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    expect(registered.map(({ amount }) => amount).sort()).toEqual([10_000, 16_000]);
    // The attendees get their tickets, the buyer gets the mail about the paid order.
    expect(templates()).toEqual(['order_paid', 'ticket_confirmed', 'ticket_confirmed']);
  });

  test('all seats or none: the refusal names the item that does not fit, and the seats left', async () => {
    const refused = await order(Array.from({ length: 10 }, () => item('standard')).concat(item('net')));
    expect(refused.status).toBe(201);
    const full = await order([item('net'), item('standard'), item('standard')]);
    expect([full.status, code(full), path(full)]).toEqual([409, 'ticket_sold_out', 'items[1].ticketType']);
    expect(listAt(full.body, 'errors')[0]?.['detail']).toMatchObject({ available: 0 });
    expect(await house.all('registrations')).toHaveLength(11);
    const dinners = await order([item('net', { addOns: [{ ticketType: 'dinner' }] })]);
    expect([code(dinners), path(dinners)]).toEqual(['add_on_not_offered', 'items[0].addOns[0].ticketType']);
  });

  test('unpaid: all registrations expire together and free their seats and add-ons; late money takes all of them again', async () => {
    const id = textAt(
      (await order([item('standard'), item('standard', { addOns: [{ ticketType: 'dinner', quantity: 3 }] })])).body,
      'id',
    );
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    expect(await stored(id)).toMatchObject({ status: 'expired', holdExpiresAt: null });
    expect([await seats('standard'), await seats('dinner')]).toEqual([0, 0]);
    await pay(id);
    expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
    expect([await seats('standard'), await seats('dinner')]).toEqual([2, 3]);
  });

  test('late money for sold seats is refunded in full, in one part for each person', async () => {
    const id = textAt(
      (await order([item('standard'), item('standard', { addOns: [{ ticketType: 'dinner', quantity: 3 }] })])).body,
      'id',
    );
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    expect((await order([item('standard', { addOns: [{ ticketType: 'dinner' }] })])).status).toBe(201);
    await pay(id);
    await house.follow();
    expect(await stored(id)).toMatchObject({ status: 'expired', paymentStatus: 'refunded', refunded: 29_000 });
    const back = await house.all('refunds');
    expect(back.map(({ amount }) => amount).sort()).toEqual([10_000, 19_000]);
    expect([await seats('standard'), await seats('dinner')]).toEqual([1, 1]);
  });

  test('one of three cancelled: its part is refunded, and the order says so', async () => {
    const made = await order([item('standard'), item('standard'), item('net')]);
    const id = textAt(made.body, 'id');
    await pay(id);
    const [first] = listAt(made.body, 'registrations');
    await house.act('events.cancel_registration', { eventId, registrationId: first?.['id'] });
    await house.follow();
    expect(await stored(id)).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'partially_refunded',
      refunded: 10_000,
    });
    const all = await house.act('events.cancel_order', { eventId, orderId: id });
    expect(all).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    await house.follow();
    expect(await stored(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', refunded: 21_070 });
    const again = await house.act('events.cancel_order', { eventId, orderId: id });
    expect(listAt(again.body, 'refunds')).toHaveLength(3);
  });

  test('one cancelled before payment: the others pay their part; a late payment for all confirms them and refunds the rest', async () => {
    const made = await order([item('standard'), item('standard')]);
    const id = textAt(made.body, 'id');
    const [first, second] = listAt(made.body, 'registrations');
    await house.act('events.cancel_registration', { eventId, registrationId: first?.['id'] });
    expect(await stored(id)).toMatchObject({ status: 'open', amount: 10_000 });
    const asked = await house.act('events.request_payment', { eventId, registrationId: second?.['id'] });
    expect(asked).toMatchObject({ status: 200, body: { payment: { state: 'open', amount: 10_000 } } });
    await pay(id);
    await house.follow();
    expect(await stored(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });
});

describe('prices', () => {
  test('taxes included and added are in the quote as they are in the order', async () => {
    const items = [
      { ticketType: 'standard', quantity: 2 },
      { ticketType: 'net', quantity: 3 },
    ];
    const quoted = await quote(items);
    expect(quoted).toMatchObject({
      status: 200,
      body: {
        total: { amount: 20_000 + 3_210, currency: 'EUR' },
        tax: { amount: 3_193 + 210, currency: 'EUR' },
        lines: [
          { ticketType: 'standard', quantity: 2, unit: { amount: 10_000, currency: 'EUR' }, amount: 20_000 },
          { ticketType: 'net', quantity: 3, unit: { amount: 1_000, currency: 'EUR' }, amount: 3_210 },
        ],
        methods: ['online'],
      },
    });
    const placed = await order([item('standard'), item('standard'), item('net'), item('net'), item('net')]);
    for (const part of ['total', 'tax', 'lines', 'taxes']) expect(placed.body[part]).toEqual(quoted.body[part]);
  });

  test('price steps by time and by quantity, with the next step', async () => {
    const steps = [
      { name: 'Early', from: isoTime(openingTime - dayMs), price: 60, quantity: 2 },
      { name: 'Regular', from: isoTime(openingTime + dayMs), price: 80 },
    ];
    eventId = await open({ tickets: [{ ...tickets[0], priceSteps: steps }] });
    const priced = async () => (await quote([{ ticketType: 'standard', quantity: 1 }])).body['total'];
    expect(await priced()).toMatchObject({ amount: 6_000 });
    const offer = await house.act('events.offer', { eventId });
    expect(listAt(offer.body, 'tickets')[0]).toMatchObject({
      ...{ step: 'Early', nextPriceAt: steps[1]?.from, availableAtPrice: 2 },
    });
    const three = await order([item('standard'), item('standard'), item('standard')]);
    expect(three.body['total']).toMatchObject({ amount: 6_000 + 6_000 + 8_000 });
    expect(await priced()).toMatchObject({ amount: 8_000 });
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    expect(await priced()).toMatchObject({ amount: 6_000 });
  });

  test('a price that changed since it was shown is refused with the new one', async () => {
    const refused = await order([item('standard')], { total: 9_000 });
    expect([refused.status, code(refused)]).toEqual([409, 'price_changed']);
    expect(listAt(refused.body, 'errors')[0]?.['detail']).toEqual({ total: { amount: 10_000, currency: 'EUR' } });
    expect((await order([item('standard')], { total: 10_000 })).status).toBe(201);
  });

  test.each([
    [[{ ticketType: 'standard' }, { ticketType: 'dollar' }], 'mixed_currencies', 'items[1].ticketType'],
    [[{ ticketType: 'pair' }], 'below_min_per_order', 'items[0].ticketType'],
    [[{ ticketType: 'pair', quantity: 5 }], 'above_max_per_order', 'items[0].ticketType'],
    [[{ ticketType: 'dinner' }], 'add_on_alone', 'items[0].ticketType'],
    [[{ ticketType: 'nothing' }], 'ticket_type_not_found', 'items[0].ticketType'],
    [[], 'order_empty', 'items'],
  ])('%j is refused as %s', async (items, expected, at) => {
    const refused = await quote(items);
    expect([code(refused), path(refused)]).toEqual([expected, at]);
  });
});

describe('vouchers', () => {
  test('percent; uses are counted in tickets, and cancellations free them', async () => {
    await voucher({ code: 'half', effect: 'percent', percent: 50, maxUses: 2 });
    const made = await order([item('standard'), item('standard'), item('standard')], { voucher: ' Half ' });
    expect(made.body).toMatchObject({ total: { amount: 20_000 }, discount: { amount: 10_000 } });
    const later = await order([item('standard')], { voucher: 'HALF' });
    expect([later.status, code(later)]).toEqual([409, 'voucher_used_up']);
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    expect((await house.all('vouchers'))[0]).toMatchObject({ code: 'HALF', used: 0 });
  });

  /** How often tickets that stand use the voucher, and what is counted with it. */
  const uses = async () => {
    const standing = (await house.all('registrations')).filter(({ status }) =>
      ['pending', 'confirmed'].includes(String(status)),
    );
    const [known] = await house.all('vouchers');
    return [standing.reduce((sum, { voucherUses }) => sum + Number(voucherUses ?? 0), 0), known?.['used']];
  };

  test('used by two at once: one of them has it, the other is refused', async () => {
    await voucher({ code: 'ONE', effect: 'amount', value: 25, maxUses: 1 });
    const both = await Promise.all([1, 2].map(() => order([item('standard')], { voucher: 'one' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ errors: [{ code: 'voucher_used_up' }] });
    expect(await uses()).toEqual([1, 1]);
  });

  test('used again after its first order ran out: late money for that one goes back, and it is used once', async () => {
    await voucher({ code: 'ONE', effect: 'amount', value: 25, maxUses: 1 });
    const first = await order([item('standard')], { voucher: 'one' });
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    expect(await uses()).toEqual([0, 0]);
    const second = await order([item('standard')], { voucher: 'one' });
    expect(second.status).toBe(201);
    await pay(textAt(first.body, 'id'));
    await house.follow();
    expect(await stored(textAt(first.body, 'id'))).toMatchObject({ status: 'expired' });
    expect(await house.all('refunds')).toMatchObject([{ amount: 7_500, cause: 'late_payment', state: 'succeeded' }]);
    expect(await uses()).toEqual([1, 1]);
    expect(await seats('standard')).toBe(1);
  });

  test('a remainder below the smallest charge is free', async () => {
    await voucher({ code: 'ALMOST', effect: 'price', value: 0.3 });
    const made = await order([item('standard')], { voucher: 'ALMOST' });
    expect(made.body).toMatchObject({ method: 'free', status: 'confirmed', total: { amount: 0 } });
  });

  test('unlocks hidden tickets; guests without it do not see them', async () => {
    await voucher({ code: 'CREW', unlocksHidden: true, ticketTypes: [await typeId('crew')] });
    expect(code(await order([item('crew')], {}, guest()))).toBe('ticket_type_not_found');
    const keys = async (more: Body = {}) =>
      listAt((await house.act('events.offer', { eventId, ...more }, guest())).body, 'tickets').map(({ id }) => id);
    expect(await keys()).not.toContain('crew');
    expect(await keys({ voucher: 'crew' })).toContain('crew');
    expect(await order([item('crew')], { voucher: 'crew' }, guest())).toMatchObject({
      status: 201,
      body: { status: 'confirmed' },
    });
    expect((await order([item('crew')])).status).toBe(201);
  });

  test('seats set aside are kept for it until it is used', async () => {
    await voucher({ code: 'KEEP', ticketTypes: [await typeId('standard')], setAside: 8 });
    const three = [item('standard'), item('standard'), item('standard')];
    const refused = await order(three);
    expect([code(refused), path(refused)]).toEqual(['ticket_sold_out', 'items[2].ticketType']);
    expect((await order(three, { voucher: 'keep' })).status).toBe(201);
    expect((await order([item('standard'), item('standard')])).status).toBe(201);
    expect(code(await order([item('standard')]))).toBe('ticket_sold_out');
    expect(
      (
        await order(
          Array.from({ length: 5 }, () => item('standard')),
          { voucher: 'keep' },
        )
      ).status,
    ).toBe(201);
    expect(await seats('standard')).toBe(10);
  });

  test.each([
    [{ code: 'A', validUntil: isoTime(openingTime - 1) }, 'A', 'voucher_expired'],
    [{ code: 'B', validFrom: isoTime(openingTime + dayMs) }, 'B', 'voucher_not_valid_yet'],
    [{ code: 'C', active: false }, 'C', 'voucher_unknown'],
    [{ code: 'D' }, 'nothing', 'voucher_unknown'],
  ])('%j is refused to %s as %s', async (values, said, expected) => {
    await voucher(values);
    expect(code(await quote([{ ticketType: 'standard' }], { voucher: said }))).toBe(expected);
  });
});

describe('questions', () => {
  beforeEach(async () => {
    const question = (id: string, values: Body) =>
      house.create('registration_questions', id, { event: eventId, ...values }, organizer());
    await question(uuidv7(house.nowMs, new Uint8Array(10).fill(1)), {
      key: 'diet',
      text: 'Diet?',
      kind: 'choice',
      options: ['all', 'vegan'],
      required: true,
    });
    await question(uuidv7(house.nowMs, new Uint8Array(10).fill(2)), { key: 'size', text: 'Size?', kind: 'text' });
  });

  test('missing and invalid answers are refused together', async () => {
    const refused = await order([item('standard'), item('standard', { answers: { diet: 'meat', shoe: 1 } })]);
    expect(listAt(refused.body, 'errors').map((one) => [one['code'], one['path']])).toEqual([
      ['answer_missing', 'items[0].answers.diet'],
      ['question_unknown', 'items[1].answers.shoe'],
      ['answer_invalid', 'items[1].answers.diet'],
    ]);
  });

  test('a later change of the answers passes the same check', async () => {
    const made = await order([item('standard', { answers: { diet: 'vegan' } })]);
    const [first] = listAt(made.body, 'registrations');
    const change = (formAnswers: Body) => house.update('registrations', String(first?.['id']), { formAnswers });
    expect(await change({ diet: 'meat' })).toMatchObject({ kind: 'refused', errors: [{ path: 'formAnswers.diet' }] });
    expect(await change({ diet: 'all' })).toMatchObject({ record: { formAnswers: { diet: 'all' } } });
  });

  test('answers are stored with the registration; registering by the interface asks no questions', async () => {
    const made = await order([item('standard', { answers: { diet: 'vegan', size: '  ' } })]);
    const [first] = await house.all('registrations', { order: textAt(made.body, 'id') });
    expect(first?.['formAnswers']).toEqual({ diet: 'vegan' });
    const plain = await house.act('events.register', { eventId, ...item('standard') });
    expect(plain.status).toBe(201);
  });
});

test('the terms of the event are accepted by guests', async () => {
  eventId = await open({ terms: 'No dogs.' });
  const refused = await order([item('standard')], {}, guest());
  expect([code(refused), path(refused)]).toEqual(['terms_not_accepted', 'acceptTerms']);
  expect((await order([item('standard')], { acceptTerms: true }, guest())).status).toBe(201);
  expect((await order([item('standard')])).status).toBe(201);
});

describe('a double click', () => {
  test('the same order shortly afterwards returns the first one', async () => {
    const items = [item('crew')];
    const [first, second] = await Promise.all([order(items), order(items)]);
    expect(second?.body['id']).toBe(first?.body['id']);
    house.nowMs += 31_000;
    expect((await order(items)).body['id']).not.toBe(first?.body['id']);
  });

  test('the same order is known however often it was placed before', async () => {
    const items = [item('crew')];
    for (let n = 0; n < 21; n += 1) {
      house.nowMs += minuteMs;
      const placed = await order(items);
      expect((await order(items)).body['id']).toBe(placed.body['id']);
    }
    expect(await house.all('ticket_orders', { event: eventId })).toHaveLength(21);
  });
});

describe('bank transfer', () => {
  beforeEach(async () => {
    const bankTransfer = { enabled: true, instructions: 'To NO93 8601 1117 947', holdDays: 5 };
    eventId = await open({ stripe: { bankTransfer } });
  });

  test('holds the seats for days; the organizer marks it as paid, and everyone gets a ticket', async () => {
    const made = await order([item('standard'), item('crew')], { method: 'bank_transfer' });
    expect(made.body).toMatchObject({
      method: 'bank_transfer',
      bankTransfer: { holdDays: 5 },
      expiresAt: isoTime(openingTime + 5 * dayMs),
    });
    expect(made.body).not.toHaveProperty('payment');
    const orderId = textAt(made.body, 'id');
    await house.follow();
    expect(templates()).toEqual(['order_received']);
    house.nowMs += 4 * dayMs;
    await house.runJob('events.expire-holds');
    const paid = await house.act('events.mark_order_paid', { eventId, orderId });
    expect(paid).toMatchObject({ status: 200, body: { status: 'confirmed', paymentStatus: 'paid' } });
    expect(await house.act('events.mark_order_paid', { eventId, orderId })).toMatchObject({
      status: 200,
      body: { status: 'confirmed' },
    });
    await house.follow();
    expect(templates()).toEqual(['order_paid', 'order_received', 'ticket_confirmed', 'ticket_confirmed']);
  });

  test('not paid in time: the seats are freed, and taken again when the money comes', async () => {
    const orderId = textAt((await order([item('standard')], { method: 'bank_transfer' })).body, 'id');
    house.nowMs += 5 * dayMs + minuteMs;
    await house.runJob('events.expire-holds');
    expect(await stored(orderId)).toMatchObject({ status: 'expired' });
    expect(await house.act('events.mark_order_paid', { eventId, orderId })).toMatchObject({
      body: { status: 'confirmed' },
    });
    expect(await seats('standard')).toBe(1);
  });

  test('only orders by bank transfer are marked', async () => {
    const orderId = textAt((await order([item('standard')])).body, 'id');
    expect(code(await house.act('events.mark_order_paid', { eventId, orderId }))).toBe('not_bank_transfer');
  });
});

test('a quantity lowered below the number sold stops the sale and cancels nothing', async () => {
  await order([item('standard'), item('standard'), item('standard')]);
  const lowered = await house.update('ticket_types', await typeId('standard'), { quantity: 1 });
  expect(lowered).toMatchObject({ meta: { warnings: [{ code: 'quantity_below_sold', sold: 3 }] } });
  expect(code(await order([item('standard')]))).toBe('ticket_sold_out');
  const offer = await house.act('events.offer', { eventId });
  expect(listAt(offer.body, 'tickets')[0]).toMatchObject({ state: 'sold_out', available: 0 });
  expect(await house.all('registrations', { status: 'pending' })).toHaveLength(3);
});
