/** Checks a store's estimate of the number of rows in a table, which it makes without reading the table. */
import { expect } from 'vitest';
import type { TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { gadget } from './store-samples.ts';

const rowsAtOnce = 1_000;

export async function addMany(db: TenantStore, from: number, until: number): Promise<void> {
  for (let at = from; at < until; at += rowsAtOnce)
    await db.commit('key:k', async (tx) => {
      for (let i = at; i < Math.min(until, at + rowsAtOnce); i++)
        await tx.create('gadgets', gadget(`g${i}`, { kind: i % 2 === 0 ? 'hall' : 'room', seats: i % 400, order: i }));
      return ok(null);
    });
}

export async function checkEstimates(db: TenantStore): Promise<void> {
  expect(await db.estimatedRows('gadgets')).toBe(0);
  await addMany(db, 0, 300);
  expect(await db.estimatedRows('gadgets')).toBe(300);
  await db.commit('key:k', async (tx) => {
    for (const { id } of await tx.find('gadgets', { where: where({ kind: 'room' }), limit: 1_000 }))
      await tx.delete('gadgets', id);
    return ok(null);
  });
  expect(await db.estimatedRows('gadgets')).toBe(150);
  await addMany(db, 300, 8_000);
  const many = await db.estimatedRows('gadgets');
  expect(many).toBeGreaterThan(4_000);
  expect(many).toBeLessThan(16_000);
  await expect(db.estimatedRows('nothing')).rejects.toThrow('no collection nothing');
}

/** What is answered stays the same; afterwards there is nothing more to make. */
export async function checkStatistics(db: TenantStore): Promise<void> {
  const asked = { where: where({ kind: 'hall', seats: 8 }), limit: 100 };
  await addMany(db, 0, 3_000);
  const before = await db.find('gadgets', asked);
  await db.keepStatistics();
  expect(await db.find('gadgets', asked)).toEqual(before);
  await db.keepStatistics();
  await addMany(db, 3_000, 3_010);
  expect(await db.count('gadgets')).toBe(3_010);
}
