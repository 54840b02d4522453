/** Subscriptions over real sockets and event streams: every change once and in order, across breaks, on both stores. */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type Ask, asker, at } from '#test/fixtures/graphql-asker.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

interface Event {
  readonly id: string | null;
  readonly type: string;
  readonly data: unknown;
}

/** What an event stream says, one event after the other. */
async function* eventsOf(response: Response): AsyncGenerator<Event, void, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? null;
      const [type, data] = [field('event'), field('data')];
      if (type !== null) yield { id: field('id'), type, data: data ? JSON.parse(data) : null };
    }
  }
}

async function take<T>(from: AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const { done, value } = await from.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (which) => {
  let house: TestServer;
  let key: string;
  let ask: Ask;

  beforeAll(async () => {
    const database = which === 'SQLite' ? {} : { DATABASE_URL: await (await postgres()).database('graphql') };
    house = await openTestServer(database);
    key = (await house.tenant('acme')).apiKey;
    ask = asker(house, key);
  });
  afterAll(() => house?.close());

  const client = () =>
    createClient({
      url: `${house.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${key}` },
      retryAttempts: 0,
    });

  const stream = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${house.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
    });

  async function make(title: string): Promise<string> {
    const { answer, data } = await ask('mutation ($t: String) { createNote(input: {title: $t}) { id } }', { t: title });
    const id = at(data, 'createNote', 'id');
    if (typeof id !== 'string') throw new Error(answer.text);
    return id;
  }

  const changed = (args: string) =>
    `subscription { noteChanged(${args}) { seq op id record { title parent { title } } } }`;
  const change = (result: unknown) => at(result, 'data', 'noteChanged');

  test('a socket hears of each change from a place in the log on, in order, and only of what it asks for', async () => {
    const tag = `heard on ${which}`;
    const first = await make(`${tag} 1`);
    await make('not asked for');
    const one = client();
    const heard = one.iterate({ query: changed(`since: 0, where: {title: {starts_with: "${tag}"}}`) });
    const past = await take(heard, 1);
    expect(past.map(change)).toMatchObject([{ op: 'created', id: first, record: { title: `${tag} 1`, parent: null } }]);
    const child = await ask('mutation ($t: String, $p: ID) { createNote(input: {title: $t, parent: $p}) { id } }', {
      t: `${tag} 2`,
      p: first,
    });
    const second = String(at(child.data, 'createNote', 'id'));
    await ask('mutation ($id: ID!) { updateNote(id: $id, input: {seats: 3}) { id } }', { id: second });
    await ask('mutation ($id: ID!) { deleteNote(id: $id) { id } }', { id: second });
    const more = (await take(heard, 3)).map(change);
    expect(more).toMatchObject([
      { op: 'created', id: second, record: { title: `${tag} 2`, parent: { title: `${tag} 1` } } },
      { op: 'updated', id: second },
      { op: 'deleted', id: second, record: { title: `${tag} 2` } },
    ]);
    const seqs = [...past.map(change), ...more].map((each) => Number(at(each, 'seq')));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    await heard.return?.();
    await one.dispose();
  });

  test('an event stream that breaks resumes after the last event it received: none missed, none twice', async () => {
    const tag = `stream on ${which}`;
    const query = changed(`since: 0, where: {title: {starts_with: "${tag}"}}`);
    const titles = Array.from({ length: 12 }, (_, n) => `${tag} ${String(n).padStart(2, '0')}`);
    const writing = (async () => {
      for (const title of titles) await make(title);
    })();
    const heard: unknown[] = [];
    let last: string | null = null;
    while (heard.length < titles.length) {
      const line = await stream(query, last === null ? {} : { 'last-event-id': last });
      expect(line.headers.get('content-type')).toMatch(/^text\/event-stream/);
      const events = eventsOf(line);
      // Cut off after five, wherever the writer is.
      for (const { data, id, type } of await take(events, Math.min(5, titles.length - heard.length))) {
        expect(type).toBe('next');
        heard.push(at(change(data), 'record', 'title'));
        last = id;
      }
      await events.return();
    }
    await writing;
    expect(heard).toEqual(titles);
  });

  test('a change of the collection, or its end, ends the subscription with a word and a place to go on', async () => {
    const fields = [{ name: 'title', type: 'text' }];
    const json = { name: 'halls', labels: { one: 'Hall', many: 'Halls' }, fields };
    expect((await house.send('POST', '/api/v1/collections', { key, json })).status).toBe(201);
    const line = await stream('subscription { hallChanged(since: 0) { seq record { title } } }');
    const events = eventsOf(line);
    await ask('mutation { createHall(input: {title: "one"}) { id } }');
    expect(at((await take(events, 1))[0]?.data, 'data', 'hallChanged', 'record', 'title')).toBe('one');
    const patch = { fields: [...fields, { name: 'seats', type: 'integer' }] };
    expect((await house.send('PATCH', '/api/v1/collections/halls', { key, json: patch })).status).toBe(200);
    // The server ends the subscription at the next change in the log at the latest.
    await ask('mutation { createHall(input: {title: "two"}) { id } }');
    const rest = await take(events, 10);
    expect(rest.at(-1)?.type).toBe('complete');
    expect(rest.some(({ data }) => at(data, 'errors', 0, 'extensions', 'code') === 'schema_changed')).toBe(true);
  });

  test('a query is answered on a stream, too; what cannot be read ends with its error', async () => {
    const events = await take(eventsOf(await stream('{ __typename }')), 9);
    expect(events).toEqual([
      { id: null, type: 'next', data: { data: { __typename: 'Query' } } },
      { id: null, type: 'complete', data: null },
    ]);
    const wrong = await take(eventsOf(await stream('subscription { nope }')), 9);
    expect(wrong.map(({ data, type }) => [type, at(data, 'errors', 0, 'extensions', 'code')])).toEqual([
      ['next', 'invalid_query'],
      ['complete', undefined],
    ]);
    expect((await ask('subscription { noteChanged { seq } }')).codes).toEqual(['invalid_request']);
    expect((await stream('{ __typename }', { 'last-event-id': 'x' })).status).toBe(400);
  });
});

test('a server that stops ends open subscriptions, and waits for no client', async () => {
  const house = await openTestServer();
  const { apiKey } = await house.tenant('acme');
  const authorization = `Bearer ${apiKey}`;
  const query = 'subscription { noteChanged { seq } }';
  const stream = await fetch(`${house.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { authorization, accept: 'text/event-stream' },
  });
  const socket = new WebSocket(`${house.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => {
    socket.once('message', resolve);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })));
  });
  const stopped = house.close();
  expect(await closed).toBe(1001);
  expect(await stream.text()).toContain('event: complete');
  await stopped;
});

describe('a socket that does not speak graphql-transport-ws', () => {
  test.each([
    ['none', []],
    ['another one', ['wrong']],
    ['the one of an old library', ['graphql-ws']],
    ['two others', ['mqtt', 'soap']],
  ])('%s: it is closed with 4406', async (_, protocols) => {
    const house = await openTestServer();
    const socket = new WebSocket(`${house.url.replace('http', 'ws')}/graphql`, protocols);
    const code = await new Promise<number>((resolve, reject) => {
      socket.once('close', resolve);
      socket.once('error', reject);
    });
    expect(code).toBe(4406);
    await house.close();
  });
});
