/**
 * Figures K5 and K6: the kiosk while 200 changes a second stream in, against itself at rest in interleaved rounds; and
 * its memory over a long day. Called by run.ts.
 */
import type { Page } from 'playwright-core';
import { must } from '#shared/base/assert.ts';
import { type Bench, load, openBench, settle } from './kiosk-bench.ts';
import { median, percentile, type Row } from './row.ts';

export interface UnderLoadOptions {
  /** Registrations. */
  readonly rows?: number;
  readonly rounds?: number;
  /** K5: scans a round; K6: scans in all. */
  readonly scans?: number;
}

const pauseMs = 50;
const changesASecond = 200;
const changesAtOnce = 10;
const megabyte = 1_000_000;

/** Codes of people nobody has scanned before, spread over the whole list. */
function freshCodes({ event }: Bench, from: number, count: number): string[] {
  const { registrations } = event;
  // Coprime with any round number of rows: every person once before anybody a second time.
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

async function round(bench: Bench, page: Page, codes: readonly string[], streamed: boolean) {
  const startMs = performance.now();
  await page.evaluate(() => globalThis.bench.mainThread.longTasks());
  const end = streamed ? streamChanges(bench) : () => 0;
  const times = await page.evaluate(({ texts, pause }) => globalThis.bench.admitTimed(texts, pause), {
    texts: codes,
    pause: pauseMs,
  });
  const changes = end();
  const long = await page.evaluate(() => globalThis.bench.mainThread.longTasks());
  return { times, long, rate: changes / ((performance.now() - startMs) / 1_000) };
}

/** K5: 200 changes a second stream in. */
export async function benchStreamedChanges(options: UnderLoadOptions = {}): Promise<Row[]> {
  const { rows = 100_000, rounds = 5, scans = 200 } = options;
  const bench = await openBench(rows);
  try {
    const page = await bench.page();
    await load(bench, page, 'k5');
    await settle(page);
    const idle: number[][] = [];
    const busy: number[][] = [];
    const long: number[] = [];
    const rates: number[] = [];
    for (let at = 0; at <= rounds; at += 1) {
      const quiet = await round(bench, page, freshCodes(bench, 2 * at * scans, scans), false);
      const loaded = await round(bench, page, freshCodes(bench, (2 * at + 1) * scans, scans), true);
      // The first round warms up.
      if (at === 0) continue;
      idle.push(quiet.times);
      busy.push(loaded.times);
      long.push(...loaded.long);
      rates.push(loaded.rate);
    }
    const at = (sets: readonly number[][], p: number): number => median(sets.map((set) => percentile(set, p)));
    const ceiling = { name: 'the same at rest', value: at(idle, 0.99) };
    const value = at(busy, 0.99);
    const ratio = value / ceiling.value;
    return [
      {
        row: 'K5',
        name: `scan to durable verdict, p99, at ${rows} with ${Math.round(median(rates))} changes a second`,
        value,
        unit: 'ms',
        ceiling,
        ratio,
        target: '≤ 1.5 × at rest',
        met: ratio <= 1.5,
      },
      {
        row: 'K5',
        name: 'tasks on the main thread over 50 ms meanwhile',
        value: long.length,
        unit: long.length === 0 ? 'tasks' : `tasks, longest ${Math.round(Math.max(...long))} ms,`,
        target: 'none',
        met: long.length === 0,
      },
    ];
  } finally {
    await bench.end();
  }
}

/** After a garbage collection: what is held, in megabytes. */
async function heapAfterCollection(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  // Twice: what the first finds dead may have held what the second finds.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / megabyte;
}

/** K6: the JavaScript heap, full, and after a long day. */
export async function benchMemory(options: UnderLoadOptions = {}): Promise<Row[]> {
  const { rows = 100_000, scans = 50_000 } = options;
  const batch = 1_000;
  const bench = await openBench(rows);
  try {
    const page = await bench.page();
    await load(bench, page, 'k6');
    await settle(page);
    // The search's index, too, and the journal in use.
    await page.evaluate(async () => {
      const { people } = globalThis.bench.kiosk.replica();
      while (!people.complete()) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const scan = async (from: number): Promise<void> => {
      const texts = freshCodes(bench, from, batch);
      await page.evaluate((all) => globalThis.bench.admitTimed(all, 0), texts);
      await page.waitForFunction(() => globalThis.bench.kiosk.state().pending === 0, null, { timeout: 120_000 });
    };
    await scan(0);
    const before = await heapAfterCollection(page);
    for (let done = batch; done <= scans; done += batch) await scan(done);
    const after = await heapAfterCollection(page);
    const growth = (after / before - 1) * 100;
    return [
      {
        row: 'K6',
        name: `JavaScript heap at ${rows}, search index included`,
        value: before,
        unit: 'MB',
        target: '≤ 120 MB',
        met: before <= 120,
      },
      {
        row: 'K6',
        name: `its growth over ${scans} scans of as many people`,
        value: growth,
        unit: '%',
        target: '≤ 5 %',
        met: growth <= 5,
      },
    ];
  } finally {
    await bench.end();
  }
}
