/**
 * Every way of asking is held to one allowance: the same question that costs too much is refused on each surface with
 * the condition that costs most, and what a request asks in several parts is added up.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asker } from '#test/fixtures/graphql-asker.ts';
import { openLive } from '#test/fixtures/live-client.ts';
import { mcpAsker, toolResult } from '#test/fixtures/mcp-asker.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const noteCount = 25;
/** A machine of hundreds of states over texts of up to 100,000 characters, so that few records are enough. */
const pattern = { body: { regex: '(.?){150}z' } };
const conditions = (count: number): Body => ({ and: Array.from({ length: count }, () => pattern) });
const tooMuch = conditions(60);
/** Twice in one request is allowed, three times is not. */
const much = conditions(16);

let house: TestServer;
let key: string;
let ids: readonly string[];

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('costly')).apiKey;
  const create = Array.from({ length: noteCount }, (_, i) => ({ title: `Note ${i}`, body: `Body ${i}` }));
  const made = await house.send('POST', '/api/v1/notes/bulk', { key, json: { create } });
  ids = ((made.body['data'] as Body)['created'] as readonly Body[]).map(({ id }) => String(id));
  const update = ids.map((id) => ({ id, friends: ids }));
  expect((await house.send('POST', '/api/v1/notes/bulk', { key, json: { update } })).status).toBe(200);
});
afterAll(() => house.close());

interface CostRefusal {
  readonly code: unknown;
  readonly path: unknown;
  readonly message: unknown;
}

const first = (errors: unknown): CostRefusal => {
  const [error] = errors as readonly Body[];
  const { code, path, message, extensions } = error ?? {};
  const more = (extensions ?? {}) as Body;
  return { code: code ?? more['code'], path: more['path'] ?? path, message };
};
const question = (where: Body, more = '') => `where=${encodeURIComponent(JSON.stringify(where))}${more}`;

async function overLive(where: Body): Promise<CostRefusal> {
  const client = openLive(house.url, key);
  client.send({ type: 'subscribe', id: 'a', collection: 'notes', where });
  const heard = await client.heard((frame) => frame.type === 'error' || frame.type === 'subscribed', 'an answer');
  client.close();
  return first('errors' in heard ? heard.errors : [heard]);
}

async function byTool(path: string, name: string, args: Body): Promise<CostRefusal> {
  return first(toolResult(await mcpAsker(house, key, path)('tools/call', { name, arguments: args })).data['errors']);
}

const graphqlList = 'query ($where: NoteWhere) { notes(where: $where) { data { id } } }';

/** Every surface that takes a filter. */
const surfaces: Readonly<Record<string, (where: Body) => Promise<CostRefusal>>> = {
  'REST list': async (where) =>
    first((await house.send('GET', `/api/v1/notes?${question(where)}`, { key })).body['errors']),
  'REST count': async (where) =>
    first(
      (await house.send('GET', `/api/v1/notes?${question(where, '&count=exact&limit=1')}`, { key })).body['errors'],
    ),
  'REST through a relation': async (where) =>
    first((await house.send('GET', `/api/v1/notes?${question({ friends: { some: where } })}`, { key })).body['errors']),
  'server-sent events': async (where) =>
    first((await house.send('GET', `/api/v1/notes/changes?${question(where)}`, { key })).body['errors']),
  'live socket': overLive,
  'GraphQL list': async (where) => first((await asker(house, key)(graphqlList, { where })).answer.body['errors']),
  'GraphQL subscription': async (where) => {
    const query = 'subscription ($where: NoteWhere) { noteChanged(where: $where) { id } }';
    const headers = { accept: 'text/event-stream' };
    const { answer } = await asker(house, key)(query, { where }, headers);
    const [, data] = /^data: (.*)$/m.exec(answer.text) ?? [];
    return first((JSON.parse(data ?? answer.text) as Body)['errors']);
  },
  'MCP tool': (where) => byTool('/mcp', 'sample', { action: 'list', resource: 'notes', where }),
  'MCP registry': (where) => byTool('/mcp?mode=registry', 'execute', { tool: 'list_notes', arguments: { where } }),
};

describe('a question that costs too much', () => {
  test.each(Object.entries(surfaces))('%s', async (_name, ask) => {
    const refusal = await ask(tooMuch);
    expect(refusal.code).toBe('query_too_costly');
    expect(String(refusal.message)).toMatch(/where\.(?:friends\.)?body\.regex costs most/);
  });

  test('is a bad request, and its neighbour is answered', async () => {
    expect((await house.send('GET', `/api/v1/notes?${question(tooMuch)}`, { key })).status).toBe(400);
    expect((await house.send('GET', '/api/v1/notes?where[title][equals]=Note 1', { key })).status).toBe(200);
  });
});

describe('what one request asks is added up', () => {
  const once = (name: string) => `${name}: notes(where: $where, limit: 1) { data { id } }`;

  test('the fields of a GraphQL document', async () => {
    const ask = (count: number) => {
      const fields = Array.from({ length: count }, (_, i) => once(`n${i}`));
      return asker(house, key)(`query ($where: NoteWhere) { ${fields.join(' ')} }`, { where: much });
    };
    expect((await ask(2)).codes).not.toContain('query_too_costly');
    expect((await ask(4)).codes).toContain('query_too_costly');
  });

  test('a total is asked for, too', async () => {
    const query =
      'query ($where: NoteWhere) { a: notes(where: $where) { meta { total } } b: notes(where: $where) { meta { total } } }';
    expect((await asker(house, key)(query, { where: much })).codes).toContain('query_too_costly');
  });

  test('records that are put in, however often the same one', async () => {
    const ask = (populate: string) => house.send('GET', `/api/v1/notes?populate=${populate}`, { key });
    expect((await ask('friends')).status).toBe(200);
    const refused = await ask('friends.friends.friends');
    expect([refused.status, refused.codes]).toEqual([400, ['query_too_costly']]);
    expect((refused.body['errors'] as readonly Body[])[0]?.['path']).toBe('populate');
  });
});

/** Reads words that stand in the code, none of a client's. */
const ownWords = [join('modules', 'events', 'event', 'list-events.ts')];

test('code that reads a filter of a client hands it to the allowance', () => {
  const root = join(import.meta.dirname, '..', '..', '..', 'server');
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !ownWords.includes(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .filter((text) => /\bparse(?:Where|List)\(/.test(text));
  expect(readers.length).toBeGreaterThan(3);
  // A list goes to paging/, whose scenes have an allowance by their type, an export to lists by `caller.run`; a filter of
  // its own is spent where it is read.
  const without = readers.filter(
    (text) => !/readPage|ListRequest|exportRows\(|: Export \{|Promise<Export>|spendOnWatch|spend\(/.test(text),
  );
  expect(without).toEqual([]);
});
