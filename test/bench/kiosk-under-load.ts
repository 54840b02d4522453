/**
 * Figures K5 and K6: the kiosk while 200 changes a second stream in, against itself at rest in interleaved rounds; and
 * its memory over a long day. Called by run.ts.
 */
import type { Page } from 'playwright-core';
import { foldAboveChanges } from '#kiosk/store/roster-store.ts';
import { must } from '#shared/base/assert.ts';
import { type Bench, load, openBench, settle } from './kiosk-bench.ts';
import { traceTasks } from './main-thread-cpu.ts';
import { pageMemory } from './page-memory.ts';
import { percentile, type Row } from './row.ts';

export interface UnderLoadOptions {
  /** Registrations. */
  readonly rows?: number;
  /** K5: turns of rest and of load. */
  readonly rounds?: number;
  /** K5: scans a turn; K6: scans in all. */
  readonly scans?: number;
}

const pauseMs = 50;
const changesASecond = 200;
const changesAtOnce = 10;

/** Codes of people who were not scanned before, spread over the whole list. */
function freshCodes({ event }: Bench, from: number, count: number): string[] {
  const { registrations } = event;
  // Coprime with any round number of rows: every person once before anyone a second time.
  return Array.from({ length: count }, (_, n) => {
    const person = must(registrations[((from + n) * 7919) % registrations.length], 'a registration');
    return event.code(person, Date.now());
  });
}

/** @returns the function that ends the stream and says how many changes it made */
function streamChanges({ event, server }: Bench): () => number {
  let made = 0;
  const timer = setInterval(
    () => {
      for (let n = 0; n < changesAtOnce; n += 1) {
        const person = must(event.registrations[(made * 31) % event.registrations.length], 'a registration');
        server.log().set('registrations', { ...person, company: `Moved ${made}` });
        made += 1;
      }
      server.hint();
    },
    (1_000 * changesAtOnce) / changesASecond,
  );
  return () => {
    clearInterval(timer);
    return made;
  };
}

/** One short turn: turns of rest and of load alternate, so that what else the machine does falls on both alike. */
async function turn(bench: Bench, page: Page, codes: readonly string[], streamed: boolean) {
  const startMs = performance.now();
  const end = streamed ? streamChanges(bench) : () => 0;
  const times = await page.evaluate(({ texts, pause }) => globalThis.bench.admitTimed(texts, pause), {
    texts: codes,
    pause: pauseMs,
  });
  return { times, changes: end(), ms: performance.now() - startMs };
}

/** K5: 200 changes a second stream in. */
export async function benchStreamedChanges(options: UnderLoadOptions = {}): Promise<Row[]> {
  const { rows = 100_000, rounds = 18, scans = 25 } = options;
  const bench = await openBench(rows);
  try {
    const page = await bench.page();
    await load(bench, page, 'k5');
    await settle(page);
    await indexed(page);
    const idle: number[] = [];
    const busy: number[] = [];
    let [changes, streamedMs] = [0, 0];
    const warmUp = await turn(bench, page, freshCodes(bench, 0, scans), true);
    const tasks = await traceTasks(page);
    await page.evaluate(() => globalThis.bench.mainThread.longTasks());
    for (let at = 0; at < rounds; at += 1) {
      const from = (2 * at + 1) * scans;
      idle.push(...(await turn(bench, page, freshCodes(bench, from, scans), false)).times);
      const loaded = await turn(bench, page, freshCodes(bench, from + scans, scans), true);
      busy.push(...loaded.times);
      changes += loaded.changes;
      streamedMs += loaded.ms;
    }
    const long = await page.evaluate(() => globalThis.bench.mainThread.longTasks());
    const heldMs = await tasks();
    const held = heldMs.filter((ms) => ms > 50).length;
    const rate = Math.round((1_000 * changes) / streamedMs);
    const compared = (p: number, name: string) => {
      const ceiling = { name: 'the same at rest', value: percentile(idle, p) };
      const value = percentile(busy, p);
      return { row: 'K5', name, value, unit: 'ms', ceiling, ratio: value / ceiling.value };
    };
    const p99 = compared(0.99, `scan to durable verdict, p99, at ${rows} with ${rate} changes a second`);
    return [
      {
        ...p99,
        target: '≤ 1.5 × at rest',
        met: p99.ratio <= 1.5,
        short:
          'The changes are written to the same database: a scan that comes meanwhile waits for one transaction of theirs.',
      },
      compared(0.5, 'the same, median'),
      {
        row: 'K5',
        name: `the longest task on the main thread meanwhile, CPU time (${held} over 50 ms; ${warmUp.changes + changes} changes, folded above ${foldAboveChanges})`,
        value: heldMs[0] ?? 0,
        unit: 'ms',
        target: '≤ 50 ms',
        met: held === 0,
      },
      // Where others use the machine, a task that waits for its turn counts here.
      { row: 'K5', name: 'tasks on the main thread over 50 ms as time passes', value: long.length, unit: 'tasks' },
    ];
  } finally {
    await bench.end();
  }
}

/** The search's index is whole. */
async function indexed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { people } = globalThis.bench.kiosk.replica();
    while (!people.complete()) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/**
 * K6: what is held, full, and after a long day. Its disk is memory: it asks what stays in the page, and fifty thousand
 * waits for a disk would take a quarter of an hour.
 */
export async function benchMemory(options: UnderLoadOptions = {}): Promise<Row[]> {
  const { rows = 100_000, scans = 50_000 } = options;
  const batch = 1_000;
  const bench = await openBench(rows, 'memory');
  try {
    const page = await bench.page();
    await load(bench, page, 'k6');
    await settle(page);
    await indexed(page);
    const scan = async (from: number): Promise<void> => {
      const texts = freshCodes(bench, from, batch);
      await page.evaluate((all) => globalThis.bench.admitTimed(all, 0), texts);
      await page.waitForFunction(() => globalThis.bench.kiosk.state().pending === 0, null, { timeout: 120_000 });
    };
    await scan(0);
    const before = await pageMemory(page);
    for (let done = batch; done <= scans; done += batch) await scan(done);
    const after = await pageMemory(page);
    const growth = (after.heapMb / before.heapMb - 1) * 100;
    const bytesAScan = (from: number, to: number): string => ((1_000_000 * (to - from)) / scans).toFixed(0);
    return [
      {
        row: 'K6',
        name: `JavaScript heap at ${rows}, search index included`,
        value: before.heapMb,
        unit: 'MB',
        target: '≤ 120 MB',
        met: before.heapMb <= 120,
      },
      {
        row: 'K6',
        name: `its growth over ${scans} scans of as many people (${bytesAScan(before.heapMb, after.heapMb)} bytes a scan)`,
        value: growth,
        unit: '%',
        target: '≤ 5 %',
        met: growth <= 5,
      },
      // The check-ins themselves, which the day has made: packed, as they lie on the disk.
      {
        row: 'K6',
        name: `array buffers after them (${before.buffersMb.toFixed(1)} before, ${bytesAScan(before.buffersMb, after.buffersMb)} bytes a scan)`,
        value: after.buffersMb,
        unit: 'MB',
      },
    ];
  } finally {
    await bench.end();
  }
}
