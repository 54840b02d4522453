/** A request looks its tenant up once: the entrance does, and what follows works with what it found. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;
let id: string;
const { counted } = vi.hoisted(() => ({ counted: { lookups: 0 } }));

// Every part of the server asks the directory for a tenant.
vi.mock('#server/core/tenants/directory.ts', async (original) => {
  const actual = await original<typeof import('#server/core/tenants/directory.ts')>();
  const openDirectory: typeof actual.openDirectory = async (...given) => {
    const directory = await actual.openDirectory(...given);
    const byId = (id: string) => {
      counted.lookups += 1;
      return directory.byId(id);
    };
    return { ...directory, byId };
  };
  return { ...actual, openDirectory };
});

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('one')).apiKey;
  const made = await house.send('POST', '/api/v1/notes', { key, json: { title: 'first' } });
  id = String((made.body['data'] as { id?: unknown }).id);
  // What opens a tenant for the first time, and loads a surface's library, is no part of a request.
  for (const [, method, path, json] of requests) await house.send(method, path.replace(':id', id), { key, json });
});
afterAll(() => house.close());
beforeEach(() => {
  counted.lookups = 0;
});

const rpc = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const requests: readonly (readonly [string, string, string, unknown])[] = [
  ['a list by REST', 'GET', '/api/v1/notes?sort=-title', undefined],
  ['a record by REST', 'GET', '/api/v1/notes/:id', undefined],
  ['a creation by REST', 'POST', '/api/v1/notes', { title: 'second' }],
  ['an update by REST', 'PATCH', '/api/v1/notes/:id', { title: 'third' }],
  ['versions by REST', 'GET', '/api/v1/notes/:id/versions', undefined],
  ['the definitions by REST', 'GET', '/api/v1/collections', undefined],
  [
    'a query of two collections by GraphQL',
    'POST',
    '/graphql',
    { query: '{ notes { data { title } } events { data { id } } }' },
  ],
  [
    'two mutations by GraphQL',
    'POST',
    '/graphql',
    { query: 'mutation { a: createNote(input: {title: "a"}) { id } b: createNote(input: {title: "b"}) { id } }' },
  ],
  ['a list by MCP', 'POST', '/mcp', rpc('sample', { action: 'list', resource: 'notes' })],
  [
    'a creation by MCP',
    'POST',
    '/mcp',
    rpc('sample', { action: 'create', resource: 'notes', data: { title: 'agent' } }),
  ],
  ['a listing action', 'GET', '/events', undefined],
  ['the schema', 'GET', '/api/schema/collections', undefined],
  ['the document of the interface', 'GET', '/api/openapi.json', undefined],
  ['the tools of a page', 'GET', '/api/schema/tools?module=sample', undefined],
];

test.each(requests)('%s: one look-up of the tenant', async (_, method, path, json) => {
  const answer = await house.send(method, path.replace(':id', id), { key, json });
  expect(answer.status).toBeLessThan(300);
  expect(answer.text.slice(0, 1_000)).not.toMatch(/^\{"errors"|"isError":true|"error":/);
  expect(counted.lookups).toBe(1);
});
