/**
 * S3: kiosks that load everything at once, from a server that was just started, against one static file of the same
 * bytes. The first load includes making the snapshot; the second finds it made. The CPU time of the serving
 * process is compared, because wall time depends on what else runs on the machine; it is a row of its own.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { must } from '#shared/base/assert.ts';
import type { FirstLoadsAnswer, FirstLoadsJob } from './load/first-loads.ts';
import { runLoad } from './load/run-load.ts';
import { cpuSecondsOf, type PreparedEvent, prepareEvent, startProcess } from './prepared-event.ts';
import { type BenchSetting, median, type Row, scaled } from './row.ts';

const kioskCount = 20;
const people = 100_000;
const rounds = 3;
/** The same value as in kiosk/sync/load-roster.ts. */
const chunksAtOnce = 4;

interface Load extends FirstLoadsAnswer {
  /** Of the process that serves. */
  readonly cpuSeconds: number;
}

interface Round {
  readonly cold: Load;
  readonly warm: Load;
  readonly file: Load;
  readonly peakMb: number;
}

async function load(job: FirstLoadsJob, cpuSeconds: () => number): Promise<Load> {
  const before = cpuSeconds();
  const answer = await runLoad<FirstLoadsAnswer>('first-loads.ts', job);
  return { ...answer, cpuSeconds: cpuSeconds() - before };
}

async function ofFile(folder: string, bytes: number, tokens: readonly string[]): Promise<Load> {
  const path = join(folder, 'static-file');
  writeFileSync(path, Buffer.alloc(bytes, 'gatehouse'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'static-file.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: must(child.stdout, 'its output') });
    const { value: url } = await lines[Symbol.asyncIterator]().next();
    const job = { url: String(url), tokens, file: '/', chunksAtOnce };
    // The first load is not measured: it contains the start of the process.
    await load(job, () => 0);
    return await load(job, () => cpuSecondsOf(child.pid));
  } finally {
    child.kill();
  }
}

async function round(event: PreparedEvent): Promise<Round> {
  const tokens = event.kiosks.map(({ token }) => token);
  const server = await startProcess(event.dataDir);
  try {
    const job = { url: server.url, tokens, file: null, chunksAtOnce };
    const cold = await load(job, server.cpuSeconds);
    const warm = await load(job, server.cpuSeconds);
    const peakMb = server.peakMb();
    return { cold, warm, peakMb, file: await ofFile(event.dataDir, cold.bytes / tokens.length, tokens) };
  } finally {
    await server.stop();
  }
}

export async function benchFirstLoads({ scale }: BenchSetting): Promise<readonly Row[]> {
  const event = await prepareEvent({ people: scaled(people, scale), kiosks: kioskCount, codes: 0 });
  try {
    const done: Round[] = [];
    for (let i = 0; i < rounds; i++) done.push(await round(event));
    const rate = ({ bytes, cpuSeconds }: Load) => bytes / cpuSeconds / 1_048_576;
    const file = median(done.map((r) => rate(r.file)));
    const ceiling = { name: 'a static file of the same bytes', value: file };
    const peak = median(done.map((r) => r.peakMb));
    const short =
      'A snapshot is made of the rows once and then kept: about a second and a half of CPU, six times what handing out twenty takes.';
    const row = (name: string, value: number): Row => ({
      row: 'S3',
      name,
      value,
      unit: 'MB a CPU-second',
      ceiling,
      ratio: value / file,
      target: '≥ 0.5 × a static file',
      met: value >= 0.5 * file,
      short,
    });
    const each = must(done[0], 'a round').cold;
    return [
      row(
        `${kioskCount} kiosks load ${Math.round(each.rows / kioskCount)} records at once, snapshot included`,
        median(done.map((r) => rate(r.cold))),
      ),
      row('the same, snapshot made already', median(done.map((r) => rate(r.warm)))),
      {
        row: 'S3',
        name: 'until the last of them has all, snapshot included',
        value: median(done.map((r) => r.cold.seconds)),
        unit: 's',
        ceiling: { name: 'a static file', value: median(done.map((r) => r.file.seconds)) },
      },
      { row: 'S3', name: 'bytes of one load', value: each.bytes / kioskCount / 1_048_576, unit: 'MB' },
      { row: 'S3', name: "the server's memory at most", value: peak, unit: 'MB', target: '≤ 250 MB', met: peak <= 250 },
    ];
  } finally {
    event.remove();
  }
}
