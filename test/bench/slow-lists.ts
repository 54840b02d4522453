/**
 * P9: a list that no compound index fits, beside the thin handler with the same single indexes; P10: what a check-in and
 * a get wait while twenty callers ask for the slowest lists there are.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { CallersAnswer, CallersJob } from './load/check-in-callers.ts';
import { runLoad } from './load/run-load.ts';
import { cpuSecondsOf, prepareEvent, startProcess } from './prepared-event.ts';
import { get, type Measured, measure, start } from './requests.ts';
import { type BenchSetting, median, percentile, type Row, scaled } from './row.ts';

const rowCount = 50_000;
const people = 100_000;
const slowCallers = 20;
const rounds = 3;
const listsPerRound = 600;
const checkinsPerRound = 150;
const getsPerRound = 300;
const authors = 500;
const latencyMsMax = 25;

export interface SlowJob {
  readonly url: string;
  readonly apiKey: string;
  readonly callers: number;
}

export interface SlowAnswer {
  /** By status. */
  readonly counts: Readonly<Record<string, number>>;
}

async function benchUnfittingIndex(scale: number): Promise<Row> {
  const job = { rows: scaled(rowCount, scale), databaseUrl: null, singleIndexes: true };
  const ours = await start('article-server.ts', job);
  const thin = await start('thin-server.ts', job).catch((fault: unknown) => {
    ours.child.kill();
    throw fault;
  });
  try {
    const list = (n: number) =>
      `/api/v1/articles?where[status][equals]=published&where[author][equals]=author${n % authors}&sort=-views&limit=25`;
    const asks = [
      { side: ours, path: list, measured: [] as Measured[] },
      { side: thin, path: (n: number) => `/by/author${n % authors}`, measured: [] as Measured[] },
    ];
    for (let round = 0; round <= rounds; round++)
      for (const { measured, path, side } of round % 2 === 0 ? asks : asks.toReversed()) {
        const cpu = () => cpuSecondsOf(side.child.pid);
        const ask = (agent: Agent, n: number) => get(agent, side.url + path(n * 7 + round), side.credential);
        const one = await measure(scaled(listsPerRound, scale), cpu, ask);
        // The first round warms both up.
        if (round > 0) measured.push(one);
      }
    const [value = 0, ceiling = 0] = asks.map(({ measured }) => median(measured.map((one) => one.perCpu)));
    return {
      row: 'P9',
      name: 'list without a fitting compound index',
      value,
      unit: 'requests/CPU-s',
      ceiling: { name: 'thin handler', value: ceiling },
      ratio: value / ceiling,
      target: '≥ 0.5 ×',
      met: value >= 0.5 * ceiling,
    };
  } finally {
    for (const { child } of [ours, thin]) child.kill();
  }
}

/** @returns the times of so many gets, one after the other, in ms */
async function getTimes(url: string, apiKey: string, ids: readonly string[]): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (const id of ids) {
    const since = performance.now();
    await get(agent, `${url}/api/v1/registrations/${id}`, apiKey);
    times.push(performance.now() - since);
  }
  agent.destroy();
  return times;
}

async function benchBesideSlowLists(scale: number): Promise<readonly Row[]> {
  const each = scaled(checkinsPerRound, scale);
  const event = await prepareEvent({ people: scaled(people, scale), kiosks: 0, codes: each * 2 * rounds });
  const server = await startProcess(event.dataDir);
  try {
    const codes = event.codes.values();
    const take = () => Array.from({ length: each }, () => String(codes.next().value));
    const ids = event.people.slice(0, scaled(getsPerRound, scale)).map(({ registration }) => registration);
    const { apiKey } = event;
    const found = { quiet: [] as number[], beside: [] as number[], gets: [] as number[], quietGets: [] as number[] };
    const answers: Record<string, number> = {};
    const checkIns = () =>
      runLoad<CallersAnswer>('check-in-callers.ts', {
        url: server.url,
        apiKey,
        callers: 1,
        codes: take(),
      } satisfies CallersJob);
    for (let round = 0; round < rounds; round++) {
      found.quiet.push(percentile((await checkIns()).times, 0.99));
      found.quietGets.push(percentile(await getTimes(server.url, apiKey, ids), 0.99));
      const slow = fork(join(import.meta.dirname, 'load', 'slow-list-callers.ts'), {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      slow.send({ url: server.url, apiKey, callers: slowCallers } satisfies SlowJob);
      found.beside.push(percentile((await checkIns()).times, 0.99));
      found.gets.push(percentile(await getTimes(server.url, apiKey, ids), 0.99));
      slow.send('stop');
      const [{ counts }] = (await once(slow, 'message')) as [SlowAnswer];
      slow.kill();
      for (const [status, count] of Object.entries(counts)) answers[status] = (answers[status] ?? 0) + count;
    }
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    const row = (name: string, beside: readonly number[], quiet: readonly number[]): Row => ({
      row: 'P10',
      name: `${name}, ${slowCallers} callers asking slow lists (answered ${answered.join(', ')})`,
      value: median(beside),
      unit: 'ms p99',
      ceiling: { name: 'no slow lists', value: median(quiet) },
      ratio: median(beside) / median(quiet),
      target: `≤ ${latencyMsMax} ms`,
      met: median(beside) <= latencyMsMax,
      short: 'On a machine of two cores the callers, the reading thread and the server share them.',
    });
    return [row('check-in', found.beside, found.quiet), row('get by id', found.gets, found.quietGets)];
  } finally {
    await server.stop();
    event.remove();
  }
}

export async function benchSlowLists({ scale }: BenchSetting): Promise<readonly Row[]> {
  return [await benchUnfittingIndex(scale), ...(await benchBesideSlowLists(scale))];
}
