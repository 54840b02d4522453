/** Reports of the kiosk's status: one that fails is lost, and the next one comes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Link } from '#kiosk/sync/link.ts';
import { reportStatus } from '#kiosk/sync/report-status.ts';
import { manualTimers } from '../preflight/manual-timers.ts';

const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => process.off('unhandledRejection', note));

test('a report whose renewed credentials the disk refuses is followed by the next, and no error is left over', async () => {
  const timing = manualTimers();
  let asked = 0;
  const link = {
    async ask() {
      asked += 1;
      if (asked === 1) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return { kind: 'ok', body: {} };
    },
  } as unknown as Link;
  const read = () => ({ pending: 0 }) as ReturnType<Parameters<typeof reportStatus>[1]>;
  const reports = reportStatus(link, read, () => true, { monotonicMs: timing.nowMs, after: timing.after });
  await timing.pass(0);
  expect({ asked, unhandled }).toEqual({ asked: 1, unhandled: [] });
  await timing.pass(15_000);
  expect(asked).toBe(2);
  reports.stop();
});
