/** What a store knows of a table without walking it: about how many rows there are. */
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
