/**
 * F4: the same list of 25 by a call of MCP and by REST, of one server, in turns; requests for each second of its CPU. And
 * the bytes of the tool list of a tenant with all modules.
 */
import { openHouse } from '#test/fixtures/open-house.ts';
import { post } from './load/post.ts';
import { cpuSecondsOf } from './prepared-event.ts';
import { get, type Measured, measure, start } from './requests.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const rowCount = 10_000;
const requestsPerRound = 1_000;
const rounds = 5;
const least = 0.5;
const listBytesMax = 60_000;

const rest = '/api/v1/articles?where[status][equals]=published&sort=-views&limit=25';
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

async function calls(scale: number): Promise<Row> {
  const side = await start('article-server.ts', { rows: scaled(rowCount, scale), databaseUrl: null });
  try {
    const { url, credential } = side;
    const cpu = () => cpuSecondsOf(side.child.pid);
    const count = scaled(requestsPerRound, scale);
    const asked: Measured[] = [];
    const listed: Measured[] = [];
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const one = await measure(count, cpu, async (agent) => {
        const { status, text } = await post(agent, `${url}/mcp`, credential, call);
        if (status !== 200 || !text.includes('"hasMore":true')) throw new Error(`not answered: ${status} ${text}`);
      });
      const other = await measure(count, cpu, (agent) => get(agent, url + rest, credential));
      if (round === 0) continue;
      asked.push(one);
      listed.push(other);
    }
    const [mcp, list] = [asked, listed].map((all) => median(all.map((one) => one.perCpu))) as [number, number];
    const ratio = mcp / list;
    return {
      row: 'F4',
      name: 'MCP: call of a filtered, sorted list of 25',
      value: mcp,
      unit: 'requests/CPU-s',
      ceiling: { name: 'the same by REST', value: list },
      ratio,
      target: `≥ ${least} ×`,
      met: ratio >= least,
      short: 'The answer holds the list twice, as data and as text; the text is escaped once more.',
    };
  } finally {
    side.child.kill();
  }
}

async function listBytes(): Promise<Row> {
  const house = await openHouse();
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
  return [await calls(scale), await listBytes()];
}
