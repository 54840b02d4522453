/**
 * Streams that send without a request each time show only what their reader may see: live subscriptions of every kind,
 * and webhooks with their log.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '#test/fixtures/live-client.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import type { Body } from '#test/fixtures/test-server.ts';
import { dossiers, plantAll, shown } from './guarded-collection.ts';
import { type GuardedSite, openGuardedSite, readers } from './guarded-site.ts';

const patience = { timeout: 60_000, interval: 20 };
let site: GuardedSite;
let receiver: Receiver;
const seal = ({ sealed: _, ...rest }: Body): Body => rest;

/** New values in every field that an owner may set, and a title that says which change it is. */
async function change(title: string): Promise<void> {
  const clean = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(clean)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(seal(value as Body)).map(([name, one]) => [name, clean(one)]))
        : value;
  const json = { ...(clean(plantAll(dossiers.fields, site.planting)) as Body), title, sibling: null };
  const { status, text } = await site.send(site.owner, 'PATCH', `/api/v1/dossiers/${site.record}`, json);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
}

beforeAll(async () => {
  [site, receiver] = await Promise.all([openGuardedSite(), openReceiver()]);
}, 120_000);
afterAll(async () => {
  await site?.close();
  await receiver?.close();
});

/** Collects a stream of text for as long as the test runs. */
async function follow(path: string, key: string, init: RequestInit = {}) {
  const ended = new AbortController();
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...init.headers };
  const response = await fetch(site.house.url + path, { ...init, headers, signal: ended.signal });
  const heard = { text: '', status: response.status };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) heard.text += decoder.decode(part, { stream: true });
  };
  read().catch(() => undefined);
  return { heard, end: () => ended.abort() };
}

test('SSE, WebSocket and GraphQL subscriptions: every change comes, and nothing restricted with it', async () => {
  const about =
    'id secretText card { title secretText inner { title secretText } } rows { title secretText cell { lines { title secretText } } }';
  const query = `subscription { dossierChanged { op record { title ${about} } } }`;
  for (const asker of readers) {
    const key = site.keys[asker];
    const lines = [
      await follow('/api/v1/dossiers/changes', key),
      await follow('/graphql', key, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }),
    ];
    const socket = openLive(site.house.url, key);
    socket.send({ type: 'subscribe', id: 'all', collection: 'dossiers' });
    await socket.heard((frame) => frame.type === 'subscribed', 'a subscription');
    const title = `signal ${asker}`;
    await change(title);
    for (const { heard } of lines) await expect.poll(() => heard.text.includes(title), patience).toBe(true);
    const frames = JSON.stringify(await socket.took(1));
    expect(frames).toContain(title);
    for (const text of [frames, ...lines.map(({ heard }) => heard.text)]) {
      expect(shown(text, site.planting.secrets)).toEqual([]);
      expect(shown(text, site.planting.open)).not.toEqual([]);
    }
    socket.close();
    for (const { end } of lines) end();
  }
}, 120_000);

test('a webhook is sent what the one who set its address may read; its log, what every role may', async () => {
  const webhook = async (key: string, path: string) => {
    const json = { url: `${receiver.url}/${path}`, collections: ['dossiers', 'shelves'] };
    const made = await site.send(key, 'POST', '/api/v1/webhooks', json);
    expect(made.status).toBe(201);
    return String((made.body['data'] as Body)['id']);
  };
  const { credentials, directory } = site.house.admin;
  const tenant = await directory.byId(site.tenant);
  if (!tenant) throw new Error('no tenant');
  const scopes = ['admin:write', 'archive:read'];
  const { apiKey: shelvesOnly } = await credentials.createKey(tenant, { name: 'hooks', scopes, roles: [] });
  const ofOwner = await webhook(site.owner, 'owner');
  await webhook(site.keys.admin, 'admin');
  await webhook(shelvesOnly, 'shelves');
  const textsAt = (path: string) =>
    receiver.received
      .filter((one) => one.path === `/${path}`)
      .map(({ text }) => text)
      .join();
  const publish = async (title: string, path: string) => {
    await change(title);
    await expect.poll(() => textsAt(path).includes(title), patience).toBe(true);
  };

  await publish('first', 'admin');
  await expect.poll(() => textsAt('owner').includes('first'), patience).toBe(true);
  expect(shown(textsAt('owner'), site.planting.secrets)).not.toEqual([]);
  expect(shown(textsAt('admin'), site.planting.secrets)).toEqual([]);
  expect(shown(textsAt('admin'), site.planting.open)).not.toEqual([]);
  // A key that may not read the collection is sent nothing of it, and all of what it may read.
  await site.send(site.owner, 'POST', '/api/v1/shelves', { title: 'cellar' });
  await expect.poll(() => textsAt('shelves').includes('cellar'), patience).toBe(true);
  expect(textsAt('shelves')).not.toContain('dossier');

  const attempts = async () => (await site.send(site.keys.admin, 'GET', '/api/v1/webhook_attempts?limit=200')).text;
  await expect.poll(async () => (await attempts()).includes('first'), patience).toBe(true);
  expect(shown(await attempts(), site.planting.secrets)).toEqual([]);

  // An address that another sets is read with that one's rights, and no longer with the owner's.
  const url = `${receiver.url}/taken`;
  expect((await site.send(site.keys.admin, 'PATCH', `/api/v1/webhooks/${ofOwner}`, { url })).status).toBe(200);
  await publish('second', 'taken');
  expect(shown(textsAt('taken'), site.planting.secrets)).toEqual([]);
}, 120_000);
