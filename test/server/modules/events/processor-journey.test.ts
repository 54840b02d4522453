/**
 * The events module with the processor's stand-in over real HTTP: each thing that goes wrong on the way to money ends in
 * one state that can be seen, nobody pays twice, and the stand-in's books agree.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStripeProcessor } from '#server/outbound/payments/stripe-processor.ts';
import { must } from '#shared/base/assert.ts';
import { dayMs, hourMs, minuteMs } from '#shared/base/time.ts';
import { closeDispute, onboard, openDispute, restrict } from '#test/fixtures/processor/accounts.ts';
import { platform } from '#test/fixtures/processor/books.ts';
import { bodyOf, signatureOf } from '#test/fixtures/processor/deliver.ts';
import { decline, succeed } from '#test/fixtures/processor/pay.ts';
import { settleRefund } from '#test/fixtures/processor/refunds.ts';
import { actOnPage } from '#test/fixtures/processor/sessions.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';
import type { OwedMessage } from '#test/fixtures/processor/world.ts';
import { ada, at, type EventHouse, openEventHouse, openingTime, sampleEvent, textAt } from './event-house.ts';

const secretKey = 'sk_live_of_the_journey';
const webhookSecrets = ['whsec_platform', 'whsec_connect'];

let standIn: StandIn;
let house: EventHouse;
let account: string;
let eventId: string;
let count = 0;

beforeEach(async () => {
  standIn = await openStandIn();
  const processor = createStripeProcessor({ secretKey, apiBase: standIn.url, timeoutMs: 500 });
  const payments = {
    mode: 'stripe',
    webhookSecrets,
    minimalMessages: 'refused',
    processorOf: () => processor,
  } as const;
  house = await openEventHouse({ payments });
  house.nowMs = openingTime;
  standIn.world.clock = () => house.nowMs;
  const made = await house.act('events.connect_account', { country: 'NO', name: 'Harbour' });
  await house.follow();
  account = textAt(await house.get('payment_accounts', textAt(made.body, 'id')), 'account');
  onboard(standIn.world, account);
  await tell();
  eventId = await event({ connectAccountId: account });
});
afterEach(async () => {
  await house.close();
  await standIn.close();
});

async function event(stripe: object): Promise<string> {
  const id = textAt((await house.act('events.create', { ...sampleEvent(), stripe })).body, 'id');
  await house.follow();
  return id;
}

/** Sends what the processor owes, as it would, and lets the followers work. */
async function tell(arrange: (owed: readonly OwedMessage[]) => readonly OwedMessage[] = (owed) => owed): Promise<void> {
  for (const message of arrange(standIn.world.owed.splice(0))) {
    const rawBody = bodyOf(message);
    const secret = message.account === null ? 'whsec_platform' : 'whsec_connect';
    const headers = { 'stripe-signature': signatureOf(rawBody, secret, house.nowMs) };
    expect((await house.act('events.payment_webhook', { rawBody, headers })).status).toBe(200);
  }
  await house.follow();
}

async function register(ticketType = 'standard', event = eventId): Promise<string> {
  count += 1;
  const attendee = { ...ada, email: `a${count}@example.org` };
  const made = await house.act('events.register', { eventId: event, ticketType, attendee });
  expect(made).toMatchObject({ status: 201, body: { status: 'pending', paymentStatus: 'pending' } });
  expect(made.body['payment']).toMatchObject({ state: 'wanted' });
  await house.follow();
  return textAt(made.body, 'id');
}

const read = async (registrationId: string) =>
  (await house.act('events.registration', { eventId, registrationId })).body;
const paymentOf = async (registration: string) =>
  must((await house.all('payments', { registration })).at(-1), 'a payment');
const sessionOf = async (registration: string) => textAt(await paymentOf(registration), 'session');
const alerts = async () =>
  (await house.all('payment_alerts')).filter((one) => one['resolvedAt'] === null).map((one) => one['kind']);
const place = (id: string) => house.get('registrations', id);
const seats = async (scope: string) => (await house.all('seat_counts', { scope }))[0]?.['taken'];

async function act(registration: string, does: 'pay' | 'decline' | 'authenticate' | 'pay_slowly'): Promise<boolean> {
  return actOnPage(standIn.world, await sessionOf(registration), does);
}

async function paid(): Promise<string> {
  const id = await register();
  await act(id, 'pay');
  await tell();
  expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  return id;
}

const intentOf = async (registration: string) =>
  standIn.world.get('payment_intent', textAt(await paymentOf(registration), 'paymentIntent'));
const chargeOf = async (registration: string) =>
  standIn.world.get('charge', (await intentOf(registration)).latest_charge);

const balance = (of: string) => standIn.world.books.balance(of, 'usd');

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
  expect(metadata).toEqual({ registrationId: id, eventId, tenantId: house.tenant });
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
  eventId = await event({
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
        standIn.faults.delayMs = 700;
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
    standIn.faults.delayMs = 0;
    house.nowMs += 10_000;
    await house.runJob('events.open-payments-again');
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
    const keys = standIn.calls.filter(({ path }) => path === '/v1/checkout/sessions').map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set([`${house.tenant}:${id}:pi:1`]));
    expect(standIn.world.all('checkout.session')).toHaveLength(1);
  });

  test('down for longer than a page needs to live: asked with another key and a later end', async () => {
    standIn.faults.isDown = true;
    const id = await register();
    standIn.faults.isDown = false;
    house.nowMs += 10 * minuteMs;
    await house.runJob('events.open-payments-again');
    expect(at(await read(id), 'payment')).toMatchObject({ state: 'open' });
    expect(must(standIn.calls.at(-1), 'a call').key).toBe(`${house.tenant}:${id}:pi:2`);
  });

  test('it refuses the payment: visible on the registration and as an alert, and asked again when it is mended', async () => {
    eventId = await event({ connectAccountId: 'acct_nowhere' });
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

describe('holds', () => {
  test('the processor cannot close what is being paid: the seat is kept until the money has come', async () => {
    const id = await register();
    await act(id, 'pay_slowly');
    standIn.world.owed.splice(0);
    house.nowMs += 33 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'processing', holdExpiresAt: null });
    succeed(standIn.world, await intentOf(id));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('a slow payment that fails after the hold frees its seat', async () => {
    const id = await register();
    await act(id, 'pay_slowly');
    house.nowMs += 33 * minuteMs;
    await tell();
    await house.runJob('events.expire-holds');
    decline(standIn.world, await intentOf(id));
    house.nowMs += 1_000;
    await tell();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'failed' });
    house.nowMs += 1_000;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'expired' });
  });

  test('an embedded payment is cancelled when its hold has run out', async () => {
    eventId = await event({ connectAccountId: account, checkout: 'embedded' });
    const id = await register();
    house.nowMs += 31 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'expired' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    await tell();
    expect(await place(id)).toMatchObject({ status: 'expired', paymentStatus: 'pending' });
  });

  test('the processor is down when the hold ends: the seat is free after a while, the page is closed later', async () => {
    const id = await register();
    standIn.faults.isDown = true;
    house.nowMs += 33 * minuteMs;
    await house.runJob('events.expire-holds');
    await house.follow();
    expect(await place(id)).toMatchObject({ status: 'pending' });
    house.nowMs += 16 * minuteMs;
    await house.runJob('events.expire-holds');
    expect(await place(id)).toMatchObject({ status: 'expired' });
    standIn.faults.isDown = false;
    house.nowMs += hourMs;
    await house.runJob('events.open-payments-again');
    expect((await paymentOf(id))['state']).toBe('closed');
  });

  test.each([
    ['a seat is left: confirmed', 'standard', 'confirmed', 'paid'],
    ['none is left: paid back in full', 'scarce', 'expired', 'refunded'],
  ])('money that comes three days late, %s', async (_, type, status, paymentStatus) => {
    const id = await register(type);
    await act(id, 'pay');
    const late = standIn.world.owed.splice(0);
    // The page is paid, so it cannot be closed; the message is lost for days, and an organizer frees the seat.
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await house.store.commit('test', async (tx) => {
      await tx.update('registrations', id, { status: 'expired' });
      return { ok: true, value: null };
    });
    if (type === 'scarce') await Promise.all([register('scarce'), register('scarce')]);
    house.nowMs += 3 * dayMs;
    standIn.world.owed.push(...late);
    await tell();
    await tell();
    expect(await place(id)).toMatchObject({ status, paymentStatus });
    expect(standIn.world.books.balance(account, type === 'scarce' ? 'eur' : 'usd')).toBe(type === 'scarce' ? 0 : 4_655);
  });

  test('cancelled while its page is open: the page is closed, and nothing is paid back', async () => {
    const id = await register();
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await tell();
    expect(await act(id, 'pay')).toBe(false);
    expect((await paymentOf(id))['state']).toBe('closed');
    expect(await house.all('refunds', { registration: id })).toHaveLength(0);
  });
});

describe('refunds', () => {
  const cancel = (registrationId: string, refund?: string) =>
    house.act('events.cancel_registration', { eventId, registrationId, ...(refund && { refund }) });

  test.each([
    ['full', 'refunded', 0, 0],
    ['partial', 'partially_refunded', 2_327, 123],
  ])('%s: executed, followed to its end, and the fee with it', async (refund, paymentStatus, organizer, fee) => {
    const id = await paid();
    expect(await cancel(id, refund)).toMatchObject({
      body: { paymentStatus: 'refund_pending', refund: { status: 'pending' } },
    });
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus, refunds: [{ status: 'succeeded' }] });
    expect(balance(account) + balance(platform)).toBe(refund === 'full' ? 0 : 2_450);
    expect(balance(platform)).toBeGreaterThanOrEqual(fee - 1);
    expect(balance(account)).toBeGreaterThanOrEqual(organizer - 1);
    expect(
      must(
        standIn.calls.findLast(({ path }) => path === '/v1/refunds'),
        'a call',
      ).form,
    ).toMatchObject({
      reverse_transfer: 'true',
      refund_application_fee: 'true',
    });
  });

  test('the bank takes days: pending until its message, also when it comes before our answer is stored', async () => {
    const id = await paid();
    standIn.world.refundOutcome = 'pending';
    await cancel(id);
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus: 'refund_pending', refunds: [{ status: 'pending' }] });
    settleRefund(standIn.world, must(standIn.world.all('refund')[0], 'a refund'), 'succeeded');
    await tell((owed) => [...owed, ...owed].toReversed());
    expect(await read(id)).toMatchObject({ paymentStatus: 'refunded', refunds: [{ status: 'succeeded' }] });
  });

  test.each(['refused by the processor', 'failed at the bank'])(
    '%s: paid again, with an alert, until it is tried again',
    async (how) => {
      const id = await paid();
      standIn.world.refundOutcome = how === 'refused by the processor' ? 'refused' : 'pending';
      await cancel(id);
      await tell();
      const made = standIn.world.all('refund')[0];
      if (made) settleRefund(standIn.world, made, 'failed');
      await tell();
      expect(await read(id)).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'paid',
        refunds: [{ status: 'failed' }],
      });
      expect(await alerts()).toEqual(['refund_failed']);
      if (made) return;
      const [refund] = await house.all('refunds', { registration: id });
      const again = await house.act('events.retry_refund', { eventId, refundId: refund?.id });
      expect(again).toMatchObject({ status: 200, body: { refund: { status: 'pending' } } });
      await tell();
      expect(await read(id)).toMatchObject({ paymentStatus: 'refunded', refunds: [{ status: 'succeeded' }] });
      expect(await alerts()).toEqual([]);
    },
  );

  test('an answer that is lost pays back once', async () => {
    const id = await paid();
    standIn.faults.lostAnswers = 2;
    await cancel(id);
    await house.follow();
    house.nowMs += 10_000;
    await house.runJob('events.send-refunds-again');
    await tell();
    expect(await read(id)).toMatchObject({ paymentStatus: 'refunded' });
    expect(standIn.world.all('refund')).toHaveLength(1);
  });
});

describe('disputes', () => {
  test.each([
    ['won', 'paid', []],
    ['lost', 'disputed', ['dispute_lost']],
  ] as const)('after check-in, %s: messages in any order end the same', async (end, paymentStatus, left) => {
    const id = await paid();
    const dispute = openDispute(standIn.world, await chargeOf(id));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'disputed' });
    expect(await alerts()).toEqual(['dispute_opened']);
    closeDispute(standIn.world, dispute, end);
    await tell((owed) => owed.toReversed());
    expect(await place(id)).toMatchObject({ status: 'confirmed', paymentStatus });
    expect(await alerts()).toEqual(left);
    const other = await paid();
    const second = openDispute(standIn.world, await chargeOf(other));
    closeDispute(standIn.world, second, end);
    await tell((owed) => owed.toReversed());
    expect(await place(other)).toMatchObject({ paymentStatus });
  });
});

describe('accounts', () => {
  test('a fresh link for each click, and no sale while the processor takes no charges', async () => {
    const [row] = await house.all('payment_accounts', { account });
    const links = [];
    for (let i = 0; i < 2; i += 1) links.push((await house.act('events.onboarding_link', { accountId: row?.id })).body);
    expect(links[0]).toMatchObject({ account, chargesEnabled: true, requirements: [] });
    expect(textAt(links[0], 'url')).not.toBe(textAt(links[1], 'url'));
    restrict(standIn.world, account);
    await tell();
    expect(await house.get('payment_accounts', row?.id ?? '')).toMatchObject({
      chargesEnabled: false,
      requirements: ['individual.id_number'],
    });
    expect(await alerts()).toEqual(['account_restricted']);
    const refused = { status: 409, body: { errors: [expect.objectContaining({ code: 'account_not_ready' })] } };
    expect(await house.act('events.register', { eventId, ticketType: 'standard', attendee: ada })).toMatchObject(
      refused,
    );
    expect(await house.act('events.create', { ...sampleEvent(), stripe: { connectAccountId: account } })).toMatchObject(
      refused,
    );
    const draft = { ...sampleEvent(), status: 'draft', stripe: { connectAccountId: account } };
    const made = await house.act('events.create', draft);
    expect(await house.act('events.publish', { eventId: textAt(made.body, 'id') })).toMatchObject(refused);
    expect(await house.update('events', textAt(made.body, 'id'), { status: 'upcoming' })).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'account_not_ready' }],
    });
    onboard(standIn.world, account);
    await tell();
    expect(await alerts()).toEqual([]);
    expect(await house.act('events.publish', { eventId: textAt(made.body, 'id') })).toMatchObject({ status: 200 });
  });

  test('a message with an account never pays, and one of the other mode neither', async () => {
    const id = await register();
    await act(id, 'pay');
    const owed = standIn.world.owed.splice(0);
    standIn.world.owed.push(...owed.map((one) => ({ ...one, id: `${one.id}_a`, account })));
    standIn.world.owed.push(...owed.map((one) => ({ ...one, id: `${one.id}_m`, livemode: false })));
    await tell();
    expect(await place(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' });
    standIn.world.owed.push(...owed);
    await tell();
    expect(await place(id)).toMatchObject({ status: 'confirmed' });
  });
});

test('reconciliation names each difference once, and forgets it when it is gone', async () => {
  const [missed, back, good] = [await register(), await paid(), await paid()];
  await act(missed, 'pay');
  const lost = standIn.world.owed.splice(0);
  const { paymentIntent } = { paymentIntent: (await intentOf(back)).id };
  const stripe = createStripeProcessor({ secretKey, apiBase: standIn.url });
  await stripe.refund(
    { paymentIntent, amount: 1_000, reverseTransfer: true, refundFee: false, metadata: {} },
    'by hand',
  );
  standIn.world.owed.splice(0);
  house.nowMs += 2 * hourMs;
  for (let i = 0; i < 2; i += 1) await house.runJob('events.reconcile-payments');
  const open = (await house.all('payment_alerts')).filter((one) => one['resolvedAt'] === null);
  expect(open.map((one) => [one['kind'], one['registration']]).sort()).toEqual(
    [
      ['fee_differs', back],
      ['refund_differs', back],
      ['paid_there_not_here', missed],
    ].sort(),
  );
  expect((await house.all('payments', { registration: good }))[0]?.['state']).toBe('paid');
  standIn.world.owed.push(...lost);
  await tell();
  await house.runJob('events.reconcile-payments');
  expect((await alerts()).sort()).toEqual(['fee_differs', 'refund_differs']);
});
