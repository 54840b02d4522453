/** Rows of plans that ask for nothing are inserted together: with the same outcomes as one by one, for each plan alone. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { type Store, StoreFault, type TenantStore, type Transaction } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { gadget, gadgets, visits } from '#test/contract/store-samples.ts';
import { type PostgresServer, postgres } from '#test/fixtures/postgres.ts';

const moments = defineCollection({
  name: 'moments',
  module: 'stock',
  labels: { one: 'Moment', many: 'Moments' },
  fields: [
    { name: 'at', type: 'date' },
    { name: 'note', type: 'text' },
  ],
});
const good = '2026-05-01T08:00:00.000Z';
/** Has the form of a time, and the database takes it for none. */
const bad = '2026-13-45T08:00:00.000Z';

let server: PostgresServer;
let url: string;
const stores: Store[] = [];
/** Never reached: what shares a batch must not depend on how busy the machine is. */
const batchWorkMs = 20_000;

beforeAll(async () => {
  server = await postgres();
  url = await server.database('joined');
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await server.dropSchemas('joined', 'gatehouse_%');
});

async function opened(): Promise<TenantStore> {
  const store = openPostgresStore({ url, clock: Date.now, newId: idMaker(Date.now), findEngine, batchWorkMs });
  stores.push(store);
  const db = await store.tenant('one');
  await db.migrate([gadgets, moments, visits]);
  // Their tables are made, and the log ends at 2.
  for (const name of ['moments', 'visits']) await db.commit('user:a', async (tx) => ok(await tx.create(name, {})));
  return db;
}

const commit = (db: TenantStore, plan: (tx: Transaction) => Promise<unknown>) =>
  db.commit('user:a', async (tx) => ok(await plan(tx)));
const moment = (note: string, at = good) => ({ at, note });

/** The log is dense, and says the same as the tables. */
async function checkLog(db: TenantStore, notes: readonly string[]): Promise<void> {
  const changes = await db.since(2, { limit: 1_000 });
  expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, n) => n + 3));
  expect(changes.map(({ record }) => String(record['note' as keyof typeof record]))).toEqual(notes);
  const rows = [...(await db.find('moments', { limit: 1_000 })), ...(await db.find('visits', { limit: 1_000 }))];
  const found = rows.map((row) => row['note']).filter((note) => note !== null);
  expect(found.sort()).toEqual([...notes].sort());
}

test('the rows of all plans of a batch come by one statement for each table', async () => {
  const db = await opened();
  const notes = Array.from({ length: 20 }, (_, n) => `n${n}`);
  const done = await Promise.all(
    notes.map((note, n) =>
      commit(db, (tx) => tx.create(n % 2 ? 'visits' : 'moments', n % 2 ? { note } : moment(note))),
    ),
  );
  expect(done.map((one) => one.ok && one.value.seq)).toEqual(notes.map((_, n) => n + 3));
  await checkLog(db, notes);
  for (const table of ['moments', 'visits'])
    expect(
      await server.query(
        `SELECT count(DISTINCT xmin::text)::int AS n FROM gatehouse_one.${table} WHERE note IS NOT NULL`,
        'joined',
      ),
    ).toEqual([{ n: 1 }]);
});

test('a plan whose row the database refuses falls out alone, and the numbers stay dense', async () => {
  const db = await opened();
  const plans = [
    commit(db, (tx) => tx.create('moments', moment('a'))),
    commit(db, async (tx) => {
      await tx.create('visits', { note: 'with it' });
      await tx.create('moments', moment('refused', bad));
    }),
    commit(db, (tx) => tx.create('moments', moment('b'))),
    db.commit('user:a', async (tx) => {
      await tx.create('moments', moment('not wanted'));
      return refuse({ code: 'no', message: 'No.' });
    }),
    commit(db, (tx) => tx.create('visits', { note: 'c' })),
  ];
  const [a, refused, b, unwanted, c] = await Promise.allSettled(plans);
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(StoreFault) });
  expect(unwanted).toMatchObject({ status: 'fulfilled', value: { ok: false } });
  for (const [one, seq] of [
    [a, 3],
    [b, 4],
    [c, 5],
  ] as const)
    expect(one).toMatchObject({ status: 'fulfilled', value: { ok: true, value: { seq } } });
  await checkLog(db, ['a', 'b', 'c']);
});

test('a plan decides by rows of the plans before it, and never by those that were refused', async () => {
  const db = await opened();
  const ids: string[] = [];
  const known: unknown[] = [];
  const made = (at: string) =>
    commit(db, async (tx) => {
      const { id } = await tx.create('moments', moment(at, at));
      ids.push(id);
    });
  const look = () =>
    commit(db, async (tx) => {
      for (const id of ids) known.push((await tx.get('moments', id))?.['note'] ?? null);
      known.push(await tx.count('moments'));
    });
  const outcomes = await Promise.allSettled([made(good), look(), made(bad), look(), made(good)]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(known).toEqual([good, 2, good, null, 2]);
  await checkLog(db, [good, good]);
});

test('what a plan has changed is undone with its rows, and what it asks for includes them', async () => {
  const db = await opened();
  const first = await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('g', { seats: 1 }))));
  if (!first.ok) throw new Error('not made');
  const { id } = first.value.value;
  const counted: number[] = [];
  const plans = [
    commit(db, (tx) => tx.create('moments', moment('before'))),
    commit(db, async (tx) => {
      await tx.update('gadgets', id, { seats: 2 });
      await tx.create('moments', moment('refused', bad));
    }),
    commit(db, async (tx) => {
      const { id: own } = await tx.create('moments', moment('own'));
      counted.push(await tx.count('moments'));
      await tx.update('moments', own, { note: 'changed' });
      await tx.update('gadgets', id, { seats: 3 });
    }),
  ];
  const outcomes = await Promise.allSettled(plans);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(counted).toEqual([3]);
  const changes = await db.since(3, { limit: 100 });
  expect(changes.map(({ seq, op, collection }) => `${seq} ${op} ${collection}`)).toEqual([
    '4 create moments',
    '5 create moments',
    '6 update moments',
    '7 update gadgets',
  ]);
  expect(await db.get('gadgets', id)).toMatchObject({ seats: 3, version: 2 });
});

test('a plan of many rows inserts them in parts', async () => {
  const db = await opened();
  const done = await commit(db, async (tx) => {
    for (let n = 0; n < 2_500; n++) await tx.create('visits', { note: `n${n}` });
  });
  expect(done).toMatchObject({ ok: true, value: { seq: 2_502 } });
  expect(await db.count('visits')).toBe(2_501);
});
