/** GraphQL attacked: bombs, other tenants, keys that end, sockets that misbehave. One test for each id of the list. */
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { aliasesMax, depthMax } from '#server/surfaces/graphql/limits.ts';
import { operationsPerSocketMax } from '#server/surfaces/graphql/serve-sockets.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type Ask, asker, at, readAsked } from '#test/fixtures/graphql-asker.ts';
import { isDecent, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let ask: Ask;
let strange: Ask;
let strangeKey: string;
let noteId: string;
let socketUrl: string;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('acme')).apiKey;
  strangeKey = (await house.tenant('stranger')).apiKey;
  ask = asker(house, key);
  strange = asker(house, strangeKey);
  noteId = String(at((await ask('mutation { createNote(input: {title: "ours"}) { id } }')).data, 'createNote', 'id'));
  socketUrl = `${house.url.replace('http', 'ws')}/graphql`;
});
afterAll(() => house.close());

const nested = (depth: number) =>
  `{ note(id: "${noteId}") ${'{ parent '.repeat(depth - 2)}{ id }${' }'.repeat(depth - 1)}`;

async function expectRefused(query: string, code = 'query_too_large'): Promise<void> {
  const asked = await ask(query);
  expect([asked.data, asked.codes]).toEqual([null, [code]]);
  expect([200, 400, 413]).toContain(asked.status);
  expect(isDecent(asked.answer)).toBe(true);
}

describe('bombs', () => {
  test('G01 depth 15, 500 and 5,000 is refused; what is allowed is answered', async () => {
    expect((await ask(nested(depthMax))).codes).toEqual([]);
    for (const depth of [depthMax + 1, 15, 500, 5_000]) await expectRefused(nested(depth));
    await expectRefused(`{ notes(where: ${'{not: '.repeat(5_000)}{}${'}'.repeat(5_000)}) { data { id } } }`);
  });

  test('G02 1,000 and 20,000 aliases are refused', async () => {
    for (const count of [aliasesMax + 1, 1_000, 20_000]) {
      const fields = Array.from({ length: count }, (_, n) => `a${n}: __typename`);
      await expectRefused(`{ ${fields.join(' ')} }`);
    }
  });

  test('G03 a fragment that leads to itself, and 2^20 fields by fragments, are refused', async () => {
    await expectRefused('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', 'invalid_query');
    await expectRefused('{ ...A } fragment A on Query { ...A }', 'invalid_query');
    const bomb = Array.from({ length: 20 }, (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`);
    await expectRefused(`{ ...F0 } ${bomb.join('\n')} fragment F20 on Query { __typename }`);
    // Not used: validation would look into it all the same.
    await expectRefused(`{ __typename } ${bomb.join('\n')} fragment F20 on Query { __typename }`);
  });

  test('G04 5,000 directives are refused', async () => {
    await expectRefused(`{ __typename ${'@include(if: true) '.repeat(5_000)} }`);
    await expectRefused(`{ __typename ${'@skip(if: false) '.repeat(1_000)} }`);
  });

  test('fields that repeat, lists in lists, introspection of introspection: each has its bound', async () => {
    await expectRefused(`{ ${'__typename '.repeat(2_001)} }`);
    await expectRefused('{ notes(limit: 200) { data { friends(limit: 200) { id } } } }');
    await expectRefused('query ($n: Int = 200) { notes(limit: $n) { data { friends(limit: $n) { id } } } }');
    await expectRefused(`{ __schema { types ${'{ fields { type '.repeat(12)} { name } ${'} }'.repeat(12)} } }`);
    const again = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    expect((await ask(again)).codes).toEqual(['invalid_query']);
  });

  test('an argument of 5 MB is refused with 413, a long document unread', async () => {
    const big = await house.send('POST', '/graphql', {
      key,
      json: {
        query: 'query ($s: String) { notes(search: $s) { meta { limit } } }',
        variables: { s: 'x'.repeat(5_000_000) },
      },
    });
    expect([big.status, big.codes]).toEqual([413, ['body_too_large']]);
    await expectRefused(`{ notes(search: "${'x'.repeat(70_000)}") { meta { limit } } }`);
  });

  test('G10 variables nested 10,000 deep, or with __proto__, are refused', async () => {
    const query = 'mutation ($m: JSON) { createNote(input: {title: "x", meta: $m}) { id } }';
    const deep = `{"query": ${JSON.stringify(query)}, "variables": {"m": ${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
    const headers = { 'content-type': 'application/json' };
    const nestedDeep = await house.send('POST', '/graphql', { key, headers, raw: deep });
    expect([nestedDeep.status, nestedDeep.codes]).toEqual([400, ['invalid_json']]);
    const raw = `{"query": ${JSON.stringify(query)}, "variables": {"m": {"a": [{"__proto__": {"admin": true}}]}}}`;
    const proto = readAsked(await house.send('POST', '/graphql', { key, headers, raw }));
    expect([proto.status, proto.codes]).toEqual([400, ['invalid_value']]);
    const literal = await ask('mutation { createNote(input: {title: "x", meta: {__proto__: {admin: true}}}) { id } }');
    expect(literal.codes).toEqual(['invalid_json_value']);
    const inUrl = encodeURIComponent(`{"m": ${'['.repeat(900)}${']'.repeat(900)}}`);
    const got = await house.send('GET', `/graphql?query=%7B__typename%7D&variables=${inUrl}`, { key });
    expect([got.status, readAsked(got).codes]).toEqual([400, ['query_too_large']]);
  });
});

describe('the endpoint', () => {
  test('G05 a batch is refused with 400', async () => {
    const answer = await house.send('POST', '/graphql', { key, json: Array(500).fill({ query: '{ __typename }' }) });
    expect([answer.status, answer.codes]).toEqual([400, ['invalid_body']]);
  });

  test('G06 a request without a credential gets no data, introspection included', async () => {
    const anonymous = asker(house, null);
    for (const query of ['{ __schema { types { name } } }', '{ __typename }', '{ notes { data { id } } }']) {
      expect(await anonymous(query)).toMatchObject({ status: 401, data: null, codes: ['unauthenticated'] });
      const got = await house.send('GET', `/graphql?query=${encodeURIComponent(query)}`);
      expect([got.status, got.codes]).toEqual([401, ['unauthenticated']]);
    }
  });

  test('G07 errors suggest no other names', async () => {
    for (const query of [
      '{ note_ { id } }',
      '{ notes { dat { id } } }',
      `mutation { createNote(input: {titel: "x"}) { id } }`,
    ]) {
      const { answer, codes } = await ask(query);
      expect([codes[0], /did you mean/i.test(answer.text)]).toEqual(['invalid_query', false]);
    }
    const variables = await ask('query ($w: NoteWhere) { notes(where: $w) { meta { limit } } }', { w: { titel: {} } });
    expect([variables.codes, /did you mean/i.test(variables.answer.text)]).toEqual([['invalid_query'], false]);
  });

  test('G08 nothing is changed by GET', async () => {
    const mutation = encodeURIComponent('mutation { createNote(input: {title: "by get"}) { id } }');
    const answer = await house.send('GET', `/graphql?query=${mutation}`, { key });
    expect([answer.status, answer.codes, answer.headers.get('allow')]).toEqual([405, ['method_not_allowed'], 'POST']);
    const both = encodeURIComponent(
      'query A { __typename } mutation B { createNote(input: {title: "by get"}) { id } }',
    );
    const named = await house.send('GET', `/graphql?operationName=B&query=${both}`, { key });
    expect(named.status).toBe(405);
    expect((await ask('{ notes(where: {title: {equals: "by get"}}) { data { id } } }')).data).toEqual({
      notes: { data: [] },
    });
  });

  test('G09 forms and plain text, which any page can send, are refused with 415', async () => {
    const raw = JSON.stringify({ query: '{ __typename }' });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await house.send('POST', '/graphql', { key, raw, headers: { 'content-type': type } });
      expect([answer.status, answer.codes]).toEqual([415, ['unsupported_media_type']]);
    }
  });

  test('G16 aliases draw from the same minute as requests', async () => {
    const small = (await house.tenant('small', 'starter')).apiKey;
    const poor = asker(house, small);
    const first = await poor('{ __typename }');
    const left = Number(first.answer.headers.get('x-ratelimit-remaining'));
    const fields = Array.from({ length: 20 }, (_, n) => `a${n}: notes { meta { limit } }`);
    const many = await poor(`{ ${fields.join(' ')} }`);
    const after = many.answer.headers;
    // A new minute may have begun in between.
    if (after.get('x-ratelimit-limit') === '100' && Number(after.get('x-ratelimit-remaining')) < left)
      expect(Number(after.get('x-ratelimit-remaining'))).toBe(left - 20);
    expect(Number(after.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(80);
    const all = Array.from({ length: 100 }, (_, n) => `a${n}: notes { meta { limit } }`);
    const twice = [await poor(`{ ${all.join(' ')} }`), await poor(`{ ${all.join(' ')} }`)];
    // A minute that begins before or between them has room for one.
    expect(twice.flatMap(({ codes }) => codes)).toContain('rate_limited');
    // Records count, too: a list of relations is not one request.
    const wealthy = await poor('{ notes(limit: 200) { data { friends(limit: 49) { id } } } }');
    expect([200, 429]).toContain(wealthy.status);
  });
});

describe('other tenants', () => {
  test('G11 a record of another tenant is null and not_found, for every operation', async () => {
    for (const query of [
      '{ it: note(id: $id) { title } }',
      'mutation ($id: ID!) { it: updateNote(id: $id, input: {title: "mine"}) { title } }',
      'mutation ($id: ID!) { it: deleteNote(id: $id) { id } }',
    ]) {
      const asked = await strange(query.startsWith('{') ? `query ($id: ID!) ${query}` : query, { id: noteId });
      expect(asked).toMatchObject({ status: 200, data: { it: null }, codes: ['not_found'] });
    }
    expect((await ask('query ($id: ID!) { note(id: $id) { title version } }', { id: noteId })).data).toEqual({
      note: { title: 'ours', version: 1 },
    });
  });

  test('G12 no edge leads there: a relation may not name it, and a stored id finds nothing', async () => {
    const named = await strange('mutation ($id: ID!) { createNote(input: {title: "x", parent: $id}) { id } }', {
      id: noteId,
    });
    expect(named).toMatchObject({ data: { createNote: null }, codes: ['relation_unknown'] });
    const { directory } = house.admin;
    const tenant = await directory.bySlug('stranger');
    if (!tenant) throw new Error('no tenant');
    const store = await directory.open(tenant);
    const forged = expectOk(
      await store.commit('system:test', async (tx) => ({
        ok: true,
        value: await tx.create('notes', {
          title: 'forged',
          open: false,
          state: 'draft',
          parent: noteId,
          friends: [noteId],
        }),
      })),
    );
    const asked = await strange(
      'query ($id: ID!) { note(id: $id) { parent { title } friends { title parent { title } } } }',
      {
        id: forged.value.id,
      },
    );
    expect(asked).toMatchObject({ codes: [], data: { note: { parent: null, friends: [] } } });
    const filtered = await strange('{ notes(where: {parent: {some: {title: {equals: "ours"}}}}) { data { id } } }');
    expect(filtered.data).toEqual({ notes: { data: [] } });
  });

  test('a key without the scope reads nothing, changes nothing, and the refusal names the scope', async () => {
    const made = await house.send('POST', '/api/v1/api-keys', {
      key,
      json: { name: 'events only', scopes: ['events:read'] },
    });
    expect(made.status).toBe(201);
    const narrow = asker(house, String(at(made.body, 'data', 'apiKey')));
    expect(await narrow('{ notes { data { id } } }')).toMatchObject({
      data: { notes: null },
      codes: ['insufficient_scope'],
    });
    expect((await narrow('mutation { createNote(input: {title: "x"}) { id } }')).codes).toEqual(['insufficient_scope']);
    expect((await narrow('{ events { data { id } } }')).codes).toEqual([]);
  });
});

describe('sockets', () => {
  const open = (protocol = 'graphql-transport-ws', headers = {}) => new WebSocket(socketUrl, protocol, { headers });
  const closing = (socket: WebSocket) =>
    new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  const said = (socket: WebSocket, type: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as Record<string, unknown>;
        if (message['type'] === type) resolve(message);
      });
    });

  async function acknowledged(authorization = `Bearer ${key}`): Promise<WebSocket> {
    const socket = open();
    const ack = said(socket, 'connection_ack');
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })));
    await ack;
    return socket;
  }

  const begin = (socket: WebSocket, id: string) =>
    socket.send(JSON.stringify({ type: 'subscribe', id, payload: { query: 'subscription { noteChanged { seq } }' } }));

  test('G13 each misbehaviour has its close code', async () => {
    const silent = closing(open());
    const bad = open();
    bad.once('open', () =>
      bad.send('{"type":"connection_init","payload":{"authorization":"Bearer gate_sk_live_nope"}}'),
    );
    const early = open();
    early.once('open', () => begin(early, '1'));
    const garbage = open();
    garbage.once('open', () => garbage.send('{"type": "no such"}'));
    const binary = open();
    binary.once('open', () => binary.send(new Uint8Array([1, 2, 3])));
    const codes = Promise.all([bad, early, garbage, binary].map(closing));
    expect(await codes).toEqual([4403, 4401, 4400, 4400]);
    const twice = await acknowledged();
    const twiceClosed = closing(twice);
    twice.send('{"type":"connection_init"}');
    expect(await twiceClosed).toBe(4429);
    const same = await acknowledged();
    const sameClosed = closing(same);
    begin(same, '1');
    begin(same, '1');
    expect(await sameClosed).toBe(4409);
    const large = await acknowledged();
    const largeClosed = closing(large);
    large.send('x'.repeat(1024 * 1024 + 1));
    expect(await largeClosed).toBe(1009);
    expect(await silent).toBe(4408);
  });

  test('other origins, other protocols and other paths get no socket', async () => {
    const failing = (socket: WebSocket) =>
      new Promise<number | undefined>((resolve) => {
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.once('error', () => {});
      });
    expect(await failing(open('graphql-transport-ws', { origin: 'https://evil.example' }))).toBe(403);
    expect(await failing(new WebSocket(`${house.url.replace('http', 'ws')}/nowhere`))).toBe(404);
    const old = new WebSocket(socketUrl, 'graphql-ws');
    old.once('error', () => {});
    expect([1006, 4406]).toContain(await closing(old));
  });

  test('G14 a socket has room for so many operations and no more', async () => {
    const socket = await acknowledged();
    const refused = said(socket, 'error');
    for (let n = 0; n <= operationsPerSocketMax; n++) begin(socket, String(n));
    expect(at(await refused, 'payload', 0, 'extensions', 'code')).toBe('query_too_large');
    // The others go on.
    const next = said(socket, 'next');
    await expect
      .poll(async () => {
        await ask('mutation { createNote(input: {title: "tick"}) { id } }');
        return Promise.race([next.then(() => true), new Promise((resolve) => setTimeout(resolve, 200, false))]);
      })
      .toBe(true);
    socket.terminate();
  });

  test('G15 a socket and a stream of a key end when it is revoked', async () => {
    const made = await house.send('POST', '/api/v1/api-keys', {
      key,
      json: { name: 'short', scopes: ['sample:read'] },
    });
    const [id, apiKey] = [at(made.body, 'data', 'id'), String(at(made.body, 'data', 'apiKey'))];
    const socket = await acknowledged(`Bearer ${apiKey}`);
    const closed = closing(socket);
    begin(socket, '1');
    const stream = await fetch(`${house.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { noteChanged { seq } }' }),
    });
    expect(stream.status).toBe(200);
    expect((await house.send('POST', `/api/v1/api-keys/${id}/revoke`, { key })).status).toBe(200);
    expect(await closed).toBe(4403);
    expect(await stream.text()).toMatch(/credential_revoked[\s\S]*event: complete/);
  });

  test('a socket has the same limits and the same visibility as a request', async () => {
    const client = createClient({
      url: socketUrl,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${key}` },
      retryAttempts: 0,
    });
    const results = async (query: string): Promise<unknown> => {
      try {
        for await (const result of client.iterate({ query })) return result;
      } catch (fault) {
        return fault;
      }
      return null;
    };
    const codeOf = (found: unknown) =>
      at(found, 0, 'extensions', 'code') ?? at(found, 'errors', 0, 'extensions', 'code');
    expect(codeOf(await results(nested(5_000)))).toBe('query_too_large');
    expect(codeOf(await results('{ nope }'))).toBe('invalid_query');
    expect(codeOf(await results('{ note(id: "01234567-89ab-7def-8123-456789abcdef") { id } }'))).toBe('not_found');
    expect(codeOf(await results('subscription { noteChanged(since: 99999999) { seq } }'))).toBe('log_changed');
    expect(codeOf(await results('subscription { noteChanged(where: {parent: {some: {}}}) { seq } }'))).toBe(
      'invalid_value',
    );
    expect(at(await results('{ __typename }'), 'data')).toEqual({ __typename: 'Query' });
    await client.dispose();
  });
});
