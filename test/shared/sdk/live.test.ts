/** Live changes in the SDK against the real server, over a line that is pulled out while things happen. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { type Client, createClient } from '#shared/sdk/create-client.ts';
import type { Socket } from '#shared/sdk/host.ts';
import type { Change, Place } from '#shared/sdk/live-changes.ts';
import { openCable } from '#test/fixtures/cable.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 60_000;
let house: TestServer;
let apiKey: string;
/** Past the line. */
let writer: Client;

beforeAll(async () => {
  house = await openTestServer();
  ({ apiKey } = await house.tenant('listener', 'enterprise', 'all'));
  writer = createClient({ baseUrl: house.url, apiKey });
}, limitMs);

afterAll(async () => {
  await house?.close();
});

/** Also where a test failed: who listens comes back for ever. */
const listening: AbortController[] = [];
afterEach(() => {
  for (const one of listening.splice(0)) one.abort();
});

function ending(): AbortController {
  const controller = new AbortController();
  listening.push(controller);
  return controller;
}

/** Reads into a list until the signal ends it. */
function listen(changes: AsyncIterable<Change<{ readonly title?: unknown }>>) {
  const heard: (readonly [op: string, title: unknown])[] = [];
  const places: Place[] = [];
  const over = (async () => {
    for await (const { op, place, record } of changes) {
      heard.push([op, record?.title ?? null]);
      places.push(place);
    }
  })();
  return { heard, places, over };
}

test('changes go on over a broken line: none missed, none twice, in order; and from a place that was kept', async () => {
  const cable = await openCable(Number(new URL(house.url).port));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${cable.port}`,
    apiKey,
    retry: { firstMs: 10, waitMaxMs: 200 },
  });
  const stop = ending();
  const lives: Place[] = [];
  const { heard, over, places } = listen(
    client.content_tags.changes({
      where: { title: { starts_with: 'live' } },
      onLive: (place) => lives.push(place),
      signal: stop.signal,
    }),
  );
  await expect.poll(() => lives.length, { timeout: limitMs }).toBe(1);
  const one = await writer.content_tags.create({ title: 'live 1' });
  await writer.content_tags.create({ title: 'other' });
  await expect.poll(() => heard, { timeout: limitMs }).toEqual([['create', 'live 1']]);

  await cable.pull();
  await writer.content_tags.update(one.id, { title: 'live 1b' });
  const two = await writer.content_tags.create({ title: 'live 2' });
  await cable.plugIn();
  await writer.content_tags.update(two.id, { title: 'gone' });
  await writer.content_tags.delete(one.id);
  const all = [
    ['create', 'live 1'],
    ['update', 'live 1b'],
    ['create', 'live 2'],
    ['leave', null],
    ['delete', 'live 1b'],
  ];
  await expect.poll(() => heard, { timeout: limitMs }).toEqual(all);

  const again = ending();
  const since = must(places[1], 'a place');
  const resumed = listen(
    writer.content_tags.changes({ where: { title: { starts_with: 'live' } }, since, signal: again.signal }),
  );
  await expect.poll(() => resumed.heard, { timeout: limitMs }).toEqual(all.slice(2));
  stop.abort();
  again.abort();
  await Promise.all([over, resumed.over]);
  await cable.pull();
}, 120_000);

test('a reader who takes his time loses nothing, and holds a bounded part of it', async () => {
  const titles = Array.from({ length: 2_500 }, (_, n) => `slow ${String(n).padStart(4, '0')}`);
  const lives: Place[] = [];
  const stop = ending();
  const changes = writer.content_tags.changes({ onLive: (place) => lives.push(place), signal: stop.signal });
  const first = changes.next();
  await expect.poll(() => lives.length, { timeout: limitMs }).toBe(1);
  for (let n = 0; n < titles.length; n += 500)
    await writer.content_tags.bulk({ create: titles.slice(n, n + 500).map((title) => ({ title })) });
  const heard = [(await first).value?.record?.title];
  for await (const { record } of changes) {
    heard.push(record?.title);
    if (heard.length === titles.length) break;
  }
  expect(heard).toEqual(titles);
}, 120_000);

test('what is refused ends the loop with its code: an unknown filter, a key that is revoked while it listens', async () => {
  const unknown = writer.$collection('pages').changes({ where: { titel: { equals: 'a' } } as never });
  await expect(unknown.next()).rejects.toMatchObject({ code: 'unknown_field' });

  const made = await house.send('POST', '/api/v1/api-keys', {
    key: apiKey,
    json: { name: 'listener', scopes: ['content:read'] },
  });
  const { id, apiKey: other } = made.body['data'] as { readonly id: string; readonly apiKey: string };
  const lives: Place[] = [];
  const listener = createClient({ baseUrl: house.url, apiKey: other, retry: { firstMs: 10 } });
  const next = listener.pages.changes({ onLive: (place) => lives.push(place) }).next();
  const ended = expect(next).rejects.toMatchObject({ code: 'credential_revoked' });
  await expect.poll(() => lives.length, { timeout: limitMs }).toBe(1);
  await house.send('POST', `/api/v1/api-keys/${id}/revoke`, { key: apiKey });
  await ended;
}, 120_000);

/** Timers of a connection on a clock that only the test moves on. */
function timersOfTest() {
  const timers = new Set<{ readonly atMs: number; readonly then: () => void }>();
  let nowMs = 0;
  function after(ms: number, then: () => void): () => void {
    const timer = { atMs: nowMs + ms, then };
    timers.add(timer);
    return () => void timers.delete(timer);
  }
  function moveTo(endMs: number): void {
    for (;;) {
      const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      timers.delete(next);
      nowMs = next.atMs;
      next.then();
    }
    nowMs = endMs;
  }
  return { after, moveTo, now: () => nowMs };
}

test('a connection counts as broken a minute after its last frame, whenever that came', async () => {
  const { after, moveTo, now } = timersOfTest();
  const host = await vi.importActual<typeof import('#shared/sdk/host.ts')>('#shared/sdk/host.ts');
  vi.resetModules();
  vi.doMock('#shared/sdk/host.ts', () => ({ ...host, after }));
  const { LiveConnection } = await import('#shared/sdk/live-connection.ts');
  vi.doUnmock('#shared/sdk/host.ts');
  const sent: unknown[] = [];
  let frame: ((message: { readonly data: unknown }) => void)[] = [];
  let closed = 0;
  const socket: Socket = {
    readyState: 1,
    send: (text) => sent.push(JSON.parse(text)),
    close: () => {
      closed += 1;
    },
    addEventListener: (type: string, listener: never) => {
      if (type === 'message') frame.push(listener);
    },
  };
  const connection = new LiveConnection(
    {
      baseUrl: 'http://localhost',
      openSocket: () => socket,
      credential: { token: () => 'key', renewed: async () => false },
      retry: { retriesMax: 0, firstMs: 600_000, waitMaxMs: 600_000 },
    },
    { isNeeded: () => true, onReady() {}, onFrame() {}, onFailed() {} },
  );
  for (const lastMs of [0, 1_000, 24_000, 49_999]) {
    [frame, closed] = [[], 0];
    connection.restart();
    const startMs = now();
    moveTo(startMs + lastMs);
    for (const one of frame) one({ data: '{"type":"pong"}' });
    moveTo(startMs + lastMs + 59_999);
    expect([lastMs, closed]).toEqual([lastMs, 0]);
    moveTo(startMs + lastMs + 60_000);
    expect([lastMs, closed]).toEqual([lastMs, 1]);
  }
  expect(sent).toContainEqual({ type: 'ping' });
  connection.stop();
});
