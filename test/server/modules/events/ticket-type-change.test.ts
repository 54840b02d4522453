/** Another ticket type for a registration: seats, money, codes and invoices, by the built-in processor and bank transfer. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PageContext } from '#server/core/collections/public-page.ts';
import type { Actor } from '#server/core/policy/actor.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { minuteMs } from '#shared/base/time.ts';
import {
  ada,
  type Body,
  codeNow,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
} from './events-module.ts';

let house: EventsModule;
let eventId: string;
let people = 0;

const paidType = (id: string, price: number, quantity: number, more: object = {}) => ({
  ...{ id, name: id.toUpperCase(), price, currency: 'EUR', quantity, taxPercent: 19, taxName: 'VAT' },
  ...more,
});
const tickets = [
  paidType('standard', 49, 10),
  paidType('vip', 119, 2),
  paidType('dear', 49.2, 2),
  paidType('free', 0, 10),
  paidType('dinner', 30, 5, { kind: 'add_on', addOnTo: ['standard', 'vip'] }),
  paidType('group', 20, 10, { minPerOrder: 3 }),
  { ...paidType('krone', 500, 10), currency: 'NOK' },
];
const invoicing = { enabled: true, sellerName: 'Harbour GmbH' };

async function open(more: object = {}): Promise<void> {
  house.nowMs = openingTime;
  const stripe = { bankTransfer: { enabled: true, holdDays: 3 }, enabled: true };
  const made = await house.act('events.create', { ...sampleEvent({ tickets }), stripe, invoicing, ...more });
  eventId = textAt(made.body, 'id');
  await house.follow();
}

async function buy(ticketType: string, more: object = {}, order: object = {}): Promise<string> {
  people += 1;
  const attendee = { ...ada, email: `t${people}@example.org` };
  const made = await house.act('events.order', { eventId, items: [{ ticketType, attendee, ...more }], ...order });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = textAt(listAt(made.body, 'registrations')[0], 'id');
  if (made.body['status'] === 'open' && !('method' in order))
    await house.act('events.pay_test', { registrationId: id });
  if ('method' in order) await house.act('events.mark_order_paid', { eventId, orderId: made.body['id'] });
  await house.follow();
  expect(await house.get('registrations', id)).toMatchObject({ status: 'confirmed' });
  return id;
}

const change = (registrationId: string, ticketType: string, more: object = {}) =>
  house.act('events.change_ticket_type', { eventId, registrationId, ticketType, ...more });
const codeOf = (answer: { readonly body: unknown }) => listAt(answer.body, 'errors')[0]?.['code'];
const taken = async (key: string) => {
  const [type] = await house.all('ticket_types', { event: eventId, key });
  return (await house.all('seat_counts', { scope: `ticket_type:${type?.id}` }))[0]?.['taken'];
};
const ofEvent = async () => (await house.all('seat_counts', { scope: `event:${eventId}` }))[0]?.['taken'];
async function payChange(answer: { readonly body: Body }) {
  await house.act('events.pay_test', { orderId: textAt(answer.body, 'payment.orderId') });
  await house.follow();
}
const ticketsScans = (qrCode: string) => house.act('events.checkin', { gateId: 'main-entrance', eventId, qrCode });

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(() => open());
afterAll(() => house?.close());

describe('questions of the new type', () => {
  const organizer = (): Actor => ({
    ...{ tenant: house.tenant, kind: 'key', id: 'organizer' },
    scopes: new Set(['events:read', 'events:write']),
    roles: new Set(),
  });
  const vip = async () => String((await house.all('ticket_types', { event: eventId, key: 'vip' }))[0]?.id);
  const question = async (key: string, more: object) => {
    const values = {
      event: eventId,
      key,
      text: `${key}?`,
      kind: 'text',
      required: true,
      active: true,
      position: key.length,
      ...more,
    };
    const id = uuidv7(house.nowMs, randomBytes(10));
    const made = await house.create('registration_questions', id, values, organizer());
    expect(made.kind).not.toBe('refused');
  };

  test('are asked: the change is refused with those that are missing, and the answers wait with it', async () => {
    const id = await buy('standard');
    await question('row', { ticketTypes: [await vip()] });
    await question('menu', { ticketTypes: [await vip()] });
    await question('bag', { ticketTypes: [await vip()], required: false });
    const looked = await change(id, 'vip', { confirm: false });
    expect(looked).toMatchObject({ status: 200, body: { missingAnswers: ['row', 'menu'] } });
    const refused = await change(id, 'vip', { answers: { menu: 'fish' } });
    expect(listAt(refused.body, 'errors')).toMatchObject([{ code: 'answer_missing', path: 'answers.row' }]);
    expect(await taken('vip')).toBe(0);
    const asked = await change(id, 'vip', { answers: { menu: 'fish', row: 'A' } });
    expect(asked.status).toBe(200);
    expect(await house.get('registrations', id)).toMatchObject({ formAnswers: null });
    await payChange(asked);
    expect(await house.get('registrations', id)).toMatchObject({ formAnswers: { menu: 'fish', row: 'A' } });
  });

  test('that were answered before are not asked again, and answers for the old type stay', async () => {
    await question('size', {});
    const id = await buy('vip', { answers: { size: 'M' } });
    await question('diet', {
      ticketTypes: [String((await house.all('ticket_types', { event: eventId, key: 'free' }))[0]?.id)],
    });
    expect(codeOf(await change(id, 'free'))).toBe('answer_missing');
    expect((await change(id, 'free', { answers: { diet: 'vegan' } })).status).toBe(200);
    await house.follow();
    expect(await house.get('registrations', id)).toMatchObject({ formAnswers: { size: 'M', diet: 'vegan' } });
  });
});

test('a change that waits for money is given up at its order page: the seat is free, the old ticket valid', async () => {
  const id = await buy('standard');
  const asked = await change(id, 'vip');
  await house.follow();
  const secret = textAt(asked.body, 'payment.page').replace(/^.*\/o\//, '');
  const page = must(
    house.module.pages?.find(({ path }) => path === '/o/:secret'),
    'the order page',
  );
  const request = {
    params: { secret },
    path: `/o/${secret}`,
    query: new URLSearchParams(),
    acceptLanguage: 'en',
    nonce: 'A'.repeat(22),
  };
  const context: PageContext = {
    tenant: house.tenant,
    clock: () => house.nowMs,
    run: async (action, input) => {
      expect(page.runs).toContain(action);
      const done = await house.act(action, input);
      return done.status < 400 ? ok(done.body) : expect.fail(JSON.stringify(done.body));
    },
  };
  const shown = await page.answer(request, house.store, context);
  expect(String(shown.body)).toContain('Keep the ticket you have');
  const keep = { ...request, fields: new Map([['do', 'keep']]) };
  for (let click = 0; click < 2; click += 1)
    expect(await page.takeForm?.(keep, house.store, context)).toMatchObject({ status: 303 });
  expect(await taken('vip')).toBe(0);
  expect(await taken('standard')).toBe(1);
  expect(await house.get('registrations', id)).toMatchObject({ status: 'confirmed' });
  const after = await page.answer({ ...request, query: new URLSearchParams({ kept: '1' }) }, house.store, context);
  expect(String(after.body)).toContain('You keep the ticket you have');
  expect(String(after.body)).not.toContain('id="keep"');
});

describe('a higher price', () => {
  test('is paid first: the old ticket is valid until then, and one seat of the new type is held', async () => {
    const id = await buy('standard');
    const old = await codeNow(house, eventId, id);
    const asked = await change(id, 'vip');
    expect(asked).toMatchObject({
      status: 200,
      body: { id, changed: false, ticketType: 'standard', difference: { amount: 7_000, currency: 'EUR' } },
    });
    expect(asked.body['payment']).toMatchObject({
      amount: 7_000,
      method: 'online',
      page: expect.stringMatching(/\/o\//),
    });
    expect([await taken('standard'), await taken('vip'), await ofEvent()]).toEqual([1, 1, 1]);
    expect(await codeNow(house, eventId, id)).toBe(old);
    await payChange(asked);
    expect(await house.act('events.registration', { eventId, registrationId: id })).toMatchObject({
      body: { status: 'confirmed', paymentStatus: 'paid', ticket: { type: 'vip', price: 119 } },
    });
    expect([await taken('standard'), await taken('vip'), await ofEvent()]).toEqual([0, 1, 1]);
    expect(codeOf(await ticketsScans(old))).toBe('revoked');
    expect(await ticketsScans(await codeNow(house, eventId, id))).toMatchObject({ status: 200 });
    const order = await house.act('events.get_order', { eventId, orderId: textAt(asked.body, 'payment.orderId') });
    const page = textAt(asked.body, 'ticketPage');
    expect(order.body).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      registrations: [{ ticketPage: page }],
    });
  });

  test('has a supplementary invoice, and its own credit note when all of it is cancelled', async () => {
    const id = await buy('standard');
    const asked = await change(id, 'vip');
    await payChange(asked);
    const orderId = textAt(asked.body, 'payment.orderId');
    const [invoice] = await house.all('invoices_issued', { order: orderId });
    const lines = [
      { name: 'STANDARD', amount: -4_900 },
      { name: 'VIP', amount: 11_900 },
    ];
    expect(invoice).toMatchObject({ kind: 'invoice', amount: 7_000, tax: 1_118, lines });
    const preview = await house.act('events.refund_preview', { eventId, registrationId: id });
    expect(preview.body).toMatchObject({ amount: 11_900, percent: 100 });
    expect((await house.act('events.cancel_preview', { eventId })).body).toMatchObject({
      registrations: 1,
      refunds: [{ amount: 11_900, currency: 'EUR' }],
    });
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await house.follow();
    const back = (await house.all('refunds', { event: eventId })).map(({ amount, state }) => [amount, state]);
    expect(back.sort()).toEqual([
      [4_900, 'succeeded'],
      [7_000, 'succeeded'],
    ]);
    expect(await house.all('invoices_issued', { order: orderId, kind: 'credit_note' })).toMatchObject([
      { amount: 7_000 },
    ]);
    expect(await house.get('ticket_orders', orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect([await taken('standard'), await taken('vip'), await ofEvent()]).toEqual([0, 0, 0]);
  });

  test('not paid in time: the hold ends and the old ticket stays; money that comes late takes the seat again', async () => {
    const id = await buy('standard');
    const asked = await change(id, 'vip');
    house.nowMs += 46 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect([await taken('standard'), await taken('vip'), await ofEvent()]).toEqual([1, 0, 1]);
    await payChange(asked);
    expect(await house.get('registrations', id)).toMatchObject({ changedBy: 7_000, status: 'confirmed' });
    expect([await taken('standard'), await taken('vip'), await ofEvent()]).toEqual([0, 1, 1]);
  });

  test('money for a change that no longer fits goes back', async () => {
    const id = await buy('standard');
    const asked = await change(id, 'vip');
    house.nowMs += 46 * minuteMs;
    await house.runJob('events.expire-holds');
    await change(id, 'free');
    await house.follow();
    await payChange(asked);
    const back = await house.all('refunds', { event: eventId, cause: 'late_payment' });
    expect(back).toMatchObject([{ amount: 7_000, state: 'succeeded' }]);
    expect((await house.act('events.registration', { eventId, registrationId: id })).body).toMatchObject({
      ticket: { type: 'free' },
    });
  });

  test('by bank transfer, asked again the same order, another type ends the first; cancelled with its registration', async () => {
    const id = await buy('standard', {}, { method: 'bank_transfer' });
    const asked = await change(id, 'vip');
    expect(asked.body['payment']).toMatchObject({ method: 'bank_transfer' });
    expect((await change(id, 'vip')).body['payment']).toEqual(asked.body['payment']);
    const other = await change(id, 'dear');
    // 20 cents are less than the processor charges: given.
    expect(other.body).toMatchObject({ changed: true, difference: { amount: 0 } });
    expect(await house.get('ticket_orders', textAt(asked.body, 'payment.orderId'))).toMatchObject({
      status: 'cancelled',
    });
    const again = await change(id, 'vip');
    const orderId = textAt(again.body, 'payment.orderId');
    expect(await house.act('events.mark_order_paid', { eventId, orderId })).toMatchObject({ status: 200 });
    expect(await house.get('registrations', id)).toMatchObject({ changedBy: 7_000 });
    const next = await change(await buy('standard'), 'vip');
    expect(next.status).toBe(200);
    const { registrations } = (
      await house.act('events.get_order', { eventId, orderId: textAt(next.body, 'payment.orderId') })
    ).body as { registrations: readonly Body[] };
    expect(registrations).toHaveLength(1);
    await house.act('events.cancel_registration', { eventId, registrationId: next.body['id'] });
    expect(await house.get('ticket_orders', textAt(next.body, 'payment.orderId'))).toMatchObject({
      status: 'cancelled',
    });
    expect(await taken('vip')).toBe(1);
  });
});

describe('a lower price', () => {
  test('is refunded, the code dies, the page stays, and cancelling gives back the rest', async () => {
    const id = await buy('vip', { addOns: [{ ticketType: 'dinner', quantity: 1 }] });
    const old = await codeNow(house, eventId, id);
    const page = (await house.get('registrations', id))['pageSecret'];
    const looked = await change(id, 'standard', { confirm: false });
    expect(looked.body).toMatchObject({ changed: false, refund: { amount: 7_000 } });
    expect(await taken('standard')).toBe(0);
    expect(await change(id, 'standard')).toMatchObject({
      body: { changed: true, ticketType: 'standard', refund: { amount: 7_000 } },
    });
    await house.follow();
    expect(await house.get('registrations', id)).toMatchObject({
      pageSecret: page,
      paymentStatus: 'partially_refunded',
    });
    expect([await taken('standard'), await taken('vip'), await taken('dinner'), await ofEvent()]).toEqual([1, 0, 1, 1]);
    expect(codeOf(await ticketsScans(old))).toBe('revoked');
    const notes = await house.all('invoices_issued', { event: eventId, kind: 'credit_note' });
    const lines = [
      { name: 'VIP', amount: 11_900 },
      { name: 'STANDARD', amount: -4_900 },
    ];
    expect(notes).toMatchObject([{ amount: 7_000, lines }]);
    const preview = await house.act('events.refund_preview', { eventId, registrationId: id });
    expect(preview.body).toMatchObject({ amount: 7_900 });
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await house.follow();
    expect(await house.get('registrations', id)).toMatchObject({ paymentStatus: 'refunded' });
    expect((await house.act('events.sales', { eventId })).body['revenue']).toMatchObject([
      { paid: 14_900, refunded: 14_900 },
    ]);
  });

  test('cancelling gives back the rest, also after money that came twice went back', async () => {
    const id = await buy('vip');
    await change(id, 'standard');
    await house.follow();
    const values = { event: eventId, registration: id, paymentIntent: 'pi_twice', amount: 11_900, currency: 'USD' };
    const row = { ...values, percent: 100, cause: 'paid_twice', state: 'succeeded' };
    await house.store.commit('test', async (tx) => ({ ok: true, value: await tx.create('refunds', row) }));
    const preview = await house.act('events.refund_preview', { eventId, registrationId: id });
    expect(preview.body).toMatchObject({ amount: 4_900 });
    const cancelled = await house.act('events.cancel_registration', { eventId, registrationId: id });
    expect(cancelled.body).toMatchObject({ paymentStatus: 'refund_pending', refund: { amount: 4_900 } });
  });

  test('to nothing: all of it is back, and the ticket is valid at the gate', async () => {
    const id = await buy('standard');
    await change(id, 'free');
    await house.follow();
    expect(await house.get('registrations', id)).toMatchObject({ paymentStatus: 'partially_refunded' });
    expect(await ticketsScans(await codeNow(house, eventId, id))).toMatchObject({ status: 200 });
  });

  test('up and down again: the refund comes from the latest payment', async () => {
    const id = await buy('standard');
    const asked = await change(id, 'vip');
    await payChange(asked);
    await change(id, 'standard');
    await house.follow();
    const orderId = textAt(asked.body, 'payment.orderId');
    expect(await house.get('ticket_orders', orderId)).toMatchObject({ refunded: 7_000, paymentStatus: 'refunded' });
    expect(await house.get('registrations', id)).toMatchObject({ paymentStatus: 'paid', changedBy: 0 });
    expect(await house.all('invoices_issued', { order: orderId })).toHaveLength(2);
  });
});

describe('prices', () => {
  test('with the voucher of the order; where it does not apply, its use is free again', async () => {
    const scopes = new Set(['events:read', 'events:write']);
    const organizer = { tenant: house.tenant, kind: 'key', id: 'o', scopes, roles: new Set<string>() } as const;
    const types = await house.all('ticket_types', { event: eventId });
    const named = types.filter(({ key }) => key === 'standard' || key === 'vip').map(({ id }) => id);
    const voucher = uuidv7(house.nowMs, crypto.getRandomValues(new Uint8Array(10)));
    const values = { event: eventId, code: 'HALF', effect: 'percent', percent: 50, maxUses: 1, ticketTypes: named };
    await house.create('vouchers', voucher, values, organizer);
    const id = await buy('standard', {}, { voucher: 'half' });
    const asked = await change(id, 'vip');
    expect(asked.body).toMatchObject({ price: { amount: 5_950 }, difference: { amount: 3_500 } });
    await payChange(asked);
    expect(await house.get('vouchers', voucher)).toMatchObject({ used: 1 });
    await change(id, 'free');
    expect(await house.get('vouchers', voucher)).toMatchObject({ used: 0 });
  });
});

describe('refused', () => {
  test.each([
    ['standard', 'already_this_type'],
    ['nothing', 'ticket_type_not_found'],
    ['dinner', 'add_on_alone'],
    ['group', 'below_min_per_order'],
    ['krone', 'mixed_currencies'],
  ])('to %s: %s', async (key, code) => {
    const id = await buy('standard');
    expect(codeOf(await change(id, key))).toBe(code);
    expect([await taken('standard'), await ofEvent()]).toEqual([1, 1]);
  });

  test('an add-on that does not belong to the new type is named', async () => {
    const id = await buy('standard', { addOns: [{ ticketType: 'dinner', quantity: 1 }] });
    const answer = await change(id, 'free');
    expect(answer).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'add_on_does_not_fit', detail: { addOns: ['DINNER'] } }] },
    });
  });

  test('where no seat is left, or those left are kept for the waiting list; a full event is no obstacle', async () => {
    await open({ capacity: 4, waitlist: { enabled: true } });
    const [first] = [await buy('standard'), await buy('standard'), await buy('vip'), await buy('vip')];
    expect(codeOf(await change(first!, 'vip'))).toBe('ticket_sold_out');
    expect(await change(first!, 'free')).toMatchObject({ status: 200 });
    const waits = await house.act('events.join_waitlist', {
      eventId,
      ticketType: 'vip',
      attendee: { name: 'W', email: 'w@example.org' },
    });
    expect(waits.status).toBe(201);
    const [vip] = await house.all('ticket_types', { event: eventId, key: 'vip' });
    await house.update('ticket_types', vip!.id, { quantity: 3 });
    expect(codeOf(await change(first!, 'vip'))).toBe('ticket_sold_out');
  });
});
