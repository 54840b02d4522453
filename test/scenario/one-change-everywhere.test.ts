/**
 * A collection that did not exist a moment ago, and one change after the other to one of its records, each by another
 * way in: everyone who can hear of it hears of each once. On PostgreSQL REST is asked at one server, and everyone else
 * is at the other.
 */
import { EventSource } from 'eventsource';
import { createClient as createGraphqlClient } from 'graphql-ws';
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChangeFrame } from '#shared/live/frames.ts';
import { createClient } from '#shared/sdk/create-client.ts';
import { callTool } from '#shared/sdk/react/call-tool.ts';
import type { Filter, Schema } from '#shared/sdk/schema.ts';
import type { BrowserTool } from '#shared/tools/browser-tool.ts';
import { asker, at } from '#test/fixtures/graphql-asker.ts';
import { openLive } from '#test/fixtures/live-client.ts';
import { connectMcp } from '#test/fixtures/mcp-asker.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { closeClients, openClient } from '../server/modules/documents/stock-client.ts';

const patience = { timeout: 60_000, interval: 25 };

const venues = {
  name: 'venues',
  labels: { one: 'Venue', many: 'Venues' },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    { name: 'seats', type: 'integer', index: true },
  ],
  searchable: ['title'],
  replicated: { push: 'merge' },
};

interface Venue {
  readonly id: string;
  readonly title: string;
  readonly seats: number | null;
}

/** As `gatehouse sdk` would write it. */
interface Own extends Schema {
  readonly collections: {
    readonly venues: {
      readonly record: Venue;
      readonly create: { readonly title: string; readonly seats?: number | null };
      readonly filters: { readonly title: Filter<'text'> };
    };
  };
}

/** One who listens: every change heard so far, in the order heard, as the record's title. */
interface Listener {
  readonly name: string;
  readonly heard: () => readonly (readonly [id: unknown, title: unknown])[];
  readonly stop: () => unknown;
}

const ofFrames = (frames: readonly ChangeFrame[]) => frames.map(({ record }) => [record.id, record['title']] as const);

async function overGraphql(url: string, key: string): Promise<Listener> {
  const client = createGraphqlClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
  });
  const heard: (readonly [unknown, unknown])[] = [];
  const stop = client.subscribe(
    { query: 'subscription { venueChanged(since: 0) { id record { title } } }' },
    {
      next: (result) => {
        const change = at(result, 'data', 'venueChanged');
        heard.push([at(change, 'id'), at(change, 'record', 'title')]);
      },
      error: () => {},
      complete: () => {},
    },
  );
  return {
    name: 'a GraphQL subscription',
    heard: () => heard,
    stop: () => {
      stop();
      return client.dispose();
    },
  };
}

async function overWebSocket(url: string, key: string): Promise<Listener> {
  const live = openLive(url, key);
  live.send({ type: 'subscribe', id: 'v', collection: 'venues', since: 0 });
  return { name: 'a WebSocket', heard: () => ofFrames(live.changes('v')), stop: live.close };
}

async function overSocketIo(url: string, key: string): Promise<Listener> {
  const socket = io(url, { auth: { token: key }, transports: ['websocket'], forceNew: true });
  const frames: ChangeFrame[] = [];
  socket.on('change', (frame: ChangeFrame) => frames.push(frame));
  socket.on('connect', () => socket.emit('subscribe', { id: 'v', collection: 'venues', since: 0 }));
  return { name: 'socket.io', heard: () => ofFrames(frames), stop: () => socket.disconnect() };
}

async function overEvents(url: string, key: string): Promise<Listener> {
  const source = new EventSource(`${url}/api/v1/venues/changes?since=0`, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
  });
  const frames: ChangeFrame[] = [];
  source.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as ChangeFrame));
  return { name: 'server-sent events', heard: () => ofFrames(frames), stop: () => source.close() };
}

/** The same subscription without a socket. */
async function overGraphqlEvents(url: string, key: string): Promise<Listener> {
  const query = encodeURIComponent('subscription { venueChanged(since: 0) { id record { title } } }');
  const source = new EventSource(`${url}/graphql?query=${query}`, {
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
  });
  const heard: (readonly [unknown, unknown])[] = [];
  source.addEventListener('next', ({ data }) => {
    const change = at(JSON.parse(String(data)), 'data', 'venueChanged');
    heard.push([at(change, 'id'), at(change, 'record', 'title')]);
  });
  return { name: 'a GraphQL event stream', heard: () => heard, stop: () => source.close() };
}

/** The typed client of a program: subscribes first, then reads the records. */
async function bySdk(url: string, key: string): Promise<Listener> {
  const { venues } = createClient<Own>({ baseUrl: url, apiKey: key });
  const heard: (readonly [unknown, unknown])[] = [];
  const { promise: isLive, resolve: onLive, reject: onEnd } = Promise.withResolvers<unknown>();
  const stop = new AbortController();
  const done = (async () => {
    for await (const { id, record } of venues.changes({ onLive, signal: stop.signal })) heard.push([id, record?.title]);
  })().catch(onEnd);
  await isLive;
  for await (const { id, title } of venues.all()) heard.push([id, title]);
  return {
    name: 'the SDK',
    heard: () => heard,
    stop: () => {
      stop.abort();
      return done;
    },
  };
}

async function byWebhook(receiver: Receiver): Promise<Listener> {
  const record = (message: unknown) => at(message, 'data', 'record');
  return {
    name: 'a webhook',
    heard: () => receiver.received.map(({ message }) => [at(record(message), 'id'), at(record(message), 'title')]),
    stop: () => {},
  };
}

/** An app of its own that keeps the collection on its device, as RxDB does. */
async function asReplica(url: string, key: string, name: string): Promise<Listener> {
  const { replication } = createClient<Own>({ baseUrl: url, apiKey: key }).venues;
  const database = await createRxDatabase({ name, storage: getRxStorageMemory(), multiInstance: false });
  const text = { type: 'string', maxLength: 80 };
  const schema = { version: 0, primaryKey: 'id', type: 'object', properties: { id: text, title: text, seats: {} } };
  const { kept } = await database.addCollections({ kept: { schema: schema as never } });
  const heard: (readonly [unknown, unknown])[] = [];
  kept?.$.subscribe(({ documentData }) => heard.push([documentData.id, documentData.title]));
  const { onNews, ...handlers } = replication();
  const state = replicateRxCollection({
    collection: kept as never,
    replicationIdentifier: name,
    live: true,
    ...(handlers as object),
  });
  const stopNews = onNews(() => state.reSync());
  const stop = async () => {
    stopNews();
    await state.cancel();
    await database.close();
  };
  return { name: 'a replica', heard: () => heard, stop };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (store) => {
  let here: TestServer;
  let there: TestServer;
  let receiver: Receiver;
  let key: string;

  beforeAll(async () => {
    const database = store === 'SQLite' ? {} : { DATABASE_URL: await (await postgres()).database('everywhere') };
    const env = { ...database, ALLOW_PRIVATE_WEBHOOKS: '1' };
    here = await openTestServer(env);
    there = store === 'SQLite' ? here : await openTestServer(env);
    key = (await here.tenant('acme')).apiKey;
    receiver = await openReceiver();
  }, 120_000);
  afterAll(async () => {
    await here?.close();
    if (there !== here) await there?.close();
    await receiver?.close();
  });

  test('each change to one record is seen, once, by every reader, subscription, webhook, replica and shared text', async () => {
    const send = (method: string, path: string, json: unknown) =>
      here.send(method, `/api/v1${path}`, { key, json }).then(({ body, status, text }) => {
        if (status > 201) throw new Error(text);
        return (body['data'] ?? body) as Venue;
      });
    const graphql = asker(there, key);
    const client = createClient<Own>({ baseUrl: there.url, apiKey: key });

    // An organizer defines a collection, without a line of code for it.
    await send('POST', '/collections', venues);
    await send('POST', '/webhooks', { url: receiver.url, events: ['custom.venue.updated', 'custom.venue.created'] });

    // A venue stands in it already when everyone comes.
    const hall = await send('POST', '/venues', { title: 'Small hall', seats: 90 });
    const agent = await connectMcp(`${there.url}/mcp`, key, 'stateless');
    const together = openClient(`venues/${hall.id}/title`, { url: there.url, key });
    const listeners = await Promise.all([
      overGraphql(there.url, key),
      overGraphqlEvents(there.url, key),
      overWebSocket(there.url, key),
      overSocketIo(there.url, key),
      overEvents(there.url, key),
      bySdk(there.url, key),
      byWebhook(receiver),
      asReplica(there.url, key, `everywhere-${store.toLowerCase()}`),
    ]);
    const titles = ({ heard }: Listener, id: string) => heard().flatMap(([of, title]) => (of === id ? [title] : []));
    const all = (id: string) => Object.fromEntries(listeners.map((one) => [one.name, titles(one, id)]));
    const eachOf = (expected: readonly string[]) => Object.fromEntries(listeners.map(({ name }) => [name, expected]));
    const written: string[] = [];
    const allReceive = async (title: string) => {
      written.push(title);
      await expect.poll(() => all(hall.id), patience).toEqual(eachOf(written));
      await expect.poll(() => together.text.toString(), patience).toBe(title);
    };
    try {
      await together.synced();
      await allReceive('Small hall');

      // The change, over REST. Then another by everyone else who may write.
      await send('PATCH', `/venues/${hall.id}`, { title: 'Great hall' });
      await allReceive('Great hall');
      await graphql('mutation ($id: ID!) { updateVenue(id: $id, input: {title: "Great hall, GraphQL"}) { id } }', {
        id: hall.id,
      });
      await allReceive('Great hall, GraphQL');
      await agent.callTool({
        name: 'custom',
        arguments: { action: 'update', resource: 'venues', id: hall.id, data: { title: 'Great hall, an agent' } },
      });
      await allReceive('Great hall, an agent');
      const { body: page } = await there.send('GET', '/api/schema/tools?module=custom', { key });
      const tool = (page['data'] as readonly BrowserTool[]).find(({ name }) => name === 'update_venues');
      if (!tool) throw new Error('The page has no tool for it.');
      await callTool(tool, { id: hall.id, data: { title: 'Great hall, a page' } }, { client, confirm: 'trust' });
      await allReceive('Great hall, a page');
      await client.venues.update(hall.id, { title: 'Great hall, a program' });
      await allReceive('Great hall, a program');
      together.text.insert(together.text.length, ', written along');
      await allReceive('Great hall, a program, written along');

      // Another record comes after it: a listener that received it has received all changes before it.
      const last = await send('POST', '/venues', { title: 'Cellar' });
      await expect.poll(() => all(last.id), patience).toEqual(eachOf(['Cellar']));
      expect(all(hall.id)).toEqual(eachOf(written));
    } finally {
      closeClients();
      for (const { stop } of listeners) await stop();
    }

    // A read gives the same.
    const title = written.at(-1);
    const now = { id: hall.id, title, version: written.length };
    const read = await there.send('GET', '/api/v1/venues?where[title][ends_with]=along', { key });
    expect(read.body['data']).toMatchObject([now]);
    const asked = await graphql('{ venues(where: {title: {ends_with: "along"}}) { data { id title version } } }');
    expect(asked.data).toEqual({ venues: { data: [now] } });
    const listed = await agent.callTool({
      name: 'custom',
      arguments: { action: 'list', resource: 'venues', search: 'great' },
    });
    expect(listed.structuredContent).toMatchObject({ data: [now] });
    await agent.close();
    expect(await client.venues.get(hall.id)).toMatchObject(now);

    // The descriptions contain the collection.
    const described = await there.send('OPTIONS', '/api/v1/venues', { key });
    expect([described.status, described.text]).toEqual([200, expect.stringContaining('"seats"')]);
    const document = await there.send('GET', '/api/openapi.json', { key });
    expect(Object.keys(document.body['paths'] as object)).toContain('/api/v1/venues/{id}');
  }, 240_000);
});
