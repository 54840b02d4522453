/** The placements find the tenant that holds the record a message names: they agree with the logs after any writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import { followPlacements } from '#server/core/tenants/follow-placements.ts';
import { openPlacements, type Placements } from '#server/core/tenants/placements.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { notes } from '#test/fixtures/sample-module.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
const clock = () => Date.now();
const newId = idMaker(clock);
const store = openSqliteStore({ folder, clock, newId });
const clues = [
  { collection: 'notes', field: 'id', unlessZero: 'seats' },
  { collection: 'notes', field: 'key' },
];
const keys = ['a', 'b', 'c', 'd'];
let placements: Placements;
let control: TenantStore;

beforeAll(async () => {
  control = await store.tenant('control');
  await control.migrate(controlTables);
  placements = openPlacements(control);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

interface Step {
  readonly op: 'create' | 'update' | 'delete' | 'follow';
  readonly which: number;
  readonly key: string | null;
  readonly seats: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  op: fc.constantFrom('create', 'create', 'update', 'delete', 'follow'),
  which: fc.nat(20),
  key: fc.constantFrom(null, ...keys),
  seats: fc.constantFrom(0, 1),
});

/** A tenant of its own: its ids are new, its keys may be another's too. */
async function live(steps: readonly Step[]): Promise<{ tenant: string; db: TenantStore }> {
  const tenant = newId();
  const db = await store.tenant(tenant);
  await db.migrate([notes]);
  const follower = followPlacements('sample', clues, placements.put);
  let seq = 0;
  const follow = async () => {
    const changes = await db.since(seq, { limit: 100, collections: follower.collections });
    if (changes.length > 0) await follower.handle(changes, { tenant } as FollowerContext);
    seq = changes.at(-1)?.seq ?? seq;
  };
  for (const { op, which, key, seats } of steps) {
    if (op === 'follow') {
      await follow();
      continue;
    }
    await db.commit('user:a', async (tx) => {
      const all = await tx.find('notes', { limit: 100 });
      const one = all[which % Math.max(1, all.length)];
      const free = all.every((note) => note['key'] !== key || note.id === one?.id);
      if (op === 'create' && all.every((note) => key === null || note['key'] !== key))
        await tx.create('notes', { title: 't', key, seats, open: false, state: 'draft' });
      if (op === 'update' && one && free) await tx.update('notes', one.id, { key });
      if (op === 'delete' && one) await tx.delete('notes', one.id);
      return ok(null);
    });
  }
  await follow();
  // Again from the beginning, as after a crash: nothing becomes other than it is.
  seq = 0;
  await follow();
  return { tenant, db };
}

test('what is noted is what the records are, in two tenants with the same keys', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(step, { maxLength: 25 }), async (one, other) => {
      const both = [await live(one), await live(other)];
      for (const { tenant, db } of both) {
        const records = await db.find('notes', { limit: 100 });
        for (const { id, seats } of records) {
          const held = await placements.tenantsOf({ collection: 'notes', field: 'id', value: id });
          expect(held).toEqual(seats === 0 ? [] : [tenant]);
        }
        for (const value of keys) {
          const held = await placements.tenantsOf({ collection: 'notes', field: 'key', value });
          expect(held.includes(tenant)).toBe(records.some((record) => record['key'] === value));
        }
      }
      for (const { tenant } of both) await placements.forget(tenant);
      expect(await control.count('placements')).toBe(0);
    }),
    { numRuns: 30 },
  );
});
