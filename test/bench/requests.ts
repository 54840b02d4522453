/**
 * P1–P6 on SQLite and P8 on PostgreSQL: our server and a thin handler over the same rows, each a process of its own, in
 * turns. What is compared is requests for each second of CPU, of the server and its database: the machine is shared.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { must } from '#shared/base/assert.ts';
import { startPostgres } from '#test/fixtures/postgres-server.ts';
import type { ServerAnswer, ServerJob } from './load/article-server.ts';
import { articleValues } from './load/articles.ts';
import { post } from './load/post.ts';
import { cpuSecondsOf } from './prepared-event.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const rowCount = 50_000;
/** The page P4 looks at begins here; with fewer rows, at four fifths of them. */
const deepPage = 0.8;
const rounds = 3;
export const callers = 64;
const requestsPerRound = {
  get: 4_000,
  list: 1_000,
  count: 300,
  first: 1_000,
  page: 1_000,
  search: 600,
  create: 2_000,
} as const;
const searches = ['river stone', 'lan', 'harbour mea', 'number12', 'violet copper'];
const ticksPerSecond = 100;

type Kind = keyof typeof requestsPerRound;

export interface Side extends ServerAnswer {
  readonly child: ChildProcess;
}

export async function start(script: string, job: ServerJob): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'load', script), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const answer = await new Promise<ServerAnswer>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ServerAnswer));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    child.send(job);
  });
  return { ...answer, child };
}

/** CPU of a PostgreSQL so far: its first process, its children, and those that have ended. */
export function databaseSeconds(pid: number): number {
  const fields = (of: string) => readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const first = fields(String(pid));
  let ticks = first[11]! + first[12]! + first[13]! + first[14]!;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent, ...rest] = fields(name);
      if (parent === pid) ticks += rest[9]! + rest[10]!;
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / ticksPerSecond;
}

export function get(agent: Agent, url: string, credential: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${credential}` };
    const sent = request(url, { agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Where each side answers a kind of question; `n` counts them up. */
type Paths = (kind: Exclude<Kind, 'create'>, n: number) => string;

export function ourPaths(ids: readonly string[], cursor: string): Paths {
  const list = '/api/v1/articles?where[status][equals]=published&sort=-views&limit=25';
  return (kind, n) => {
    if (kind === 'get') return `/api/v1/articles/${ids[(n * 7_919) % ids.length]}`;
    if (kind === 'list') return list;
    if (kind === 'count') return `${list}&count=exact`;
    if (kind === 'first') return '/api/v1/articles?limit=25';
    if (kind === 'page') return `/api/v1/articles?limit=25&cursor=${cursor}`;
    return `/api/v1/articles?limit=25&search=${encodeURIComponent(searches[n % searches.length]!)}`;
  };
}

function thinPaths(ids: readonly string[], at: number): Paths {
  return (kind, n) => {
    if (kind === 'get') return `/a/${ids[(n * 7_919) % ids.length]}`;
    if (kind === 'first') return '/after/0';
    if (kind === 'page') return `/after/${ids[at]}`;
    if (kind === 'search') return `/search/${encodeURIComponent(searches[n % searches.length]!.split(' ')[0]!)}`;
    return `/${kind}`;
  };
}

/** The cursor after row `at`: pages of 200 up to there. */
async function cursorAt(side: Side, at: number): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  let cursor = '';
  for (let row = 0; row < at; row += 200) {
    const query = cursor === '' ? 'limit=200' : `limit=200&cursor=${cursor}`;
    const text = await get(agent, `${side.url}/api/v1/articles?${query}&fields=title`, side.credential);
    cursor = encodeURIComponent((JSON.parse(text) as { meta: { nextCursor: string } }).meta.nextCursor);
  }
  agent.destroy();
  return cursor;
}

export interface Measured {
  /** Requests for a second of CPU, of server and database. */
  readonly perCpu: number;
  readonly perSecond: number;
}

type Ask = (agent: Agent, n: number) => Promise<unknown>;

export async function measure(count: number, cpu: () => number, ask: Ask): Promise<Measured> {
  // Connections of its own: one that lay idle while the other side was measured may just be closed.
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let next = 0;
  const [cpuBefore, before] = [cpu(), performance.now()];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < count) await ask(agent, next++);
    }),
  );
  const perSecond = (count * 1_000) / (performance.now() - before);
  agent.destroy();
  return { perCpu: count / Math.max(0.01, cpu() - cpuBefore), perSecond };
}

interface Compared {
  readonly ours: Measured;
  readonly thin: Measured;
  readonly ratio: number;
}

async function compare(
  rows: number,
  kinds: readonly Kind[],
  scale: number,
  database: { readonly url: string; readonly pid: number } | null,
): Promise<ReadonlyMap<Kind, Compared>> {
  const job = { rows, databaseUrl: database?.url ?? null };
  const ours = await start('article-server.ts', job);
  const thin = await start('thin-server.ts', job).catch((fault: unknown) => {
    ours.child.kill();
    throw fault;
  });
  try {
    const at = Math.floor(rows * deepPage);
    const paths = { ours: ourPaths(ours.ids, await cursorAt(ours, at)), thin: thinPaths(thin.ids, at) };
    const cpuOf = (side: Side) => () => cpuSecondsOf(side.child.pid) + (database ? databaseSeconds(database.pid) : 0);
    const create =
      (side: Side, path: string): Ask =>
      async (agent, n) => {
        const { status, text } = await post(
          agent,
          side.url + path,
          side.credential,
          JSON.stringify(articleValues(rows + n)),
        );
        if (status !== 201) throw new Error(`not created: ${status} ${text}`);
      };
    const asks = (kind: Kind): readonly [Ask, Ask] =>
      kind === 'create'
        ? [create(ours, '/api/v1/articles'), create(thin, '/a')]
        : [
            (agent, n) => get(agent, ours.url + paths.ours(kind, n), ours.credential),
            (agent, n) => get(agent, thin.url + paths.thin(kind, n), thin.credential),
          ];
    const found = new Map<Kind, { ours: Measured[]; thin: Measured[] }>(kinds.map((k) => [k, { ours: [], thin: [] }]));
    for (let round = 0; round <= rounds; round++)
      for (const kind of kinds) {
        const [askOurs, askThin] = asks(kind);
        const count = scaled(requestsPerRound[kind], scale);
        const [one, other] = [await measure(count, cpuOf(ours), askOurs), await measure(count, cpuOf(thin), askThin)];
        // The first round warms both up.
        if (round === 0) continue;
        found.get(kind)?.ours.push(one);
        found.get(kind)?.thin.push(other);
      }
    const middle = (all: readonly Measured[]): Measured => ({
      perCpu: median(all.map((one) => one.perCpu)),
      perSecond: median(all.map((one) => one.perSecond)),
    });
    return new Map(
      [...found].map(([kind, sides]) => {
        const [one, other] = [middle(sides.ours), middle(sides.thin)];
        return [kind, { ours: one, thin: other, ratio: one.perCpu / other.perCpu }];
      }),
    );
  } finally {
    for (const { child } of [ours, thin]) child.kill();
  }
}

interface Wanted {
  readonly row: string;
  readonly kind: Kind;
  readonly name: string;
  readonly least: number;
  /** Beside the thin handler: the best of Directus, Payload and Strapi. */
  readonly peer?: Peer;
  readonly short?: string;
}

/**
 * The best of three peers by requests for a second of CPU, beside what the same thin handler did there, on another
 * machine: what carries over to this run is how far each is from a thin handler. The table stands in test/README.md.
 */
interface Peer {
  readonly name: 'Directus' | 'Payload' | 'Strapi';
  readonly perCpu: number;
  readonly thinPerCpu: number;
  /** How many times as much as the peer is asked of us. */
  readonly least: number;
}

function rowsOf(
  { row, kind, name, least, peer, short }: Wanted,
  found: ReadonlyMap<string, Compared>,
  ceiling: string,
): readonly Row[] {
  const { ours, thin, ratio } = must(found.get(kind), kind);
  const measured: Row = {
    row,
    name,
    value: ours.perCpu,
    unit: 'requests/CPU-s',
    ceiling: { name: ceiling, value: thin.perCpu },
    ratio,
    target: `≥ ${least} ×`,
    met: ratio >= least,
    ...(short === undefined ? {} : { short }),
  };
  if (!peer) return [measured];
  const here = (peer.perCpu / peer.thinPerCpu) * thin.perCpu;
  const recorded: Row = {
    row,
    name: `${name}, beside a peer`,
    value: ours.perCpu,
    unit: 'requests/CPU-s',
    ceiling: { name: `${peer.name} as its share of a thin handler says (recorded, not in this run)`, value: here },
    ratio: ours.perCpu / here,
    target: `≥ ${peer.least} ×`,
    met: ours.perCpu >= peer.least * here,
  };
  return [measured, recorded];
}

/** By profiles of this server under the same load, without the time it waited. */
const untouched =
  'What both sides pay alike, the write to the socket and the row from SQLite, is the half of it; the rest is what the thin ' +
  'handler leaves out: some fourteen headers, who asks and what they may, the count against the plan, the metrics, the entity tag.';

const onSqlite: readonly Wanted[] = [
  {
    row: 'P1',
    kind: 'get',
    name: 'get by id',
    least: 0.6,
    peer: { name: 'Payload', perCpu: 416, thinPerCpu: 26_700, least: 20 },
    short: untouched,
  },
  {
    row: 'P2',
    kind: 'list',
    name: 'filtered, sorted list of 25',
    least: 0.6,
    peer: { name: 'Payload', perCpu: 321, thinPerCpu: 4_700, least: 10 },
    short: `${untouched} A list also signs its cursor and hashes its body.`,
  },
  {
    row: 'P3',
    kind: 'count',
    name: 'the same with an exact count',
    least: 0.8,
    peer: { name: 'Payload', perCpu: 130, thinPerCpu: 518, least: 3 },
    short:
      'The count is the same on both sides and grows with the rows; with few of them what P2 costs more is seen here too.',
  },
  {
    row: 'P6',
    kind: 'search',
    name: 'search',
    least: 0.6,
    peer: { name: 'Payload', perCpu: 163, thinPerCpu: 5_900, least: 10 },
  },
  {
    row: 'P5',
    kind: 'create',
    name: `create, ${callers} callers`,
    least: 2,
    short:
      'A third of it is SQLite writing: beside the row and its words, which the thin handler writes too, the change in the ' +
      'log with its two indexes, and a savepoint for each plan. One commit for all that came at once saves the rest.',
  },
];
const onPostgres: readonly Wanted[] = [
  { row: 'P8', kind: 'get', name: 'PostgreSQL: get by id', least: 0.5 },
  { row: 'P8', kind: 'list', name: 'PostgreSQL: filtered, sorted list of 25', least: 0.5 },
  { row: 'P8', kind: 'create', name: `PostgreSQL: create, ${callers} callers`, least: 0.5 },
];

export async function benchRequests({ scale }: BenchSetting): Promise<readonly Row[]> {
  const rows = scaled(rowCount, scale);
  const found = await compare(rows, ['get', 'list', 'count', 'first', 'page', 'search', 'create'], scale, null);
  const answered = onSqlite.flatMap((wanted) => rowsOf(wanted, found, 'thin handler'));
  const [first, page] = [must(found.get('first'), 'page one'), must(found.get('page'), 'the page')];
  const times = first.ours.perCpu / page.ours.perCpu;
  const deep: Row = {
    row: 'P4',
    name: `cursor page at row ${Math.floor(rows * deepPage)}`,
    value: page.ours.perCpu,
    unit: 'requests/CPU-s',
    ceiling: { name: 'page one', value: first.ours.perCpu },
    ratio: times,
    target: '≤ 1.3 × the time of page one',
    met: times <= 1.3,
    short: 'The page has two neighbours and so two cursors, one to check and two to sign, where page one signs one.',
  };
  return [...answered, deep].sort((a, b) => (a.row < b.row ? -1 : 1));
}

export async function benchPostgres({ scale }: BenchSetting): Promise<readonly Row[]> {
  const server = await startPostgres();
  try {
    const url = await server.database('bench');
    const found = await compare(scaled(rowCount, scale), ['get', 'list', 'create', 'search'], scale, {
      url,
      pid: server.processId(),
    });
    const each = must(found.get('create'), 'creates');
    const search = must(found.get('search'), 'searches');
    return [
      ...onPostgres.flatMap((wanted) => rowsOf(wanted, found, 'prepared statements through pg')),
      {
        row: 'P8',
        name: `PostgreSQL: creates a second, ${callers} callers`,
        value: each.ours.perSecond,
        unit: '/s',
        ceiling: { name: 'prepared statements, one commit each', value: each.thin.perSecond },
        ratio: each.ours.perSecond / each.thin.perSecond,
      },
      {
        row: 'P8',
        name: 'PostgreSQL: search',
        value: search.ours.perCpu,
        unit: 'requests/CPU-s',
        ceiling: { name: 'tsvector through pg', value: search.thin.perCpu },
        ratio: search.ratio,
      },
    ];
  } finally {
    await server.stop('immediate');
    server.remove();
  }
}
