import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PrintOutcome, printFailures } from '#kiosk/bridge/host-api.ts';
import {
  afterOutcome,
  holdAfterMs,
  isHeld,
  maxAttempts,
  pickPrinter,
  retryDelayMs,
  ripeJobs,
} from '#kiosk/printing/job-rules.ts';
import type { PrinterChoice } from '#kiosk/printing/ports.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';

const nowMs = Date.parse('2026-05-12T09:30:00.000Z');
const job = (change: Partial<PrintJob> = {}): PrintJob => ({
  id: 'job-1',
  event: 'e-1',
  registration: 'r-1',
  scan: 's-1',
  gate: 'north',
  kiosk: 'k-1',
  printer: null,
  state: 'queued',
  attempts: 1,
  reason: null,
  failure: null,
  problem: null,
  queuedAt: '2026-05-12T09:29:30.000Z',
  printedAt: null,
  ...change,
});

describe('what an outcome makes of a job', () => {
  const failed = (reason: (typeof printFailures)[number]): PrintOutcome => ({
    outcome: 'failed',
    reason,
    message: 'm',
  });
  test.each<[string, number, PrintOutcome, PrintJob['state'] | undefined, boolean]>([
    ['printed', 1, { outcome: 'printed' }, 'printed', false],
    ['no paper: again', 1, failed('paper_out'), 'queued', true],
    ['no paper at the last attempt', maxAttempts, failed('paper_out'), 'failed', false],
    ['a job that fits no printer', 1, failed('bad_job'), 'failed', false],
    ['silence in the middle', 1, { outcome: 'unknown', reason: 'timeout', message: 'm' }, 'unknown', false],
    [
      'host lost in the middle: ask it again',
      1,
      { outcome: 'unknown', reason: 'host_lost', message: 'm' },
      undefined,
      true,
    ],
    ['host lost for good', maxAttempts, { outcome: 'unknown', reason: 'host_lost', message: 'm' }, 'unknown', false],
  ])('%s', (_what, attempts, outcome, state, retry) => {
    const after = afterOutcome({ attempts }, outcome, '2026-05-12T09:30:00.000Z');
    expect(after.retry).toBe(retry);
    expect(after.patch.state).toBe(state);
    expect(after.patch.printedAt).toBe(state === 'printed' ? '2026-05-12T09:30:00.000Z' : undefined);
  });

  test('an unknown outcome never puts a job back into the queue', () => {
    fc.assert(
      fc.property(fc.constantFrom(...printFailures), fc.integer({ min: 1, max: 20 }), (reason, attempts) => {
        const { patch } = afterOutcome({ attempts }, { outcome: 'unknown', reason, message: 'm' }, 'now');
        expect(patch.state).not.toBe('queued');
      }),
    );
  });
});

describe('which printer gets a job', () => {
  const well = (id: string): PrinterChoice => ({ id, state: 'ready' });
  const ill = (id: string): PrinterChoice => ({ id, state: 'error' });
  test.each<[string, PrintJob, PrinterChoice[], string | null, string[], string | null]>([
    ['the chosen one', job(), [well('a'), well('b')], 'b', [], 'b'],
    ['the first, where none was chosen', job(), [well('a'), well('b')], null, [], 'a'],
    ['the next, where the chosen one is in trouble', job(), [well('a'), ill('b')], 'b', [], 'a'],
    ['the next, where the chosen one has just failed it', job(), [well('a'), well('b')], 'b', ['b'], 'a'],
    ['the chosen one again, where all have failed it', job(), [well('a'), well('b')], 'b', ['a', 'b'], 'b'],
    ['none, while all are in trouble', job(), [ill('a'), ill('b')], 'b', [], null],
    ['its own, once it was sent', job({ state: 'sent', printer: 'a' }), [well('a'), well('b')], 'b', [], 'a'],
    ['none, while its own is in trouble', job({ state: 'sent', printer: 'a' }), [ill('a'), well('b')], 'b', [], null],
  ])('%s', (_what, wanted, printers, chosen, failedOn, expected) => {
    const picked = pickPrinter(wanted, printers, chosen, new Set(failedOn));
    expect(picked === null || picked === 'lost' ? picked : picked.id).toBe(expected);
  });

  test('a sent job whose printer is gone is lost: a person has to look', () => {
    expect(pickPrinter(job({ state: 'sent', printer: 'gone' }), [well('a')], 'a', new Set())).toBe('lost');
  });
});

describe('which jobs are tried', () => {
  const none = { nowMs, notBefore: new Map(), released: new Set<string>() };
  test('those under way first, then the oldest; not those put off, held, or waiting for a person', () => {
    const jobs = [
      job({ id: 'old', queuedAt: new Date(nowMs - holdAfterMs - 1).toISOString() }),
      job({ id: 'first' }),
      job({ id: 'later' }),
      job({ id: 'sent', state: 'sent' }),
      job({ id: 'asks', state: 'unknown' }),
      job({ id: 'done', state: 'printed' }),
    ];
    const ripe = ripeJobs(jobs, { ...none, notBefore: new Map([['later', nowMs + 1]]) });
    expect(ripe.map(({ id }) => id)).toEqual(['sent', 'first']);
  });

  test('a held job comes out once a person has said so', () => {
    const old = job({ queuedAt: new Date(nowMs - holdAfterMs - 1).toISOString() });
    expect(isHeld(old, nowMs, new Set())).toBe(true);
    expect(isHeld(old, nowMs, new Set([old.id]))).toBe(false);
    expect(isHeld({ ...old, state: 'sent' }, nowMs, new Set())).toBe(false);
  });
});

test('pauses grow to a minute and no further, and never vanish', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempts, random) => {
        const delayMs = retryDelayMs(attempts, random);
        expect(delayMs).toBeGreaterThanOrEqual(500);
        expect(delayMs).toBeLessThanOrEqual(60_000);
      },
    ),
  );
});
