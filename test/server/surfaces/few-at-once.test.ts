/** Bulk work a few pieces at a time: bounded, in order, and a fault of one is its own. */
import { expect, test } from 'vitest';
import { bulkWork } from '#server/surfaces/replication/bulk-work.ts';

test('never more in progress than allowed, first come first served, faults and all', async () => {
  const inTurn = bulkWork(2, 100);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const work = (n: number) => async () => {
    begun.push(n);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (n === 3) throw new Error('broken');
    return n;
  };
  const done = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => inTurn(work(n))));
  expect(most).toBe(2);
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(done.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(done[4]).toEqual({ status: 'fulfilled', value: { ok: true, value: 4 } });
  expect(await inTurn(work(99))).toEqual({ ok: true, value: 99 });
});

test('more than may wait get Retry-After', async () => {
  const inTurn = bulkWork(1, 1);
  const end = Promise.withResolvers<string>();
  const first = inTurn(() => end.promise);
  const second = inTurn(async () => 'second');
  expect(await inTurn(async () => 'third')).toMatchObject({ ok: false, errors: [{ code: 'overloaded' }] });
  end.resolve('first');
  expect([await first, await second]).toEqual([
    { ok: true, value: 'first' },
    { ok: true, value: 'second' },
  ]);
});
