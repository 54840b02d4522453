/** Pools through the kiosk's own interface: real sockets, real journal, printers that fail in every way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { PrinterConfig, PrinterStatus } from '#kiosk/bridge/host-api.ts';
import { openPrintJournal, type PrintJournal } from '#kiosk/host/printers/print-journal.ts';
import { createPrinters, type Printers } from '#kiosk/host/printers/printers.ts';
import {
  type PrinterLanguage,
  startVirtualPrinter,
  type VirtualPrinter,
} from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { jobFor, textsOn } from '#test/contract/printer.ts';

const base = await mkdtemp(join(tmpdir(), 'pool-'));
afterAll(() => rm(base, { recursive: true }));

const timings = {
  connectMs: 500,
  askMs: 400,
  beatMs: 20,
  silenceMs: 900,
  recoverMs: 300,
  jobMs: 60_000,
  settleMs: 1_000,
  quietMs: 30,
  closeMs: 200,
};
const languages: readonly PrinterLanguage[] = ['escpos', 'zpl', 'brother-ql'];
const kindOf = { escpos: 'escpos-tcp', zpl: 'zpl-tcp', 'brother-ql': 'brother-ql-tcp' } as const;

let run = 0;
let virtual: VirtualPrinter[];
let journal: PrintJournal;
let printers: Printers;
let configs: PrinterConfig[];

beforeEach(async () => {
  run += 1;
  virtual = [];
  configs = [];
  for (const language of languages) {
    const printer = await startVirtualPrinter({ port: 0, now: Date.now, language, rebootMs: 300, slowBandMs: 50 });
    virtual.push(printer);
    const place = { host: '127.0.0.1', port: printer.port, dpi: 203, widthDots: 576 };
    configs.push({ id: language, name: language.toUpperCase(), kind: kindOf[language], ...place });
  }
  configs.push({ id: 'pool', name: 'Entrance', kind: 'pool', members: languages, dpi: 1, widthDots: 1 });
  journal = await openPrintJournal(join(base, `${run}`, 'print-journal.jsonl'), Date.now);
  printers = createPrinters({ configs, journal, now: Date.now, timings, probeEveryMs: 60_000 });
  await printers.probe();
});
afterEach(async () => {
  await printers.stop();
  await journal.close();
  for (const printer of virtual) await printer.stop();
});

const whole = (printer: VirtualPrinter) => printer.badges().filter((badge) => badge.complete);
/** Texts that came out, by printer. */
const out = () =>
  Promise.all(
    virtual.map((printer) =>
      textsOn(
        whole(printer)
          .map((badge) => badge.bitmap)
          .reverse(),
      ),
    ),
  );
const pool = (): PrinterStatus => printers.statuses().find(({ id }) => id === 'pool')!;

test('the first member prints as long as it is well; the pool has the paper of its members', async () => {
  expect(pool()).toMatchObject({ kind: 'pool', dpi: 203, widthDots: 576, state: 'ready', members: languages });
  expect(await printers.print('pool', jobFor('A'))).toEqual({ outcome: 'printed' });
  expect(await printers.print('pool', jobFor('B'))).toEqual({ outcome: 'printed' });
  expect(await out()).toEqual([['A', 'B'], [], []]);
});

test.each(['paper_out', 'cover_open', 'mute', 'half_open', 'reset', 'reboot'] as const)(
  '%s at the first member: the job comes out of the second, once',
  async (fault) => {
    virtual[0]!.setFault(fault);
    expect(await printers.print('pool', jobFor('MOVED'))).toEqual({ outcome: 'printed' });
    expect(await out()).toEqual([[], ['MOVED'], []]);
    expect(pool().state).toBe('ready');
    expect(printers.statuses()[0]!.state).toBe('error');
  },
);

test('down to the last member; with none left it failed for certain, and says what is the matter with each', async () => {
  virtual[0]!.setFault('paper_out');
  virtual[1]!.setFault('cover_open');
  expect(await printers.print('pool', jobFor('THIRD'))).toEqual({ outcome: 'printed' });
  await virtual[2]!.stop();
  expect(await printers.print('pool', jobFor('NOWHERE'))).toMatchObject({ outcome: 'failed', reason: 'paper_out' });
  expect(await out()).toEqual([[], [], ['THIRD']]);
  expect(pool()).toMatchObject({ state: 'error', reason: 'paper_out' });
  expect(pool().message).toMatch(/^ESCPOS: .*paper.* ZPL: .*head.* BROTHER-QL: /);
});

test.each(['reset', 'reboot', 'paper_out', 'mute', 'half_open'] as const)(
  '%s in the middle: unknown, and it goes nowhere by itself; a person’s word prints it again',
  async (fault) => {
    virtual[0]!.setFault(fault, 2);
    const job = jobFor('ASK');
    const outcome = await printers.print('pool', job);
    expect(outcome.outcome).toBe('unknown');
    expect(await printers.print('pool', job)).toEqual(outcome);
    expect((await out()).slice(1)).toEqual([[], []]);
    virtual[0]!.setFault(null);
    expect(await printers.print('pool', { ...job, evenIfUnknown: true })).toEqual({ outcome: 'printed' });
  },
);

test('a jam under one job holds up only that job: those after it come out at another printer meanwhile', async () => {
  // The jam lasts until the test ends it, however long the others take.
  await printers.stop();
  const patient = { ...timings, silenceMs: 60_000, recoverMs: 60_000, jobMs: 120_000 };
  printers = createPrinters({ configs, journal, now: Date.now, timings: patient, probeEveryMs: 60_000 });
  await printers.probe();
  virtual[0]!.setFault('paper_out', 2);
  const stuck = printers.print('pool', jobFor('STUCK'));
  const next = ['ONE', 'TWO', 'THREE'].map((text) => printers.print('pool', jobFor(text)));
  expect(await Promise.all(next)).toEqual(Array(3).fill({ outcome: 'printed' }));
  const order = Promise.race([stuck.then(() => 'stuck'), Promise.resolve('not yet')]);
  expect(await order).toBe('not yet');
  virtual[0]!.setFault(null);
  expect((await stuck).outcome).toBe('printed');
  expect((await out()).flat().sort()).toEqual(['ONE', 'STUCK', 'THREE', 'TWO']);
});

test('the same job for the pool and for a member is one job', async () => {
  const job = jobFor('ONCE');
  const both = await Promise.all([printers.print('pool', job), printers.print('zpl', job)]);
  expect(both).toEqual([{ outcome: 'printed' }, { outcome: 'printed' }]);
  expect((await out()).flat()).toEqual(['ONCE']);
});

test('many at once share the members; each comes out once', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `N${i}`);
  const states: number[] = [];
  printers.onState((status) => {
    if (status.id === 'pool') states.push(status.queued);
  });
  const outcomes = await Promise.all(names.map((text) => printers.print('pool', jobFor(text))));
  expect(outcomes.every(({ outcome }) => outcome === 'printed')).toBe(true);
  const texts = await out();
  expect(texts.flat().sort()).toEqual([...names].sort());
  expect(texts.every((list) => list.length > 0)).toBe(true);
  expect(Math.max(...states)).toBe(20);
  expect(pool()).toMatchObject({ state: 'ready', queued: 0 });
});

test('a stopping host refuses what waits in the pool', async () => {
  for (const printer of virtual) printer.setFault('slow');
  const jobs = ['A', 'B', 'C', 'D', 'E'].map((text) => printers.print('pool', jobFor(text)));
  await expect.poll(() => pool().queued).toBe(5);
  await printers.stop();
  const outcomes = await Promise.all(jobs);
  expect(outcomes.filter((o) => o.outcome === 'failed' && o.reason === 'host_lost').length).toBeGreaterThanOrEqual(2);
  expect((await out()).flat()).toHaveLength(outcomes.filter((o) => o.outcome === 'printed').length);
  // What comes after the stop is refused for the same reason.
  expect(await printers.print('pool', jobFor('LATE'))).toMatchObject({ reason: 'host_lost', cause: 'host_stopping' });
});

test.each([
  [['escpos', 'nobody'], 203, 'another printer of this computer'],
  [['escpos', 'other'], 300, 'different resolutions'],
  [['escpos', 'pool'], 203, 'another printer of this computer'],
] as const)('a pool of %j is refused with a line that says why', (members, dpi, why) => {
  const place = { kind: 'escpos-tcp', host: '127.0.0.1', port: 1, widthDots: 576 } as const;
  const configs: PrinterConfig[] = [
    { id: 'escpos', name: 'A', dpi: 203, ...place },
    { id: 'other', name: 'B', dpi, ...place },
    { id: 'pool', name: 'P', kind: 'pool', members, dpi: 1, widthDots: 1 },
  ];
  expect(() => createPrinters({ configs, journal, now: Date.now })).toThrow(why);
});
