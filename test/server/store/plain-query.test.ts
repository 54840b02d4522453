/** The fast path for plain equality gives the same rows in the same order as memory, for any query. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { answer, sortValues } from '#shared/query/order.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

const things = defineCollection({
  name: 'things',
  module: 'test',
  labels: { one: 'Thing', many: 'Things' },
  fields: [
    { name: 'title', type: 'text', index: true },
    { name: 'seats', type: 'integer' },
    { name: 'open', type: 'boolean' },
    { name: 'tags', type: 'array', of: 'text' },
    { name: 'from', type: 'date' },
  ],
});

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
const clock = () => nowMs;
const store = openSqliteStore({ folder, clock, newId: idMaker(clock) });
let tenant: TenantStore;
let records: StoredRecord[];

const title = fc.constantFrom(null, 'a', 'A', 'b', 'ä', '');
const seats = fc.constantFrom(null, 0, 1, 2);
const open = fc.constantFrom(null, true, false);
/** The store's clock stands still, so that "now" is a moment that can be stored. */
const nowMs = Date.UTC(2026, 4, 1);
const now = new Date(nowMs).toISOString();

beforeAll(async () => {
  tenant = await store.tenant('plain');
  await tenant.migrate([things]);
  const values = fc.sample(
    fc.record({ title, seats, open, tags: fc.constantFrom(null, [], ['x']), from: fc.constantFrom(null, now) }),
    {
      numRuns: 120,
      seed: 7,
    },
  );
  const done = await tenant.commit('test', async (tx) => {
    const made: StoredRecord[] = [];
    for (const value of values) made.push(await tx.create('things', value));
    return ok(made);
  });
  if (!done.ok) throw new Error('not stored');
  records = [...done.value.value];
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const equality: fc.Arbitrary<Condition> = fc.oneof(
  title.map((value) => ({ kind: 'field', path: 'title', op: 'equals', value }) as const),
  seats.map((value) => ({ kind: 'field', path: 'seats', op: 'equals', value }) as const),
  open.map((value) => ({ kind: 'field', path: 'open', op: 'equals', value }) as const),
  fc.constantFrom(null, now, 'now').map((value) => ({ kind: 'field', path: 'from', op: 'equals', value }) as const),
  fc.constantFrom(now, 'now').map((value) => ({ kind: 'field', path: 'createdAt', op: 'in', value: [value] }) as const),
  fc.array(title, { maxLength: 10 }).map((value) => ({ kind: 'field', path: 'title', op: 'in', value }) as const),
  fc.array(seats, { maxLength: 10 }).map((value) => ({ kind: 'field', path: 'seats', op: 'in', value }) as const),
);
const sortKey = fc.record({
  path: fc.constantFrom('title', 'seats', 'open', 'createdAt'),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});
const query: fc.Arbitrary<Query> = fc.record(
  {
    where: fc.array(equality, { maxLength: 3 }).map((of) => ({ kind: 'and', of }) as const),
    sort: fc.uniqueArray(sortKey, { maxLength: 2, selector: (key) => key.path }),
    limit: fc.integer({ min: 1, max: 150 }),
  },
  { requiredKeys: ['limit'] },
);

test('finds and counts what memory finds and counts', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.option(fc.nat(records.length - 1), { nil: undefined }), async (plain, at) => {
      const place = at === undefined ? undefined : sortValues(things, plain, records[at]!);
      const asked: Query = place ? { ...plain, after: place } : plain;
      const expected = answer(things, asked, records, { now: nowMs, timeZone: 'UTC' });
      const found = await tenant.find('things', asked);
      expect(found.map((r) => r.id)).toEqual(expected.map((r) => r.id));
      const all = answer(things, { ...plain, limit: records.length }, records, { now: nowMs, timeZone: 'UTC' });
      expect(await tenant.count('things', asked.where)).toBe(all.length);
    }),
    { numRuns: 400 },
  );
});
