/** Checks that slow queries, which run beside the main thread or on connections of their own, give the same answers. */

import { expect } from 'vitest';
import { ReadAbandoned, type Store, type TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { answer } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { allRows } from '#test/fixtures/all-rows.ts';
import { gadgets } from './store-samples.ts';
import { addMany } from './store-size.ts';

const rows = 4_000;
const field = (path: string, op: string, value: unknown) => ({ kind: 'field', path, op, value }) as Condition;
const context = { now: 0, timeZone: 'UTC' };

/** Each looks at all of the table, by operators of every kind of cost. */
const questions: readonly Query[] = [
  { where: field('title', 'regex', '(1|2)+9$'), sort: [{ path: 'order', direction: 'desc' }], limit: 20 },
  { where: field('title', 'like', 'title g39'), limit: 20 },
  {
    where: { kind: 'not', of: field('title', 'contains', '1') },
    sort: [{ path: 'weight', direction: 'asc' }],
    limit: 20,
  },
  { where: field('order', 'mod', [997, 5]), limit: 200 },
  {
    where: field('seats', 'not_in', [1, 2, 3]),
    sort: [
      { path: 'group', direction: 'asc' },
      { path: 'order', direction: 'desc' },
    ],
    limit: 20,
  },
  { where: field('title', 'search', 'title g399'), limit: 20 },
];

export async function checkLongReads(store: Store, db: TenantStore): Promise<void> {
  await addMany(db, 0, rows);
  const all = await allRows(db, 'gadgets');
  expect(all).toHaveLength(rows);
  const before = store.longReads();
  for (const query of questions) {
    const wanted = answer(gadgets, query, all, context);
    expect(await db.find('gadgets', query)).toEqual(wanted);
    const count = answer(gadgets, { ...query, limit: rows }, all, context).length;
    expect(await db.count('gadgets', query.where)).toBe(count);
  }
  expect(store.longReads()).toBeGreaterThan(before);
}

/** What was committed is read at once, and a table that took another shape in its new one. */
export async function checkLongReadsAfterWrites(db: TenantStore): Promise<void> {
  await addMany(db, 0, rows);
  const asked = { where: field('title', 'regex', '^Fresh [0-9]+$'), limit: 10 };
  expect(await db.find('gadgets', asked)).toEqual([]);
  const made = await db.commit('key:k', async (tx) =>
    ok(await tx.create('gadgets', { code: 'fresh', title: 'Fresh 1' })),
  );
  expect(made.ok && (await db.find('gadgets', asked))).toEqual([made.ok && made.value.value]);
  const definition = { ...gadgets, fields: [...gadgets.fields, { name: 'colour', type: 'text' as const }] };
  await db.migrate([definition]);
  expect((await db.find('gadgets', asked))[0]).toMatchObject({ code: 'fresh', colour: null });
}

/** A long read ends when its client is gone. */
export async function checkAbandoned(db: TenantStore): Promise<void> {
  await addMany(db, 0, rows);
  const where: Condition = {
    kind: 'and',
    of: Array.from({ length: 60 }, () => field('title', 'not_regex', '(.?){200}z')),
  };
  await expect(db.find('gadgets', { where, limit: 10 }, { isWanted: () => false })).rejects.toBeInstanceOf(
    ReadAbandoned,
  );
  expect(await db.find('gadgets', { where: field('title', 'regex', '^Title g1$'), limit: 10 })).toHaveLength(1);
}
