/**
 * S2: kiosks that were cut off come back at once with their scans, while one gate goes on checking people in at the
 * server. Against the same rows and changes written by bare statements, one commit a batch, on the same disk.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OneCallerJob } from './load/one-caller.ts';
import type { ReturningAnswer, ReturningJob } from './load/returning-kiosks.ts';
import { runLoad } from './load/run-load.ts';
import { type PreparedEvent, prepareEvent, startProcess } from './prepared-event.ts';
import { type BenchSetting, median, percentile, type Row, scaled } from './row.ts';

const kioskCount = 50;
const scansEach = 2_000;
const rounds = 3;
/** As kiosk/sync/push-scans.ts has it. */
const batchRows = 100;
const interactiveEveryMs = 40;
const interactiveMax = 1_500;
const lookEveryMs = 100;

interface Round {
  readonly seconds: number;
  readonly followedSeconds: number;
  readonly interactiveMs: readonly number[];
  readonly cpuMs: number;
  readonly once: boolean;
}

/** The gate that goes on: starts calling at once; the function stops it and gives its times. */
async function callOn(job: OneCallerJob): Promise<() => Promise<readonly number[]>> {
  const child = fork(join(import.meta.dirname, 'load', 'one-caller.ts'));
  child.send(job);
  return async () => {
    const answered = once(child, 'message');
    child.send('stop');
    const [times] = (await answered) as [readonly number[]];
    child.kill();
    return times;
  };
}

function counts(file: string): { scans: number; people: number; checkins: number } {
  const db = new DatabaseSync(file, { readOnly: true });
  const one = (sql: string) => Number(db.prepare(sql).get()?.['n']);
  const found = {
    scans: one('SELECT count(*) AS n FROM scans'),
    people: one('SELECT count(DISTINCT registration) AS n FROM scans'),
    checkins: one('SELECT count(*) AS n FROM checkins'),
  };
  db.close();
  return found;
}

async function comeBack(
  event: PreparedEvent,
  people: PreparedEvent['people'],
  codes: readonly string[],
): Promise<Round> {
  const before = counts(event.file);
  const server = await startProcess(event.dataDir);
  try {
    const { url } = server;
    const { eventId, list, kiosks, apiKey } = event;
    const job: ReturningJob = { url, eventId, list, kiosks, people, batchRows };
    const stopCalling = await callOn({ url, apiKey, codes, everyMs: interactiveEveryMs });
    const cpu = server.cpuSeconds();
    const started = performance.now();
    const { seconds, accepted } = await runLoad<ReturningAnswer>('returning-kiosks.ts', job);
    const interactiveMs = await stopCalling();
    const expected = people.length + interactiveMs.length;
    while (counts(event.file).checkins < before.checkins + expected) await sleep(lookEveryMs);
    const after = counts(event.file);
    const added = after.scans - before.scans;
    return {
      seconds,
      followedSeconds: (performance.now() - started) / 1_000,
      interactiveMs,
      cpuMs: ((server.cpuSeconds() - cpu) * 1_000) / expected,
      once: accepted === people.length && added === expected && after.people === after.scans,
    };
  } finally {
    await server.stop();
  }
}

/** The rows and changes of so many scans, as they were just stored, written again by hand into the same file. */
function bareSeconds(file: string, count: number): number {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA synchronous = FULL');
  const rows = db.prepare('SELECT * FROM scans ORDER BY id DESC LIMIT ?', { returnArrays: true }).all(count);
  db.exec('CREATE TABLE IF NOT EXISTS bench_scans AS SELECT * FROM scans WHERE 0');
  db.exec('CREATE TABLE IF NOT EXISTS bench_changes AS SELECT * FROM _changes WHERE 0');
  const values = rows as unknown as (string | number | null)[][];
  const insert = db.prepare(`INSERT INTO bench_scans VALUES (${values[0]!.map(() => '?').join(', ')})`);
  const log = db.prepare("INSERT INTO bench_changes VALUES (?, '', 'scans', ?, 'create', '[]', '', ?, NULL)");
  const started = performance.now();
  for (let from = 0; from < values.length; from += batchRows) {
    db.exec('BEGIN IMMEDIATE');
    for (const [i, row] of values.slice(from, from + batchRows).entries()) {
      insert.run(...row);
      log.run(from + i, row[0]!, JSON.stringify(row));
    }
    db.exec('COMMIT');
  }
  const seconds = (performance.now() - started) / 1_000;
  db.exec('DROP TABLE bench_scans; DROP TABLE bench_changes');
  db.close();
  return seconds;
}

export async function benchReturningKiosks({ scale }: BenchSetting): Promise<readonly Row[]> {
  const perRound = kioskCount * scaled(scansEach, scale);
  const people = rounds * perRound;
  const event = await prepareEvent({
    people: people + rounds * interactiveMax,
    kiosks: kioskCount,
    codes: rounds * interactiveMax,
  });
  try {
    const done: Round[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const own = event.people.slice(round * perRound, (round + 1) * perRound);
      const codes = event.codes.slice(round * interactiveMax, (round + 1) * interactiveMax);
      done.push(await comeBack(event, own, codes));
      bare.push(bareSeconds(event.file, perRound));
    }
    const seconds = median(done.map((r) => r.seconds));
    const p99 = median(done.map((r) => percentile(r.interactiveMs, 0.99)));
    const bareMedian = median(bare);
    return [
      {
        row: 'S2',
        name: `${kioskCount} kiosks come back with ${perRound / kioskCount} scans each, until all are in`,
        value: seconds,
        unit: 's',
        ceiling: { name: 'bare statements, no index, one commit a batch', value: bareMedian },
        ratio: seconds / bareMedian,
        target: '≤ 30 s for 2,000 each, each once',
        met: seconds <= 30 * scale && done.every((r) => r.once),
        short:
          'One writer stores a scan with its change and, at the same time, its check-in and the note on the ' +
          'registration with theirs: half of the time is SQLite writing those six rows, and fifty clients share the CPUs.',
      },
      {
        row: 'S2',
        name: 'until every scan is a check-in',
        value: median(done.map((r) => r.followedSeconds)),
        unit: 's',
      },
      { row: 'S2', name: 'CPU of a scan and its check-in', value: median(done.map((r) => r.cpuMs)), unit: 'ms' },
      {
        row: 'S2',
        name: 'an interactive check-in meanwhile, p99',
        value: p99,
        unit: 'ms',
        target: '≤ 150 ms',
        met: p99 <= 150,
      },
      { row: 'S2', name: 'the same, median', value: median(done.map((r) => median(r.interactiveMs))), unit: 'ms' },
    ];
  } finally {
    event.remove();
  }
}
