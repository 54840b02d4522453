/**
 * Exactly the right signed messages make a registration paid: every combination of amount, currency, mode and account
 * that is right, wrong or not there, in a live tenant and a sandbox, where minimal messages are accepted and where they
 * are not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer } from '../../../fixtures/test-server.ts';
import { ada, type EventsModule, openEventsModule, sampleEvent, textAt, webhookSecret } from './events-module.ts';
import { webhookCall } from './webhook-call.ts';

const said = ['right', 'wrong', 'missing'] as const;
type Said = (typeof said)[number];

interface Case {
  readonly amount: Said;
  readonly currency: Said;
  readonly livemode: Said;
  readonly account: Said;
}

const cases: readonly Case[] = said.flatMap((amount) =>
  said.flatMap((currency) =>
    said.flatMap((livemode) => said.map((account) => ({ amount, currency, livemode, account }))),
  ),
);

const pick = (which: Said, name: string, right: unknown, wrong: unknown) =>
  which === 'missing' ? {} : { [name]: which === 'right' ? right : wrong };

/** The rule as one expression for each outcome, independent of the steps in the code under test. */
function expected({ amount, currency, livemode, account }: Case, minimal: boolean): 'confirmed' | 'review' | 'ignored' {
  // Our payments are on the platform's account: a message about a connected account never pays one.
  if (livemode === 'wrong' || account !== 'missing') return 'ignored';
  if (livemode === 'missing' && !minimal) return 'ignored';
  if (amount === 'wrong' || currency === 'wrong') return 'review';
  return !minimal && (amount === 'missing' || currency === 'missing') ? 'review' : 'confirmed';
}

const stateOf = {
  confirmed: { status: 'confirmed', paymentStatus: 'paid' },
  review: { status: 'pending', paymentStatus: 'payment_review' },
  ignored: { status: 'pending', paymentStatus: 'pending' },
} as const;

describe.each([
  ['a live tenant', false],
  ['a sandbox', true],
])('in %s', (_, sandbox) => {
  let house: EventsModule;
  let count = 0;

  beforeAll(async () => {
    house = await openEventsModule({ payments: { minimalMessages: 'refused', isSandbox: async () => sandbox } });
  });
  afterAll(() => house.close());

  test.each([
    ['where the server refuses minimal messages', {}, false],
    ['where the event accepts them', { minimalMessages: 'accepted' }, true],
    ['where the event refuses them', { minimalMessages: 'refused' }, false],
  ])('%s', async (_name, setting, minimal) => {
    const stripe = { connectAccountId: 'acct_organizer', ...setting };
    const eventId = textAt((await house.act('events.create', { ...sampleEvent(), stripe })).body, 'id');
    for (const one of cases) {
      count += 1;
      const attendee = { ...ada, email: `a${count}@example.org` };
      const made = await house.act('events.register', { eventId, ticketType: 'standard', attendee });
      const id = textAt(made.body, 'id');
      const object = {
        id: `pi_${id}`,
        metadata: { registrationId: id },
        ...pick(one.amount, 'amount', 4_900, 4_901),
        ...pick(one.currency, 'currency', 'usd', count % 2 === 0 ? 'eur' : 5),
      };
      const message = {
        type: 'payment_intent.succeeded',
        data: { object },
        ...pick(one.livemode, 'livemode', !sandbox, count % 2 === 0 ? sandbox : 'true'),
        ...pick(one.account, 'account', 'acct_organizer', count % 2 === 0 ? 'acct_stranger' : 5),
      };
      const answer = await house.act(
        'events.payment_webhook',
        webhookCall(JSON.stringify(message), house.nowMs, webhookSecret),
      );
      expect(answer).toEqual({ status: 200, body: { received: true } });
      const outcome = expected(one, minimal);
      expect(await house.all('payment_events', { objectId: object.id }), JSON.stringify(one)).toMatchObject([
        { outcome },
      ]);
      expect(await house.get('registrations', id), JSON.stringify(one)).toMatchObject(stateOf[outcome]);
    }
  });
});

test('the message of the interface confirms as long as no processor is set up, and not where one is', async () => {
  for (const [env, status] of [
    [{}, 'confirmed'],
    // No one answers there.
    [{ STRIPE_SECRET_KEY: 'sk_live_of_nothing', STRIPE_API_BASE: 'http://127.0.0.1:9' }, 'pending'],
  ] as const) {
    const house = await openTestServer({ STRIPE_WEBHOOK_SECRET: webhookSecret, ...env });
    const { apiKey: key } = await house.tenant('least');
    const made = await house.send('POST', '/events', {
      key,
      json: { ...sampleEvent(), status: 'upcoming', startsAt: '2030-05-11T08:00:00Z', endsAt: '2030-05-12T18:00:00Z' },
    });
    expect(made.status, made.text).toBe(201);
    const registration = await house.send('POST', '/events/registrations', {
      key,
      json: { eventId: made.body['id'], ticketType: 'standard', attendee: ada },
    });
    const id = textAt(registration.body, 'id');
    const raw = JSON.stringify({
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata: { registrationId: id } } },
    });
    const { headers } = webhookCall(raw, Date.now(), webhookSecret);
    const answer = await house.send('POST', '/webhooks/payments', {
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(answer.status).toBe(200);
    const read = await house.send('GET', `/events/${String(made.body['id'])}/registrations/${id}`, { key });
    expect(read.body).toMatchObject({ status });
    await house.close();
  }
});
