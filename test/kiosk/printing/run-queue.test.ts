/** The queue's behaviour over time and several printers, with a clock that the test turns, without a disk. */
import { describe, expect, test } from 'vitest';
import type { HostApi, PrinterStatus, PrintOutcome } from '#kiosk/bridge/host-api.ts';
import { watchPrinters } from '#kiosk/printing/host-printers.ts';
import { holdAfterMs, maxAttempts } from '#kiosk/printing/job-rules.ts';
import type { PrintQueue, Timing } from '#kiosk/printing/ports.ts';
import { type QueueRunner, runQueue } from '#kiosk/printing/run-queue.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';

const startMs = Date.parse('2026-05-12T09:30:00.000Z');

function turnedClock(): Timing & { turn(ms: number): Promise<void> } {
  let nowMs = startMs;
  let timers: { atMs: number; callback: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 60; i++) await Promise.resolve();
  };
  return {
    nowMs: () => nowMs,
    after: (delayMs, callback) => {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    turn: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (;;) {
        const next = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        timers = timers.filter((other) => other !== next);
        nowMs = next.atMs;
        next.callback();
        await settle();
      }
      nowMs = untilMs;
    },
  };
}

function queueOf(
  first: readonly PrintJob[],
  claims: ReadonlySet<string> = new Set(),
): PrintQueue & { jobs: Map<string, PrintJob> } {
  const jobs = new Map(first.map((job) => [job.id, job]));
  const listeners = new Set<() => void>();
  const change = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    jobs,
    open: async (limit) =>
      [...jobs.values()]
        .filter(({ state }) => ['queued', 'sent', 'unknown'].includes(state))
        .sort((a, b) => a.queuedAt.localeCompare(b.queuedAt))
        .slice(0, limit),
    recent: async () => [...jobs.values()],
    ofRegistration: async (id) => [...jobs.values()].filter(({ registration }) => registration === id),
    insert: async (job) => {
      jobs.set(job.id, job);
      change();
      return true;
    },
    update: async (id, patch) => {
      const old = jobs.get(id);
      if (old !== undefined) jobs.set(id, { ...old, ...patch });
      change();
    },
    claim: async (id) => {
      const mine = claims.has(id);
      const old = jobs.get(id);
      if (old !== undefined) jobs.set(id, { ...old, kiosk: mine ? 'k-1' : 'k-2' });
      if (!mine) jobs.delete(id);
      return mine;
    },
    observe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const job = (id: string, change: Partial<PrintJob> = {}): PrintJob => ({
  id,
  event: 'e-1',
  registration: `r-${id}`,
  scan: null,
  gate: 'north',
  kiosk: 'k-1',
  printer: null,
  state: 'queued',
  attempts: 0,
  reason: null,
  failure: null,
  problem: null,
  queuedAt: new Date(startMs).toISOString(),
  printedAt: null,
  ...change,
});

const status = (id: string): PrinterStatus => ({
  id,
  name: id,
  kind: 'escpos-tcp',
  dpi: 203,
  widthDots: 576,
  state: 'ready',
  paperLow: false,
  queued: 0,
});

interface Bench {
  readonly clock: ReturnType<typeof turnedClock>;
  readonly queue: ReturnType<typeof queueOf>;
  readonly sent: string[];
  readonly runner: QueueRunner;
  confirm(registrationId: string): void;
  tell(change: PrinterStatus): void;
}

function run(
  jobs: readonly PrintJob[],
  answer: (printer: string, jobId: string, nth: number) => PrintOutcome,
  options: {
    printers?: readonly string[];
    claims?: readonly string[];
    knows?: (id: string) => boolean;
    render?: () => never;
    confirmWithinMs?: number;
    confirmed?: (id: string) => boolean;
    /** Scans. */
    overridden?: readonly string[];
  } = {},
): Bench {
  const clock = turnedClock();
  const queue = queueOf(jobs, new Set(options.claims));
  const sent: string[] = [];
  let tell = (_status: PrinterStatus): void => {};
  const host: HostApi = {
    info: async () => ({ kind: 'web', version: 't', keyStore: 'plain' }),
    printers: async () => (options.printers ?? ['a']).map(status),
    print: async (printerId, printJob) => {
      sent.push(`${printJob.jobId}@${printerId}`);
      return answer(printerId, printJob.jobId, sent.length);
    },
    onPrinterState: (listener) => {
      tell = listener;
      return () => {};
    },
    saveSecret: async () => {},
    loadSecret: async () => null,
    quit: async () => 'not_here',
  };
  const runner = runQueue({
    host,
    printers: watchPrinters(host, clock),
    queue,
    badges: {
      isConfirmed: async (id) => options.confirmed?.(id) ?? true,
      find: async (id) =>
        options.knows?.(id) === false
          ? null
          : {
              name: id,
              company: null,
              role: null,
              ticketTypeName: null,
              eventName: 'E',
              badgeCode: null,
              ticketType: null,
              answers: {},
            },
    },
    render: options.render ?? (() => ({ widthDots: 8, heightDots: 1, bits: new Uint8Array(1) })),
    journal: { isOverridden: async (scanId) => options.overridden?.includes(scanId) ?? false },
    kioskId: 'k-1',
    confirmWithinMs: () => options.confirmWithinMs ?? 0,
    chosenPrinterId: () => 'a',
    timing: clock,
    random: () => 0.5,
    onFault: () => {},
  });
  return { clock, queue, sent, runner, confirm: runner.confirm, tell: (change) => tell(change) };
}

const printed: PrintOutcome = { outcome: 'printed' };
const failed = (reason: 'printer_error' | 'paper_out' | 'bad_job'): PrintOutcome => ({
  outcome: 'failed',
  reason,
  message: reason,
});
const stateOf = (bench: Bench, id: string): string | undefined => bench.queue.jobs.get(id)?.state;

describe('the queue', () => {
  test('prints one after the other, in the order of the scans', async () => {
    const bench = run([job('1'), job('2'), job('3')], () => printed);
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a', '2@a', '3@a']);
  });

  test('gives a badge to the next printer at once when the chosen one fails it', async () => {
    const bench = run([job('1')], (printer) => (printer === 'a' ? failed('printer_error') : printed), {
      printers: ['a', 'b'],
    });
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a', '1@b']);
    expect(bench.queue.jobs.get('1')).toMatchObject({ state: 'printed', printer: 'b', attempts: 2, problem: null });
  });

  test('tries the only printer again with growing pauses, then gives up and says why', async () => {
    const bench = run([job('1')], () => failed('printer_error'));
    await bench.clock.turn(0);
    expect(bench.sent.length).toBe(1);
    await bench.clock.turn(20 * 60_000);
    expect(bench.sent.length).toBe(maxAttempts);
    expect(bench.queue.jobs.get('1')).toMatchObject({
      state: 'failed',
      problem: 'printer_error',
      attempts: maxAttempts,
    });
  });

  test('waits for a printer without paper as long as it takes, and counts no attempt', async () => {
    const bench = run([job('1')], (_printer, _job, nth) => (nth === 1 ? failed('paper_out') : printed));
    await bench.clock.turn(0);
    bench.tell({ ...status('a'), state: 'error', reason: 'paper_out' });
    await bench.clock.turn(10_000);
    expect(bench.sent.length).toBe(1);
    bench.tell(status('a'));
    await bench.clock.turn(2_000);
    expect(bench.queue.jobs.get('1')).toMatchObject({ state: 'printed', attempts: 1 });
  });

  test('prints other badges while one waits for its next attempt', async () => {
    const bench = run([job('1'), job('2')], (_printer, id) => (id === '1' ? failed('printer_error') : printed));
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a', '2@a']);
    expect([stateOf(bench, '1'), stateOf(bench, '2')]).toEqual(['queued', 'printed']);
  });

  test('never sends a badge again that may have come out', async () => {
    const bench = run([job('1')], () => ({ outcome: 'unknown', reason: 'timeout', message: 'silent' }), {
      printers: ['a', 'b'],
    });
    await bench.clock.turn(60 * 60_000);
    expect(bench.sent).toEqual(['1@a']);
    expect(stateOf(bench, '1')).toBe('unknown');
  });

  test('asks the same printer about a badge whose answer was lost with the host', async () => {
    const bench = run(
      [job('1')],
      (_printer, _job, nth) => (nth === 1 ? { outcome: 'unknown', reason: 'host_lost', message: 'gone' } : printed),
      { printers: ['a', 'b'] },
    );
    await bench.clock.turn(5_000);
    expect(bench.sent).toEqual(['1@a', '1@a']);
    expect(stateOf(bench, '1')).toBe('printed');
  });

  test('leaves a reprint alone that another kiosk of the gate has taken', async () => {
    const bench = run([job('1', { kiosk: null }), job('2', { kiosk: null })], () => printed, { claims: ['2'] });
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['2@a']);
  });

  test('does not let a badge that cannot be drawn hold up the queue', async () => {
    let first = true;
    const bench = run([job('1'), job('2')], () => printed, {
      render: () => {
        if (!first) return { widthDots: 8, heightDots: 1, bits: new Uint8Array(1) } as never;
        first = false;
        throw new Error('no glyphs');
      },
    });
    await bench.clock.turn(0);
    expect([stateOf(bench, '1'), stateOf(bench, '2')]).toEqual(['failed', 'printed']);
  });

  test('waits for a person whose registration has not come down yet', async () => {
    let known = false;
    const bench = run([job('1')], () => printed, { knows: () => known });
    await bench.clock.turn(1_000);
    expect(bench.sent).toEqual([]);
    known = true;
    await bench.clock.turn(10_000);
    expect(bench.sent).toEqual(['1@a']);
  });
});

describe('what the queue remembers of a job', () => {
  test('goes with the job, also where another kiosk ended it', async () => {
    const bench = run([job('1', { queuedAt: new Date(startMs - 2 * holdAfterMs).toISOString() })], () => printed);
    await bench.clock.turn(0);
    bench.tell({ ...status('a'), state: 'error', reason: 'paper_out' });
    bench.runner.release(['1']);
    await bench.clock.turn(0);
    expect([...bench.runner.released()]).toEqual(['1']);
    await bench.queue.update('1', { state: 'printed' });
    await bench.clock.turn(0);
    expect([bench.sent, [...bench.runner.released()]]).toEqual([[], []]);
  });

  test('stays where more jobs are open than one pass looks at', async () => {
    const bench = run([job('1')], () => failed('printer_error'));
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a']);
    bench.tell({ ...status('a'), state: 'error', reason: 'printer_error' });
    const earlier = Array.from({ length: 200 }, (_, n) =>
      job(`old-${n}`, { queuedAt: new Date(startMs - 1).toISOString() }),
    );
    for (const one of earlier) await bench.queue.insert(one);
    await bench.runner.idle();
    for (const { id } of earlier) await bench.queue.update(id, { state: 'printed' });
    await bench.runner.idle();
    bench.tell(status('a'));
    await bench.runner.idle();
    expect(bench.sent).toEqual(['1@a']);
    await bench.clock.turn(2_000);
    expect(bench.sent.slice(0, 2)).toEqual(['1@a', '1@a']);
  });
});

describe('where people look at their badge first', () => {
  const admitted = (id: string): PrintJob => job(id, { scan: id });

  test('it comes out at their word, and no other badge waits for a person who thinks', async () => {
    const bench = run([admitted('1'), admitted('2')], () => printed, { confirmWithinMs: 15_000 });
    await bench.clock.turn(1_000);
    expect(bench.sent).toEqual([]);
    bench.confirm('r-2');
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['2@a']);
  });

  test('it comes out unasked when their word does not come, and a reprint never asks', async () => {
    const bench = run([admitted('1'), job('2')], () => printed, { confirmWithinMs: 15_000 });
    await bench.clock.turn(14_999);
    expect(bench.sent).toEqual(['2@a']);
    await bench.clock.turn(1);
    expect(bench.sent).toEqual(['2@a', '1@a']);
  });

  test('a word that comes before its job counts', async () => {
    const bench = run([], () => printed, { confirmWithinMs: 15_000 });
    bench.confirm('r-1');
    await bench.clock.turn(0);
    await bench.queue.insert(admitted('1'));
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a']);
  });
});

describe('a badge of a person whose registration is not confirmed', () => {
  const onTrust = (id: string): PrintJob => job(id, { scan: `s-${id}` });

  test('waits, holds up no other, and comes out by itself once it is', async () => {
    let paid = false;
    const bench = run([onTrust('1'), onTrust('2')], () => printed, { confirmed: (id) => id !== 'r-1' || paid });
    await bench.clock.turn(60_000);
    expect(bench.sent).toEqual(['2@a']);
    expect(bench.queue.jobs.get('1')).toMatchObject({ state: 'queued', attempts: 0, failure: null });
    paid = true;
    await bench.clock.turn(10_000);
    expect(bench.sent).toEqual(['2@a', '1@a']);
  });

  test('is not taken from the other kiosks of the gate', async () => {
    const bench = run([job('1', { kiosk: null })], () => printed, { confirmed: () => false, claims: ['1'] });
    await bench.clock.turn(60_000);
    expect([bench.sent, bench.queue.jobs.get('1')?.kiosk]).toEqual([[], null]);
  });

  test('comes out at once where a supervisor let the person in', async () => {
    const bench = run([onTrust('1')], () => printed, { confirmed: () => false, overridden: ['s-1'] });
    await bench.clock.turn(0);
    expect(bench.sent).toEqual(['1@a']);
  });

  test('that has been sent already is followed to its end', async () => {
    const sent = job('1', { scan: 's-1', state: 'sent', printer: 'a', attempts: 1 });
    const bench = run([sent], () => printed, { confirmed: () => false });
    await bench.clock.turn(0);
    expect(stateOf(bench, '1')).toBe('printed');
  });
});
