/**
 * A statement on the main thread is ended for what it reads and computes, not for time in which the machine was busy.
 */
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { StepGuard } from '#server/store/sqlite/step-guard.ts';

const rows = 64;
/** Half of it is many times what the rows of a short read take, also on a machine that others use. */
const bound = { steps: 1_000_000, ms: 20 };
const cpuUs = () => {
  const { system, user } = process.threadCpuUsage();
  return system + user;
};

function open() {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE t (n); INSERT INTO t VALUES ${Array.from({ length: rows }, (_, n) => `(${n + 1})`).join()}`);
  const still = new Int32Array(new SharedArrayBuffer(4));
  db.function('stands_still', () => {
    Atomics.wait(still, 0, 0, 15);
    return 1;
  });
  db.function('computes', () => {
    for (const untilUs = cpuUs() + 1_000; cpuUs() < untilUs; );
    return 1;
  });
  const guard = new StepGuard(db);
  const read = (each: number, what: string) =>
    guard.run(bound, each, () => db.prepare(`SELECT n FROM t WHERE gh_step() AND ${what}`).all().length);
  return { db, read };
}

test('a statement that stood still for long is not given up; one that computes for long is', () => {
  const { db, read } = open();
  expect(read(1, '(n % 16 OR stands_still())')).toBe(rows);
  expect(read(1, 'computes()')).toBe(null);
  expect(read(bound.steps / 2, 'n > 0')).toBe(null);
  expect(read(1, 'n > 0')).toBe(rows);
  db.close();
});
