/** Any fields, renamed in any steps over any releases: every value is under the name that its field has now. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import type { FieldMove } from '#shared/schema/moves.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { postgres } from '#test/fixtures/postgres.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A field by its identity, which no rename changes. */
interface Part {
  readonly make: (name: string, inner: string) => Field;
  readonly value: (seed: number, inner: string) => unknown;
}

const text = (name: string) => ({ name, type: 'text' }) as const;
const parts: readonly Part[] = [
  { make: (name) => ({ name, type: 'text', index: true, maxLength: 50 }), value: (seed) => `text ${seed}` },
  { make: (name) => ({ name, type: 'integer' }), value: (seed) => seed },
  { make: (name) => ({ name, type: 'boolean' }), value: (seed) => seed % 2 === 0 },
  { make: (name) => ({ name, type: 'date' }), value: (seed) => new Date(seed * 1000).toISOString() },
  {
    make: (name) => ({ name, type: 'select', options: ['s', 'm'], many: true }),
    value: (seed) => ['s', 'm'].slice(seed % 2),
  },
  {
    make: (name, inner) => ({ name, type: 'group', fields: [text(inner)] }),
    value: (seed, inner) => ({ [inner]: `in ${seed}` }),
  },
  {
    make: (name, inner) => ({ name, type: 'array', of: 'group', fields: [text(inner)] }),
    value: (seed, inner) => [{ [inner]: `one ${seed}` }, { [inner]: `two ${seed}` }],
  },
  { make: (name) => ({ name, type: 'json' }), value: (seed) => ({ deep: [seed, null, { x: seed }] }) },
];

const names = ['alpha', 'beta', 'gamma', 'delta', 'Epsilon', 'order', 'group', 'seven', 'eight', 'nine', 'ten'].map(
  (name) => name.toLowerCase(),
);

/** What every field is called, by identity. */
interface Naming {
  readonly outer: readonly string[];
  readonly inner: readonly string[];
}

interface Release {
  readonly naming: Naming;
  readonly moves: readonly FieldMove[];
}

const renames = fc.array(fc.record({ part: fc.nat(7), name: fc.nat(30), inside: fc.boolean() }), { maxLength: 8 });

/** @returns the first release, and one after each rename that can be; a name that is free again may be taken by another */
function releasesOf(steps: readonly { part: number; name: number; inside: boolean }[]): readonly Release[] {
  const releases: Release[] = [
    { naming: { outer: names.slice(0, parts.length), inner: parts.map(() => 'label') }, moves: [] },
  ];
  for (const { inside, name, part } of steps) {
    const { moves, naming } = releases.at(-1)!;
    const former = naming.outer[part]!;
    const hasInside = [5, 6].includes(part) && inside;
    const free = names.filter((one) => !naming.outer.includes(one));
    const next = hasInside ? `inner${name}` : free[name % free.length]!;
    if (hasInside && naming.inner[part] === next) continue;
    const move = hasInside
      ? { field: `${former}.${next}`, renamedFrom: `${former}.${naming.inner[part]}` }
      : { field: next, renamedFrom: former };
    const changed = hasInside
      ? { ...naming, inner: naming.inner.with(part, next) }
      : { ...naming, outer: naming.outer.with(part, next) };
    releases.push({ naming: changed, moves: [...moves, move] });
  }
  return releases;
}

function definitionOf(collection: string, { moves, naming }: Release): CollectionDefinition {
  return defineCollection({
    name: collection,
    module: 'stock',
    labels: { one: collection, many: `${collection}s` },
    fields: parts.map(({ make }, i) => make(naming.outer[i]!, naming.inner[i]!)),
    searchable: [naming.outer[0]!],
    moves,
  });
}

function valuesOf({ naming }: Release, seed: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(parts.map(({ value }, i) => [naming.outer[i]!, value(seed, naming.inner[i]!)]));
}

let made = 0;

async function keepsValues(store: Store, releases: readonly Release[], stop: number): Promise<void> {
  made += 1;
  const collection = `things${made}`;
  const db = await store.tenant('one');
  await db.migrate([definitionOf(collection, releases[0]!)]);
  const ids = expectOk(
    await db.commit('user:a', async (tx) => {
      const records = [];
      for (let seed = 0; seed < 3; seed++) records.push(await tx.create(collection, valuesOf(releases[0]!, seed)));
      return ok(records.map(({ id }) => id));
    }),
  );
  const last = releases.at(-1)!;
  // One release on the way is started, the others are left out.
  for (const release of [releases[stop % releases.length]!, last])
    await db.migrate([definitionOf(collection, release)]);
  for (const [seed, id] of ids.value.entries()) {
    const wanted = valuesOf(last, seed);
    expect(await db.get(collection, id)).toMatchObject(wanted);
    const history = await db.history(collection, id, { limit: 10 });
    for (const { record } of history) expect(record).toMatchObject(wanted);
    expect(Object.keys(history.at(-1)!.record).sort()).toEqual(
      [...Object.keys(wanted), 'id', 'createdAt', 'updatedAt', 'version'].sort(),
    );
  }
  const [found] = await db.find(collection, { search: 'text 2', limit: 5 });
  expect(found?.id).toBe(ids.value[2]);
  expect(await db.migrate([definitionOf(collection, last)])).toEqual([]);
}

const setting = { clock: Date.now, newId: idMaker(Date.now) };

describe.each([
  ['SQLite', 25],
  ['PostgreSQL', 5],
] as const)('%s', (kind, numRuns) => {
  let store: Store | null = null;
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-moves-'));

  async function opened(): Promise<Store> {
    if (kind === 'SQLite') return openSqliteStore({ folder, ...setting });
    return openPostgresStore({ url: await (await postgres()).database('moves'), findEngine, ...setting });
  }

  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true });
  });

  test('random renames over random releases keep every value, in records, history and search', async () => {
    store = await opened();
    const target = store;
    await fc.assert(
      fc.asyncProperty(renames, fc.nat(20), (steps, stop) => keepsValues(target, releasesOf(steps), stop)),
      { numRuns, verbose: 1 },
    );
  });
});
