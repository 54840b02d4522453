/** Tools with `x-mcp-header` in their schema: what headers and body say of a call must be the same, in the stateless era. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mcpAsker, modern, readMcp } from '#test/fixtures/mcp-asker.ts';
import { conformanceExtras } from '#test/fixtures/mcp-conformance.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let key: string;

beforeAll(async () => {
  house = await openTestServer({}, [], conformanceExtras);
  key = (await house.tenant('acme')).apiKey;
});
afterAll(() => house.close());

async function call(args: Body, headers: Readonly<Record<string, string>>) {
  const sent = modern('tools/call', { name: 'test_custom_headers', arguments: args });
  const all = { ...sent.headers, ...headers };
  const { error, status } = readMcp(await house.send('POST', '/mcp', { key, headers: all, json: sent.json }));
  return { status, code: error?.code ?? null, data: error?.data ?? null };
}
const region = (text: string) => ({ 'Mcp-Param-Region': text });
const taken = { status: 200, code: null, data: null };
const refused = (header: string) => ({
  status: 400,
  code: -32020,
  data: { mismatch: { header: `Mcp-Param-${header}` } },
});
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

test.each([
  ['the same', { region: 'eu' }, region('eu'), taken],
  ['with spaces around', { region: 'eu' }, region('  eu  '), taken],
  ['in base64', { region: 'Zürich' }, region(encoded('Zürich')), taken],
  ['what only looks like base64', { region: 'SGVsbG8=' }, region('SGVsbG8='), taken],
  ['an open end is text', { region: '=?base64?SGVsbG8=' }, region('=?base64?SGVsbG8='), taken],
  ['null needs none', { region: 'eu', priority: null }, { ...region('eu'), 'Mcp-Param-Priority': '7' }, taken],
  ['numbers by value', { region: 'eu', priority: 42 }, { ...region('eu'), 'Mcp-Param-Priority': '42.0' }, taken],
  ['true', { region: 'eu', verbose: true }, { ...region('eu'), 'Mcp-Param-Verbose': 'true' }, taken],
  ['inside an object', { region: 'eu', place: { gate: 'a' } }, { ...region('eu'), 'Mcp-Param-Gate': 'a' }, taken],
  ['another value', { region: 'eu' }, region('us'), refused('Region')],
  ['another case', { region: 'eu' }, region('EU'), refused('Region')],
  ['missing', { region: 'eu' }, {}, refused('Region')],
  ['wrong padding', { region: 'Hello' }, region('=?base64?SGVsbG8?='), refused('Region')],
  ['wrong characters', { region: 'Hello' }, region('=?base64?SGVs!!!bG8=?='), refused('Region')],
  ['no UTF-8', { region: 'x' }, region('=?base64?/w==?='), refused('Region')],
  [
    'another number',
    { region: 'eu', priority: 42 },
    { ...region('eu'), 'Mcp-Param-Priority': '43' },
    refused('Priority'),
  ],
  ['inside an object, missing', { region: 'eu', place: { gate: 'a' } }, region('eu'), refused('Gate')],
] as const)('%s', async (_, args, headers, expected) => {
  expect(await call(args, headers)).toEqual(expected);
});

test('eras without the rule, and tools without the annotation, ask for no such header', async () => {
  const { status } = await mcpAsker(house, key)('tools/call', {
    name: 'test_custom_headers',
    arguments: { region: 'eu' },
  });
  expect(status).toBe(200);
  const plain = modern('tools/call', { name: 'events', arguments: { action: 'list', resource: 'events' } });
  expect((await house.send('POST', '/mcp', { key, ...plain })).status).toBe(200);
});
