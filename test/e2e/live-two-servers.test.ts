/**
 * Live clients of two servers on one PostgreSQL: one server is killed under them, they go on at the other from their last
 * place, and each change has come once and in order. A key that one server revokes ends its lines at the other. The SDK is
 * one of them, and goes on with a file on PostgreSQL, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import { createClient as createGraphqlClient, type Client as GraphqlClient } from 'graphql-ws';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChangeFrame } from '#shared/live/frames.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { settled } from '#shared/sdk/gatehouse-error.ts';
import type { Place } from '#shared/sdk/live-changes.ts';
import { gatehouseHere, tenantHere } from '#test/fixtures/admin-words.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type LiveClient, openLive } from '#test/fixtures/live-client.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type Environment, type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';

const limitMs = 300_000;
const patient = { timeout: 120_000, interval: 50 };
const changes = 24;

let servers: readonly [ServerProcess, ServerProcess];
let folders: readonly string[];
let apiKey: string;
let env: Environment;

beforeAll(async () => {
  const database = await (await postgres()).database('live_two');
  const ports = [await freePort(), await freePort()];
  folders = await Promise.all(ports.map(() => mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))));
  const publicUrl = `http://127.0.0.1:${ports[0]}`;
  const envOf = (i: number): Environment => ({
    DATABASE_URL: database,
    PUBLIC_URL: publicUrl,
    PORT: String(ports[i]),
    DATA_DIR: folders[i] ?? '',
  });
  env = envOf(0);
  const first = await startServerProcess(env);
  servers = [first, await startServerProcess(envOf(1))];
  ({ apiKey } = await tenantHere('acme', 'content,media', env));
}, limitMs);

afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  for (const folder of folders ?? []) await rm(folder, { recursive: true, force: true });
}, 60_000);

async function send<T>(server: ServerProcess, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** A client of one dialect: where it is, what it has heard. */
interface Listener {
  readonly titles: string[];
  isOn: boolean;
  since: number | null;
  /** Begins, or goes on, at this server. */
  at(server: ServerProcess): void;
  stop(): void;
}

function hear(listener: Listener, { record, seq }: Pick<ChangeFrame, 'record' | 'seq'>): void {
  listener.titles.push(String(record['title']));
  listener.since = seq;
}

function byWebSocket(): Listener {
  let client: LiveClient | null = null;
  const listener: Listener = {
    titles: [],
    isOn: false,
    since: null,
    at(server) {
      const mine = openLive(server.url, apiKey);
      client = mine;
      mine.socket.on('message', (data) => {
        // Frames in transit when the connection was cut do not count: the new one began after the last received change.
        if (client !== mine) return;
        const frame = JSON.parse(String(data)) as ChangeFrame | { type: 'subscribed'; seq: number };
        if (frame.type === 'change') hear(listener, frame);
        else if (frame.type === 'subscribed') {
          listener.isOn = true;
          listener.since ??= frame.seq;
        }
      });
      const { since } = listener;
      mine.send({ type: 'subscribe', id: 's', collection: 'content_tags', ...(since === null ? {} : { since }) });
    },
    stop: () => client?.socket.terminate(),
  };
  return listener;
}

function bySocketIo(): Listener {
  let socket: Socket | null = null;
  const listener: Listener = {
    titles: [],
    isOn: false,
    since: null,
    at(server) {
      const one = io(server.url, { auth: { token: apiKey }, transports: ['websocket'], forceNew: true });
      socket = one;
      one.on('connect', () => {
        const { since } = listener;
        one.emit('subscribe', { id: 's', collection: 'content_tags', ...(since === null ? {} : { since }) });
      });
      one.on('subscribed', ({ seq }: { seq: number }) => {
        listener.isOn = true;
        listener.since ??= seq;
      });
      one.on('change', (frame: ChangeFrame) => hear(listener, frame));
    },
    stop: () => socket?.disconnect(),
  };
  return listener;
}

function byEvents(): Listener {
  let source: EventSource | null = null;
  const listener: Listener = {
    titles: [],
    isOn: false,
    since: null,
    at(server) {
      const from = listener.since === null ? '' : `?since=${listener.since}`;
      source = new EventSource(`${server.url}/api/v1/content_tags/changes${from}`, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${apiKey}` } }),
      });
      source.addEventListener('subscribed', ({ data }) => {
        listener.isOn = true;
        listener.since ??= (JSON.parse(String(data)) as { seq: number }).seq;
      });
      source.onmessage = ({ data }) => hear(listener, JSON.parse(String(data)) as ChangeFrame);
    },
    stop: () => source?.close(),
  };
  return listener;
}

function byGraphql(): Listener {
  let client: GraphqlClient | null = null;
  const listener: Listener = {
    titles: [],
    isOn: false,
    since: null,
    at(server) {
      const mine = createGraphqlClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${apiKey}` },
        retryAttempts: 0,
        on: { connected: () => (listener.isOn = true) },
      });
      client = mine;
      const query = `subscription { contentTagChanged(since: ${listener.since ?? 0}) { seq record { title } } }`;
      mine.subscribe<{ contentTagChanged: Pick<ChangeFrame, 'record' | 'seq'> }>(
        { query },
        {
          next: ({ data }) => {
            if (client === mine && data) hear(listener, data.contentTagChanged);
          },
          error: () => {},
          complete: () => {},
        },
      );
    },
    stop: () => void client?.dispose(),
  };
  return listener;
}

function bySdk(): Listener {
  let place: Place | null = null;
  let stopping = new AbortController();
  const listener: Listener = {
    titles: [],
    isOn: false,
    since: null,
    at(server) {
      stopping = new AbortController();
      const { signal } = stopping;
      const since = place === null ? {} : { since: place };
      const onLive = (begun: Place) => {
        listener.isOn = true;
        place ??= begun;
      };
      const heard = createClient({ baseUrl: server.url, apiKey }).content_tags.changes({ ...since, onLive, signal });
      void (async () => {
        for await (const change of heard) {
          if (signal.aborted) return;
          listener.titles.push(change.record?.title ?? change.op);
          place = change.place;
        }
      })().catch((fault: unknown) => {
        if (!signal.aborted) throw fault;
      });
    },
    stop: () => stopping.abort(),
  };
  return listener;
}

test('the SDK makes and finds records, is refused, and goes on with a file that broke off', {
  timeout: limitMs,
}, async () => {
  const client = createClient({ baseUrl: servers[1].url, apiKey });
  const author = await client.authors.create({ name: 'Ada Lovelace' });
  const page = await client.pages.create({ title: 'Engines', author: author.id });
  const { data } = await client.pages.list({ where: { 'author.name': { starts_with: 'ada' } }, populate: ['author'] });
  expect(data).toMatchObject([{ id: page.id, author: { name: 'Ada Lovelace' } }]);
  expect(await client.content.publish_page({ pageId: page.id })).toMatchObject({ status: 'published', version: 2 });
  const late = await settled(client.pages.update(page.id, { summary: 'x' }, { ifVersion: 1 }));
  expect(late.ok ? null : late.error.code).toBe('version_mismatch');

  const content = new Blob([new Uint8Array(300_000).map((_, i) => i % 251)]);
  const breaking = new AbortController();
  let id = '';
  const broken = client.$upload(content, {
    pieceBytes: 100_000,
    signal: breaking.signal,
    onStarted: (begun) => (id = begun),
    onProgress: () => breaking.abort(),
  });
  await expect(broken).rejects.toMatchObject({ code: 'aborted' });
  const sent: number[] = [];
  const file = await createClient({ baseUrl: servers[1].url, apiKey }).$upload(content, {
    resume: id,
    pieceBytes: 100_000,
    onProgress: (progress) => sent.push(progress.sent),
  });
  expect([file.id, file.size, sent]).toEqual([id, 300_000, [200_000, 300_000]]);
});

test('a key that one server revokes ends its lines at the other', { timeout: limitMs }, async () => {
  const made = await gatehouseHere<{ id: string; apiKey: string }>(
    ['key', 'create', '--tenant', 'acme', '--name', 'one', '--scopes', 'content:read'],
    env,
  );
  const client = openLive(servers[1].url, made.apiKey);
  client.send({ type: 'subscribe', id: 's', collection: 'content_tags' });
  await client.heard((frame) => frame.type === 'subscribed', 'subscribed');
  const socket = new WebSocket(`${servers[1].url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  const payload = { authorization: `Bearer ${made.apiKey}` };
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  expect(await new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))).toContain('ack');
  await send(servers[0], `api-keys/${made.id}/revoke`, {});
  expect([await client.closed(), await closed]).toEqual([4401, 4403]);
});

test('clients of a server that is killed go on at the other: none missed, none twice', {
  timeout: limitMs,
}, async () => {
  const listeners = [byWebSocket(), bySocketIo(), byEvents(), byGraphql(), bySdk()];
  const [first, second] = servers;
  for (const listener of listeners) listener.at(first);
  await expect.poll(() => listeners.every(({ isOn }) => isOn), patient).toBe(true);
  const titles = Array.from({ length: changes }, (_, n) => `tag ${n}`);
  const writing = (async () => {
    for (const title of titles) await send(second, 'content_tags', { title });
  })();
  await expect.poll(() => listeners.every((one) => one.titles.length >= changes / 4), patient).toBe(true);
  await first.kill();
  for (const listener of listeners) {
    listener.stop();
    listener.at(second);
  }
  await writing;
  await expect.poll(() => listeners.every((one) => one.titles.length >= changes), patient).toBe(true);
  for (const listener of listeners) expect(listener.titles).toEqual(titles);

  // A stopping server closes with the code that asks the client to connect again.
  const last = openLive(second.url, apiKey);
  await last.heard((frame) => frame.type === 'ready', 'ready');
  const [code] = await Promise.all([last.closed(), second.stop()]);
  expect(code).toBe(1001);
  for (const listener of listeners) listener.stop();
});
