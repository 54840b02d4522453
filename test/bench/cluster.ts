/**
 * D3: the cost and gain of a cluster. Compares the server on a Citus cluster with the server on one PostgreSQL, in
 * turns: requests per second of CPU of server and databases. Then commits a second of two tenants on one worker and on
 * two.
 */
import { must } from '#shared/base/assert.ts';
import { nodesOf, query } from '../fixtures/cluster/databases.ts';
import { hasCluster } from '../fixtures/cluster/find-script.ts';
import { type Cluster, startCluster } from '../fixtures/cluster/start-cluster.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { articleValues } from './load/articles.ts';
import { post } from './load/post.ts';
import { cpuSecondsOf } from './prepared-event.ts';
import { callers, databaseSeconds, get, type Measured, measure, ourPaths, type Side, start } from './requests.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const rowCount = 10_000;
const rounds = 3;
const counts = { get: 2_000, list: 1_000, create: 1_000 } as const;
const kinds = ['get', 'list', 'create'] as const;
type Kind = (typeof kinds)[number];
const names: Readonly<Record<Kind, string>> = {
  get: 'get by id',
  list: 'filtered, sorted list of 25',
  create: `create, ${callers} callers`,
};
const leastOfPlain = 0.6;

interface Ground {
  readonly server: Side;
  /** Processes that begin a PostgreSQL each. */
  readonly databases: readonly number[];
  made: number;
}

const cpuOf =
  ({ server, databases }: Ground) =>
  () =>
    databases.reduce((sum, pid) => sum + databaseSeconds(pid), cpuSecondsOf(server.child.pid));

async function create(ground: Ground, agent: Parameters<typeof post>[0]): Promise<void> {
  const { credential, url } = ground.server;
  const values = JSON.stringify(articleValues(rowCount + ground.made++));
  const { status, text } = await post(agent, `${url}/api/v1/articles`, credential, values);
  if (status !== 201) throw new Error(`not created: ${status} ${text}`);
}

function measureKind(ground: Ground, kind: Kind, scale: number): Promise<Measured> {
  const { credential, ids, url } = ground.server;
  const paths = ourPaths(ids, '');
  return measure(scaled(counts[kind], scale), cpuOf(ground), (agent, n) =>
    kind === 'create' ? create(ground, agent) : get(agent, url + paths(kind, n), credential),
  );
}

async function besidePlain(cluster: Ground, plain: Ground, scale: number): Promise<readonly Row[]> {
  const found = new Map(kinds.map((kind) => [kind, { cluster: [] as number[], plain: [] as number[] }]));
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds) {
      const [one, other] = [await measureKind(cluster, kind, scale), await measureKind(plain, kind, scale)];
      // The first round warms both up.
      if (round === 0) continue;
      found.get(kind)?.cluster.push(one.perCpu);
      found.get(kind)?.plain.push(other.perCpu);
    }
  return kinds.map((kind) => {
    const all = must(found.get(kind), kind);
    const [value, ceiling] = [median(all.cluster), median(all.plain)];
    const ratio = value / ceiling;
    return {
      row: 'D3',
      name: `on a cluster: ${names[kind]}`,
      value,
      unit: 'requests/CPU-s',
      ceiling: { name: 'on one PostgreSQL', value: ceiling },
      ratio,
      target: `≥ ${leastOfPlain} ×`,
      met: ratio >= leastOfPlain,
    };
  });
}

/** @returns creates a second of two tenants at the same time, half of the callers each */
async function createsOfTwo(two: readonly Ground[], scale: number): Promise<number> {
  const done = await Promise.all(
    two.map((ground) =>
      measure(
        scaled(counts.create, scale),
        () => 0,
        (agent) => create(ground, agent),
      ),
    ),
  );
  return done.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

async function place(url: string, { server }: Ground, worker: URL): Promise<void> {
  const schema = `gatehouse_${server.tenant}`;
  const [at] = await query(
    url,
    `SELECT n.nodeport FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
     WHERE s.logicalrelid = '"${schema}"._head'::regclass`,
  );
  if (String(at?.['nodeport']) === worker.port) return;
  await query(url, `SELECT citus_schema_move('"${schema}"'::regnamespace, '${worker.hostname}', ${worker.port})`);
}

async function oneOrTwoWorkers(url: string, three: readonly Ground[], scale: number): Promise<Row> {
  const [, first, second] = (await nodesOf(url)).map((node) => new URL(node)) as [URL, URL, URL];
  const [a, b, c] = three as [Ground, Ground, Ground];
  for (const [ground, worker] of [
    [a, first],
    [b, first],
    [c, second],
  ] as const)
    await place(url, ground, worker);
  const found = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const [one, two] = [await createsOfTwo([a, b], scale), await createsOfTwo([a, c], scale)];
    if (round === 0) continue;
    found.one.push(one);
    found.two.push(two);
  }
  const [one, two] = [median(found.one), median(found.two)];
  return {
    row: 'D3',
    name: `durable creates of two tenants on two workers, ${callers} callers each`,
    value: two,
    unit: '/s',
    ceiling: { name: 'both on one worker', value: one },
    ratio: two / one,
  };
}

async function pidsOf(url: string): Promise<readonly number[]> {
  const pids: number[] = [];
  for (const node of await nodesOf(url)) {
    const [row] = await query(node, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`);
    pids.push(Number(row?.['pid']));
  }
  return pids;
}

export async function benchCluster({ scale }: BenchSetting): Promise<readonly Row[]> {
  if (!hasCluster) return [];
  const grounds: Ground[] = [];
  let cluster: Cluster | null = null;
  const plain = await startPostgres();
  const rows = scaled(rowCount, scale);
  const open = async (databaseUrl: string, databases: readonly number[], slug: string): Promise<Ground> => {
    const ground = { server: await start('article-server.ts', { rows, databaseUrl, slug }), databases, made: 0 };
    grounds.push(ground);
    return ground;
  };
  try {
    cluster = await startCluster();
    const { url } = cluster;
    const spread = await open(url, await pidsOf(url), 'spread');
    const beside = await besidePlain(
      spread,
      await open(await plain.database('bench'), [plain.processId()], 'plain'),
      scale,
    );
    const more = [await open(url, [], 'second'), await open(url, [], 'third')];
    return [...beside, await oneOrTwoWorkers(url, [spread, ...more], scale)];
  } finally {
    for (const { server } of grounds) server.child.kill();
    await cluster?.stop();
    await plain.stop('immediate');
    plain.remove();
  }
}
