/**
 * Tenants are created, change their modules and are removed while the server runs: each is followed for as long as it
 * has new changes.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Module } from '#server/core/collections/module.ts';
import { followTenants, type TenantFollowing } from '#server/core/log/followers/follow-tenants.ts';
import { type Directory, openDirectory } from '#server/core/tenants/directory.ts';
import { tenantSource } from '#server/core/tenants/tenant-source.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok, type Result } from '#shared/base/result.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';

const clock = () => Date.now();
const newId = idMaker(clock);
let folder: string;
let store: Store;
let directory: Directory;
let following: TenantFollowing;
let seen: string[];

const seeing = (name: string): Module => ({
  ...sampleModule,
  name,
  collections: name === 'sample' ? sampleModule.collections : [],
  followers: [
    {
      name: `${name}.see`,
      collections: ['notes'],
      async handle(changes, context) {
        for (const { record } of changes) seen.push(`${name} ${context.tenant} ${record['title']}`);
      },
    },
  ],
});

async function follow(quietMs: number, quietMax?: number): Promise<void> {
  following = await followTenants({
    store,
    source: tenantSource(directory),
    modules: [seeing('sample'), seeing('second')],
    clock,
    newId,
    quietMs,
    ...(quietMax !== undefined && { quietMax }),
    onFault: ({ error }) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  seen = [];
  store = openSqliteStore({ folder, clock, newId });
  directory = await openDirectory(store, { controlTables, collectionsOf: () => sampleModule.collections });
});
afterEach(async () => {
  await following.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function done<V>(result: Result<V> | Promise<Result<V>>): Promise<V> {
  const settled = await result;
  return settled.ok ? settled.value : expect.fail(settled.errors[0].message);
}
const create = async (slug: string) =>
  (await done(directory.create({ slug, plan: 'starter', modules: ['sample'] }))).live;
const followed = () => [...new Set(following.status().map(({ tenant }) => tenant))].sort();
const write = async (id: string, title: string) =>
  done(
    (await store.tenant(id)).commit('user:a', async (tx) =>
      ok(await tx.create('notes', { title, open: false, state: 'draft' })),
    ),
  );

test('a new tenant is followed, a removed one is released, the others go on', async () => {
  const [first, second] = [await create('first'), await create('second')];
  await follow(600_000);
  expect(followed()).toEqual(expect.arrayContaining([first.id, second.id]));
  await done(directory.remove(first));
  const third = await create('third');
  await expect.poll(followed).toEqual(expect.arrayContaining([second.id, third.id]));
  await expect.poll(followed).not.toContain(first.id);
  for (const { id } of [second, third]) await write(id, 'after');
  await expect.poll(() => seen.length).toBe(2);
  expect(new Set(seen)).toEqual(new Set([`sample ${second.id} after`, `sample ${third.id} after`]));
});

test('where all tenants are active at once, those that were written to long ago rest as soon as they were followed', async () => {
  const tenants = [];
  for (const slug of ['first', 'second', 'third', 'fourth']) tenants.push(await create(slug));
  await follow(600_000, 2);
  await expect.poll(() => followed().length).toBe(2);
  const rested = tenants.map(({ id }) => id).find((id) => !followed().includes(id))!;
  await write(rested, 'new');
  await expect.poll(() => seen).toEqual([`sample ${rested} new`]);
  expect(followed()).toContain(rested);
});

test('a tenant at rest is followed with a module that is switched on', async () => {
  const tenant = await create('first');
  await follow(0);
  await write(tenant.id, 'one');
  await expect.poll(followed).toEqual([]);
  await done(directory.setModules(tenant, ['sample', 'second']));
  await expect.poll(() => seen).toContain(`second ${tenant.id} one`);
  await expect.poll(followed).toEqual([]);
  expect(seen).toEqual([`sample ${tenant.id} one`, `second ${tenant.id} one`]);
});

test('a tenant without news rests; the first change brings it back at once, and nothing is followed meanwhile', async () => {
  const tenant = await create('first');
  await follow(0);
  await expect.poll(followed).toEqual([]);
  expect(await store.schedule.due(clock())).toEqual([]);
  for (const title of ['one', 'two', 'three']) {
    await write(tenant.id, title);
    await expect.poll(() => seen.at(-1)).toBe(`sample ${tenant.id} ${title}`);
    await expect.poll(followed).toEqual([]);
  }
});
