/** A read waits for a database that is away as long as a restart takes, once for all callers together. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreFault } from '#server/store/contract.ts';
import { patiently } from '#server/store/postgres/connection.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** @returns how often it asked until it had an answer or a fault */
async function attemptsOf(
  pool: pg.Pool,
  isUp: () => boolean,
  own: object = {},
): Promise<{ readonly asked: number; readonly ok: boolean }> {
  let asked = 0;
  const work = patiently([pool, own], async () => {
    asked++;
    if (!isUp()) throw refused;
    return 'rows';
  }).then(
    () => true,
    (fault: unknown) => {
      expect(fault).toBeInstanceOf(StoreFault);
      return false;
    },
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return { asked, ok: await work };
}

test('the first caller waits for a restart, those after it have their answer at once', async () => {
  const pool = {} as pg.Pool;
  expect((await attemptsOf(pool, () => false)).asked).toBeGreaterThan(20);
  expect(await attemptsOf(pool, () => false)).toEqual({ asked: 1, ok: false });
  // Another database is not concerned.
  expect((await attemptsOf({} as pg.Pool, () => false)).asked).toBeGreaterThan(20);
});

test('after an answer, the next restart is waited for again', async () => {
  const pool = {} as pg.Pool;
  await attemptsOf(pool, () => false);
  expect(await attemptsOf(pool, () => true)).toEqual({ asked: 1, ok: true });
  let asked = 0;
  expect(await attemptsOf(pool, () => ++asked > 10)).toEqual({ asked: 11, ok: true });
});

test('a node of a cluster that is gone ends the wait of its own tenants, though others answer through the same pool', async () => {
  const [pool, gone, there] = [{} as pg.Pool, {}, {}];
  const waiting = attemptsOf(pool, () => false, gone);
  for (let n = 0; n < 100; n++) {
    await vi.advanceTimersByTimeAsync(100);
    await patiently([pool, there], async () => 'rows');
  }
  expect((await waiting).ok).toBe(false);
  expect(await attemptsOf(pool, () => false, gone)).toEqual({ asked: 1, ok: false });
  expect(await attemptsOf(pool, () => true, there)).toEqual({ asked: 1, ok: true });
});
