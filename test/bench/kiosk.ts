/**
 * Figures K1, K2 and K3: the kiosk in real Chromium against ceilings and a peer measured in the same run, in interleaved
 * rounds, as medians. Called by run.ts; the kiosk's server is the wire fake, so that only the kiosk is measured.
 */

import type { Page } from 'playwright-core';
import { must } from '#shared/base/assert.ts';
import { buildPage } from '#test/fixtures/build-page.ts';
import { launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type WireEvent, wireEvent } from '#test/fixtures/wire-event.ts';
import { startWireServer, type WireServer } from '#test/fixtures/wire-server.ts';

export interface BenchRow {
  readonly row: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the machine itself takes, in the same unit. */
  readonly ceiling?: number;
  /** value ÷ ceiling, or peer ÷ value where the target asks for "times faster". */
  readonly ratio?: number;
  readonly target?: string;
}

export interface KioskBenchOptions {
  /** Registrations. */
  readonly rows?: number;
  readonly rounds?: number;
  /** K1: scans a round. */
  readonly scans?: number;
  /** K2: also the plain RxDB pull, which takes half a minute at 100,000. */
  readonly peer?: boolean;
}

const chunkRows = 1_000;

interface Bench {
  readonly event: WireEvent;
  readonly server: WireServer;
  page(): Promise<Page>;
  /** A page with nothing in its memory, same disk. */
  fresh(): Promise<Page>;
  end(): Promise<void>;
}

async function openBench(rows: number): Promise<Bench> {
  const event = wireEvent(rows);
  const server = await startWireServer({ event, files: await buildPage('test/bench/kiosk-page/page.ts') });
  const profile = await newProfile();
  const chromium = await launchChromium(profile.folder);
  let page = await chromium.context.newPage();
  await page.goto(server.baseUrl);
  return {
    event,
    server,
    page: async () => page,
    async fresh() {
      await page.close();
      page = await chromium.context.newPage();
      await page.goto(server.baseUrl);
      return page;
    },
    async end() {
      await chromium.close();
      await server.stop();
      await profile.remove();
    },
  };
}

/** Pairs and loads a kiosk. @returns milliseconds from paired to ready to scan */
async function load({ server, event }: Bench, page: Page, databaseName: string): Promise<number> {
  const options = { databaseName, baseUrl: server.baseUrl, pairingCode: server.pairingCode(event.gates.main) };
  return page.evaluate(async (given) => {
    const opened = await bench.kiosk.open(given);
    if (opened !== 'opened') throw new Error(opened);
    const startMs = performance.now();
    while (!bench.kiosk.ready()) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - startMs;
  }, options);
}

/** Ready, and the first pull and upload done: nothing else is under way. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => bench.kiosk.state().sync.phase === 'live', null, { timeout: 120_000 });
}

/** K1: scan text complete → verdict decided and journal durable. */
export async function benchKioskScan(options: KioskBenchOptions = {}): Promise<BenchRow[]> {
  const { rows = 100_000, rounds = 5, scans = 400 } = options;
  const bench = await openBench(rows);
  try {
    const page = await bench.page();
    await load(bench, page, 'k1');
    await settle(page);
    const puts: number[][] = [];
    const admits: number[][] = [];
    const decisions: number[][] = [];
    for (let round = 0; round <= rounds; round++) {
      const people = Array.from({ length: scans }, (_, n) => {
        const at = (round * scans + n) * 7919;
        return must(bench.event.registrations[at % rows], 'a registration');
      });
      const codes = people.map((person) => bench.event.code(person, Date.now()));
      const measured = await page.evaluate(
        async ({ texts, event, gate, count }) => {
          const identity = { kioskId: 'bench', event, gate, role: 'gate', demo: true } as const;
          const decided = await globalThis.bench.timeDecisions(globalThis.bench.kiosk.replica(), identity, texts);
          const document = { ...(await globalThis.bench.kiosk.journal()).at(-1), padding: 'x'.repeat(300) };
          const put = await globalThis.bench.ceilings.strictPuts(document, count);
          const admitted: number[] = [];
          for (const text of texts) {
            const startMs = performance.now();
            const result = await globalThis.bench.kiosk.admit([text]);
            admitted.push(performance.now() - startMs);
            if (result.kind !== 'decided') throw new Error(result.message);
          }
          return { decided, put, admitted };
        },
        { texts: codes, event: bench.event.eventId, gate: bench.event.gates.main, count: scans },
      );
      // The first round warms up.
      if (round === 0) continue;
      puts.push(measured.put);
      admits.push(measured.admitted);
      decisions.push(measured.decided);
    }
    const p99 = (sets: number[][]): number => median(sets.map((set) => percentile(set, 99)));
    const p50 = (sets: number[][]): number => median(sets.map((set) => percentile(set, 50)));
    const ceiling = p99(puts);
    const name = `at ${rows}`;
    return [
      row('K1', `scan to durable verdict, p99, ${name}`, p99(admits), 'ms', ceiling, 'at most 3 × a bare strict put'),
      row('K1', `scan to durable verdict, median, ${name}`, p50(admits), 'ms', p50(puts)),
      { row: 'K1', name: `decision alone, p99, ${name}`, value: p99(decisions), unit: 'ms', target: 'at most 1 ms' },
    ];
  } finally {
    await bench.end();
  }
}

/** K2: first load over loopback, ready to scan. */
export async function benchFirstLoad(options: KioskBenchOptions = {}): Promise<BenchRow[]> {
  const { rows = 100_000, rounds = 3, peer = true } = options;
  const bench = await openBench(rows);
  try {
    const ours: number[] = [];
    const ceilingTimes: number[] = [];
    const peers: number[] = [];
    let page = await bench.page();
    for (let round = 0; round <= rounds; round++) {
      const ms = await load(bench, page, `k2-${round}`);
      await settle(page);
      const { urls, token } = await chunkUrls(bench, page);
      await page.evaluate(() => globalThis.bench.kiosk.close());
      const ceiling = await page.evaluate(
        (given) => globalThis.bench.ceilings.fetchParseStore(given.urls, given.token),
        { urls, token },
      );
      if (round > 0) {
        ours.push(ms);
        ceilingTimes.push(ceiling);
      }
      if (peer && round === rounds) {
        const registrationUrls = urls.slice(-Math.ceil(rows / chunkRows) - 1, -1);
        peers.push(
          await page.evaluate((given) => globalThis.bench.timeRxdbPull(given.urls, given.token), {
            urls: registrationUrls,
            token,
          }),
        );
      }
      page = await bench.fresh();
    }
    const value = median(ours);
    const result = [
      row('K2', `first load of ${rows}`, value, 'ms', median(ceilingTimes), 'at most 3 × fetch + parse + packed store'),
    ];
    if (peers.length > 0) {
      const other = median(peers);
      result.push({
        row: 'K2',
        name: `plain RxDB replication pull of ${rows}`,
        value: other,
        unit: 'ms',
        ratio: other / value,
        target: 'at least 8 × slower than ours',
      });
    }
    return result;
  } finally {
    await bench.end();
  }
}

/** K3: cold start with a full replica, ready to scan. */
export async function benchColdStart(options: KioskBenchOptions = {}): Promise<BenchRow[]> {
  const { rows = 100_000, rounds = 5 } = options;
  const bench = await openBench(rows);
  try {
    await load(bench, await bench.page(), 'k3');
    await settle(await bench.page());
    await (await bench.page()).evaluate(() => globalThis.bench.kiosk.close());
    const ours: number[] = [];
    const ceilingTimes: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const reading = await (await bench.fresh()).evaluate(() =>
        globalThis.bench.ceilings.readAll('k3-roster', 'chunks'),
      );
      const ms = await (await bench.fresh()).evaluate(
        async (options) => {
          const startMs = performance.now();
          const opened = await globalThis.bench.kiosk.open(options);
          if (opened !== 'opened' || !globalThis.bench.kiosk.ready()) throw new Error(opened);
          return performance.now() - startMs;
        },
        { databaseName: 'k3', baseUrl: bench.server.baseUrl },
      );
      if (round === 0) continue;
      ours.push(ms);
      ceilingTimes.push(reading.ms);
    }
    return [
      row(
        'K3',
        `cold start with ${rows}`,
        median(ours),
        'ms',
        median(ceilingTimes),
        'at most 2 × reading the stored bytes, at most 3 s',
      ),
    ];
  } finally {
    await bench.end();
  }
}

/** The chunks of the snapshot that the kiosk has just loaded. */
async function chunkUrls({ server }: Bench, page: Page): Promise<{ urls: string[]; token: string }> {
  const token = await page.evaluate(async () => {
    const credentials = await globalThis.bench.kiosk.replica().settings.read('credentials');
    return (credentials as { token: string }).token;
  });
  const response = await fetch(`${server.baseUrl}/api/v1/replication/snapshot`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const manifest = (await response.json()) as { snapshot: string; chunks: number };
  const path = `${server.baseUrl}/api/v1/replication/snapshot/${manifest.snapshot}`;
  return { urls: Array.from({ length: manifest.chunks }, (_, n) => `${path}/${n}`), token };
}

function row(id: string, name: string, value: number, unit: string, ceiling: number, target?: string): BenchRow {
  return { row: id, name, value, unit, ceiling, ratio: value / ceiling, ...(target === undefined ? {} : { target }) };
}

function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return must(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)], 'at least one value');
}
