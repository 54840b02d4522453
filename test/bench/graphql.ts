/** F1: the same list of 25 by GraphQL and by REST, of one server, in turns; requests for each second of its CPU. */
import { post } from './load/post.ts';
import { cpuSecondsOf } from './prepared-event.ts';
import { get, type Measured, measure, start } from './requests.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const rowCount = 10_000;
const requestsPerRound = 1_000;
const rounds = 5;
const least = 0.4;

const rest = '/api/v1/articles?where[status][equals]=published&sort=-views&limit=25';
/** Every field that REST answers with. */
const query = `query ($status: String) {
  articles(where: {status: {equals: $status}}, sort: "-views", limit: 25) {
    data { id createdAt updatedAt version title status views author body }
    meta { limit hasMore nextCursor }
  }
}`;

export async function benchGraphql({ scale }: BenchSetting): Promise<readonly Row[]> {
  const side = await start('article-server.ts', { rows: scaled(rowCount, scale), databaseUrl: null });
  try {
    const body = JSON.stringify({ query, variables: { status: 'published' } });
    const { url, credential } = side;
    const cpu = () => cpuSecondsOf(side.child.pid);
    const count = scaled(requestsPerRound, scale);
    const asked: Measured[] = [];
    const listed: Measured[] = [];
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const one = await measure(count, cpu, async (agent) => {
        const { status, text } = await post(agent, `${url}/graphql`, credential, body);
        if (status !== 200 || text.includes('"errors"')) throw new Error(`not answered: ${status} ${text}`);
      });
      const other = await measure(count, cpu, (agent) => get(agent, url + rest, credential));
      if (round === 0) continue;
      asked.push(one);
      listed.push(other);
    }
    const [graphql, list] = [asked, listed].map((all) => median(all.map((one) => one.perCpu))) as [number, number];
    const ratio = graphql / list;
    return [
      {
        row: 'F1',
        name: 'GraphQL: filtered, sorted list of 25',
        value: graphql,
        unit: 'requests/CPU-s',
        ceiling: { name: 'the same by REST', value: list },
        ratio,
        target: `≥ ${least} ×`,
        met: ratio >= least,
      },
    ];
  } finally {
    side.child.kill();
  }
}
