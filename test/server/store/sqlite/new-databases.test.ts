/** Files of new tenants that are written from kept pages: server/store/sqlite/new-databases.ts. */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';

const collections = catalogue.flatMap((module) => module.collections);
const [first] = collections;

let folder = '';
let store: Store;

const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
const open = () => openSqliteStore({ folder, clock: Date.now, newId });
const fileOf = (id: string) => join(folder, `${id}.db`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-new-'));
  store = open();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** All tables and indexes, and what the file says of itself but for the identity of its log. */
function schemaOf(id: string) {
  const db = new DatabaseSync(fileOf(id), { readOnly: true });
  try {
    const entries = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name').all();
    const meta = db.prepare("SELECT key, value FROM _meta WHERE key <> 'logId' ORDER BY key").all();
    return { entries, meta, check: db.prepare('PRAGMA integrity_check').all() };
  } finally {
    db.close();
  }
}

test('a file that was written from kept pages has what one has whose tables were made in it', async () => {
  const made = await store.tenant('made');
  await made.migrate(collections);
  const written = await store.tenant('written', async () => collections);
  const again = await store.tenant('again', async () => collections);
  await store.close();
  expect(schemaOf('written')).toEqual(schemaOf('made'));
  expect(schemaOf('again')).toEqual(schemaOf('made'));
  expect(new Set([made.logId, written.logId, again.logId]).size).toBe(3);
});

test('it is written to, searched and opened again like any other', async () => {
  const people = collections.find(({ name }) => name === 'contacts')!;
  const tenant = await store.tenant('acme', async () => collections);
  await tenant.migrate(collections);
  const values = { name: 'Ada Lovelace', email: 'ada@example.org' };
  expectOk(await tenant.commit('user:a', async (tx) => ok(await tx.create(people.name, values))));
  await store.close();
  store = open();
  const reopened = await store.tenant('acme', () => expect.unreachable('the database is there'));
  await reopened.migrate(collections);
  expect(reopened.logId).toBe(tenant.logId);
  expect(await reopened.find(people.name, { search: 'lovelace', limit: 10 })).toMatchObject([values]);
});

test('a half-written file of a process that ended is removed, and the tenant is made', async () => {
  writeFileSync(join(folder, 'acme.part.db'), 'half');
  const tenant = await store.tenant('acme', async () => collections);
  await tenant.migrate(collections);
  expect(await tenant.find(first!.name, { limit: 10 })).toEqual([]);
  expect(existsSync(join(folder, 'acme.part.db'))).toBe(false);
});

test('a log that an earlier database left is not read into the new one', async () => {
  const earlier = await store.tenant('earlier');
  await earlier.migrate(collections);
  copyFileSync(`${fileOf('earlier')}-wal`, `${fileOf('acme')}-wal`);
  const tenant = await store.tenant('acme', async () => collections);
  await tenant.migrate(collections);
  await store.close();
  expect(tenant.logId).not.toBe(earlier.logId);
  expect(schemaOf('acme')).toEqual(schemaOf('earlier'));
});

test('two stores that make one tenant at once have one database', async () => {
  const other = open();
  try {
    const tenants = await Promise.all([store, other].map((one) => one.tenant('acme', async () => collections)));
    expect(tenants[0]!.logId).toBe(tenants[1]!.logId);
  } finally {
    await other.close();
  }
});
