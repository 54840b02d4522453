/** The delays of retries, and the sleep of followers and jobs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realPace, retryDelayMs } from '#server/core/log/followers/pace.ts';

test('delays double up to five minutes, the upper half by chance', () => {
  expect([1, 2, 3, 4].map((n) => retryDelayMs(n, 0))).toEqual([250, 500, 1_000, 2_000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, r) => {
        const delay = retryDelayMs(n, r);
        expect(delay).toBeGreaterThanOrEqual(250);
        expect(delay).toBeLessThanOrEqual(300_000);
        expect(retryDelayMs(n + 1, r)).toBeGreaterThanOrEqual(delay);
      },
    ),
  );
});

test('a sleep ends at once when it is aborted, and does not reject', async () => {
  const stopping = new AbortController();
  const sleeping = realPace(Date.now).sleep(3_600_000, stopping.signal);
  stopping.abort();
  await sleeping;
  await realPace(Date.now).sleep(3_600_000, stopping.signal);
});
