/** The other dialects with their stock clients, over lines that break; tickets for pages; and lines that end with cause. */
import { spawn } from 'node:child_process';
import { EventSource } from 'eventsource';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSubscriptionFilter } from '#server/core/log/subscriptions/subscription-filter.ts';
import { openLiveTails } from '#server/core/log/tails/live-tails.ts';
import { systemActor } from '#server/core/policy/actor.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { Subscription } from '#server/surfaces/live/subscription.ts';
import type { ChangeFrame, ServerFrame } from '#shared/live/frames.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { openLive } from '#test/fixtures/live-client.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patient = { timeout: 60_000, interval: 50 };
let house: TestServer;
let acme: CreatedTenant;
let cable: Cable;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  house = await openTestServer();
  acme = await house.tenant('acme');
  cable = await openCable(Number(new URL(house.url).port));
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});
afterAll(() => house?.close());

async function note(title: string): Promise<string> {
  const answer = await house.send('POST', '/api/v1/notes', { key: acme.apiKey, json: { title } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String((answer.body['data'] as Body)['id']);
}

async function keyWith(scopes: readonly string[]): Promise<{ readonly id: string; readonly apiKey: string }> {
  const answer = await house.send('POST', '/api/v1/api-keys', { key: acme.apiKey, json: { name: 'one', scopes } });
  const made = answer.body['data'] as { key?: { id: string }; id?: string; apiKey: string };
  return { id: String(made.id ?? made.key?.id), apiKey: made.apiKey };
}
const revoke = (id: string) => house.send('POST', `/api/v1/api-keys/${id}/revoke`, { key: acme.apiKey });

async function ticketOf(collection: string): Promise<string> {
  const answer = await house.send('POST', '/api/v1/live/tickets', { key: acme.apiKey, json: { collection } });
  expect(answer.status).toBe(201);
  return (answer.body['data'] as { ticket: string }).ticket;
}

/** Twelve notes, and the line pulled out twice between them. */
async function writeOverBreaks(tag: string, heard: () => readonly string[]): Promise<readonly string[]> {
  const titles: string[] = [];
  const write = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      titles.push(`${tag} ${titles.length}`);
      await note(titles.at(-1)!);
    }
  };
  await write(3);
  await expect.poll(() => heard().length, patient).toBe(3);
  for (let cut = 0; cut < 2; cut += 1) {
    await cable.pull();
    await write(3);
    await cable.plugIn();
    await write(2);
    await expect.poll(() => heard().length, patient).toBeGreaterThanOrEqual(titles.length);
  }
  return titles;
}

test('socket.io: the official client goes on from its last place, over breaks', async () => {
  const socket: Socket = io(`http://127.0.0.1:${cable.port}`, {
    auth: { token: acme.apiKey },
    transports: ['websocket'],
    reconnectionDelay: 10,
    reconnectionDelayMax: 100,
  });
  undo.push(() => socket.disconnect());
  const heard: ChangeFrame[] = [];
  let since: number | undefined;
  const refused: unknown[] = [];
  socket.on('connect', () =>
    socket.emit('subscribe', {
      id: 'n',
      collection: 'notes',
      where: { title: { starts_with: 'io' } },
      ...(since === undefined ? {} : { since }),
    }),
  );
  socket.on('subscribed', ({ seq }: { seq: number }) => {
    since ??= seq;
  });
  socket.on('change', (frame: ChangeFrame) => {
    heard.push(frame);
    since = frame.seq;
  });
  socket.on('error', (frame: unknown) => refused.push(frame));
  await expect.poll(() => since, patient).not.toBe(undefined);
  const titles = await writeOverBreaks('io', () => heard.map(({ record }) => String(record['title'])));
  expect(heard.map(({ id, op, record, type }) => [type, id, op, record['title']])).toEqual(
    titles.map((title) => ['change', 'n', 'create', title]),
  );
  expect(refused).toEqual([]);
  socket.emit('subscribe', { id: 'x', collection: 'nowhere' });
  await expect.poll(() => refused, patient).toMatchObject([{ id: 'x', code: 'collection_unknown' }]);
});

test('event streams: the stock EventSource resumes after its last event, and each change comes once', async () => {
  const source = new EventSource(`http://127.0.0.1:${cable.port}/api/v1/notes/changes?where[title][starts_with]=sse`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${acme.apiKey}` } }),
  });
  undo.push(() => source.close());
  const heard: string[] = [];
  let opened = 0;
  source.addEventListener('subscribed', () => {
    opened += 1;
  });
  source.onmessage = ({ data, lastEventId }) => {
    const { record, seq } = JSON.parse(String(data)) as ChangeFrame;
    heard.push(lastEventId.startsWith(`${seq}@`) ? String(record['title']) : `${lastEventId} is not ${seq}`);
  };
  await expect.poll(() => opened, patient).toBe(1);
  const titles = await writeOverBreaks('sse', () => heard);
  expect(heard).toEqual(titles);
});

test('event streams: the EventSource that Node has goes on over breaks, by a ticket', async () => {
  const ticket = await ticketOf('notes');
  const address = `http://127.0.0.1:${cable.port}/api/v1/notes/changes?where[title][starts_with]=node&ticket=${ticket}`;
  const program = `
    const source = new EventSource(${JSON.stringify(address)});
    const say = (word) => process.stdout.write(JSON.stringify(word) + '\\n');
    source.addEventListener('subscribed', () => say(null));
    source.onmessage = ({ data }) => say(JSON.parse(data).record.title);
    // While it waits to come back, nothing of its own keeps the process.
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--experimental-eventsource', '-e', program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  undo.push(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const words = (): readonly (string | null)[] =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const titles = () => words().filter((word) => word !== null);
  await expect.poll(() => words().length, patient).toBe(1);
  const written = await writeOverBreaks('node', titles);
  expect(titles()).toEqual(written);
});

test('a page in Chromium opens a stream by a ticket, and goes on over breaks by itself', async () => {
  const browser = await openBrowser();
  undo.push(() => browser.close());
  const page = await browser.newPage();
  const ticket = await ticketOf('notes');
  expect(ticket).not.toContain(acme.apiKey);
  await page.goto(`http://127.0.0.1:${cable.port}/api/docs`);
  // As text: what is imported here under this name is not the browser's.
  await page.evaluate(`{
    window.titles = [];
    window.opened = 0;
    const source = new EventSource('/api/v1/notes/changes?where[title][starts_with]=page&ticket=${ticket}');
    source.addEventListener('subscribed', () => { window.opened += 1; });
    source.onmessage = ({ data }) => window.titles.push(JSON.parse(data).record.title);
  }`);
  type Read = { readonly opened: number; readonly titles: readonly string[] };
  const read = (): Promise<Read> => page.evaluate('({ opened: window.opened, titles: window.titles })');
  await expect.poll(async () => (await read()).opened, patient).toBe(1);
  let titles: readonly string[] = [];
  const looking = setInterval(() => {
    read().then(
      (now) => {
        titles = now.titles;
      },
      () => {},
    );
  }, 100);
  undo.push(() => clearInterval(looking));
  const written = await writeOverBreaks('page', () => titles);
  expect((await read()).titles).toEqual(written);
});

test('W14 an invalid place is refused; one of another log starts again; a ticket opens only its subscription, and a key in its place nothing', async () => {
  const ask = (path: string, headers: Record<string, string> = {}, key: string | null = acme.apiKey) =>
    house.send('GET', `/api/v1/${path}`, { key, headers });
  for (const id of ['-1', '1e309', 'NaN', '1.5', '9'.repeat(30), 'abc'])
    expect([id, (await ask('notes/changes', { 'last-event-id': id })).status]).toEqual([id, 400]);
  expect((await ask('notes/changes?since=-1')).status).toBe(400);
  expect((await ask('notes/changes?since=999999999')).codes).toEqual(['log_changed']);
  const { text, status } = await ask('notes/changes', { 'last-event-id': '999999999' });
  const startsOver = expect.stringMatching(/^id: \d+@[\w-]+\nevent: resync\ndata: .*"log_changed".*"since":null/);
  expect([status, text]).toEqual([200, startsOver]);
  // A place that this log has, too, but of another tenant's.
  const other = await house.tenant('other');
  const theirs = await fetch(`${house.url}/api/v1/notes/changes?since=0`, {
    headers: { authorization: `Bearer ${other.apiKey}` },
  });
  const reader = theirs.body!.getReader();
  undo.push(() => reader.cancel());
  const [, id] = /^id: (\S+)$/m.exec(Buffer.from((await reader.read()).value!).toString()) ?? [];
  expect(id).toMatch(/^0@/);
  expect(await ask('notes/changes', { 'last-event-id': id! })).toMatchObject({ status: 200, text: startsOver });
  expect((await ask('notes/changes?limit=1')).codes).toEqual(['unknown_parameter']);
  expect((await ask('nowhere/changes')).status).toBe(404);
  const ticket = await ticketOf('notes');
  for (const path of [
    `gates/changes?ticket=${ticket}`,
    `notes?ticket=${ticket}`,
    `notes/changes?ticket=${ticket.slice(0, -3)}`,
    `notes/changes?ticket=${acme.apiKey}`,
    `notes/changes?token=${acme.apiKey}`,
    'notes/changes',
  ])
    expect([path, (await ask(path, {}, null)).status]).toEqual([path, 401]);
  expect((await house.send('GET', `/sandbox/api/v1/notes/changes?ticket=${ticket}`)).status).toBe(401);
});

test('a revoked credential ends its connections of every kind, and no others', async () => {
  const one = await keyWith(['sample:read']);
  const live = openLive(house.url, one.apiKey);
  const other = openLive(house.url, acme.apiKey);
  undo.push(() => other.close());
  const frames: ServerFrame[] = [];
  const socket = io(house.url, { auth: { token: one.apiKey }, transports: ['websocket'], reconnection: false });
  undo.push(() => socket.disconnect());
  socket.on('subscribed', (frame: ServerFrame) => frames.push(frame));
  let isConnected = true;
  socket.on('disconnect', () => {
    isConnected = false;
  });
  socket.emit('subscribe', { id: 's', collection: 'notes' });
  const stream = await fetch(`${house.url}/api/v1/notes/changes`, {
    headers: { authorization: `Bearer ${one.apiKey}` },
  });
  for (const client of [live, other]) {
    client.send({ type: 'subscribe', id: 's', collection: 'notes' });
    await client.heard((frame) => frame.type === 'subscribed', 'subscribed');
  }
  await expect.poll(() => frames.length, patient).toBe(1);
  expect((await revoke(one.id)).status).toBeLessThan(300);
  expect(await live.closed()).toBe(4401);
  expect(live.frames.at(-1)).toMatchObject({ type: 'error', code: 'credential_revoked' });
  expect(await stream.text()).toMatch(/event: closed\ndata: .*"credential_revoked"/);
  await expect.poll(() => isConnected, patient).toBe(false);
  await note('after it');
  await other.took(1);
});

test('a connection that reads nothing gets one message with the place to resume at, and resumes from there', async () => {
  const { clock, platform } = house.admin;
  const tenant = acme.tenant.id;
  const tails = openLiveTails(platform, () => {});
  undo.push(() => tails.close());
  const tail = await tails.of(tenant);
  const from = await tail.head();
  await note('first');
  await note('second');
  const filter = await openSubscriptionFilter({ platform, clock }, systemActor(tenant, 'slow'), {
    collection: 'notes',
    where: null,
  });
  if (!filter.ok) throw new Error(filter.errors[0].message);
  const frames: ServerFrame[] = [];
  const titles: unknown[] = [];
  /** Takes so many changes, and then nothing any more. */
  const follow = async (since: number, room: number) => {
    let ends = 0;
    const subscription = new Subscription({
      id: 's',
      filter: filter.value,
      from: since,
      tail,
      tails,
      wire: {
        hasRoom: () => room > 0,
        room: () => new Promise(() => {}),
        send: (frame) => frames.push(frame),
        sendChanges(_id, { changes }) {
          const sent = changes.slice(0, room);
          room -= sent.length;
          titles.push(...sent.map(({ record }) => record?.['title']));
          return sent.length;
        },
      },
      patienceMs: 20,
      onFault: (fault) => frames.push(fault as ServerFrame),
      onEnd: () => {
        ends += 1;
      },
    });
    undo.push(() => subscription.stop());
    subscription.start();
    return () => ends;
  };
  const ends = await follow(from, 1);
  await expect.poll(ends, patient).toBe(1);
  expect(titles).toEqual(['first']);
  expect(frames).toEqual([expect.objectContaining({ type: 'resync', id: 's', code: 'slow_reader' })]);
  const { since } = frames[0] as { since: number };
  expect(since).toBeGreaterThan(from);
  await follow(since, 10);
  await note('third');
  await expect.poll(() => titles, patient).toEqual(['first', 'second', 'third']);
  expect([frames.filter(({ type }) => type === 'resync').length, ends()]).toEqual([1, 1]);
});

test('a client that reads slowly misses nothing, and little is kept for it', async () => {
  const client = openLive(house.url, acme.apiKey);
  undo.push(() => client.close());
  client.send({ type: 'subscribe', id: 's', collection: 'notes', where: { title: { starts_with: 'slow' } } });
  await client.heard((frame) => frame.type === 'subscribed', 'subscribed');
  client.socket.pause();
  const body = 'x'.repeat(60_000);
  const create = Array.from({ length: 10 }, () => body);
  const titles: string[] = [];
  // More than all buffers on the way take: the rest waits in the log.
  for (let n = 0; n < 12; n += 1) {
    const some = create.map((text, i) => ({ title: `slow ${n * create.length + i}`, body: text }));
    titles.push(...some.map(({ title }) => title));
    const answer = await house.send('POST', '/api/v1/notes/bulk', { key: acme.apiKey, json: { create: some } });
    expect(answer.status).toBeLessThan(300);
  }
  client.socket.resume();
  // Where this machine took longer than the server waits for a reader, the reader gets the place to resume at.
  for (let tries = 0; client.changes().length < titles.length; tries += 1) {
    const resyncs = () => client.frames.filter((frame) => frame.type === 'resync');
    await expect.poll(() => client.changes().length === titles.length || resyncs().length > tries, patient).toBe(true);
    const last = resyncs()[tries];
    if (last && last.since !== null)
      client.send({
        type: 'subscribe',
        id: `s${tries}`,
        collection: 'notes',
        where: { title: { starts_with: 'slow' } },
        since: last.since,
      });
  }
  expect(client.changes().map(({ record }) => record['title'])).toEqual(titles);
});
