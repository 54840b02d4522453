/**
 * F4: the same list of 25 by a call of MCP and by REST, of one server, in turns; requests for each second of its CPU. And
 * the bytes of the tool list of a tenant with all modules.
 */
import { openTestServer } from '#test/fixtures/test-server.ts';
import { measureBesideRest, type OtherSurface } from './beside-rest.ts';
import { post } from './load/post.ts';
import type { BenchSetting, Row } from './row.ts';

const listBytesMax = 60_000;

const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
/** As the interface writes a call: one message, one answer. */
const call = message('tools/call', {
  name: 'bench',
  arguments: {
    action: 'list',
    resource: 'articles',
    where: { status: { equals: 'published' } },
    sort: '-views',
    limit: 25,
  },
});

const calls: OtherSurface = {
  row: 'F4',
  name: 'MCP: call of a filtered, sorted list of 25',
  least: 0.5,
  short: 'The answer holds the list twice, as data and as text; the text is escaped once more.',
  async ask(agent, url, credential) {
    const { status, text } = await post(agent, `${url}/mcp`, credential, call);
    if (status !== 200 || !text.includes('"hasMore":true')) throw new Error(`not answered: ${status} ${text}`);
  },
};

async function listBytes(): Promise<Row> {
  const house = await openTestServer();
  try {
    const { apiKey } = await house.tenant('bench', 'enterprise', 'all');
    const headers = { 'content-type': 'application/json' };
    const { body, text } = await house.send('POST', '/mcp', { key: apiKey, headers, raw: message('tools/list') });
    const { tools } = body['result'] as { readonly tools: readonly unknown[] };
    const value = Buffer.byteLength(text);
    return {
      row: 'F4',
      name: `MCP: the list of all ${tools.length} tools`,
      value,
      unit: 'bytes',
      target: `≤ ${listBytesMax}`,
      met: value <= listBytesMax,
    };
  } finally {
    await house.close();
  }
}

export async function benchMcp({ scale }: BenchSetting): Promise<readonly Row[]> {
  return [await measureBesideRest(calls, scale), await listBytes()];
}
