/** A database of an earlier release opened by a later one: fields have other names, values have moved, nothing is lost. */
import { expect } from 'vitest';
import { releaseActor, type Store, type TenantStore } from '#server/store/contract.ts';
import { ok } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';

const labels = { one: 'Hall', many: 'Halls' };

const first = defineCollection({
  name: 'halls',
  module: 'stock',
  labels,
  fields: [
    { name: 'title', type: 'text', maxLength: 80, unique: true },
    { name: 'seats', type: 'text', index: true },
    { name: 'state', type: 'select', options: ['draft', 'open'], index: true },
    { name: 'address', type: 'group', fields: [{ name: 'postcode', type: 'text' }] },
    { name: 'doors', type: 'array', of: 'group', fields: [{ name: 'label', type: 'text' }] },
    { name: 'settings', type: 'json' },
    { name: 'gone', type: 'json' },
    { name: 'order', type: 'integer' },
  ],
  indexes: [['title', 'order']],
  searchable: ['title'],
});

const second = defineCollection({
  name: 'halls',
  module: 'stock',
  labels,
  fields: [
    { name: 'name', type: 'text', maxLength: 80, unique: true },
    { name: 'places', type: 'integer', index: true },
    { name: 'state', type: 'select', options: ['planned', 'open'], index: true },
    { name: 'address', type: 'group', fields: [{ name: 'zip', type: 'text' }] },
    { name: 'doors', type: 'array', of: 'group', fields: [{ name: 'name', type: 'text' }] },
    { name: 'settings', type: 'json' },
    { name: 'heated', type: 'boolean' },
    { name: 'order', type: 'integer' },
    { name: 'colour', type: 'text', default: 'white' },
  ],
  indexes: [['name', 'order']],
  searchable: ['name'],
  moves: [
    { field: 'name', renamedFrom: 'title' },
    { field: 'places', renamedFrom: 'seats', was: { name: 'seats', type: 'text' } },
    { field: 'state', values: { draft: 'planned' } },
    { field: 'address.zip', renamedFrom: 'address.postcode' },
    { field: 'doors.name', renamedFrom: 'doors.label' },
    { field: 'heated', renamedFrom: 'settings.heated' },
  ],
});

/** After the second: both releases' steps are made at once where the second never ran. */
const third = defineCollection({
  ...second,
  fields: [
    { name: 'capacity', type: 'integer', index: true },
    ...second.fields.filter(({ name }) => name !== 'places'),
    // The name that the first release had for something else.
    { name: 'title', type: 'text' },
  ],
  moves: [...second.moves, { field: 'capacity', renamedFrom: 'places' }],
});

const hall = (i: number): Readonly<Record<string, unknown>> => ({
  title: `Hall ${i}`,
  seats: String(i),
  state: i % 2 === 0 ? 'draft' : 'open',
  address: { postcode: `P${i}` },
  doors: [{ label: 'north' }, { label: `south ${i}` }],
  settings: { heated: i % 3 === 0, light: 'warm' },
  gone: { kept: i },
  order: i,
});
/** More than one page of them. */
const many = 520;

async function make(db: TenantStore): Promise<readonly StoredRecord[]> {
  const done = expectOk(
    await db.commit('user:a', async (tx) => {
      const made: StoredRecord[] = [];
      for (let i = 0; i < many; i++) made.push(await tx.create('halls', hall(i)));
      return ok(made);
    }),
  );
  return done.value;
}

const movedHall = { name: 'Hall 6', state: 'planned', heated: true, order: 6, colour: 'white', version: 2 };
const inside = { address: { zip: 'P6' }, doors: [{ name: 'north' }, { name: 'south 6' }], settings: { light: 'warm' } };

/** @param reopen closes what is open and opens the same data as a process of its own would */
export async function checkMoves(store: Store, reopen: () => Promise<Store>): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([first]);
  const made = await make(db);
  const head = await db.head();
  const six = made[6]!;
  await store.close();

  const again = await (await reopen()).tenant('one');
  const wakes: number[] = [];
  again.onCommit((seq) => wakes.push(seq));
  const steps = ['title → name', 'seats → places', 'values of state'];
  const nested = ['address.postcode → address.zip', 'doors.label → doors.name', 'settings.heated → heated'];
  expect(await again.migrate([second])).toEqual([{ collection: 'halls', steps: [...steps, ...nested], records: many }]);
  expect(await again.head()).toBe(head + many);
  // A store that shares its database may hear of the earlier head as well.
  expect(wakes.at(-1)).toBe(head + many);
  expect(await again.get('halls', six.id)).toMatchObject({ ...movedHall, ...inside, places: 6 });

  // Indexes, uniques and the search are those of the new names.
  expect(await again.count('halls', { kind: 'field', path: 'places', op: 'greater_than', value: 517 })).toBe(2);
  expect(await again.findOne('halls', { name: 'Hall 6' })).toMatchObject({ id: six.id });
  expect(await again.count('halls', undefined, 'hall 500')).toBe(1);
  const twin = again.commit('user:a', async (tx) => ok(await tx.create('halls', { name: 'Hall 6' })));
  await expect(twin).rejects.toThrow(/unique/);

  // The log from before is read under today's names, by history and by followers that have not caught up.
  const [newest, oldest, ...none] = await again.history('halls', six.id, { limit: 10 });
  expect(none).toEqual([]);
  expect(newest).toMatchObject({ op: 'update', actor: releaseActor, previous: { title: 'Hall 6', seats: '6' } });
  expect(oldest?.record).toMatchObject({
    name: 'Hall 6',
    places: 6,
    state: 'planned',
    heated: true,
    version: 1,
    ...inside,
  });
  expect(oldest?.record).not.toHaveProperty('title');
  const [earliest] = await again.since(oldest!.seq - 1, { limit: 1 });
  expect(earliest).toEqual(oldest);

  expect(await again.migrate([second])).toEqual([]);
  expect(await again.head()).toBe(head + many);
}

export async function checkMovesReopened(store: Store, reopen: () => Promise<Store>): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([first]);
  const six = (await make(db))[6]!;
  await db.migrate([second]);
  const head = await db.head();
  await store.close();

  const same = await reopen();
  const opened = await same.tenant('one');
  expect(await opened.migrate([second])).toEqual([]);
  expect(await opened.head()).toBe(head);
  const history = await opened.history('halls', six.id, { limit: 10 });
  expect(history.map(({ record }) => record['name'])).toEqual(['Hall 6', 'Hall 6']);
  await same.close();

  // One release later; a name that was free again means something else.
  const later = await (await reopen()).tenant('one');
  expect(await later.migrate([third])).toMatchObject([{ steps: ['places → capacity'], records: many }]);
  expect(await later.get('halls', six.id)).toMatchObject({
    ...inside,
    name: 'Hall 6',
    capacity: 6,
    title: null,
    version: 3,
  });
  const [, , oldest] = await later.history('halls', six.id, { limit: 10 });
  expect(oldest?.record).toMatchObject({ name: 'Hall 6', capacity: 6, version: 1 });
  // An earlier release would look for names that are not there.
  await expect(later.migrate([second])).rejects.toThrow(/newer version/);
}

/** Both steps at once, and the columns that no release names any more. */
export async function checkMovesSkipped(store: Store): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([first]);
  const six = (await make(db))[6]!;
  expect(await db.migrate([third])).toMatchObject([{ records: many }]);
  expect(await db.get('halls', six.id)).toMatchObject({ ...movedHall, ...inside, capacity: 6, title: null });
  // `gone` is in no definition since, and no value of it is lost: a later release may name it again.
  const named = defineCollection({ ...third, fields: [...third.fields, { name: 'gone', type: 'json' }] });
  expect(await db.migrate([named])).toEqual([]);
  expect(await db.get('halls', six.id)).toMatchObject({ gone: { kept: 6 } });
}

export async function checkMovesRefused(store: Store): Promise<void> {
  const db = await store.tenant('one');
  await db.migrate([first]);
  const six = (await make(db))[6]!;
  const odd = expectOk(
    await db.commit('user:a', async (tx) => ok(await tx.create('halls', { title: 'Odd', seats: 'many' }))),
  );
  const head = await db.head();
  const other = defineCollection({ ...first, name: 'other_halls' });
  await expect(db.migrate([other, second])).rejects.toThrow(/halls cannot be brought to this version.*1 of 521.*many/s);
  expect(await db.head()).toBe(head);
  expect(await db.collections()).not.toContain('other_halls');
  expect(await db.get('halls', six.id)).toEqual(six);
  // A container whose other values no field has a place for.
  const lossy = defineCollection({ ...second, fields: second.fields.filter(({ name }) => name !== 'settings') });
  await db.commit('user:a', async (tx) => ok(await tx.delete('halls', odd.value.id)));
  await expect(db.migrate([lossy])).rejects.toThrow(/would be lost/);
  expect(await db.get('halls', six.id)).toEqual(six);
  expect(await db.count('halls', where({ state: 'draft' }))).toBe(260);
  // Repaired, it moves.
  expect(await db.migrate([second])).toMatchObject([{ records: many }]);
}

/** A dump of before the moves comes in as one of after them, log and all. */
export async function checkMovesLoaded(store: Store): Promise<void> {
  const from = await store.tenant('one');
  await from.migrate([first]);
  const six = (await make(from))[6]!;
  const dump = async (db: TenantStore) => {
    const parts = [];
    for await (const part of db.dump(['halls'])) parts.push(part);
    return parts;
  };
  const early = await dump(from);
  expect(early.filter(({ kind }) => kind === 'moves')).toEqual([]);
  await from.migrate([second]);
  const late = await dump(from);
  for (const [id, parts, versions] of [
    ['early', early, 1],
    ['late', late, 2],
  ] as const) {
    const to = await store.tenant(id);
    await to.migrate([second]);
    await to.load(parts);
    expect(await to.get('halls', six.id)).toMatchObject({ ...inside, name: 'Hall 6', places: 6, version: versions });
    const history = await to.history('halls', six.id, { limit: 10 });
    expect(history.map(({ record }) => record['places'])).toEqual(Array.from({ length: versions }, () => 6));
    expect(await to.migrate([second])).toEqual([]);
  }
}
