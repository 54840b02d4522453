/**
 * Many badges over a pool of printers that fail all the time, from a seed: real sockets, real journal, compressed
 * timings. At the end the paper is counted: no badge lost in silence, none doubled without a mark.
 * By hand: `node test/sim/print-faults.ts --jobs 5000 --seed 7`; print-faults.test.ts runs a short one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Bitmap, isBlack, rowBytes } from '#kiosk/bridge/bitmap.ts';
import type { PrinterConfig, PrintOutcome, PrintRequest } from '#kiosk/bridge/host-api.ts';
import type { TcpTimings } from '#kiosk/host/printers/network/tcp-transport.ts';
import { openPrintJournal } from '#kiosk/host/printers/print-journal.ts';
import { createPrinters, type Printers } from '#kiosk/host/printers/printers.ts';
import { type Fault, faults } from '#kiosk/host/printers/virtual/engine.ts';
import {
  type PrinterLanguage,
  startVirtualPrinter,
  type VirtualPrinter,
} from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { must } from '#shared/base/assert.ts';

/** About a fiftieth of the real ones, in the same proportions where it matters: silence > ask, recover > beat. */
const timings: TcpTimings = {
  connectMs: 400,
  askMs: 120,
  beatMs: 5,
  silenceMs: 250,
  recoverMs: 100,
  jobMs: 3_000,
  settleMs: 400,
  quietMs: 15,
  closeMs: 60,
};
const languages: readonly PrinterLanguage[] = ['escpos', 'zpl', 'brother-ql', 'escpos'];
const kindOf = { escpos: 'escpos-tcp', zpl: 'zpl-tcp', 'brother-ql': 'brother-ql-tcp' } as const;
const kiosks = 3;
/** A kiosk tries a job again that certainly did not print; then it calls staff. */
const maxTries = 25;
const heightDots = 300; // three bands

export interface FaultReport {
  readonly seed: number;
  readonly jobs: number;
  readonly seconds: number;
  readonly faults: number;
  readonly printed: number;
  /** Reason → jobs. */
  readonly failed: ReadonlyMap<string, number>;
  readonly unknown: ReadonlyMap<string, number>;
  /** Unknown ones of which a whole badge lies there. */
  readonly unknownButOut: number;
  readonly tornPieces: number;
  readonly violations: readonly string[];
}

/** mulberry32: small, seeded, good enough to choose faults. @returns uniform in [0, 1) */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The job's number and its complement as columns of black: readable from any row, and never by accident. */
function numberedBitmap(number: number): Bitmap {
  const widthDots = 64;
  const row = Buffer.alloc(rowBytes(widthDots));
  row.writeUInt32BE(number, 0);
  row.writeUInt32BE(~number >>> 0, 4);
  return { widthDots, heightDots, bits: Buffer.concat(Array<Buffer>(heightDots).fill(row)) };
}

/** @returns null when the paper shows something that no job drew */
function readNumber(bitmap: Bitmap): number | null {
  const readRow = (y: number): readonly [number, number] => {
    const bit = (x: number): number => (isBlack(bitmap, x, y) ? 1 : 0);
    const word = (from: number): number =>
      Array.from({ length: 32 }, (_, i) => bit(from + i)).reduce((value, b) => value * 2 + b, 0);
    return [word(0), word(32)];
  };
  const [number, complement] = readRow(0);
  for (let y = 0; y < heightDots; y += 37) {
    const [again, other] = readRow(y);
    if (again !== number || other !== complement) return null;
  }
  return complement === ~number >>> 0 ? number : null;
}

interface Bench {
  readonly virtual: readonly VirtualPrinter[];
  /** Job number → whole badges of it. */
  readonly paper: Map<number, number>;
  readonly strange: string[];
  torn: number;
}

async function layOut(random: () => number): Promise<Bench> {
  const paper = new Map<number, number>();
  const strange: string[] = [];
  const virtual: VirtualPrinter[] = [];
  const bench: Bench = { virtual, paper, strange, torn: 0 };
  for (const language of languages) {
    const bandMs = random() < 0.5 ? 0 : 2;
    const printer = await startVirtualPrinter({
      port: 0,
      now: Date.now,
      language,
      bandMs,
      rebootMs: 80,
      slowBandMs: 15,
    });
    let seen = 0;
    printer.onChange(() => {
      const fresh = printer.badges().filter((badge) => badge.number > seen);
      for (const badge of fresh) {
        seen = Math.max(seen, badge.number);
        if (!badge.complete) {
          bench.torn += 1;
          continue;
        }
        const number = readNumber(badge.bitmap);
        if (number === null) strange.push(`a badge of ${language} that no job drew`);
        else paper.set(number, (paper.get(number) ?? 0) + 1);
      }
    });
    virtual.push(printer);
  }
  return bench;
}

/** Works for a while, then fails for a while, until it is stopped. @returns how many troubles there were */
async function weather(printer: VirtualPrinter, random: () => number, isOver: () => boolean): Promise<number> {
  let struck = 0;
  while (!isOver()) {
    await wait(20 + random() * 250);
    const fault: Fault = must(faults[Math.floor(random() * faults.length)], 'within the list');
    printer.setFault(fault, Math.floor(random() * 5));
    struck += 1;
    await wait(10 + random() * 400);
    printer.setFault(null);
  }
  return struck;
}

/** What a kiosk does with one badge: again while it certainly did not print, never when it may have. */
async function bringToPaper(
  printers: Printers,
  job: PrintRequest,
  random: () => number,
  violations: string[],
): Promise<PrintOutcome> {
  let outcome: PrintOutcome = { outcome: 'failed', reason: 'no_printer', message: '' };
  for (let tries = 0; tries < maxTries && outcome.outcome === 'failed'; tries += 1) {
    if (tries > 0) await wait(5 + random() * 40);
    outcome = await printers.print('pool', job);
  }
  // Asked once more, as a kiosk that restarted would: the answer stays, and nothing may print.
  if (outcome.outcome !== 'failed' && random() < 0.3) {
    const again = await printers.print('pool', job);
    if (again.outcome !== outcome.outcome) violations.push(`${job.jobId}: ${outcome.outcome}, then ${again.outcome}`);
  }
  return outcome;
}

function judge(outcomes: readonly PrintOutcome[], bench: Bench): readonly string[] {
  const found = [...bench.strange, ...bench.virtual.flatMap((printer) => printer.complaints())];
  for (const [number, outcome] of outcomes.entries()) {
    const out = bench.paper.get(number) ?? 0;
    if (outcome.outcome === 'printed' && out !== 1) found.push(`job ${number}: printed, but ${out} on paper`);
    if (outcome.outcome === 'failed' && out !== 0)
      found.push(`job ${number}: failed (${outcome.reason}), but ${out} on paper`);
    if (outcome.outcome === 'unknown' && out > 1) found.push(`job ${number}: unknown, and ${out} on paper`);
  }
  return found;
}

function countReasons(outcomes: readonly PrintOutcome[], wanted: PrintOutcome['outcome']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome.outcome !== wanted || outcome.outcome === 'printed') continue;
    counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  }
  return counts;
}

/** Runs `jobs` badges with everything that goes wrong chosen by `seed`. */
export async function runPrintFaults(jobs: number, seed: number): Promise<FaultReport> {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'print-faults-'));
  const started = performance.now();
  const bench = await layOut(random);
  const members = bench.virtual.map((_, i) => `p${i}`);
  const configs: PrinterConfig[] = bench.virtual.map(({ language, host, port }, i) => {
    return { id: `p${i}`, name: `P${i}`, kind: kindOf[language], host, port, dpi: 203, widthDots: 576 };
  });
  configs.push({ id: 'pool', name: 'Pool', kind: 'pool', members, dpi: 203, widthDots: 576 });
  const journal = await openPrintJournal(join(folder, 'print-journal.jsonl'), Date.now);
  const printers = createPrinters({ configs, journal, now: Date.now, timings, probeEveryMs: 50 });
  const violations: string[] = [];
  const outcomes: PrintOutcome[] = [];
  let over = false;
  const storms = bench.virtual.map((printer, i) => weather(printer, createRandom(seed + 1_000 + i), () => over));
  let next = 0;
  async function kiosk(mind: () => number): Promise<void> {
    while (next < jobs) {
      const number = next++;
      const job: PrintRequest = { jobId: `job-${number}`, title: `Badge ${number}`, bitmap: numberedBitmap(number) };
      outcomes[number] = await bringToPaper(printers, job, mind, violations);
    }
  }
  await Promise.all(Array.from({ length: kiosks }, (_, i) => kiosk(createRandom(seed + 2_000 + i))));
  over = true;
  const struck = (await Promise.all(storms)).reduce((sum, count) => sum + count, 0);
  // The jobs that a printer still holds come out now.
  await wait(500);
  await printers.probe();
  await printers.stop();
  await journal.close();
  violations.push(...judge(outcomes, bench));
  for (const printer of bench.virtual) await printer.stop();
  await rm(folder, { recursive: true });
  return {
    seed,
    jobs,
    seconds: Math.round((performance.now() - started) / 1_000),
    faults: struck,
    printed: outcomes.filter(({ outcome }) => outcome === 'printed').length,
    failed: countReasons(outcomes, 'failed'),
    unknown: countReasons(outcomes, 'unknown'),
    unknownButOut: [...outcomes.entries()].filter(([n, o]) => o.outcome === 'unknown' && bench.paper.get(n) === 1)
      .length,
    tornPieces: bench.torn,
    violations,
  };
}

/** The report as lines for people. */
export function describeReport(report: FaultReport): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([why, n]) => `${why} ${n}`).join(', ') || 'none';
  return [
    `seed ${report.seed}: ${report.jobs} badges, ${report.faults} faults, ${report.seconds} s`,
    `printed ${report.printed}`,
    `failed, with the reason: ${list(report.failed)}`,
    `unknown, marked: ${list(report.unknown)} (${report.unknownButOut} of them lie there whole)`,
    `torn pieces ${report.tornPieces}`,
    report.violations.length === 0 ? 'no silent loss, no unmarked double' : report.violations.join('\n'),
  ].join('\n');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { jobs: { type: 'string' }, seed: { type: 'string' } } });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const report = await runPrintFaults(Number(values.jobs ?? 5_000), seed);
  console.log(describeReport(report));
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}
