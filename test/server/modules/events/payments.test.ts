/** The payment webhook: which messages count, in any order and number. Ids as in the list of hostile inputs. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import {
  ada,
  at,
  type EventsModule,
  listAt,
  openEventsModule,
  openingTime,
  sampleEvent,
  textAt,
  webhookSecret,
} from './events-module.ts';
import { webhookCall } from './webhook-call.ts';

let house: EventsModule;
let eventId: string;
let id: string;
let count = 0;

beforeAll(async () => {
  house = await openEventsModule();
});
beforeEach(async () => {
  house.nowMs = openingTime;
  eventId = textAt((await house.act('events.create', sampleEvent())).body, 'id');
  id = await pending('standard');
});
afterAll(() => house.close());

async function pending(ticketType: string): Promise<string> {
  const attendee = { ...ada, email: `a${count++}@example.org` };
  return textAt((await house.act('events.register', { eventId, ticketType, attendee })).body, 'id');
}

interface Said {
  readonly id?: string;
  readonly type?: string;
  readonly created?: number;
  readonly object?: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

function event({ id: eventName, type = 'payment_intent.succeeded', object, ...more }: Said = {}): string {
  const intent = {
    id: `pi_${id}`,
    amount: 4_900,
    amount_received: 4_900,
    currency: 'usd',
    metadata: { registrationId: id },
  };
  return JSON.stringify({
    id: eventName ?? `evt_${count++}`,
    type,
    data: { object: { ...intent, ...object } },
    ...more,
  });
}

const send = (raw: string) => house.act('events.payment_webhook', webhookCall(raw, house.nowMs, webhookSecret));
const place = (which = id) => house.get('registrations', which);
const stored = () => house.all('payment_events', { registration: id });
const outcomes = async () => (await stored()).map((one) => one['outcome']);
const mails = () => house.all('outgoing_mails', { registration: id });
const received = { status: 200, body: { received: true } };

describe('S08 invalid signatures are refused', () => {
  const body = () => event();
  const turnedAway = (code: string) => ({ status: 400, body: { errors: [expect.objectContaining({ code })] } });
  const call = (rawBody: string, signature: unknown) =>
    house.act('events.payment_webhook', { rawBody, headers: { 'stripe-signature': signature } });
  const headerOf = (raw: string, ms: number, secret = webhookSecret) =>
    webhookCall(raw, ms, secret).headers['stripe-signature'];

  test.each([
    ['another secret', (raw: string) => [raw, headerOf(raw, house.nowMs, 'whsec_other')]],
    ['a body that was changed', (raw: string) => [raw.replace('4900', '4901'), headerOf(raw, house.nowMs)]],
    [
      'a body that was serialised again',
      (raw: string) => [JSON.stringify(JSON.parse(raw), null, 1), headerOf(raw, house.nowMs)],
    ],
    ['v0 only', (raw: string) => [raw, headerOf(raw, house.nowMs).replace('v1=', 'v0=')]],
    ['no timestamp', (raw: string) => [raw, headerOf(raw, house.nowMs).replace(/t=\d+,/, '')]],
    ['two timestamps', (raw: string) => [raw, `t=1,${headerOf(raw, house.nowMs)}`]],
    ['another timestamp behind', (raw: string) => [raw, `${headerOf(raw, house.nowMs)},t=1`]],
    ['a signature cut short', (raw: string) => [raw, headerOf(raw, house.nowMs).slice(0, -2)]],
    ['no header', (raw: string) => [raw, undefined]],
    ['a header that is a list', (raw: string) => [raw, [headerOf(raw, house.nowMs)]]],
    ['rubbish', (raw: string) => [raw, 'v1=,t=,,,=']],
  ] as const)('S08 %s: 400, and nothing is stored', async (_, make) => {
    const [raw, header] = make(body());
    expect(await call(String(raw), header ?? null)).toEqual(turnedAway('signature_invalid'));
    expect(await stored()).toEqual([]);
    expect(await place()).toMatchObject({ status: 'pending' });
  });

  test.each([
    [-301, 400],
    [-300, 200],
    [300, 200],
    [301, 400],
    [3_600, 400],
  ])('S08 signed %i seconds from now: %i', async (seconds, status) => {
    const raw = body();
    const answer = await call(raw, headerOf(raw, house.nowMs + seconds * 1_000));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer).toEqual(turnedAway('timestamp_out_of_tolerance'));
  });

  test('S13 several v1, of which one fits, and two secrets while one is replaced', async () => {
    const raw = body();
    const [time, good] = headerOf(raw, house.nowMs).split(',');
    expect(await call(raw, `${time},v1=${'0'.repeat(64)},${good}`)).toEqual(received);
    const rotating = await openEventsModule({
      payments: { mode: 'stripe', webhookSecrets: ['whsec_new', 'whsec_old'] },
    });
    for (const [secret, status] of [
      ['whsec_new', 200],
      ['whsec_old', 200],
      ['whsec_older', 400],
    ] as const) {
      const answer = await rotating.act('events.payment_webhook', webhookCall(event(), rotating.nowMs, secret));
      expect([secret, answer.status]).toEqual([secret, status]);
    }
    await rotating.close();
  });

  test.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"type":"x"}',
    '{"type":"x","data":{"object":{}}}',
    '{"type":7,"data":{"object":{"id":"a"}}}',
    '{"type":"x","data":{"object":{"id":{"$ne":1}}}}',
  ])('S08 signed but no event: %s is 400', async (raw) => {
    expect(await send(raw)).toMatchObject({ status: 400, body: { errors: [{ code: 'payload_invalid' }] } });
  });

  test('S08 text beyond ASCII is signed as UTF-8', async () => {
    const raw = event({ object: { description: 'Zoë 🎟' } });
    const t = Math.floor(house.nowMs / 1_000);
    const v1 = createHmac('sha256', webhookSecret)
      .update(Buffer.from(`${t}.${raw}`, 'utf8'))
      .digest('hex');
    expect(await call(raw, `t=${t},v1=${v1}`)).toEqual(received);
  });
});

describe('S09 repeated messages have one effect', () => {
  test('S09 the same event twice, and 20 at once', async () => {
    const raw = event({ id: 'evt_same' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(raw)));
    expect(answers).toEqual(answers.map(() => received));
    expect(await send(raw)).toEqual(received);
    expect(await outcomes()).toEqual(['confirmed']);
    expect(await mails()).toHaveLength(1);
  });

  test('S09 two events that describe the same change', async () => {
    await Promise.all([send(event()), send(event())]);
    expect((await outcomes()).sort()).toEqual(['already_done', 'confirmed']);
    expect(await mails()).toHaveLength(1);
    expect(await house.all('refunds', { registration: id })).toEqual([]);
  });

  test('S09 an event without an id of its own is known by its type and object', async () => {
    const raw = JSON.stringify({
      type: 'payment_intent.succeeded',
      data: { object: { id: `pi_min_${id}`, metadata: { registrationId: id } } },
    });
    expect([await send(raw), await send(raw)]).toEqual([received, received]);
    expect(await outcomes()).toEqual(['confirmed']);
  });
});

describe('S10 payments that differ from the request', () => {
  test.each([
    ['another amount', { object: { amount: 100, amount_received: 100 } }],
    ['less received than asked', { object: { amount_received: 4_899 } }],
    ['an amount that is text', { object: { amount: '4900' } }],
    ['another currency', { object: { currency: 'eur' } }],
    ['another event', { object: { metadata: { registrationId: '$id', eventId: 'other' } } }],
    ['another tenant', { object: { metadata: { registrationId: '$id', tenantId: 'other' } } }],
  ])('S10 %s: not confirmed, and reported for review', async (_, said) => {
    const raw = event(JSON.parse(JSON.stringify(said).replace('$id', id)) as Said);
    expect(await send(raw)).toEqual(received);
    expect(await place()).toMatchObject({ status: 'pending', paymentStatus: 'payment_review', paidAt: null });
    expect(await outcomes()).toEqual(['review']);
    expect(await mails()).toEqual([]);
    house.nowMs += 3_600_000;
    await house.runJob('events.expire-holds');
    expect(await place()).toMatchObject({ status: 'pending' });
  });

  test('S10 the right payment after a wrong one confirms', async () => {
    await send(event({ object: { id: 'pi_wrong', amount: 1 } }));
    await send(event());
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('S10 a wrong payment after the right one changes nothing', async () => {
    await send(event());
    await send(event({ object: { id: 'pi_wrong', amount: 1 } }));
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('S10 unknown registrations are kept as unmatched, and answered like all others', async () => {
    for (const registrationId of ['0190a1b2-c3d4-7abc-8def-0123456789ab', 'not-an-id', '__proto__', "' OR 1=1 --"]) {
      const name = `evt_unknown_${registrationId}`;
      expect(await send(event({ id: name, object: { metadata: { registrationId } } }))).toEqual(received);
      expect(await house.all('payment_events', { processorId: name })).toMatchObject([
        { outcome: 'unmatched', registration: null },
      ]);
    }
    expect(await place()).toMatchObject({ status: 'pending' });
  });

  test('S12 a message of another account or mode is stored and not applied', async () => {
    await send(event({ account: 'acct_stranger' }));
    expect(await place()).toMatchObject({ status: 'pending' });
    const live = await openEventsModule({
      payments: { mode: 'stripe', webhookSecrets: [webhookSecret] },
    });
    const made = await live.act('events.create', sampleEvent());
    const free = await live.act('events.register', { eventId: made.body['id'], ticketType: 'standard', attendee: ada });
    const metadata = { registrationId: free.body['id'] };
    for (const [livemode, status] of [
      [false, 'pending'],
      [true, 'confirmed'],
    ] as const) {
      const raw = event({ livemode, object: { metadata } });
      await live.act('events.payment_webhook', webhookCall(raw, live.nowMs, webhookSecret));
      expect(await live.get('registrations', textAt(free.body, 'id'))).toMatchObject({ status });
    }
    await live.close();
  });
});

describe('S11 in any order', () => {
  const refunded = (more: Readonly<Record<string, unknown>> = {}) =>
    event({
      type: 'charge.refunded',
      object: { id: `ch_${id}`, payment_intent: `pi_${id}`, amount_refunded: 4_900, refunded: true, ...more },
    });

  test('S11 succeeded before processing and failed', async () => {
    await send(event({ created: 30 }));
    await send(event({ type: 'payment_intent.processing', created: 10 }));
    await send(event({ type: 'payment_intent.payment_failed', created: 20 }));
    await send(event({ type: 'payment_intent.canceled', created: 40 }));
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('S11 failed, then processing from before it, then a new attempt', async () => {
    await send(event({ type: 'payment_intent.payment_failed', created: 20 }));
    expect(await place()).toMatchObject({ paymentStatus: 'failed' });
    await send(event({ type: 'payment_intent.processing', created: 10 }));
    expect(await place()).toMatchObject({ paymentStatus: 'failed' });
    await send(event({ type: 'payment_intent.processing', created: 30 }));
    expect(await place()).toMatchObject({ paymentStatus: 'processing' });
    await send(event({ type: 'payment_intent.canceled', created: 35, object: { id: 'pi_given_up' } }));
    expect(await place()).toMatchObject({ paymentStatus: 'processing' });
    await send(event({ created: 40 }));
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
  });

  test('S11 a refund before its payment: no one is confirmed, and the seat is free', async () => {
    await send(refunded());
    await send(event());
    expect(await place()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await mails()).toEqual([]);
    const [type] = await house.all('ticket_types', { event: eventId, key: 'standard' });
    expect(await house.all('seat_counts', { scope: `ticket_type:${type!.id}` })).toMatchObject([{ taken: 0 }]);
  });

  test('S11 refunds in part and in full, in either order, end as refunded', async () => {
    for (const order of [
      [1_000, 4_900],
      [4_900, 1_000],
    ]) {
      id = await pending('standard');
      await send(event());
      for (const amount of order) await send(refunded({ amount_refunded: amount, refunded: amount === 4_900 }));
      expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'refunded' });
      await send(event());
      expect(await place()).toMatchObject({ paymentStatus: 'refunded' });
    }
    id = await pending('standard');
    await send(event());
    await send(refunded({ amount_refunded: 1_000, refunded: false }));
    expect(await place()).toMatchObject({ paymentStatus: 'partially_refunded' });
  });
});

describe('late and double payments', () => {
  const expire = async () => {
    house.nowMs += 30 * 60_000 + 1;
    await house.runJob('events.expire-holds');
    expect(await place()).toMatchObject({ status: 'expired' });
  };
  const euros = { amount: 1_999, amount_received: 1_999, currency: 'eur' };

  test('after the hold has run out, a free seat is taken again', async () => {
    id = await pending('scarce');
    await expire();
    await send(event({ object: euros }));
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
    await pending('scarce');
    const third = await house.act('events.register', { eventId, ticketType: 'scarce', attendee: ada });
    expect(third.status).toBe(409);
  });

  test('with no seat left the money is refunded, once', async () => {
    id = await pending('scarce');
    await expire();
    await pending('scarce');
    await pending('scarce');
    await send(event({ object: euros }));
    await send(event({ object: euros }));
    expect(await place()).toMatchObject({ status: 'expired', paymentStatus: 'refund_pending' });
    expect(await house.all('refunds', { registration: id })).toMatchObject([
      { amount: 1_999, currency: 'EUR', percent: 100, cause: 'late_payment', state: 'pending' },
    ]);
    await house.follow();
    expect(await house.all('refunds', { registration: id })).toMatchObject([{ state: 'succeeded' }]);
    expect(await place()).toMatchObject({ status: 'expired', paymentStatus: 'refunded' });
  });

  test('a payment after the cancellation is refunded', async () => {
    await house.act('events.cancel_registration', { eventId, registrationId: id });
    await send(event());
    expect(await place()).toMatchObject({ status: 'cancelled', paymentStatus: 'refund_pending' });
  });

  test('a second payment for a paid registration is refunded, and the registration stays', async () => {
    await send(event());
    await send(event({ object: { id: 'pi_second' } }));
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', paymentIntent: `pi_${id}` });
    expect(await house.all('refunds', { registration: id })).toMatchObject([
      { paymentIntent: 'pi_second', cause: 'paid_twice' },
    ]);
    await house.follow();
    expect(await place()).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' });
    expect(await house.all('refunds', { registration: id })).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('cancelling', () => {
  const cancel = (more: object = {}) =>
    house.act('events.cancel_registration', { eventId, registrationId: id, ...more });

  test.each(['late', 'twice'])('money that came %s is not the refund of the cancellation', async (how) => {
    if (how === 'twice') {
      await send(event());
      await send(event({ object: { id: `pi_again_${id}` } }));
      await house.follow();
    }
    const first = await cancel();
    if (how === 'late') await send(event());
    expect(await house.all('refunds', { registration: id })).toHaveLength(how === 'late' ? 1 : 2);
    const [cancelled] = await house.all('refunds', { registration: id, cause: 'cancelled' });
    const refund = how === 'late' ? null : expect.objectContaining({ id: cancelled?.id, amount: 4_900 });
    expect([first, await cancel()]).toMatchObject([{ body: { refund } }, { body: { refund } }]);
    await house.follow();
    const letter = house.letters.findLast(({ template }) => template === 'registration_cancelled');
    expect(letter?.refund?.amount).toBe(how === 'late' ? undefined : 4_900);
  });

  test('a paid place: seat free, refund by the rules, mail; again the same answer and no second refund', async () => {
    await send(event());
    house.nowMs += 72 * 3_600_000 + 1;
    const first = await cancel({ reason: 'ill' });
    expect(first).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'cancelled',
        paymentStatus: 'refund_pending',
        refund: { amount: 2_450, currency: 'USD', percent: 50, status: 'pending' },
      },
    });
    expect(await cancel()).toEqual(first);
    await house.follow();
    expect(await cancel()).toMatchObject({
      body: { paymentStatus: 'partially_refunded', refund: { id: at(first.body, 'refund.id'), status: 'succeeded' } },
    });
    expect(await house.all('refunds', { registration: id })).toHaveLength(1);
    // Made within one millisecond, they have no order. The confirmation had nothing to confirm any more when its turn came.
    const states = Object.fromEntries((await mails()).map((mail) => [mail['template'], mail['state']]));
    expect(states).toEqual({ ticket_confirmed: 'failed', registration_cancelled: 'sent', refund_sent: 'sent' });
    const letter = house.letters.find((one) => one.registrationId === id && one.template === 'registration_cancelled');
    expect(letter).toMatchObject({ refund: { amount: 2450, currency: 'USD' }, ticket: null });
  });

  test('its seat is free at once', async () => {
    const enter = async () =>
      (await house.act('events.register', { eventId, ticketType: 'scarce', attendee: ada })).status;
    id = await pending('scarce');
    await pending('scarce');
    expect(await enter()).toBe(409);
    await cancel();
    await cancel();
    expect([await enter(), await enter()]).toEqual([201, 409]);
  });

  test('an unpaid place: no refund', async () => {
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { status: 'cancelled', paymentStatus: 'pending', refund: null },
    });
    expect(await cancel({ refund: 'full' })).toMatchObject({ status: 200, body: { refund: null } });
  });

  test('not after the event has ended, unless the organizer says what happens to the money', async () => {
    await send(event());
    house.nowMs = openingTime + 8 * 86_400_000;
    expect(await cancel()).toMatchObject({ status: 409, body: { errors: [{ code: 'event_ended' }] } });
    expect(await cancel({ refund: 'full' })).toMatchObject({
      status: 200,
      body: { refund: { percent: 100, amount: 4_900 } },
    });
  });

  test('not found in another event', async () => {
    const other = (await house.act('events.create', sampleEvent())).body['id'];
    expect(await house.act('events.cancel_registration', { eventId: other, registrationId: id })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'registration_not_found' }] },
    });
  });

  test('a cancelled event refunds everyone and sends mails', async () => {
    await send(event());
    const unpaid = await pending('standard');
    await house.act('events.cancel', { eventId });
    await house.follow();
    expect(await place()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' });
    expect(await place(unpaid)).toMatchObject({ status: 'cancelled', paymentStatus: 'pending' });
    expect(await house.all('refunds', { event: eventId })).toMatchObject([
      { cause: 'event_cancelled', percent: 100, state: 'succeeded' },
    ]);
    expect(
      listAt(
        {
          letters: house.letters.filter(
            (letter) => letter.event.id === eventId && letter.template === 'event_cancelled',
          ),
        },
        'letters',
      ),
    ).toHaveLength(2);
  });
});

describe('the built-in test processor', () => {
  test.each([
    ['succeeded', { status: 'confirmed', paymentStatus: 'paid' }],
    ['failed', { status: 'pending', paymentStatus: 'failed' }],
    ['processing', { status: 'pending', paymentStatus: 'processing' }],
    ['canceled', { status: 'pending', paymentStatus: 'failed' }],
  ])('%s is applied by the same rules', async (outcome, state) => {
    const answer = await house.act('events.pay_test', { registrationId: id, outcome });
    expect(answer).toEqual({ status: 200, body: { received: true, registration: { id, ...state } } });
    expect(await stored()).toHaveLength(1);
  });

  test('is not there where a real processor is set up', async () => {
    const real = await openEventsModule({ payments: { mode: 'stripe', webhookSecrets: ['whsec_a'] } });
    expect(await real.act('events.pay_test', { registrationId: id })).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'test_payments_off' }] },
    });
    await real.close();
  });

  test('needs no secret to be set', async () => {
    const bare = await openEventsModule({ payments: { mode: 'test' } });
    const made = await bare.act('events.create', sampleEvent());
    const free = await bare.act('events.register', { eventId: made.body['id'], ticketType: 'standard', attendee: ada });
    expect(
      at((await bare.act('events.pay_test', { registrationId: free.body['id'] })).body, 'registration.status'),
    ).toBe('confirmed');
    const guessed = webhookCall(event(), bare.nowMs, '');
    expect((await bare.act('events.payment_webhook', guessed).catch(() => ({ status: 0 }))).status).toBe(400);
    await bare.close();
  });
});

test('paidAt is the moment of the transaction, so that the refund window counts from it', async () => {
  house.nowMs += 5_000;
  await send(event());
  expect((await place())['paidAt']).toBe(isoTime(house.nowMs));
});
