/** A query of the console reads again after changes, in intervals: on a clock that is advanced. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from '#server/web/console/data/refresher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A read that takes 100 ms of the advanced clock. */
function slowRead() {
  const started: number[] = [];
  const read = () => {
    started.push(performance.now());
    return new Promise<void>((resolve) => setTimeout(resolve, 100));
  };
  return { started, read };
}

test('many hints are one read at the start and one in each interval', async () => {
  const { started, read } = slowRead();
  const refresher = createRefresher(read, 1_000);
  for (let n = 0; n < 290; n++) {
    refresher.hint();
    await vi.advanceTimersByTimeAsync(10);
  }
  // 2.9 seconds: one at once, then one a second.
  expect(started).toHaveLength(3);
  expect(started[1]! - started[0]!).toBeGreaterThanOrEqual(1_000);
});

test('a change during a read is read afterwards, and nothing is read without a change', async () => {
  const { started, read } = slowRead();
  const refresher = createRefresher(read, 0);
  refresher.hint();
  await vi.advanceTimersByTimeAsync(50);
  refresher.hint();
  refresher.hint();
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(2);
});

test('a change made here is read at once, and a failed read does not stop the next', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('unreachable')));
  const refresher = createRefresher(() => failing().catch(() => undefined), 60_000);
  refresher.now();
  await vi.advanceTimersByTimeAsync(10);
  refresher.now();
  await vi.advanceTimersByTimeAsync(10);
  expect(failing).toHaveBeenCalledTimes(2);
  refresher.hint();
  refresher.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(failing).toHaveBeenCalledTimes(2);
});

test('nothing is read after the end, also where something changed during the read that was under way', async () => {
  const { started, read } = slowRead();
  const refresher = createRefresher(read, 1_000);
  refresher.hint();
  refresher.now();
  await vi.advanceTimersByTimeAsync(50);
  refresher.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toHaveLength(1);
});
