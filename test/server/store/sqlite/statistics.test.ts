/** The planner of a tenant's file knows which index leaves less, in every connection to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';

const rows = 12_000;
const batches = 600;

const samples = defineCollection({
  name: 'samples',
  module: 'stock',
  labels: { one: 'Sample', many: 'Samples' },
  fields: [
    { name: 'batch', type: 'text', index: true },
    // Of two that it knows nothing of, SQLite takes the newer one.
    { name: 'kind', type: 'select', options: ['a', 'b'], index: true },
    { name: 'size', type: 'integer' },
  ],
});

test('of two indexes the one that leaves less is taken, once there are statistics', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-statistics-'));
  const store = openSqliteStore({
    folder,
    clock: Date.now,
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
  });
  const other = () => new DatabaseSync(join(folder, 'one.db'), { readOnly: true });
  try {
    const db = await store.tenant('one');
    await db.migrate([samples]);
    await db.commit('key:k', async (tx) => {
      for (let i = 0; i < rows; i++)
        await tx.create('samples', { kind: i % 2 === 0 ? 'a' : 'b', batch: `b${i % batches}`, size: i });
      return ok(null);
    });
    const asked = {
      where: where({ kind: 'a', batch: 'b2' }),
      sort: [{ path: 'size', direction: 'desc' }],
      limit: 25,
    } as const;
    const longBefore = store.longReads();
    const found = await db.find('samples', asked);
    expect(found.length).toBe(rows / batches);
    const wasLong = store.longReads() > longBefore;

    await db.keepStatistics();
    const longAfter = store.longReads();
    expect(await db.find('samples', asked)).toEqual(found);
    expect({ wasLong, isLong: store.longReads() > longAfter }).toEqual({ wasLong: true, isLong: false });

    const reader = other();
    const plan = reader.prepare("EXPLAIN QUERY PLAN SELECT * FROM samples WHERE kind = 'a' AND batch = 'b2'").all();
    const kept = reader.prepare("SELECT stat FROM sqlite_stat1 WHERE idx = 'ix.samples.batch'").get();
    reader.close();
    expect(String(plan[0]?.['detail'])).toContain('ix.samples.batch');
    expect(kept?.['stat']).toBe(`${rows} ${rows / batches} 1`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
