import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRetryMs, retryDelayMs, retryMaxMs } from '#kiosk/sync/backoff.ts';

test('retries wait longer each time, within bounds, and not all at once', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 5_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const bound = Math.min(retryMaxMs, firstRetryMs * 2 ** Math.min(attempt, 30));
        expect(retryDelayMs(attempt, random)).toBeGreaterThanOrEqual(bound / 2);
        expect(retryDelayMs(attempt, random)).toBeLessThanOrEqual(bound);
      },
    ),
  );
  expect(retryDelayMs(3, 0)).toBeLessThan(retryDelayMs(3, 0.9));
});
