/**
 * A search finds the same records in the same order in every store as in memory, after any writes: the index follows
 * commits, refusals, changes of shape, dumps and definitions.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store, TenantStore, Transaction } from '#server/store/contract.ts';
import { must } from '#shared/base/assert.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { answer, keyReader, rankPath } from '#shared/query/order.ts';
import type { Query } from '#shared/query/query.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

export const notes = defineCollection({
  name: 'notes',
  module: 'stock',
  labels: { one: 'Note', many: 'Notes' },
  fields: [
    { name: 'title', type: 'text' },
    { name: 'body', type: 'text' },
    { name: 'tags', type: 'array', of: 'text' },
    { name: 'seats', type: 'integer' },
  ],
  searchable: ['title', 'body', 'tags'],
});

const context = { now: Date.UTC(2026, 4, 1), timeZone: 'UTC' };
const nope = refuse({ code: 'nope', message: 'No.' });

async function all(db: TenantStore): Promise<readonly StoredRecord[]> {
  return db.find('notes', { limit: 2_000 });
}

const titles = (records: readonly StoredRecord[]) => records.map((record) => record['title']);

async function commit(db: TenantStore, plan: (tx: Transaction) => Promise<unknown>): Promise<void> {
  await db.commit('key:k', async (tx) => ok(await plan(tx)));
}

/** The whole, backwards, counted, narrowed, sorted, and page by page. */
async function agree(db: TenantStore, definition: CollectionDefinition, search: string): Promise<void> {
  const rows = await all(db);
  const whole: Query = { search, limit: 2_000 };
  const expected = answer(definition, whole, rows, context);
  const label = `search ${JSON.stringify(search)}`;
  expect(await db.find('notes', whole), label).toEqual(expected);
  expect(await db.count('notes', undefined, search), label).toBe(expected.length);
  const few = { kind: 'field', path: 'seats', op: 'greater_than', value: 2 } as const;
  const others: readonly Query[] = [
    { ...whole, where: few },
    { ...whole, where: { kind: 'not', of: few }, limit: 3 },
    { ...whole, sort: [{ path: 'seats', direction: 'desc' }] },
    {
      ...whole,
      sort: [
        { path: rankPath, direction: 'desc' },
        { path: 'id', direction: 'desc' },
      ],
    },
  ];
  for (const query of others)
    expect(await db.find('notes', query), `${label} ${JSON.stringify(query)}`).toEqual(
      answer(definition, query, rows, context),
    );
  expect(await db.count('notes', few, search), label).toBe(answer(definition, others[0]!, rows, context).length);
  const keysOf = keyReader(definition, whole, context);
  const paged: StoredRecord[] = [];
  for (let after: readonly unknown[] | undefined; ; ) {
    const page = await db.find('notes', { search, limit: 3, ...(after ? { after } : {}) });
    paged.push(...page);
    if (page.length < 3) break;
    after = keysOf(page.at(-1)!);
  }
  expect(paged, `${label}, page by page`).toEqual(expected);
}

const vocabulary =
  'river River rive riv stone café CAFÉ Straße İstanbul 東京 東京都 大阪城 قهوة القَهْوَة قهـوة ไทย 42 4 x1 Łódź Müller mueller Jean-Luc O’Neill ｗｉｄｅ Ørsted Иванов ひらカナ 7KQ2P90123ABCDEFGH4567 LOT-10'.split(
    ' ',
  );
const words = fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }).map((some) => some.join(' '));
const note = fc.record({
  title: fc.option(words, { nil: null }),
  body: fc.option(words, { nil: null }),
  tags: fc.option(fc.array(words, { maxLength: 2 }), { nil: null }),
  seats: fc.integer({ min: 0, max: 5 }),
});
const hex = (digits: number, max: number) =>
  fc.integer({ min: 0, max }).map((n) => n.toString(16).padStart(digits, '0'));
/** UUIDs of few milliseconds, so that many stand between two, and random ones. */
const id = fc.oneof(
  fc.tuple(hex(4, 2), hex(12, 9_999)).map(([ms, end]) => `0196a0b0-${ms}-7000-8000-${end}`),
  fc.uuid({ version: 4 }),
);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), id, note }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const), at: fc.nat(99), note }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat(99) }) },
);
const wanted = fc
  .array(
    fc.oneof(
      fc.constantFrom(...vocabulary),
      fc.constantFrom(...vocabulary).map((word) => `-${word}`),
      fc.constantFrom(
        '"river stone"',
        '"東京',
        'riv*',
        'ri',
        '京',
        'cafe',
        'istanb',
        'القه',
        'strasse',
        '*',
        '"',
        'lodz',
        'muller',
        'MÜLLER',
        '-mueller',
        'jeanluc',
        'Jean Luc',
        '"luc jean"',
        'oneill',
        'wide',
        'oersted',
        'orsted',
        'ivanov',
        'カナ',
        '7KQ2P9 0123 ABCD',
        '7kq2p9-O123',
        '7kq2p90123abcdefgh4567',
        '7KQ2P9 OI23 ABCD EFGH 4567',
        'lot10',
        'l0t-1o',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => some.join(' '));

/** Random writes, some of which are refused; in between, the same answers as in memory. */
export async function checkSearch(db: TenantStore): Promise<void> {
  await db.migrate([notes]);
  const plans = fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 12 }), kept: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(plans, fc.array(wanted, { minLength: 2, maxLength: 4 }), async (written, searches) => {
      const before = await all(db);
      await commit(db, async (tx) => {
        for (const record of before) await tx.delete('notes', record.id);
      });
      // All at once: they share a batch.
      const done = written.map(({ steps, kept }) =>
        db.commit('key:k', async (tx) => {
          const here = [...(await tx.find('notes', { limit: 2_000 }))].map((record) => record.id);
          for (const one of steps) {
            const at = here[one.kind === 'create' ? 0 : one.at % Math.max(1, here.length)];
            if (one.kind === 'create' && !here.includes(one.id)) {
              await tx.create('notes', one.note, one.id);
              here.push(one.id);
            } else if (one.kind === 'update' && at !== undefined) await tx.update('notes', at, one.note);
            else if (one.kind === 'delete' && at !== undefined) {
              await tx.delete('notes', at);
              here.splice(here.indexOf(at), 1);
            }
          }
          const rows = await tx.find('notes', { limit: 2_000 });
          const query = { search: searches[0]!, limit: 2_000 };
          expect(await tx.find('notes', query), 'within a plan').toEqual(answer(notes, query, rows, context));
          return kept ? ok(null) : nope;
        }),
      );
      await Promise.all(done);
      for (const search of searches) await agree(db, notes, search);
    }),
    { numRuns: 25 },
  );
}

/** Hundreds of ids between two that were there before, in both directions: the order of the index makes room. */
export async function checkCrowdedSearch(db: TenantStore): Promise<void> {
  await db.migrate([notes]);
  const idOf = (n: number) => `0196a0b0-0001-7000-8000-${n.toString(16).padStart(12, '0')}`;
  const count = 400;
  for (const direction of [1, -1])
    for (let from = 0; from < count; from += 50)
      await commit(db, async (tx) => {
        for (let n = from; n < from + 50; n++)
          await tx.create('notes', { title: `stone ${n}` }, idOf(5_000 + direction * (n + 1)));
      });
  const rows = await all(db);
  expect(rows).toHaveLength(2 * count);
  const query: Query = { search: 'stone', limit: 2_000 };
  expect(await db.find('notes', query)).toEqual(answer(notes, query, rows, context));
  const middle = rows[count - 7]!;
  // A cursor at a deleted record works like one at a record that exists.
  await commit(db, (tx) => tx.delete('notes', middle.id));
  const on = { ...query, limit: 5, after: [0, middle.id] };
  expect((await db.find('notes', on)).map((record) => record.id)).toEqual(
    rows.slice(count - 6, count - 1).map((record) => record.id),
  );
}

const hostile: readonly string[] = [
  '"*^:AND NEAR(',
  'AND',
  'NOT river',
  'river OR',
  'title : river',
  '{title} : river',
  'river NEAR/2 stone',
  "river' | 'stone",
  "river':* & !x",
  'river;--',
  '\u0000',
  'river\u0000stone',
  '\ud800 river',
  '\udfff',
  '-- -" *',
  '¦',
  '% _ \\',
  `${'river '.repeat(1_700)}`,
  'x'.repeat(10_240),
  '東'.repeat(3_000),
  '"'.repeat(5_000),
  '-river '.repeat(40),
];

/** Hostile search texts find something or nothing, and cause no fault. */
export async function checkHostileSearch(db: TenantStore): Promise<void> {
  await db.migrate([notes]);
  await commit(db, async (tx) => {
    const texts = ['river stone', 'near and or not', '\u0000\u0001', 'a\ud800b', 'x'.repeat(2_000), '東'.repeat(1_000)];
    for (const [i, title] of texts.entries()) await tx.create('notes', { title: title.toWellFormed(), seats: i });
  });
  for (const search of hostile) await agree(db, notes, search.toWellFormed());
  expect(titles(await db.find('notes', { search: 'near and', limit: 9 }))).toEqual(['near and or not']);
  // More words than an index takes of one record: the words after the limit are not found, and nothing else changes.
  const everyWord = Array.from({ length: 60_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
  await commit(db, (tx) => tx.create('notes', { title: 'long', body: everyWord }));
  expect(titles(await db.find('notes', { search: 'long w1', limit: 9 }))).toEqual(['long']);
  expect(await db.count('notes', undefined, everyWord.slice(-6))).toBe(0);
}

/** What is searchable changes by a new definition, by a change of shape and on the way to another database. */
export async function checkSearchReshaped(store: Store, reopen: () => Promise<Store>): Promise<void> {
  let db = await store.tenant('one');
  const only = (...searchable: string[]): CollectionDefinition => ({ ...notes, searchable });
  await db.migrate([only()]);
  await commit(db, async (tx) => {
    for (let n = 0; n < 1_100; n++) await tx.create('notes', { title: `river ${n % 7}`, body: `stone${n % 11}` });
  });
  await store.close();
  const again = await reopen();
  db = await again.tenant('one');
  await db.migrate([only('title')]);
  await agree(db, only('title'), '"river 3"');
  await commit(db, (tx) => tx.create('notes', { title: 'river 3 late', body: 'stone99' }));
  await agree(db, only('title'), 'river 3');

  const shaped = only('body', 'title');
  const done = await db.reshape('key:k', { collection: 'notes', definition: shaped, convert: null }, async () =>
    ok(null),
  );
  expect(done.ok).toBe(true);
  await agree(db, shaped, 'stone9');
  const renamed = {
    ...shaped,
    fields: shaped.fields.map((f) => (f.name === 'seats' ? ({ name: 'chairs', type: 'integer' } as const) : f)),
  };
  const convert = ({ title, body, tags, seats }: StoredRecord) =>
    ok({ title: `wood ${String(title)}`, body, tags, chairs: seats });
  expect(
    (await db.reshape('key:k', { collection: 'notes', definition: renamed, convert }, async () => ok(null))).ok,
  ).toBe(true);
  const query: Query = { search: 'wood 5', limit: 2_000 };
  const rows = await db.find('notes', { limit: 2_000 });
  expect(await db.find('notes', query)).toEqual(answer(renamed, query, rows, context));

  const parts = [];
  for await (const part of db.dump(['notes'])) parts.push(part);
  const restored = await again.tenant('two');
  await restored.migrate([renamed]);
  await restored.load(parts);
  expect(await restored.find('notes', query)).toEqual(await db.find('notes', query));
  await commit(restored, async (tx) => {
    const [first] = await tx.find('notes', query);
    await tx.update('notes', must(first, 'something found').id, { title: 'gone' });
  });
  const left = (await db.find('notes', query)).slice(1).map((record) => record.id);
  expect((await restored.find('notes', query)).map((record) => record.id)).toEqual(left);

  const dropped = await restored.reshape('key:k', { collection: 'notes', definition: null, convert: null }, async () =>
    ok(null),
  );
  expect(dropped.ok).toBe(true);
  await restored.migrate([notes]);
  expect(await restored.count('notes', undefined, 'wood')).toBe(0);
}
