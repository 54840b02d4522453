/** The follower's cursor: where it begins, what a fault costs. That badges come out once is shown on the real disk. */
import { describe, expect, test } from 'vitest';
import { followJournal } from '#kiosk/printing/follow-journal.ts';
import type { Admission, PrintQueue } from '#kiosk/printing/ports.ts';
import type { PrintJob } from '#kiosk/store/replica.ts';

const admission = (position: number): Admission => ({
  position,
  scanId: `scan-${position}`,
  registrationId: `r-${position}`,
  scannedAt: '2026-05-12T09:30:00.000Z',
  overridden: false,
});

function bench(recorded: Admission[], saved: number, failures = 0, isConfirmed = true) {
  const jobs: PrintJob[] = [];
  const asked: number[] = [];
  const faults: unknown[] = [];
  const timers: (() => void)[] = [];
  let left = failures;
  let cursor = saved;
  let wake = (): void => {};
  const queue: Pick<PrintQueue, 'ofRegistration' | 'insert' | 'update'> = {
    ofRegistration: async (id) => jobs.filter(({ registration }) => registration === id),
    insert: async (job) => {
      if (left-- > 0) throw new Error('the disk refused');
      if (jobs.some(({ id }) => id === job.id)) return false;
      jobs.push(job);
      return true;
    },
    update: async (id, patch) => {
      const at = jobs.findIndex((job) => job.id === id);
      const old = jobs[at];
      if (old !== undefined) jobs[at] = { ...old, ...patch };
    },
  };
  const follower = followJournal({
    journal: {
      after: async (position, limit) => {
        asked.push(position);
        const admissions = recorded.filter((one) => one.position > position).slice(0, limit);
        return { admissions, position: admissions.at(-1)?.position ?? position };
      },
      observe: (listener) => {
        wake = listener;
        return () => {};
      },
      isOverridden: async (id) => recorded.some(({ scanId, overridden }) => scanId === id && overridden),
    },
    badges: { isConfirmed: async () => isConfirmed },
    cursor: {
      load: async () => cursor,
      save: async (position) => {
        cursor = position;
      },
    },
    queue: queue as PrintQueue,
    event: 'e-1',
    kioskId: 'k-1',
    gate: () => 'north',
    timing: {
      nowMs: () => 0,
      after: (_delayMs, callback) => {
        timers.push(callback);
        return () => {};
      },
    },
    onFault: (fault) => faults.push(fault),
  });
  return { follower, jobs, asked, faults, timers, cursor: () => cursor, wake: () => wake() };
}

describe('the follower of the journal', () => {
  test('begins where it ended, now and after a restart', async () => {
    const recorded = [admission(1), admission(2), admission(3)];
    const { follower, jobs, asked, cursor, wake } = bench(recorded, 2);
    await follower.idle();
    expect(jobs.map(({ id }) => id)).toEqual(['scan-3']);
    recorded.push(admission(4));
    wake();
    await follower.idle();
    expect(jobs.map(({ id }) => id)).toEqual(['scan-3', 'scan-4']);
    expect(asked).toEqual([2, 3, 3, 4]);
    expect(cursor()).toBe(4);
  });

  test('takes any number of admissions, a page at a time', async () => {
    const { follower, jobs, cursor } = bench(
      Array.from({ length: 173 }, (_, n) => admission(n + 1)),
      0,
    );
    await follower.idle();
    expect(jobs.length).toBe(173);
    expect(cursor()).toBe(173);
  });

  test('a disk that refuses puts a badge off and loses none', async () => {
    const { follower, jobs, faults, timers, cursor } = bench([admission(1), admission(2)], 0, 1);
    await follower.idle();
    expect([jobs.length, faults.length, cursor()]).toEqual([0, 1, 0]);
    timers.shift()?.();
    await follower.idle();
    expect([jobs.length, cursor()]).toEqual([2, 2]);
  });

  test('a stopped one makes nothing any more', async () => {
    const recorded: Admission[] = [];
    const { follower, jobs, wake } = bench(recorded, 0);
    await follower.idle();
    follower.stop();
    recorded.push(admission(1));
    wake();
    await follower.idle();
    expect(jobs).toEqual([]);
  });

  test('a supervisor’s admission takes the place of a badge that waits for a confirmation, once', async () => {
    const again = { ...admission(2), registrationId: 'r-1', overridden: true };
    const recorded = [admission(1)];
    const { follower, jobs, wake } = bench(recorded, 0, 0, false);
    await follower.idle();
    recorded.push(again, { ...again, position: 3, scanId: 'scan-3' });
    wake();
    await follower.idle();
    expect(jobs.map(({ id, state, failure }) => [id, state, failure])).toEqual([
      ['scan-1', 'failed', 'superseded'],
      ['scan-2', 'queued', null],
    ]);
  });

  test('a stop between the two makes the new job at the next start', async () => {
    const again = { ...admission(2), registrationId: 'r-1', overridden: true };
    const { follower, jobs, timers } = bench([admission(1), again], 0, 0, false);
    await follower.idle();
    // As a disk would look that failed before the second write: the page is read again.
    jobs.splice(1);
    expect(jobs).toMatchObject([{ id: 'scan-1', failure: 'superseded' }]);
    const { follower: next, jobs: after } = bench([admission(1), again], 0, 0, false);
    after.push(...jobs);
    await next.idle();
    expect(after.map(({ id, state }) => [id, state])).toEqual([
      ['scan-1', 'failed'],
      ['scan-2', 'queued'],
    ]);
    expect(timers).toEqual([]);
  });

  test('a badge that is confirmed, or another kiosk’s, is left alone by an override', async () => {
    const again = { ...admission(2), registrationId: 'r-1', overridden: true };
    const { follower, jobs } = bench([admission(1), again], 0);
    await follower.idle();
    expect(jobs.map(({ id, state }) => [id, state])).toEqual([['scan-1', 'queued']]);
  });
});
