/** Answers from memory: for a moment, never past a commit, and never that something is not there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { recentMs, withReadsUntilWritten, withRecentReads } from '#server/store/recent-reads.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';

let folder: string;
let store: Store;
let db: TenantStore;
let recent: TenantStore;
let nowMs: number;
let asked: number;
/** Holds the next answer back until the test releases it. */
let hold: Promise<void> | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  store = openSqliteStore({ folder, clock: Date.now, newId: idMaker(Date.now) });
  db = await store.tenant('one');
  await db.migrate([visits]);
  [nowMs, asked, hold] = [0, 0, null];
  const counted: TenantStore = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'get' && name !== 'findOne') return value.bind(target);
      return async (...args: unknown[]) => {
        asked += 1;
        const answer: unknown = await value.apply(target, args);
        await hold;
        return answer;
      };
    },
  });
  recent = withRecentReads(counted, () => nowMs);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const create = async (note: string) => {
  const made = await db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note })));
  return must(made.ok ? made.value.value : null, 'a visit');
};
const rename = (id: string, note: string) =>
  db.commit('user:a', async (tx) => ok(await tx.update('visits', id, { note })));

test('the same question within the moment is answered from memory, later it is asked again', async () => {
  const { id } = await create('a');
  for (let i = 0; i < 3; i++) expect(await recent.get('visits', id)).toMatchObject({ note: 'a' });
  expect(asked).toBe(1);
  expect(await recent.findOne('visits', { note: 'a' })).toMatchObject({ id });
  expect(await recent.findOne('visits', { note: 'a' })).toMatchObject({ id });
  expect(asked).toBe(2);
  nowMs += recentMs;
  expect(await recent.get('visits', id)).toMatchObject({ note: 'a' });
  expect(asked).toBe(3);
});

test('after a commit the new state is seen at once, and what is not there is asked for each time', async () => {
  const { id } = await create('a');
  await recent.get('visits', id);
  await rename(id, 'b');
  expect(await recent.get('visits', id)).toMatchObject({ note: 'b' });
  expect(await recent.findOne('visits', { note: 'c' })).toBeNull();
  const before = asked;
  expect(await recent.findOne('visits', { note: 'c' })).toBeNull();
  expect(asked).toBe(before + 1);
});

test('an answer that a commit has overtaken is not kept', async () => {
  const { id } = await create('a');
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const late = recent.get('visits', id);
  await expect.poll(() => asked, { timeout: 30_000 }).toBe(1);
  await rename(id, 'b');
  hold = null;
  resolve();
  await late;
  expect(await recent.get('visits', id)).toMatchObject({ note: 'b' });
});

test('all else is the store itself: it writes, counts and is read by the same log', async () => {
  expect(recent.tenant).toBe('one');
  expect(await recent.count('visits')).toBe(0);
  await create('a');
  expect(await recent.head()).toBe(1);
});

test('where the store announces commits, an answer is kept until the next commit of any process', async () => {
  let looked = 0;
  const plain: TenantStore = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'get') looked += 1;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const kept = withReadsUntilWritten(plain, () => must(db.version?.(), 'SQLite tells'));
  const { id } = await create('a');
  for (let i = 0; i < 3; i++) expect(await kept.get('visits', id)).toMatchObject({ note: 'a' });
  expect(looked).toBe(1);
  await rename(id, 'b');
  expect(await kept.get('visits', id)).toMatchObject({ note: 'b' });
  // As another process would, without an announcement here.
  const other = openSqliteStore({ folder, clock: Date.now, newId: idMaker(Date.now) });
  const there = await other.tenant('one');
  await there.migrate([visits]);
  await there.commit('user:b', async (tx) => ok(await tx.update('visits', id, { note: 'c' })));
  expect(await kept.get('visits', id)).toMatchObject({ note: 'c' });
  await other.close();
});
