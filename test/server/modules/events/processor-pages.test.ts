/** The requests to the processor for a payment, and the one visible state that each failure ends in. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { minuteMs } from '#shared/base/time.ts';
import { platform } from '#test/fixtures/processor/books.ts';
import { succeed } from '#test/fixtures/processor/pay.ts';
import { at, textAt } from './events-module.ts';
import {
  account,
  act,
  alerts,
  balance,
  eventId,
  house,
  paidEventsForEachTest,
  paymentOf,
  place,
  read,
  register,
  seats,
  sellEvent,
  sessionOf,
  standIn,
  tell,
  waitFor,
} from './paid-events.ts';

paidEventsForEachTest();

test('a payment page with everything the organizer set: fee, account, metadata on session and payment, and its own time', async () => {
  const id = await register();
  const body = await read(id);
  expect(at(body, 'payment')).toMatchObject({ state: 'open', amount: 4_900, currency: 'USD' });
  expect(textAt(body, 'payment.checkoutUrl')).toContain(`${standIn.url}/pay/`);
  const call = must(
    standIn.calls.find(({ path }) => path === '/v1/checkout/sessions'),
    'a call',
  );
  expect(call.key).toBe(`${house.tenant}:${id}:pi:1`);
  const { metadata, payment_intent_data: data } = call.form as { metadata: object; payment_intent_data: object };
  const orderId = (await place(id))['order'];
  expect(metadata).toEqual({ registrationId: id, orderId, eventId, tenantId: house.tenant });
  expect(data).toMatchObject({ metadata, application_fee_amount: '245', transfer_data: { destination: account } });
  expect(data).not.toHaveProperty('receipt_email');
  // The seat is held for as long as the page can be paid.
  const expires = standIn.world.get('checkout.session', await sessionOf(id)).expires_at * 1_000;
  expect(Date.parse(textAt(body, 'payment.expiresAt'))).toBe(expires);
  await act(id, 'pay');
  await tell();
  expect([balance(account), balance(platform)]).toEqual([4_655, 245]);
  expect(await house.letters.length).toBe(1);
});

test('an embedded payment has a client secret, and no fee is named where there is none', async () => {
  await sellEvent({
    connectAccountId: account,
    checkout: 'embedded',
    platformFee: { percent: 0 },
    onBehalfOf: true,
  });
  const id = await register();
  const { payment } = (await read(id)) as { payment: { clientSecret: string; paymentIntentId: string } };
  expect(payment.clientSecret).toContain(payment.paymentIntentId);
  const { form, key } = must(
    standIn.calls.findLast(({ path }) => path === '/v1/payment_intents'),
    'a call',
  );
  expect(key).toBe(`${house.tenant}:${id}:pi:1`);
  expect(form).not.toHaveProperty('application_fee_amount');
  expect(form).toMatchObject({
    amount: '4900',
    currency: 'usd',
    on_behalf_of: account,
    transfer_data: { destination: account },
  });
  succeed(standIn.world, standIn.world.get('payment_intent', payment.paymentIntentId));
  await tell();
  expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  await house.act('events.cancel_registration', { eventId, registrationId: id });
  await house.follow();
  expect(must(standIn.calls.at(-1), 'a call').form).not.toHaveProperty('refund_application_fee');
  expect(must(standIn.calls.at(-1), 'a call').form).toMatchObject({ reverse_transfer: 'true' });
  expect([balance(account), balance(platform)]).toEqual([0, 0]);
});

test('messages in any order and number, days late: confirmed once, one mail, one charge', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.integer({ min: 1, max: 3 }),
      async (random, times) => {
        const before = house.letters.length;
        const id = await register();
        await act(id, 'authenticate');
        await act(id, 'decline');
        await act(id, 'pay');
        house.nowMs += 20 * minuteMs;
        await tell((owed) => {
          const many = Array.from({ length: times }, () => owed).flat();
          return many
            .map((message) => ({ message, at: Number(random.next().value) }))
            .sort((a, b) => a.at - b.at)
            .map(({ message }) => message);
        });
        expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
        expect(house.letters.length).toBe(before + 1);
        expect(await house.all('refunds', { registration: id })).toHaveLength(0);
        expect((await paymentOf(id))['state']).toBe('paid');
      },
    ),
    { numRuns: 12 },
  );
});

describe('a processor in trouble', () => {
  test('down: the registration waits, is retried with the same key, and nothing is lost', async () => {
    standIn.faults.isDown = true;
    const id = await register();
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'wanted' });
    expect(await paymentOf(id)).toMatchObject({ attempts: 1, problem: expect.stringMatching(/./) });
    standIn.faults.isDown = false;
    await house.runJob('events.open-payments-again');
    expect((await paymentOf(id))['state']).toBe('wanted');
    house.nowMs += 10_000;
    await house.runJob('events.open-payments-again');
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
  });

  test.each([
    ['500 once', () => standIn.faults.answers.push(500)],
    ['429 once', () => standIn.faults.answers.push(429)],
    [
      'slower than we wait',
      () => {
        standIn.faults.isSilent = true;
        waitFor(250);
      },
    ],
    [
      'done, and its answer lost',
      () => {
        standIn.faults.lostAnswers = 2;
      },
    ],
  ])('%s: one page at the end', async (_, fail) => {
    fail();
    const id = await register();
    standIn.faults.isSilent = false;
    waitFor();
    house.nowMs += 10_000;
    await house.runJob('events.open-payments-again');
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
    const keys = standIn.calls.filter(({ path }) => path === '/v1/checkout/sessions').map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set([`${house.tenant}:${id}:pi:1`]));
    expect(standIn.world.all('checkout.session')).toHaveLength(1);
  });

  test.each([
    ['no time: asked again after the usual pause', null, 10_000],
    // As long as the end of the page still fits, the key is the same.
    ['a time: not asked before it has passed', 45, 46_000],
  ])('429 with %s, once, under the same key', async (_, retryAfterSeconds, passesMs) => {
    Object.assign(standIn.faults, { retryAfterSeconds });
    standIn.faults.answers.push(429);
    const id = await register();
    const pages = () =>
      standIn.calls.filter(({ path }) => path === '/v1/checkout/sessions').map(({ status }) => status);
    // It was answered so, and the payment waits: nothing was refused, and there is no alert.
    expect(pages()).toEqual([429]);
    expect(await paymentOf(id)).toMatchObject({ state: 'wanted', attempts: 1 });
    expect(await read(id)).toMatchObject({ paymentStatus: 'pending' });
    expect(await alerts()).toEqual([]);
    house.nowMs += passesMs - 2_000;
    if (retryAfterSeconds !== null) {
      await house.runJob('events.open-payments-again');
      expect(pages()).toEqual([429]);
    }
    house.nowMs += 2_000;
    await house.runJob('events.open-payments-again');
    expect(pages()).toEqual([429, 200]);
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
    expect(
      new Set(standIn.calls.filter(({ path }) => path === '/v1/checkout/sessions').map(({ key }) => key)).size,
    ).toBe(1);
  });

  test('down for longer than the minimal life of a page: asked with another key and a later end', async () => {
    standIn.faults.isDown = true;
    const id = await register();
    standIn.faults.isDown = false;
    house.nowMs += 10 * minuteMs;
    await house.runJob('events.open-payments-again');
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
    expect(must(standIn.calls.at(-1), 'a call').key).toBe(`${house.tenant}:${id}:pi:2`);
  });

  test('it refuses the payment: shown on the registration and as an alert, and asked again when it is fixed', async () => {
    await sellEvent({ connectAccountId: 'acct_nowhere' });
    await house.store.commit('test', async (tx) => {
      const known = must(await tx.findOne('payment_accounts', { account: 'acct_nowhere' }), 'an account');
      await tx.update('payment_accounts', known.id, { chargesEnabled: null });
      return { ok: true, value: null };
    });
    const id = await register();
    expect(await read(id)).toMatchObject({
      paymentStatus: 'failed',
      payment: { state: 'failed', problem: expect.stringMatching(/./) },
    });
    expect(await alerts()).toEqual(['payment_refused']);
    await house.act('events.update', { eventId, stripe: { connectAccountId: account } });
    const again = await house.act('events.request_payment', { eventId, registrationId: id });
    expect(again).toMatchObject({ status: 200, body: { payment: { state: 'wanted' } } });
    await house.follow();
    expect(await read(id)).toMatchObject({ paymentStatus: 'pending', payment: { state: 'open' } });
  });
});

describe('cards', () => {
  test('refused, then accepted', async () => {
    const id = await register();
    await act(id, 'decline');
    await tell();
    expect(await read(id)).toMatchObject({ status: 'pending', paymentStatus: 'failed', payment: { state: 'open' } });
    await act(id, 'pay');
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('3-D Secure abandoned: the seat is free when the hold has run out, and the page is closed', async () => {
    const id = await register('scarce');
    const scope = `ticket_type:${String((await place(id))['ticketType'])}`;
    await act(id, 'authenticate');
    await tell();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    house.nowMs += 33 * minuteMs;
    await house.runJob('events.expire-holds');
    await tell();
    expect(await place(id)).toMatchObject({ status: 'expired' });
    expect([await seats(scope), (await paymentOf(id))['state']]).toEqual([0, 'closed']);
    expect(await act(id, 'pay')).toBe(false);
  });
});
