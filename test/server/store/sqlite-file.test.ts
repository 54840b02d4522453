/** Properties of SQLite's files alone, beside the contract every store keeps. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreFault } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { gadget, gadgets, visits } from '#test/contract/store-samples.ts';
import { notes } from '#test/contract/store-search.ts';

let folder = '';
let made = 0;
const newId = () => {
  const counter = new Uint8Array(10);
  new DataView(counter.buffer).setUint32(6, ++made);
  return uuidv7(Date.now(), counter);
};
const open = () => openSqliteStore({ folder: join(folder, 'data'), clock: Date.now, newId });
const file = () => join(folder, 'data', 'one.db');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the folder is for its owner alone; the file is plain typed tables that any SQL tool reads', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([gadgets]);
  const values = gadget('a', { seats: 3, weight: 1, open: true, tags: ['x', 'y'], since: '2026-05-01T08:00:00.000Z' });
  await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', values)));
  await store.close();
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  const plain = new DatabaseSync(file(), { readOnly: true });
  expect({
    ...plain
      .prepare('SELECT code, seats, weight, open, tags, since, typeof(seats) s, typeof(weight) w FROM gadgets')
      .get(),
  }).toEqual({
    code: 'a',
    seats: 3,
    weight: 1,
    open: 1,
    tags: '["x","y"]',
    since: '2026-05-01T08:00:00.000Z',
    s: 'integer',
    w: 'real',
  });
  plain.close();
});

test('a file written by a newer version is not touched', async () => {
  const store = open();
  await store.tenant('one');
  await store.close();
  const plain = new DatabaseSync(file());
  plain.exec("UPDATE _meta SET value = '99' WHERE key = 'format'");
  plain.close();
  const again = open();
  await expect(again.tenant('one')).rejects.toThrow(/format 99/);
  await again.close();
});

test('a new unique that the rows break is refused whole: nothing of the migration stays', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([visits]);
  const twice = { gadget: null, note: 'same' };
  await db.commit('user:a', async (tx) => ok([await tx.create('visits', twice), await tx.create('visits', twice)]));
  const [relation, note] = visits.fields;
  const extra = { name: 'extra', type: 'text' } as const;
  await expect(
    db.migrate([gadgets, { ...visits, fields: [relation, { ...note, unique: true }, extra] }]),
  ).rejects.toThrow(/UNIQUE/);
  await expect(db.get('gadgets', 'x')).rejects.toThrow(/no collection/);
  expect(await db.find('visits', { limit: 5 })).toHaveLength(2);
  await store.close();
  const plain = new DatabaseSync(file());
  expect(plain.prepare("SELECT name FROM sqlite_master WHERE name = 'gadgets'").all()).toEqual([]);
  expect(
    plain
      .prepare('PRAGMA table_info(visits)')
      .all()
      .map((c) => c['name']),
  ).not.toContain('extra');
  plain.close();
});

test('an index that a definition no longer names is dropped, and with it its rule', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([gadgets]);
  await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a', { kind: 'hall' }))));
  await db.migrate([
    {
      ...gadgets,
      fields: gadgets.fields.map((f) => (f.name === 'code' ? { name: 'code', type: 'text' as const } : f)),
    },
  ]);
  const again = await db.commit('user:a', async (tx) =>
    ok(await tx.create('gadgets', gadget('a', { title: 'other' }))),
  );
  expect(again.ok).toBe(true);
  await store.close();
});

test('the usual start, where nothing changed, writes nothing', async () => {
  const start = async () => {
    const store = open();
    await (await store.tenant('one')).migrate([gadgets, visits]);
    await store.close();
  };
  await start();
  const watching = new DatabaseSync(file());
  // Changes whenever another connection commits.
  const versionOf = () => watching.prepare('PRAGMA data_version').get()?.['data_version'];
  const before = versionOf();
  await start();
  expect(versionOf()).toBe(before);
  watching.close();
});

test('ST2 two processes that write in turns share one dense sequence', async () => {
  const stores = [open(), open()];
  const tenants = await Promise.all(stores.map((store) => store.tenant('one')));
  for (const db of tenants) await db.migrate([visits]);
  await Promise.all(
    tenants.flatMap((db) =>
      Array.from({ length: 40 }, (_, i) =>
        db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: `${i}` }))),
      ),
    ),
  );
  const changes = await tenants[0]?.since(0, { limit: 1_000 });
  expect(changes?.map((c) => c.seq)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
  await Promise.all(stores.map((store) => store.close()));
});

test('while another process holds the lock, writers wait and everything else goes on', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([visits]);
  const other = new DatabaseSync(file());
  other.exec('BEGIN IMMEDIATE');
  let done = false;
  const writing = db
    .commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: 'x' })))
    .then((result) => {
      done = true;
      return result;
    });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(done).toBe(false);
  expect(await db.count('visits')).toBe(0);
  other.exec('COMMIT');
  expect(await writing).toMatchObject({ ok: true, value: { seq: 1 } });
  other.close();
  await store.close();
});

test('a scan that is open when the store closes ends with a fault, not with half an answer', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([visits]);
  for (let i = 0; i < 3; i++)
    await db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: `${i}` })));
  const pages = db.walk('visits', undefined, 2)[Symbol.asyncIterator]();
  expect((await pages.next()).value).toHaveLength(2);
  await store.close();
  await expect(pages.next()).rejects.toThrow(StoreFault);
});

test('a search index of an older version is rebuilt at the first start', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([notes]);
  await db.commit('user:a', async (tx) => ok(await tx.create('notes', { title: 'Jan Łukasiewicz' })));
  await store.close();
  // As the version before wrote it: another print, and words that were folded otherwise.
  const plain = new DatabaseSync(file());
  const before = plain.prepare("SELECT value FROM _meta WHERE key = 'search:notes'").get();
  const [version, ...more] = JSON.parse(String(before?.['value'])) as [number, ...unknown[]];
  plain.prepare("UPDATE _meta SET value = ? WHERE key = 'search:notes'").run(JSON.stringify([version - 1, ...more]));
  const { name } = plain.prepare("SELECT name FROM sqlite_master WHERE sql LIKE '%fts5%'").get() as { name: string };
  plain.exec(`DELETE FROM "${name}"; INSERT INTO "${name}" (rowid, title, rest) VALUES (1, ' jan łukasiewicz ', ' ')`);
  plain.close();
  const again = open();
  const opened = await again.tenant('one');
  await opened.migrate([notes]);
  expect((await opened.find('notes', { search: 'lukasiewicz', limit: 9 })).length).toBe(1);
  await again.close();
});
