/**
 * Part of store.ts. Checks `estimate`: exact for 11 rows, close for 24,000, and 0 for a filter that matches nothing; each
 * also with a filter that matches half of the rows.
 */
import { expect } from 'vitest';
import { type DumpPart, estimateExactMax, type TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import type { Condition } from '#shared/query/query.ts';
import { gadget, gadgets } from './store-samples.ts';

const open: Condition = { kind: 'field', path: 'open', op: 'equals', value: true };
const none: Condition = { kind: 'field', path: 'code', op: 'equals', value: 'not there' };
/** Every second one is open: also those are more than are counted. */
const rows = 24_000;
const perPart = 3_000;

const valuesOf = (i: number) => gadget(`g${i}`, { open: i % 2 === 0 });

/** As a dump: quicker than commits. */
function* manyRows(): Generator<DumpPart> {
  const at = new Date(0).toISOString();
  for (let from = 0; from < rows; from += perPart) {
    const records = Array.from({ length: perPart }, (_, n) => {
      const id = `id-${String(from + n).padStart(8, '0')}`;
      return { ...valuesOf(from + n), id, createdAt: at, updatedAt: at, version: 1 };
    });
    yield { kind: 'records', collection: 'gadgets', records };
  }
}

export async function checkEstimate(few: TenantStore, db: TenantStore): Promise<void> {
  const done = await few.commit('user:a', async (tx) => {
    for (let i = 0; i < 11; i++) await tx.create('gadgets', valuesOf(i));
    return ok(null);
  });
  expect(done.ok).toBe(true);
  expect([
    await few.estimate('gadgets'),
    await few.estimate('gadgets', open),
    await few.estimate('gadgets', none),
  ]).toEqual([11, 6, 0]);
  await db.migrate([gadgets]);
  expect(await db.estimate('gadgets')).toBe(0);
  await db.load(manyRows());
  expect(await db.estimate('gadgets', none)).toBe(0);
  const whole = await db.estimate('gadgets');
  expect(whole / rows).toBeGreaterThan(0.8);
  expect(whole / rows).toBeLessThan(1.25);
  const half = await db.estimate('gadgets', open);
  expect(half).toBeGreaterThan(estimateExactMax);
  expect(half / rows).toBeLessThan(0.8);
}
