/** Properties of PostgreSQL's schemas alone, beside the contract every store keeps. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { type Store, StoreFault, type TenantStore, UniqueViolation } from '#server/store/contract.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { compareText } from '#shared/query/fold.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { gadget, gadgets, visits } from '#test/contract/store-samples.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type PostgresServer, plainPostgres } from '#test/fixtures/postgres.ts';

let server: PostgresServer;
let url: string;
const stores: Store[] = [];

function open(): Store {
  const store = openPostgresStore({ url, clock: Date.now, newId: idMaker(Date.now) });
  stores.push(store);
  return store;
}
const ask = (sql: string) => server.query(sql, 'schemas');
const add = async (db: TenantStore, collection: string, values: Readonly<Record<string, unknown>>) => {
  const result = expectOk(await db.commit('user:a', async (tx) => ok(await tx.create(collection, values))));
  return result.value;
};

beforeAll(async () => {
  server = await plainPostgres();
  url = await server.database('schemas');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await server.dropSchemas('schemas', 'gatehouse_%');
});

test('a tenant is a schema of plain typed tables that any SQL tool reads', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets]);
  const values = { seats: 3, weight: 1.5, open: true, tags: ['x', 'y'], since: '2026-05-01T08:00:00.000Z' };
  await add(db, 'gadgets', gadget('a', values));
  expect(
    await ask(
      `SELECT code, seats::int, weight, open, tags, extract(epoch FROM since)::int AS since FROM gatehouse_one.gadgets`,
    ),
  ).toEqual([{ code: 'a', seats: 3, weight: 1.5, open: true, tags: ['x', 'y'], since: 1_777_622_400 }]);
});

const tablesOf = async (tenant: string) => {
  const found = await ask(`SELECT tablename FROM pg_tables WHERE schemaname = 'gatehouse_${tenant}'`);
  return found.map((row) => String(row['tablename'])).filter((name) => !name.startsWith('_'));
};

test('a table is made when something is first written to it; reading it before makes nothing', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets, visits]);
  expect(await tablesOf('one')).toEqual([]);
  expect(await db.collections()).toEqual(['gadgets', 'visits']);
  for await (const part of db.dump(['gadgets', 'visits'])) expect(part.kind).not.toBe('records');
  expect(await tablesOf('one')).toEqual([]);
  expect(await db.find('visits', { where: where({ 'gadget.title': 'x' }), limit: 5 })).toEqual([]);
  expect([await db.count('visits'), await db.estimate('visits'), await db.get('gadgets', 'x')]).toEqual([0, 0, null]);
  for await (const page of db.walk('visits')) expect(page).toEqual([]);
  expect(await tablesOf('one')).toEqual([]);
  await add(db, 'gadgets', gadget('a'));
  expect(await tablesOf('one')).toEqual(['gadgets']);
  expect(await db.find('visits', { where: where({ 'gadget.title': 'x' }), limit: 5 })).toEqual([]);
  await add(db, 'visits', { gadget: null, note: '' });
  expect((await tablesOf('one')).sort()).toEqual(['gadgets', 'visits']);
  await expect(add(db, 'gadgets', gadget('a'))).rejects.toBeInstanceOf(UniqueViolation);
});

test('a plan that is the first to use a collection waits for its table, and is undone alone', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets, visits]);
  const plans = [
    db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: 'kept' }))),
    db.commit('user:a', async (tx) => {
      await tx.create('gadgets', gadget('a'));
      throw new Error('it thought better of it');
    }),
  ];
  const [kept, undone] = await Promise.allSettled(plans);
  expect(kept).toMatchObject({ status: 'fulfilled', value: { ok: true, value: { seq: 1 } } });
  expect(undone).toMatchObject({ status: 'rejected' });
  expect([await db.count('visits'), await db.count('gadgets')]).toEqual([1, 0]);
});

test('several processes use a collection for the first time at once, and one that was closed meanwhile', async () => {
  const idle = openPostgresStore({ url, clock: Date.now, newId: idMaker(Date.now), tenantIdleMs: 0 });
  stores.push(idle);
  const all = await Promise.all([open(), open(), idle].map((store) => store.tenant('one')));
  for (const db of all) await db.migrate([gadgets, visits]);
  await Promise.all(all.map((db, n) => add(db, 'visits', { gadget: null, note: `${n}` })));
  await Promise.all(all.map((db, n) => add(db, 'gadgets', gadget(`${n}`))));
  for (const db of all) expect([await db.count('visits'), await db.count('gadgets')]).toEqual([3, 3]);
});

test('long ids and long names stay distinct, not cut', async () => {
  const store = open();
  const [one, two] = ['x', 'y'].map((end) => `${'a'.repeat(120)}${end}`);
  const field = (end: string) => `${'f'.repeat(55)}${end}`;
  const long = defineCollection({
    name: `long_${'n'.repeat(50)}`,
    module: 'stock',
    labels: { one: 'Long', many: 'Longs' },
    fields: [
      { name: field('A'), type: 'text', maxLength: 50, index: true },
      { name: field('B'), type: 'text', maxLength: 50, unique: true },
    ],
  });
  for (const tenant of [one!, two!]) await (await store.tenant(tenant)).migrate([long]);
  const db = await store.tenant(one!);
  await add(db, long.name, { [field('A')]: '1', [field('B')]: '2' });
  await expect(add(db, long.name, { [field('B')]: '2' })).rejects.toBeInstanceOf(UniqueViolation);
  expect(await (await store.tenant(two!)).count(long.name)).toBe(0);
  const tooLong = { ...long, name: `${long.name}${'n'.repeat(30)}` };
  await expect(db.migrate([tooLong])).rejects.toThrow(/longer than/);
});

test('a unique or indexed text may be longer than an index entry', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets]);
  // Of characters that do not compress.
  const long = Array.from({ length: 9_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('');
  const first = await add(db, 'gadgets', gadget(long, { title: long, kind: 'hall' }));
  const twin = await add(db, 'gadgets', gadget(long)).catch((error: unknown) => error);
  expect(twin).toMatchObject({ fields: ['code'] });
  await add(db, 'gadgets', gadget(`${long}2`, { title: `${long}2`, kind: 'hall' }));
  expect(await db.find('gadgets', { where: where({ title: long }), limit: 5 })).toEqual([first]);
  expect(await db.findOne('gadgets', { code: `${long}2` })).toMatchObject({ title: `${long}2` });
});

test('every character comes back, U+0000 too, in its order, and is found by parts', async () => {
  const db = await open().tenant('one');
  await db.migrate([visits, gadgets]);
  const controls = Array.from({ length: 8 }, (_, i) => String.fromCharCode(i));
  const texts = ['', ...controls, ...controls.flatMap((a) => controls.map((b) => `${a}${b}`)), 'a', '\u{10ffff}'];
  for (const note of texts) await add(db, 'visits', { gadget: null, note });
  const sorted = await db.find('visits', { sort: [{ path: 'note', direction: 'asc' }], limit: 200 });
  expect(sorted.map((one) => one['note'])).toEqual([...texts].sort(compareText));
  for (const part of [...controls, '\u0001\u0003', '\u0000\u0000'])
    for (const [op, holds] of [
      ['contains_cs', (text: string) => text.includes(part)],
      ['starts_with_cs', (text: string) => text.startsWith(part)],
      ['ends_with', (text: string) => text.endsWith(part)],
      ['equals', (text: string) => text === part],
    ] as const)
      expect([part, op, await db.count('visits', { kind: 'field', path: 'note', op, value: part })]).toEqual([
        part,
        op,
        texts.filter(holds).length,
      ]);
  const meta = { '\u0000': ['\u0001', { 'b\u0004': '\u0000' }], b: 1, a: 2, '\\u0000': 1 };
  const one = await add(db, 'gadgets', gadget('a', { meta, tags: ['\u0000'] }));
  expect(JSON.stringify(one['meta'])).toBe(JSON.stringify(meta));
  expect(await db.get('gadgets', one.id)).toEqual(one);
  expect((await db.since(0, { limit: 500 })).at(-1)?.record).toEqual(one);
  const has = { kind: 'field', path: 'meta', op: 'json_contains', value: { '\u0000': ['\u0001'] } } as const;
  expect(await db.count('gadgets', has)).toBe(1);
  expect(await db.count('gadgets', { kind: 'field', path: 'tags', op: 'any_of', value: ['\u0000'] })).toBe(1);
});

test('remainders of numbers beyond what an integer holds are exact', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets]);
  const numbers = [0, 7, -7, 2.5, 2 ** 53, 2 ** 60 + 2 ** 10, 1e21, -1e21, 1.7976931348623157e308, 5e-324];
  for (const [i, weight] of numbers.entries()) await add(db, 'gadgets', gadget(`n${i}`, { weight }));
  for (const divisor of [1, 2, 3, -7, 1_000_003, 2 ** 52 + 1])
    for (const remainder of new Set(numbers.map((n) => n % divisor).filter(Number.isSafeInteger)))
      expect([
        divisor,
        remainder,
        await db.count('gadgets', { kind: 'field', path: 'weight', op: 'mod', value: [divisor, remainder] }),
      ]).toEqual([divisor, remainder, numbers.filter((n) => n % divisor === remainder).length]);
});

test('a new unique that the rows break is refused whole: nothing of the migration stays', async () => {
  const db = await open().tenant('one');
  await db.migrate([visits]);
  for (let i = 0; i < 2; i++) await add(db, 'visits', { gadget: null, note: 'same' });
  const [relation, note] = visits.fields;
  const extra = { name: 'extra', type: 'text' } as const;
  const unique = { ...visits, fields: [relation, { ...note, unique: true }, extra] };
  await expect(db.migrate([gadgets, unique])).rejects.toThrow(/unique/);
  await expect(db.get('gadgets', 'x')).rejects.toThrow(/no collection/);
  expect(await db.count('visits')).toBe(2);
  const there = `SELECT 1 FROM information_schema.columns WHERE table_schema = 'gatehouse_one'`;
  expect(await ask(`${there} AND (table_name = 'gadgets' OR column_name = 'extra')`)).toEqual([]);
});

test('an index that a definition no longer names is dropped, and with it its rule', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets]);
  await add(db, 'gadgets', gadget('a', { kind: 'hall' }));
  const fields = gadgets.fields.map((f) => (f.name === 'code' ? { name: 'code', type: 'text' as const } : f));
  await db.migrate([{ ...gadgets, fields }]);
  expect(await add(db, 'gadgets', gadget('a', { title: 'other' }))).toMatchObject({ code: 'a' });
});

test('the usual start, where nothing changed, writes nothing', async () => {
  const start = async () => {
    const store = open();
    await (await store.tenant('one')).migrate([gadgets, visits]);
    await store.close();
  };
  await start();
  const nextXid = async () => (await ask('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next'))[0]?.['next'];
  const before = await nextXid();
  await start();
  expect(await nextXid()).toBe(before);
});

test('a schema written by a newer version is not touched', async () => {
  await (await open().tenant('one')).migrate([visits]);
  await ask(`UPDATE gatehouse_one._meta SET value = '99' WHERE key = 'format'`);
  await expect(open().tenant('one')).rejects.toThrow(/format 99/);
});

test('a schema of an earlier version learns of rests, and its tenant is followed once', async () => {
  const store = open();
  await store.tenant('one');
  await store.close();
  await ask('ALTER TABLE gatehouse_one._head DROP COLUMN resting');
  await ask(`UPDATE gatehouse_one._meta SET value = '3' WHERE key = 'format'`);
  await ask('DELETE FROM gatehouse.schedule');
  const upgraded = open();
  const db = await upgraded.tenant('one');
  const [due] = await upgraded.schedule.due(Date.now());
  expect(due).toMatchObject({ tenant: 'one', dueAtMs: 0 });
  expect(await db.rest(0)).toBe(true);
});

test('a scan that is open when the store closes ends with a fault, not with half an answer', async () => {
  const store = open();
  const db = await store.tenant('one');
  await db.migrate([visits]);
  for (let i = 0; i < 3; i++) await add(db, 'visits', { gadget: null, note: `${i}` });
  const pages = db.walk('visits', undefined, 2)[Symbol.asyncIterator]();
  expect((await pages.next()).value).toHaveLength(2);
  await store.close();
  await expect(pages.next()).rejects.toThrow(StoreFault);
});

test('an index answers equality, prefixes, pages and texts too long for it', async () => {
  const db = await open().tenant('one');
  await db.migrate([gadgets]);
  await db.commit('user:a', async (tx) => {
    for (let i = 0; i < 300; i++) await tx.create('gadgets', gadget(`c${i}`, { state: 'live', seats: i }));
    return ok(null);
  });
  await ask('ANALYZE gatehouse_one.gadgets');
  const plan = async (sql: string) => JSON.stringify(await ask(`SET enable_seqscan = off; EXPLAIN ${sql}`));
  const rows = 'SELECT * FROM gatehouse_one.gadgets';
  expect(await plan(`${rows} WHERE title = 'Title c7'`)).toContain('ix.gadgets.title.long');
  expect(await plan(`${rows} WHERE code = 'c7'`)).toContain('ix.gadgets.code.long');
  expect(await plan(`${rows} WHERE state = 'live' ORDER BY since NULLS FIRST, id LIMIT 5`)).toContain(
    'ix.gadgets.state.since',
  );
});
