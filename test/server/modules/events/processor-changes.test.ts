/** Changes, refunds, transfers and cancellations of paid registrations: the processor's books and ours agree in any order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { shareOf } from '#shared/modules/events/money.ts';
import { buyers, platform } from '#test/fixtures/processor/books.ts';
import { settleRefund } from '#test/fixtures/processor/refunds.ts';
import { actOnPage } from '#test/fixtures/processor/sessions.ts';
import { at, type Body, listAt, sampleEvent, textAt } from './events-module.ts';
import { account, alerts, balance, house, paidEventsForEachTest, standIn, tell } from './paid-events.ts';

paidEventsForEachTest();

const type = (id: string, price: number, more: object = {}) => ({
  ...{ id, name: id, price, currency: 'USD', quantity: -1, taxPercent: 19 },
  ...more,
});
const tickets = [
  type('standard', 49.99),
  type('vip', 119.95),
  type('gold', 300),
  type('free', 0),
  type('dinner', 33.33, { kind: 'add_on', taxIncluded: false }),
];
let eventId: string;
let people = 0;

async function open(more: object = {}): Promise<void> {
  const stripe = { connectAccountId: account, bankTransfer: { enabled: true, holdDays: 3 }, enabled: true };
  eventId = textAt((await house.act('events.create', { ...sampleEvent({ tickets }), stripe, ...more })).body, 'id');
  await house.follow();
}

async function payOrder(orderId: string): Promise<void> {
  await house.follow();
  const [payment] = await house.all('payments', { order: orderId });
  await actOnPage(standIn.world, textAt(payment, 'session'), 'pay');
  await tell();
}

/** Paid; the registrations in their order. */
async function buy(
  types: readonly string[],
  more: Body = {},
): Promise<{ readonly order: string; readonly ids: readonly string[] }> {
  const items = types.map((ticketType) => {
    people += 1;
    return { ticketType, attendee: { name: `P ${people}`, email: `c${people}@example.org` } };
  });
  const made = await house.act('events.order', { eventId, items, ...more });
  expect([made.status, made.body['errors']]).toEqual([201, undefined]);
  const order = textAt(made.body, 'id');
  if (more['method'] === 'bank_transfer') await house.act('events.mark_order_paid', { eventId, orderId: order });
  else if (made.body['status'] === 'open') await payOrder(order);
  await house.follow();
  return { order, ids: listAt(made.body, 'registrations').map(({ id }) => String(id)) };
}

const change = (registrationId: string, ticketType: string) =>
  house.act('events.change_ticket_type', { eventId, registrationId, ticketType });
const cancel = (registrationId: string, refund?: string) =>
  house.act('events.cancel_registration', { eventId, registrationId, ...(refund && { refund }) });
const place = (id: string) => house.get('registrations', id);
const refundsOf = (registration: string) => house.all('refunds', { registration });
const sum = (rows: readonly Body[], of: string) => rows.reduce((total, row) => total + Number(row[of] ?? 0), 0);

/** The processor's books against our rows: every payment, refund and fee. */
async function expectBooks(): Promise<void> {
  const payments = await house.all('payments', { event: eventId, state: 'paid' });
  const back = (await house.all('refunds', { event: eventId, state: 'succeeded' })).filter(
    ({ method }) => method === 'processor',
  );
  const [paid, refunded] = [sum(payments, 'amount'), sum(back, 'amount')];
  const fees = sum(payments, 'fee') - sum(back, 'fee');
  expect([balance(buyers), balance(platform), balance(account)]).toEqual([
    refunded - paid,
    fees,
    paid - refunded - fees,
  ]);
}

describe('any order of changes, transfers and cancellations', () => {
  const step = fc.record({
    does: fc.constantFrom('change', 'change', 'change', 'transfer', 'cancel'),
    which: fc.nat({ max: 2 }),
    to: fc.constantFrom('standard', 'vip', 'gold', 'free'),
    pays: fc.boolean(),
    refund: fc.constantFrom(undefined, 'full', 'partial', 'none'),
  });
  const life = fc.array(step, { minLength: 3, maxLength: 8 });

  test('the books balance, and what is left of a ticket is what it costs', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31);
    process.stdout.write(`books of changes: TEST_SEED=${seed}\n`);
    await open();
    // The first seed is of a message that named refunds of one person, and marked another of the same order.
    for (const steps of [90_036_650, seed].flatMap((one) => fc.sample(life, { numRuns: 12, seed: one }))) {
      const { ids } = await buy(['standard', 'vip', 'free']);
      for (const { does, pays, refund, to, which } of steps) {
        const id = must(ids[which], 'one of three');
        people += 1;
        const attendee = { name: 'Other', email: `o${people}@example.org` };
        if (does === 'transfer') await house.act('events.transfer', { eventId, registrationId: id, attendee });
        if (does === 'cancel') await cancel(id, refund);
        const asks = does === 'change' ? at((await change(id, to)).body, 'payment.orderId') : undefined;
        if (asks && pays) await payOrder(String(asks));
        await tell();
        await expectBooks();
      }
      for (const id of ids) {
        const { amount, changedBy, status, ticketType } = await place(id);
        const { amount: price } = await house.get('ticket_types', String(ticketType));
        if (status === 'confirmed') expect(Number(amount) + Number(changedBy ?? 0)).toBe(price);
      }
    }
    expect(await alerts()).toEqual([]);
  }, 600_000);
});

describe('an event is cancelled', () => {
  test('one payment for several, one partly refunded before, one changed, one refund refused: each ends visibly', async () => {
    await open();
    const { ids, order } = await buy(['vip', 'vip', 'standard', 'free']);
    const [partly, changed] = ids as [string, string];
    await cancel(partly, 'partial');
    await change(changed, 'standard');
    await tell();
    const before = (await house.act('events.cancel_preview', { eventId })).body;
    expect(before).toMatchObject({ registrations: 3, refunds: [{ amount: 2 * 4_999, currency: 'USD' }], byHand: [] });
    standIn.world.refundOutcome = 'refused';
    await house.update('events', eventId, { status: 'cancelled' });
    await house.follow();
    await tell();
    const ofState = async (state: string) =>
      (await house.all('refunds', { event: eventId, state })).map(({ id }) => id);
    const [refundId, ...more] = await ofState('failed');
    expect([more, await alerts()]).toEqual([[], ['refund_failed']]);
    await expectBooks();
    standIn.world.refundOutcome = 'refused';
    expect((await house.act('events.retry_refund', { eventId, refundId })).status).toBe(200);
    await house.follow();
    await tell();
    expect([await ofState('failed'), await alerts()]).toEqual([[refundId], ['refund_failed']]);
    // The organizer pays it back another way.
    expect(await house.act('events.mark_refund_paid', { eventId, refundId })).toMatchObject({ status: 200 });
    await house.follow();
    await expectBooks();
    expect(await alerts()).toEqual([]);
    const states = await Promise.all(ids.map(async (id) => (await place(id))['paymentStatus']));
    expect(states).toEqual(['partially_refunded', 'refunded', 'refunded', 'not_required']);
    const half = shareOf(11_995, 50, 'USD');
    expect(await house.get('ticket_orders', order)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'partially_refunded',
      refunded: half + 11_995 + 4_999,
    });
  });

  test('money that went back at the processor is not promised again', async () => {
    await open();
    const { ids, order } = await buy(['standard', 'standard']);
    const intent = textAt(await house.get('ticket_orders', order), 'paymentIntent');
    // More than its own part went back for the first, as a late refund by hand does.
    const values = { event: eventId, registration: ids[0], paymentIntent: intent, amount: 7_000, currency: 'USD' };
    const row = { ...values, percent: 100, cause: 'paid_twice', state: 'succeeded' };
    await house.store.commit('test', async (tx) => ({ ok: true, value: await tx.create('refunds', row) }));
    expect((await house.act('events.cancel_preview', { eventId })).body['refunds']).toMatchObject([{ amount: 2_998 }]);
  });
});

describe('refunds of bank transfers', () => {
  test('are due until the organizer marks them as paid: in the order, the list and the export', async () => {
    await open();
    const { ids, order } = await buy(['standard', 'vip'], { method: 'bank_transfer' });
    const id = must(ids[0], 'the first');
    await cancel(id);
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: 'refund_pending' });
    expect((await house.act('events.get_order', { eventId, orderId: order })).body).toMatchObject({
      refundDue: { amount: 4_999 },
      refunded: { amount: 0 },
    });
    const due = await house.all('refunds', { event: eventId, state: 'pending', method: 'by_hand' });
    expect(due).toMatchObject([{ amount: 4_999, registration: id, nextAttemptAt: null }]);
    const refundId = due[0]?.id;
    const retried = await house.act('events.retry_refund', { eventId, refundId });
    expect(listAt(retried.body, 'errors')[0]).toMatchObject({ code: 'refund_not_failed' });
    for (let again = 0; again < 2; again += 1) {
      const done = await house.act('events.mark_refund_paid', { eventId, refundId });
      expect(done).toMatchObject({ status: 200, body: { refund: { status: 'succeeded' } } });
    }
    await tell();
    expect(await place(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await house.get('ticket_orders', order)).toMatchObject({ refundDue: 0, refunded: 4_999 });
    expect(await refundsOf(id)).toHaveLength(1);
    const letters = (await house.all('outgoing_mails')).filter(({ template }) => template === 'refund_sent');
    expect(letters).toHaveLength(1);
  });

  test('one that the processor pays back cannot be marked', async () => {
    await open();
    const { ids } = await buy(['standard']);
    standIn.world.refundOutcome = 'pending';
    await cancel(must(ids[0], 'the first'));
    await tell();
    const [refund] = await refundsOf(must(ids[0], 'the first'));
    const answer = await house.act('events.mark_refund_paid', { eventId, refundId: refund?.id });
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ code: 'refund_not_by_hand' }] } });
    settleRefund(standIn.world, must(standIn.world.all('refund')[0], 'a refund'), 'succeeded');
    await tell();
    await expectBooks();
  });
});
