/** A table that takes another shape: whole or not at all, with the log going on, readers and other tenants not noticing. */
import { expect } from 'vitest';
import { MissingCollection, type Reshape, type Store, type TenantStore } from '#server/store/contract.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

const rooms = defineCollection({
  name: 'rooms',
  module: 'stock',
  labels: { one: 'Room', many: 'Rooms' },
  fields: [
    { name: 'title', type: 'text', maxLength: 80 },
    { name: 'seats', type: 'text' },
    { name: 'select', type: 'integer', index: true },
  ],
});

const wider = defineCollection({
  ...rooms,
  fields: [
    { name: 'name', type: 'text', maxLength: 80, unique: true },
    { name: 'seats', type: 'integer', index: true },
    { name: 'select', type: 'integer' },
    { name: 'open', type: 'boolean' },
  ],
});

/** `title` becomes `name`, `seats` a number, `open` comes to it. */
function widen({ title, seats, select }: StoredRecord) {
  const number = seats === null ? null : Number(seats);
  if (Number.isNaN(number)) return refuse({ code: 'invalid_type', message: 'No number.', path: 'seats' });
  return ok({ name: title, seats: number, select, open: true });
}

const change: Reshape = { collection: 'rooms', definition: wider, convert: widen };
const nothing = async () => ok(null);

async function make(db: TenantStore, rows: readonly Readonly<Record<string, unknown>>[]): Promise<StoredRecord[]> {
  const made = expectOk(
    await db.commit('key:k', async (tx) => {
      const records: StoredRecord[] = [];
      for (const row of rows) records.push(await tx.create('rooms', row));
      return ok(records);
    }),
  );
  return made.value;
}

/** More than one page of them. */
const many = Array.from({ length: 1_203 }, (_, i) => ({ title: `Room ${i}`, seats: String(i), select: i % 7 }));

export async function checkReshape(store: Store): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([rooms]);
  const made = await make(db, many);
  const head = await db.head();
  const wakes: number[] = [];
  const stop = db.onCommit((seq) => wakes.push(seq));
  const done = await db.reshape('user:a', change, async (tx) => {
    await tx.create('visits', { gadget: null, note: 'planned' });
    return ok('done');
  });
  stop();
  expect(done).toEqual({ ok: true, value: { value: 'done', seq: head + 1 + many.length } });
  expect(await db.head()).toBe(head + 1 + many.length);
  expect(wakes).toEqual([head + 1 + many.length]);
  expect(db.shapeOf('rooms')).toBe(wider);
  const after = await db.get('rooms', made[17]!.id);
  expect(after).toMatchObject({ name: 'Room 17', seats: 17, select: 3, open: true, version: 2 });
  expect(Object.keys(after ?? {}).sort()).toEqual(
    ['createdAt', 'id', 'name', 'open', 'seats', 'select', 'updatedAt', 'version'].sort(),
  );
  expect(await db.count('rooms', { kind: 'field', path: 'seats', op: 'greater_than', value: 1_200 })).toBe(2);
  const [newest, oldest, ...none] = await db.history('rooms', made[17]!.id, { limit: 10 });
  expect(none).toEqual([]);
  expect([newest?.op, newest?.actor, newest?.previous, newest?.record]).toEqual([
    'update',
    'user:a',
    { title: 'Room 17', seats: '17', name: null, open: null },
    after,
  ]);
  expect([oldest?.op, oldest?.record['title']]).toEqual(['create', 'Room 17']);
  expect(await db.history('rooms', made[17]!.id, { limit: 10, before: newest!.seq })).toEqual([oldest]);
  expect(await db.history('visits', made[17]!.id, { limit: 10 })).toEqual([]);
  // Writes go on in the new shape, its unique holds, and what stands beside it is untouched.
  const more = { name: 'New', seats: 1, select: null, open: null };
  await db.commit('key:k', async (tx) => ok(await tx.create('rooms', more)));
  await expect(db.commit('key:k', async (tx) => ok(await tx.create('rooms', more)))).rejects.toThrow(/unique/);
  expect(await db.findOne('visits', { note: 'planned' })).not.toBeNull();
}

export async function checkReshapeRefused(store: Store): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([rooms]);
  const made = await make(db, [
    ...many,
    { title: 'Odd', seats: 'many', select: 1 },
    { title: 'Odder', seats: '?', select: 1 },
  ]);
  const before = await db.get('rooms', made[0]!.id);
  const head = await db.head();
  const misfits = await db.reshape('user:a', change, nothing);
  expect(misfits).toMatchObject({
    ok: false,
    errors: [{ code: 'values_do_not_fit', detail: { count: 2, total: many.length + 2 } }],
  });
  const planned = await db.reshape('user:a', change, async () => refuse({ code: 'nope', message: 'No.' }));
  expect(planned).toMatchObject({ ok: false, errors: [{ code: 'nope' }] });
  await expect(db.reshape('user:a', change, () => Promise.reject(new Error('broken')))).rejects.toThrow();
  const twins: Reshape = {
    collection: 'rooms',
    definition: { ...rooms, fields: [...rooms.fields.slice(0, 2), { name: 'select', type: 'integer', unique: true }] },
    convert: null,
  };
  expect(await db.reshape('user:a', twins, nothing)).toMatchObject({
    ok: false,
    errors: [{ code: 'values_do_not_fit', path: 'select', detail: { count: 7 } }],
  });
  expect(await db.head()).toBe(head);
  expect(db.shapeOf('rooms')).toBe(rooms);
  expect(await db.get('rooms', made[0]!.id)).toEqual(before);
  const [still] = await make(db, [{ title: 'Still', seats: 'x', select: 1 }]);
  expect((await db.get('rooms', still!.id))?.['seats']).toBe('x');
}

/** Readers meanwhile get the rows as they were or as they are, and other tenants go on writing. */
export async function checkReshapeMeanwhile(store: Store): Promise<void> {
  const db = await store.tenant('one');
  const other = await store.tenant('two');
  await db.migrate([rooms]);
  await other.migrate([visits]);
  await make(db, many);
  let over = false;
  const going = db.reshape('user:a', change, nothing).finally(() => {
    over = true;
  });
  let reads = 0;
  let writes = 0;
  while (!over || reads === 0) {
    const query = { where: where({ select: 3 }), limit: 5 };
    const [rows, written] = await Promise.all([
      db.find('rooms', query),
      other.commit('key:k', async (tx) => ok(await tx.create('visits', { gadget: null, note: null }))),
    ]);
    expect(rows).toHaveLength(5);
    for (const row of rows) expect([row.version, 'title' in row]).toEqual(row.version === 1 ? [1, true] : [2, false]);
    expect(written.ok).toBe(true);
    reads += 1;
    writes += 1;
  }
  expect((await going).ok).toBe(true);
  expect(await other.count('visits')).toBe(writes);
}

export async function checkDrop(store: Store, reopen: () => Promise<Store>): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([rooms]);
  const [made] = await make(db, many.slice(0, 3));
  const head = await db.head();
  const dropped = await db.reshape('user:a', { collection: 'rooms', definition: null, convert: null }, nothing);
  expect(dropped).toEqual({ ok: true, value: { value: null, seq: head + 3 } });
  expect(db.shapeOf('rooms')).toBeNull();
  await expect(db.get('rooms', made!.id)).rejects.toThrow(MissingCollection);
  expect((await db.history('rooms', made!.id, { limit: 1 }))[0]).toMatchObject({ op: 'delete', record: made });
  // A new one of the same name has nothing of the old one.
  await db.reshape('user:a', { collection: 'rooms', definition: wider, convert: null }, nothing);
  expect(await db.count('rooms')).toBe(0);
  // One that only comes to have empty columns and an index keeps its rows as they are.
  await db.commit('key:k', async (tx) => ok(await tx.create('gadgets', gadget('a'))));
  const fields = [...gadgets.fields, { name: 'colour', type: 'text', index: true } as const];
  await db.reshape('user:a', { collection: 'gadgets', definition: { ...gadgets, fields }, convert: null }, nothing);
  expect(await db.findOne('gadgets', { code: 'a' })).toMatchObject({ colour: null, version: 1 });
  await store.close();
  const again = await (await reopen()).tenant('one');
  await again.migrate([wider, { ...gadgets, fields }]);
  expect(await again.count('rooms')).toBe(0);
  expect(await again.findOne('gadgets', { code: 'a' })).toMatchObject({ colour: null });
}
