/** `POST /webhooks/payments` over real HTTP: the signature first, then whose it is; what the module does with it has tests of its own. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signedAction } from '#server/core/collections/action.ts';
import type { Module } from '#server/core/collections/module.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { defineAction } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type Answer, isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';
import { webhookCall } from '../modules/events/webhook-call.ts';

const secret = 'whsec_of_now';
const oldSecret = 'whsec_of_before';
let house: TestServer;
let here: TwoEvents;
let there: TwoEvents;
let count = 0;

const receive = defineAction({
  name: 'post.receive',
  module: 'post',
  summary: 'Receive a letter about a note.',
  scope: 'post:write',
  http: {
    method: 'POST',
    paths: ['/post'],
    signed: { tenantBy: [{ bodyPath: 'registration', collection: 'registrations', field: 'id' }] },
  },
  input: [
    { name: 'rawBody', type: 'text', required: true },
    { name: 'headers', type: 'json', required: true },
  ],
});
const verified: unknown[] = [];
const handled: unknown[] = [];
/** A module with a signed action of its own. */
const post: Module = {
  name: 'post',
  always: true,
  collections: [],
  actions: [
    signedAction(
      receive,
      ({ body }) => {
        const made = { read: body };
        verified.push(made);
        return ok(made);
      },
      async (message) => message,
      async (_tx, message) => {
        handled.push(message);
        return ok({ received: true });
      },
    ),
  ],
};

beforeAll(async () => {
  house = await openTestServer({ STRIPE_WEBHOOK_SECRET: `${secret},${oldSecret}` }, [post]);
  here = await openTwoEvents(house, 'here', 1);
  there = await openTwoEvents(house, 'there', 1);
});
afterAll(() => house.close());

const pendingOf = (events: TwoEvents) =>
  must(
    events.registrations.find((r) => r['status'] === 'pending'),
    'one that waits for its payment',
  );
const statusOf = async (events: TwoEvents, { id }: StoredRecord) =>
  (await events.store.get('registrations', id))?.['status'];
const kept = (events: TwoEvents) => events.store.find('payment_events', { limit: 100 });

function paid(registration: StoredRecord, more: Readonly<Record<string, unknown>> = {}): string {
  count += 1;
  const object = {
    id: `pi_${registration.id}`,
    amount: 4_900,
    amount_received: 4_900,
    currency: 'eur',
    metadata: { registrationId: registration.id },
    ...more,
  };
  // Spaces as a processor may send them: the signature is over the bytes, not over the JSON.
  return ` { "id": "evt_${count}",\n  "type": "payment_intent.succeeded", "data": { "object": ${JSON.stringify(object)} } } `;
}

function send(
  raw: string,
  { by = secret, atMs = Date.now(), path = '/webhooks/payments', headers = {} } = {},
): Promise<Answer> {
  return house.send('POST', path, {
    raw,
    headers: { 'content-type': 'application/json; charset=utf-8', ...webhookCall(raw, atMs, by).headers, ...headers },
  });
}

describe('S08 the signature', () => {
  test('wrong, old, missing or of another body: 400, and not a row is read or written', async () => {
    const raw = paid(pendingOf(here));
    const answers = [
      await send(raw, { by: 'whsec_other' }),
      await send(raw, { atMs: Date.now() - 301_000 }),
      await send(raw, { headers: { 'stripe-signature': '' } }),
      await send(raw.replace('4900', '4901'), { headers: webhookCall(raw, Date.now(), secret).headers }),
      await send(raw.trim(), { headers: webhookCall(raw, Date.now(), secret).headers }),
      await house.send('POST', '/webhooks/payments', { json: {} }),
    ];
    for (const answer of answers) expect([answer.status, isDecent(answer)]).toEqual([400, true]);
    expect(await statusOf(here, pendingOf(here))).toBe('pending');
    expect([await kept(here), await kept(there)]).toEqual([[], []]);
  });

  test('a signed body that is no JSON, or no message, is 400', async () => {
    for (const raw of ['{', '[]', '"x"', '{}', '{"type":"a"}', '{"type":7,"data":{"object":{"id":"x"}}}'])
      expect([raw, (await send(raw)).status]).toEqual([raw, 400]);
    expect((await send(paid(pendingOf(here)), { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});

describe('S09 S13 whose it is', () => {
  test('the tenant with the registration takes it, twenty times at once as well, and no other tenant does', async () => {
    const registration = pendingOf(there);
    const raw = paid(registration);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(raw)));
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`))).toEqual(new Set(['200 {"received":true}']));
    expect(await statusOf(there, registration)).toBe('confirmed');
    expect((await kept(there)).length).toBe(1);
    expect(await kept(here)).toEqual([]);
    const mails = await there.store.find('outgoing_mails', {
      where: where({ registration: registration.id }),
      limit: 10,
    });
    expect(mails.length).toBe(1);
  });

  test('a refund that names only the payment finds the tenant by it', async () => {
    const registration = must(await there.store.get('registrations', pendingOf(there).id), 'the paid one');
    count += 1;
    const raw = JSON.stringify({
      id: `evt_${count}`,
      type: 'charge.refunded',
      data: {
        object: { id: 'ch_1', payment_intent: registration['paymentIntent'], amount_refunded: 4_900, refunded: true },
      },
    });
    expect((await send(raw)).status).toBe(200);
    expect((await kept(there)).map((e) => e['eventType']).sort()).toEqual([
      'charge.refunded',
      'payment_intent.succeeded',
    ]);
    expect(await there.store.get('registrations', registration.id)).toMatchObject({ paymentStatus: 'refunded' });
  });

  test('S12 a message without a tenant is accepted and stored nowhere, where there are several tenants', async () => {
    const stranger = { ...pendingOf(here), id: '019c167f-0000-7000-8000-000000000000' };
    const before = (await kept(there)).length;
    for (const raw of [
      paid(stranger),
      paid(stranger, { metadata: {} }),
      paid(stranger, { metadata: { registrationId: { a: 1 } } }),
      paid(stranger, { metadata: { registrationId: '__proto__' } }),
    ])
      expect((await send(raw)).body).toEqual({ received: true });
    expect([(await kept(here)).length, (await kept(there)).length]).toEqual([0, before]);
  });

  test('S13 the old secret works while both are named', async () => {
    const registration = pendingOf(here);
    expect((await send(paid(registration, { amount: 1, amount_received: 1 }), { by: oldSecret })).status).toBe(200);
    expect(await statusOf(here, registration)).toBe('pending');
    expect((await send(paid(registration), { by: oldSecret })).status).toBe(200);
    expect(await statusOf(here, registration)).toBe('confirmed');
  });

  test('the sandbox has its own address: a live registration is unknown there', async () => {
    const before = await kept(here);
    expect((await send(paid(pendingOf(here)), { path: '/sandbox/webhooks/payments' })).status).toBe(200);
    expect(await kept(here)).toEqual(before);
  });

  test('the action has no other address: no key may call it', async () => {
    const answer = await house.send('POST', '/api/v1/actions/events.payment_webhook', {
      key: here.apiKey,
      json: { rawBody: '{}', headers: {} },
    });
    expect([answer.status, answer.codes]).toEqual([404, ['action_unknown']]);
  });
});

test('a signed message is verified once, and its handler gets what was read then', async () => {
  const registration = pendingOf(here);
  const answer = await house.send('POST', '/post', { json: { registration: registration.id } });
  expect([answer.status, answer.body]).toEqual([200, { received: true }]);
  expect(verified).toEqual([{ read: { registration: registration.id } }]);
  expect(handled).toHaveLength(1);
  expect(handled[0]).toBe(verified[0]);
});

test('one look tells whose a payment is, without a question to every tenant', async () => {
  const { directory } = house.admin;
  const registration = pendingOf(there);
  const value = { collection: 'registrations', field: 'id', value: registration.id };
  await expect.poll(() => directory.placements.tenantsOf(value)).toEqual([there.demo.tenant]);
  const before = (await kept(there)).length;
  const askAll = vi.spyOn(directory, 'all');
  const raw = paid(registration, { status: 'processing' }).replace('succeeded', 'processing');
  expect((await send(raw)).status).toBe(200);
  expect(askAll).not.toHaveBeenCalled();
  askAll.mockRestore();
  expect(await kept(there)).toHaveLength(before + 1);
});
