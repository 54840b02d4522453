/** SY20 over HTTP: a reader of `kiosks` sees each time a kiosk goes online or offline, once, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'graphql-ws';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { lookEveryMs } from '#server/modules/events/checkin/watch-presence.ts';
import type { Change } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { at } from '#test/fixtures/graphql-asker.ts';
import { type LiveClient, openLive } from '#test/fixtures/live-client.ts';
import type { PairedKiosk } from '#test/fixtures/paired-kiosk.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { openTwoEvents, type TwoEvents } from '#test/fixtures/two-events.ts';
import { HandPace } from '#test/server/core/log/hand-pace.ts';

const limitMs = 300_000;
const patient = { timeout: 60_000, interval: 20 };
const status = { pending: 0, printer: 'ready', knownSeq: 0 };
/** The tests advance the pauses of all servers in this file. */
const pace = new HandPace();
const sockets: Socket[] = [];
const lives: LiveClient[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  for (const live of lives.splice(0)) live.close();
});

/** The line a kiosk holds, to any server. */
async function lineOf({ token }: PairedKiosk, url: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  sockets.push(socket);
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
  return socket;
}

async function say(kiosk: PairedKiosk, house?: TestServer): Promise<void> {
  const sent = { json: status };
  const path = '/api/v1/actions/events.kiosk_status';
  const answer = await (house
    ? house.send('POST', path, { ...sent, key: kiosk.token })
    : kiosk.send('POST', path, sent));
  expect(answer.status).toBe(200);
}

/** Follows all that the filter lets through, in the words of the frames. */
async function follow(house: TestServer, key: string, where: unknown): Promise<() => readonly string[]> {
  const live = openLive(house.url, key);
  lives.push(live);
  live.send({ type: 'subscribe', id: 'k', collection: 'kiosks', where });
  await live.heard((frame) => frame.type === 'subscribed', 'subscribed');
  return () => live.changes('k').map(({ op, record }) => `${op} ${record['presence'] ?? record.id}`);
}

/** Its changes of presence in the log. */
async function turnsOf({ id }: PairedKiosk, { store }: TwoEvents): Promise<readonly string[]> {
  const changes: readonly Change[] = await store.history('kiosks', id, { limit: 500 });
  const types = changes.toReversed().flatMap((change) => change.types);
  return types.filter((type) => /line$/.test(type));
}

/** Advances time one look after the other, with the given work in between, until the condition holds. */
async function passUntil(what: () => Promise<boolean>, meanwhile: () => Promise<unknown> = async () => {}) {
  await expect
    .poll(async () => {
      await meanwhile();
      pace.pass(lookEveryMs);
      return what();
    }, patient)
    .toBe(true);
}

const came = 'events.kiosk.online';
const went = 'events.kiosk.offline';
const isGone = (kiosk: PairedKiosk, events: TwoEvents) => async () => (await turnsOf(kiosk, events)).at(-1) === went;

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (which) => {
  let house: TestServer;
  let events: TwoEvents;

  beforeAll(async () => {
    const database = which === 'SQLite' ? {} : { DATABASE_URL: await (await postgres()).database('presence') };
    house = await openTestServer(database, [], null, pace);
    events = await openTwoEvents(house, 'here', 1);
  }, limitMs);
  afterAll(() => house?.close());

  test('online, offline when its line ended and it kept silent, online again: by frames, filters, GraphQL and types', async () => {
    const [kiosk, steady, mute] = [await events.kiosk(), await events.kiosk(), await events.kiosk()];
    await say(steady);
    const all = await follow(house, events.apiKey, { id: { equals: kiosk.id } });
    const away = await follow(house, events.apiKey, { presence: { equals: 'offline' } });
    const since = await events.store.head();

    const line = await lineOf(kiosk, house.url);
    await expect.poll(all, patient).toEqual(['update online']);
    expect(away()).toEqual([`leave ${kiosk.id}`]);
    await say(mute);

    line.disconnect();
    // A kiosk with an open line or with requests is online; without both it stays so until it has missed three reports.
    await passUntil(isGone(kiosk, events), () => say(steady));
    await passUntil(isGone(mute, events), () => say(steady));
    expect(await turnsOf(steady, events)).toEqual([came]);
    const { body } = await house.send('GET', '/api/v1/kiosks?where[presence][equals]=offline&sort=id', {
      key: events.apiKey,
    });
    expect(body['data']).toMatchObject([kiosk, mute].map(({ id }) => ({ id, presence: 'offline' })));
    expect(JSON.stringify(body)).not.toMatch(/"line/);
    await say(kiosk);
    expect(await turnsOf(kiosk, events)).toEqual([came, went, came]);
    expect(await turnsOf(mute, events)).toEqual([came, went]);

    // A subscription to the offline kiosks gets their changes alone, not the contacts of others every few seconds.
    await expect
      .poll(away, patient)
      .toEqual([`leave ${kiosk.id}`, `leave ${mute.id}`, 'update offline', 'update offline', `leave ${kiosk.id}`]);
    expect(all().at(-1)).toBe('update online');

    const graphql = createClient({
      url: `${house.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${events.apiKey}` },
      retryAttempts: 0,
    });
    const query = `subscription { kioskChanged(since: ${since}) { id record { presence presenceSince } } }`;
    const seen: unknown[] = [];
    for await (const result of graphql.iterate({ query })) {
      const change = at(result, 'data', 'kioskChanged');
      if (at(change, 'id') !== kiosk.id) continue;
      const presence = at(change, 'record', 'presence');
      if (seen.at(-1) !== presence) seen.push(presence);
      if (seen.length === 3) break;
    }
    await graphql.dispose();
    expect(seen).toEqual(['online', 'offline', 'online']);
  });
});

describe('two servers on one database', () => {
  let url: string;
  let child: ServerProcess | null = null;
  let folder: string;
  const houses: TestServer[] = [];
  const open = async () => {
    const house = await openTestServer({ DATABASE_URL: url }, [], null, pace);
    houses.push(house);
    return house;
  };

  beforeAll(async () => {
    url = await (await postgres()).database('presence_two');
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  }, limitMs);
  afterAll(async () => {
    await child?.kill();
    await Promise.all(houses.map((house) => house.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'a kiosk that moves to another server stays online; one whose server was killed goes offline',
    async () => {
      const one = await open();
      const two = await open();
      const events = await openTwoEvents(one, 'here', 1);
      const [moving, silent] = [await events.kiosk(), await events.kiosk()];
      const recordOf = async ({ id }: PairedKiosk) => must(await events.store.get('kiosks', id), 'the kiosk');
      const lineNoted = async (kiosk: PairedKiosk, before: unknown) => {
        await expect.poll(async () => (await recordOf(kiosk))['line'], patient).not.toBe(before);
        return (await recordOf(kiosk))['line'];
      };
      // It connects to the second server before the first has noticed, and sends nothing more.
      const first = await lineOf(moving, one.url);
      const noted = await lineNoted(moving, null);
      await lineOf(moving, two.url);
      const there = await lineNoted(moving, noted);
      first.disconnect();
      const other = await lineOf(silent, one.url);
      await lineNoted(silent, null);
      other.disconnect();
      await passUntil(isGone(silent, events));
      expect(await recordOf(moving)).toMatchObject({ line: there, lineLostAt: null, presence: 'online' });
      // Its requests go to the other server from now on.
      await say(silent, two);
      await passUntil(isGone(silent, events), () => say(moving, two));
      expect(await turnsOf(moving, events)).toEqual([came]);

      for (const house of houses.splice(0)) await house.close();
      // Alone at first, so that this server is the one that watches.
      child = await startServerProcess({ DATABASE_URL: url, PORT: '0', DATA_DIR: folder });
      const three = await open();
      const { directory } = three.admin;
      const tenant = must(await directory.byId(events.demo.tenant), 'the tenant');
      const otherServer: TwoEvents = { ...events, store: await directory.open(tenant) };
      const turns = await follow(three, events.apiKey, { id: { equals: moving.id }, presence: { equals: 'offline' } });
      await lineOf(moving, child.url);
      await child.kill();
      await passUntil(isGone(moving, otherServer));
      await expect.poll(turns, patient).toEqual(['update offline']);
    },
    limitMs,
  );
});
