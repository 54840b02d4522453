import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { PrinterConfig } from '#kiosk/bridge/host-api.ts';
import { openPrintJournal, type PrintJournal } from '#kiosk/host/printers/print-journal.ts';
import { maxQueuedJobs } from '#kiosk/host/printers/printer-queue.ts';
import { createPrinters, type Printers } from '#kiosk/host/printers/printers.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { jobFor, textsOn } from '#test/contract/printer.ts';

const base = await mkdtemp(join(tmpdir(), 'printers-'));
afterAll(() => rm(base, { recursive: true }));

const timings = {
  connectMs: 1_000,
  askMs: 400,
  beatMs: 30,
  silenceMs: 900,
  recoverMs: 300,
  jobMs: 60_000,
  settleMs: 1_000,
  quietMs: 50,
  closeMs: 200,
};

let run = 0;
let path: string;
let virtual: VirtualPrinter;
let journal: PrintJournal;
let printers: Printers;

function configs(): readonly PrinterConfig[] {
  const common = { kind: 'escpos-tcp', host: '127.0.0.1', dpi: 203, widthDots: 576 } as const;
  return [
    { id: 'desk', name: 'Desk', port: virtual.port, ...common },
    { id: 'gone', name: 'Gone', port: 1, ...common },
  ];
}

async function boot(): Promise<void> {
  journal = await openPrintJournal(path, Date.now);
  printers = createPrinters({ configs: configs(), journal, now: Date.now, timings, probeEveryMs: 60_000 });
}

async function shutDown(): Promise<void> {
  await printers.stop();
  await journal.close();
}

const texts = () =>
  textsOn(
    virtual
      .badges()
      .filter((b) => b.complete)
      .map((b) => b.bitmap)
      .reverse(),
  );

beforeEach(async () => {
  run += 1;
  path = join(base, `${run}`, 'print-journal.jsonl');
  virtual = await startVirtualPrinter({ port: 0, now: Date.now, rebootMs: 300, slowBandMs: 100 });
  await boot();
});
afterEach(async () => {
  await shutDown();
  await virtual.stop();
});

test('a job that was printed answers printed again, after a restart too, and comes out once', async () => {
  const job = jobFor('ONCE');
  expect(await printers.print('desk', job)).toEqual({ outcome: 'printed' });
  expect(await printers.print('desk', job)).toEqual({ outcome: 'printed' });
  await shutDown();
  await boot();
  expect(await printers.print('desk', { ...job, evenIfUnknown: true })).toEqual({ outcome: 'printed' });
  expect(await texts()).toEqual(['ONCE']);
});

test('the same job sent twice at once is joined', async () => {
  const job = jobFor('TWIN');
  const both = await Promise.all([printers.print('desk', job), printers.print('desk', job)]);
  expect(both).toEqual([{ outcome: 'printed' }, { outcome: 'printed' }]);
  expect(await texts()).toEqual(['TWIN']);
});

test('unknown stays unknown until a person says again', async () => {
  const job = jobFor('TORN');
  virtual.setFault('reset', 2);
  const unknown = await printers.print('desk', job);
  expect(unknown).toMatchObject({ outcome: 'unknown', reason: 'reset' });
  expect(await printers.print('desk', job)).toEqual(unknown);
  expect(await texts()).toEqual([]);
  expect(await printers.print('desk', { ...job, evenIfUnknown: true })).toEqual({ outcome: 'printed' });
  expect(await printers.print('desk', { ...job, evenIfUnknown: true })).toEqual({ outcome: 'printed' });
  expect(await texts()).toEqual(['TORN']);
});

test('a job that failed for certain may go to the next printer', async () => {
  const job = jobFor('MOVED');
  expect(await printers.print('gone', job)).toMatchObject({ outcome: 'failed', reason: 'unreachable' });
  expect(await printers.print('nowhere', job)).toMatchObject({ outcome: 'failed', reason: 'no_printer' });
  expect(await printers.print('desk', job)).toEqual({ outcome: 'printed' });
  expect(await texts()).toEqual(['MOVED']);
});

test('a host that dies in the middle finds the job as unknown, after any damage to the file', async () => {
  const job = jobFor('CUT OFF');
  await journal.begin(job.jobId, 'desk'); // what is on disk when the process dies while sending
  await appendFile(path, '{"jobId":"torn-li'); // and the next record, torn
  const after = jobFor('AFTER THE TEAR');
  await journal.begin(after.jobId, 'desk');
  const done = jobFor('DONE');
  expect(await printers.print('desk', done)).toEqual({ outcome: 'printed' });
  await shutDown();
  await boot();
  expect(await printers.print('desk', job)).toMatchObject({ outcome: 'unknown', reason: 'interrupted' });
  expect(await printers.print('desk', after)).toMatchObject({ outcome: 'unknown', reason: 'interrupted' });
  expect(await printers.print('desk', done)).toEqual({ outcome: 'printed' });
  expect(await texts()).toEqual(['DONE']);
});

test('the note is on disk before the first byte leaves', async () => {
  const job = jobFor('NOTED');
  virtual.setFault('half_open', 1); // it has begun, and will not end
  const outcome = printers.print('desk', job);
  await expect
    .poll(() => readFile(path, 'utf8'))
    .toContain(`"jobId":"${job.jobId}","printerId":"desk","outcome":"sending"`);
  expect(await outcome).toMatchObject({ outcome: 'unknown' });
});

test('jobs of one printer come out one after the other; too many are refused at once', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: maxQueuedJobs + 2 }, (_, i) => printers.print('gone', jobFor(`N${i}`))),
  );
  expect(outcomes.filter((o) => o.outcome === 'failed' && o.reason === 'queue_full')).toHaveLength(2);
  const three = ['ONE', 'TWO', 'THREE'];
  await Promise.all(three.map((text) => printers.print('desk', jobFor(text))));
  expect(await texts()).toEqual(three);
});

test('states follow the printer: ready, error with advice, ready again', async () => {
  const seen: string[] = [];
  printers.onState((status) => {
    if (status.id === 'desk') seen.push(`${status.state} ${status.reason ?? ''}`.trim());
  });
  await printers.probe();
  virtual.setFault('cover_open');
  await printers.probe();
  expect(printers.statuses().map((s) => [s.id, s.state, s.reason])).toEqual([
    ['desk', 'error', 'cover_open'],
    ['gone', 'error', 'unreachable'],
  ]);
  virtual.setFault(null);
  await printers.probe();
  await printers.print('desk', jobFor('X'));
  expect(seen).toEqual(['ready', 'error cover_open', 'ready', 'busy', 'ready']);
});

test('a stopping host refuses what waits and ends what runs', async () => {
  virtual.setFault('slow');
  const first = printers.print('desk', jobFor('RUNS'));
  const second = printers.print('desk', jobFor('WAITS'));
  await expect.poll(() => virtual.fault()).toBe('slow');
  await expect.poll(() => readFile(path, 'utf8')).toContain('sending');
  await printers.stop();
  expect(await first).toEqual({ outcome: 'printed' });
  expect(await second).toMatchObject({ outcome: 'failed', reason: 'host_lost' });
  expect(await texts()).toEqual(['RUNS']);
});
