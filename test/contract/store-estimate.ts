/** Part of store.ts: an estimate is exact for few rows, and near for many, whatever they are filtered by. */
import { expect } from 'vitest';
import { estimateExactMax, type TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import type { Condition } from '#shared/query/query.ts';
import { gadget } from './store-samples.ts';

const open: Condition = { kind: 'field', path: 'open', op: 'equals', value: true };
const none: Condition = { kind: 'field', path: 'code', op: 'equals', value: 'not there' };
const perCommit = 3_000;
/** Every second one is open: also those are more than are counted. */
const rows = 8 * perCommit;

export async function checkEstimate(db: TenantStore): Promise<void> {
  const add = async (from: number, count: number) => {
    const done = await db.commit('user:a', async (tx) => {
      for (let i = from; i < from + count; i++) await tx.create('gadgets', gadget(`g${i}`, { open: i % 2 === 0 }));
      return ok(null);
    });
    expect(done.ok).toBe(true);
  };
  expect(await db.estimate('gadgets')).toBe(0);
  await add(0, 11);
  expect([
    await db.estimate('gadgets'),
    await db.estimate('gadgets', open),
    await db.estimate('gadgets', none),
  ]).toEqual([11, 6, 0]);
  await add(11, perCommit - 11);
  for (let from = perCommit; from < rows; from += perCommit) await add(from, perCommit);
  expect(await db.estimate('gadgets', none)).toBe(0);
  const whole = await db.estimate('gadgets');
  expect(whole / rows).toBeGreaterThan(0.8);
  expect(whole / rows).toBeLessThan(1.25);
  const half = await db.estimate('gadgets', open);
  expect(half).toBeGreaterThan(estimateExactMax);
  expect(half / rows).toBeLessThan(0.8);
}
