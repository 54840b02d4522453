/**
 * The secrets inside settings (a stream target's key): sealed in the store, in no answer of any surface, kept by a
 * change that leaves them out, replaced by a new value, carried by a tenant that moves to another server.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedValuesPurpose } from '#server/core/collections/sealed-values.ts';
import { assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import { must } from '#shared/base/assert.ts';
import { adminJson } from '../../../fixtures/admin-words.ts';
import { openLive } from '../../../fixtures/live-client.ts';
import { openReceiver, type Receiver } from '../../../fixtures/receiver.ts';
import { type Body, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';

const slug = 'sealing';
let house: TestServer;
let receiver: Receiver;
let key = '';

beforeAll(async () => {
  receiver = await openReceiver();
  house = await openTestServer({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  key = (await house.tenant(slug)).apiKey;
});
afterAll(async () => {
  await house.close();
  await receiver.close();
});

const times = { startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' };
const target = (more: Body) => ({ url: 'rtmp://live.example/app', ...more });
const eventWith = (...targets: readonly Body[]) => ({
  name: 'Sealed',
  type: 'webinar',
  ...times,
  streaming: { targets },
});

const send = (method: string, path: string, json?: unknown) =>
  house.send(method, path, { key, ...(json === undefined ? {} : { json }) });

async function stored(from: TestServer['admin'], id: string): Promise<Readonly<Record<string, string>>> {
  const tenant = must(await from.directory.bySlug(slug), 'the tenant');
  const record = must(await (await from.directory.open(tenant)).get('events', id), 'the event');
  return (record['sealedValues'] ?? {}) as Readonly<Record<string, string>>;
}

/** Path → the secret itself, of keys: the address of a target is one, too, and is looked at where it matters. */
async function opened(from: TestServer['admin'], id: string): Promise<Readonly<Record<string, string>>> {
  const sealed = Object.entries(await stored(from, id)).filter(([path]) => path.endsWith('.key'));
  const tenant = must(await from.directory.bySlug(slug), 'the tenant').id;
  const place = { tenant, collection: 'events', id };
  const plain = (text: string) =>
    Buffer.from(must(from.secrets.open(sealedValuesPurpose, text, place), 'a seal')).toString();
  return Object.fromEntries(sealed.map(([path, text]) => [path, plain(text)]));
}

interface Shown {
  readonly id: string;
  readonly streaming: { readonly targets: readonly Body[] };
}

/** @returns ids of the event and of its targets */
async function made(...targets: readonly Body[]) {
  const answer = await send('POST', '/events', eventWith(...targets));
  expect(answer.status, answer.text).toBe(201);
  const { id, streaming } = answer.body as unknown as Shown;
  return { id, targets: streaming.targets, ids: streaming.targets.map((one) => String(one['id'])) };
}

test('a key is kept, replaced, removed; a target without one has none', async () => {
  const { id, ids, targets } = await made(
    target({ name: 'A', key: 'key-a' }),
    target({ name: 'B', key: 'key-b' }),
    target({ name: 'C' }),
  );
  const at = (n: number) => `streaming.targets.${ids[n]}.key`;
  const sealed = () => opened(house.admin, id);
  expect(await sealed()).toEqual({ [at(0)]: 'key-a', [at(1)]: 'key-b' });

  const patch = async (json: Body) => expect((await send('PATCH', `/api/v1/events/${id}`, json)).status).toBe(200);
  await patch({ name: 'Another' });
  await patch({ streaming: { targets } });
  await patch({ streaming: { enabled: false } });
  expect(await sealed(), 'sent back as read, or left out').toEqual({ [at(0)]: 'key-a', [at(1)]: 'key-b' });

  await patch({
    streaming: { targets: [targets[1], { ...targets[0], key: 'new-a' }, { ...targets[2], key: 'key-c' }] },
  });
  expect(await sealed(), 'in another order').toEqual({ [at(0)]: 'new-a', [at(1)]: 'key-b', [at(2)]: 'key-c' });

  await patch({ streaming: { targets: [{ ...targets[0], key: null }, targets[2]] } });
  expect(await sealed(), 'one removed, one target gone').toEqual({ [at(2)]: 'key-c' });

  const twins = await send('PATCH', `/api/v1/events/${id}`, { streaming: { targets: [targets[0], targets[0]] } });
  expect([twins.status, twins.codes]).toEqual([422, ['name_repeated']]);

  const versions = await send('GET', `/api/v1/events/${id}/versions`);
  expect(versions.status).toBe(200);
  expect(versions.text).not.toContain('sealedValues');
  await send('POST', `/api/v1/events/${id}/versions/1/restore`, {});
  expect(await sealed(), 'what was removed does not come back with an earlier version').toEqual({ [at(2)]: 'key-c' });
});

test.each([
  ['POST /events', (body: Body) => send('POST', '/events', body)],
  ['bulk', (body: Body) => send('POST', '/api/v1/events/bulk', { create: [body] })],
  [
    'GraphQL',
    (input: Body) =>
      send('POST', '/graphql', {
        query: 'mutation ($input: EventInput!) { createEvent(input: $input) { id streaming } }',
        variables: { input },
      }),
  ],
  [
    'MCP',
    (data: Body) =>
      send('POST', '/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'events', arguments: { action: 'create', resource: 'events', data } },
      }),
  ],
])('%s seals it', async (way, ask) => {
  const secret = `way-${way.replace(/\W/g, '')}`;
  const answer = await ask(eventWith(target({ key: secret })));
  expect(answer.status, answer.text).toBeLessThan(300);
  expect(answer.text).not.toContain(secret);
  const id = must(/"id": ?\\?"([0-9a-f-]{36})/.exec(answer.text)?.[1], answer.text);
  expect(Object.values(await opened(house.admin, id))).toEqual([secret]);
});

/** Everything below a folder, as one text. */
function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('no surface answers it, neither open nor sealed, and no file holds it open', async () => {
  const secret = 'canary-of-a-stream-key';
  const live = openLive(house.url, key);
  live.send({ type: 'subscribe', id: 'all', collection: 'events' });
  await live.heard((frame) => frame.type === 'subscribed', 'the subscription');
  const hook = await send('POST', '/api/v1/webhooks', { url: receiver.url, events: ['events.*'] });
  expect(hook.status, hook.text).toBe(201);

  const { id, targets } = await made(
    target({ name: 'Canary', key: secret, url: `rtmp://live.example/${secret}-address` }),
  );
  const changed = await send('PATCH', `/api/v1/events/${id}`, {
    streaming: { targets: [{ ...targets[0], key: `${secret}-2` }] },
  });
  const sealed = Object.values(await stored(house.admin, id));
  expect(sealed, 'the address and the key').toHaveLength(2);
  await live.took(2);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);

  const answers = await Promise.all([
    changed,
    send('GET', `/events/${id}`),
    send('GET', '/events'),
    send('GET', `/api/v1/events?where[id][equals]=${id}`),
    send('GET', `/api/v1/events/${id}/versions`),
    send('GET', '/api/v1/audit_entries'),
    send('OPTIONS', '/api/v1/events'),
    send('GET', '/api/v1/replication/events/pull?limit=100'),
    send('POST', '/graphql', { query: '{ events { data { id streaming } } }' }),
    send('POST', '/graphql', { query: `{ event(id: "${id}") { id streaming } }` }),
    send('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'events', arguments: { action: 'get', resource: 'events', id } },
    }),
    send('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: `gatehouse://events/${id}` },
    }),
    send('GET', '/api/v1/webhook_attempts'),
    // Who could filter by it could guess it.
    send('GET', `/api/v1/events?where[streaming.targets.0.key][equals]=${secret}-2`),
  ]);
  const heard = [
    ...answers.map(({ text }) => text),
    JSON.stringify(live.frames),
    ...receiver.received.map(({ text }) => text),
  ];
  for (const text of heard) for (const word of [secret, ...sealed, 'sealedValues']) expect(text).not.toContain(word);
  expect(answers.at(-1)?.text).not.toContain(id);
  const hidden = await send('GET', `/api/v1/events?where[sealedValues][exists]=true`);
  expect(hidden.status).toBe(400);
  const given = await send('PATCH', `/api/v1/events/${id}`, { sealedValues: { a: 'b' } });
  expect(given.status).toBe(400);
  if (house.databaseUrl === null) expect(bytesBelow(house.dataDir)).not.toContain(secret);
  live.close();
});

test('a tenant that moves to another server takes its keys along, sealed by the secret of the other', async () => {
  const { id } = await made(target({ key: 'travels' }));
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sealed-'));
  const file = join(folder, 'tenant.gz');
  const here = house.env;
  const there = { DATA_DIR: join(folder, 'there') };
  await adminJson(here, 'tenant', 'export', slug, file);
  await adminJson(there, 'tenant', 'import', file);
  const other = await assemble(readConfig({ LOG_LEVEL: 'error', ...there }));
  expect(Object.values(await opened(other, id))).toEqual(['travels']);
  expect(Object.values(await stored(other, id))).not.toEqual(Object.values(await stored(house.admin, id)));
  await other.store.close();
  rmSync(folder, { recursive: true, force: true });
});
