/** Webhooks as customers have them: over the REST surface of a real server, to a real receiver. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkWebhooks } from '#server/operations/check-webhooks.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { type Answer, type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patience = { timeout: 60_000, interval: 20 };

let house: TestServer;
let tenant: CreatedTenant;
let receiver: Receiver;

beforeAll(async () => {
  house = await openTestServer({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  tenant = await house.tenant('acme');
  receiver = await openReceiver();
});
afterAll(async () => {
  await house?.close();
  await receiver?.close();
});

const send = (method: string, path: string, json?: unknown) =>
  house.send(method, `/api/v1${path}`, { key: tenant.apiKey, ...(json === undefined ? {} : { json }) });
const dataOf = ({ body }: Answer) => body['data'] as Body;
const listOf = ({ body }: Answer) => body['data'] as readonly Body[];

test('made, shown, changed and removed; the secret is seen once; what is done to it is in the audit log', async () => {
  const made = await send('POST', '/webhooks', { url: `${receiver.url}/a`, events: ['sample.note.created'] });
  expect(made.status).toBe(201);
  const { id, secret } = dataOf(made) as { id: string; secret: string };
  expect(secret).toMatch(/^whsec_/);
  const shown = await send('GET', `/webhooks/${id}`);
  expect(dataOf(shown)).toMatchObject({ url: `${receiver.url}/a`, status: 'active', secret: null });
  expect(shown.text + (await send('GET', '/webhooks')).text).not.toMatch(/whsec_|sealed/);
  const note = await send('POST', '/notes', { title: 'told' });
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const [{ text, headers }] = receiver.received as [Receiver['received'][0]];
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({
    type: 'sample.note.created',
    data: { record: dataOf(note) },
  });
  await expect
    .poll(async () => listOf(await send('GET', `/webhook_deliveries?where[webhook][equals]=${id}`)), patience)
    .toMatchObject([{ status: 'delivered', attempts: 1, lastStatus: 200, eventType: 'sample.note.created' }]);
  const [attempt] = listOf(await send('GET', `/webhook_attempts?where[webhook][equals]=${id}`));
  expect(attempt).toMatchObject({ requestBody: text, status: 200, number: 1 });

  const rotated = dataOf(await send('POST', `/webhooks/${id}/rotate-secret`)) as { secret: string };
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  const test = await send('POST', `/webhooks/${id}/test`);
  expect(test.status).toBe(202);
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  expect(receiver.received[1]!.headers['webhook-id']).toBe(dataOf(test)['id']);

  await send('PATCH', `/webhooks/${id}`, { status: 'disabled' });
  await send('POST', '/notes', { title: 'not told' });
  expect((await send('POST', `/webhooks/${id}/test`)).codes).toEqual(['webhook_disabled']);
  expect((await send('POST', `/webhooks/${id}/enable`)).status).toBe(200);
  expect((await send('DELETE', `/webhooks/${id}`)).status).toBe(200);
  const done = listOf(await send('GET', '/audit_entries?limit=100')).map((one) => one['action']);
  expect(done).toEqual(
    expect.arrayContaining([
      'webhook.created',
      'webhook.secret_rotated',
      'webhook.changed',
      'webhook.enabled',
      'webhook.removed',
    ]),
  );
  expect(receiver.received.length).toBe(2);
});

test('what will not do is refused with a word for it; keys without administration see nothing of it', async () => {
  const refused = async (json: unknown) => (await send('POST', '/webhooks', json)).codes;
  expect(await refused({ url: 'https://user:pass@example.com/' })).toEqual(['webhook_url_refused']);
  expect(await refused({ url: receiver.url, events: ['sample.nte.created'] })).toEqual(['event_type_unknown']);
  expect(await refused({ url: receiver.url, events: ['sample.note.created*'] })).toEqual(['event_type_unknown']);
  expect(await refused({ url: receiver.url, collections: ['nots'] })).toEqual(['webhook_collection_unknown']);
  expect((await send('POST', '/webhook_deliveries', {})).status).toBe(403);
  const { apiKey } = await house.admin.credentials.createKey(tenant.tenant, {
    name: 'editor',
    scopes: ['sample:read', 'sample:write', 'webhooks:read', 'webhooks:write', '*:read', '*:write'],
    roles: [],
  });
  const asEditor = (method: string, path: string, json?: unknown) =>
    house.send(method, `/api/v1${path}`, { key: apiKey, ...(json === undefined ? {} : { json }) });
  for (const collection of ['webhooks', 'webhook_deliveries', 'webhook_attempts', 'webhook_replays'])
    expect((await asEditor('GET', `/${collection}`)).codes).toEqual(['insufficient_scope']);
  expect((await asEditor('POST', '/webhooks', { url: receiver.url })).codes).toEqual(['insufficient_scope']);
  const { id } = dataOf(await send('POST', '/webhooks', { url: receiver.url }));
  for (const verb of ['rotate-secret', 'test', 'enable', 'replay'])
    expect((await asEditor('POST', `/webhooks/${id}/${verb}`, { from: '2026-01-01' })).codes).toEqual([
      'insufficient_scope',
    ]);
  // The list is at /webhook_deliveries: a delivery is replayed below it, too.
  for (const list of ['webhook-deliveries', 'webhook_deliveries'])
    expect((await send('POST', `/${list}/${id}/replay`, {})).codes).not.toContain('route_unknown');
  expect((await send('POST', `/webhooks/${id}/replay`, { from: '2026-02-01', to: '2026-01-01' })).codes).toEqual([
    'replay_range_invalid',
  ]);
});

test('the event types there are can be asked for, and each can be wished for', async () => {
  const eventTypes = listOf(await send('GET', '/webhook-event-types'));
  expect(eventTypes).toContainEqual({ type: 'sample.note.deleted', collection: 'notes' });
  expect(eventTypes).toContainEqual({ type: 'auth.user.registered', collection: 'members' });
  const events = eventTypes.map(({ type }) => type).slice(0, 100);
  expect((await send('POST', '/webhooks', { url: receiver.url, events })).status).toBe(201);
});

test('doctor names the endpoints that do not answer', async () => {
  const { admin } = house;
  const { directory, clock } = admin;
  const tenants = await directory.list();
  expect(await checkWebhooks(admin, tenants)).toMatch(/all working/);
  // An event type that no test causes: a success would undo what is written here.
  const json = { url: `${receiver.url}/dead`, events: ['sample.note.deleted'] };
  const { id } = dataOf(await send('POST', '/webhooks', json));
  const failingSince = isoTime(clock() - 2 * dayMs);
  const store = await directory.open(tenant.tenant);
  await store.commit('system:test', async (tx) => ok(await tx.update('webhooks', String(id), { failingSince })));
  expect(await checkWebhooks(admin, tenants)).toContain(`/dead of acme has not responded since ${failingSince}`);
});

test('metrics tell the queue', async () => {
  const { text } = await house.send('GET', '/metrics');
  expect(text).toMatch(/^gatehouse_webhook_queue \d+$/m);
  expect(text).toMatch(/^gatehouse_webhook_oldest_seconds \d/m);
  expect(text).toMatch(/^gatehouse_webhook_attempts_total\{outcome="delivered"\} [1-9]/m);
});
