/**
 * Random plans against a model: after any commits, refusals and faults the rows are what the model says, every
 * value came back as it went in, and replaying the log gives the same rows. Part of the store's contract.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store, TenantStore, Transaction } from '#server/store/contract.ts';
import { canonicalJson, type Values } from '#shared/base/json.ts';
import { ok, refuse } from '#shared/base/result.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { gadgets } from './store-samples.ts';

// Lone surrogates are refused by validation (invalid_text): UTF-8 has no form for them.
const text = fc.string({ unit: 'binary' }).filter((s) => s.isWellFormed());
const json = fc
  .jsonValue({ stringUnit: 'binary' })
  .filter((value) => value !== null && JSON.stringify(value).isWellFormed())
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const values = fc.record(
  {
    seats: fc.option(fc.maxSafeInteger()),
    weight: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)),
    price: fc.option(fc.integer()),
    open: fc.option(fc.boolean()),
    since: fc.option(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((d) => d.toISOString()),
    ),
    kind: fc.option(fc.constantFrom('hall', 'room')),
    sizes: fc.option(fc.subarray(['s', 'm', 'l'])),
    tags: fc.option(fc.array(text, { maxLength: 3 })),
    meta: fc.option(json),
    place: fc.option(
      fc.tuple(
        fc.double({ min: -180, max: 180, noNaN: true }).map((n) => n + 0),
        fc.constant(1.5),
      ),
    ),
    address: fc.option(fc.record({ city: fc.option(text) })),
    state: fc.option(fc.constantFrom('draft', 'live', 'gone')),
    order: fc.option(fc.integer()),
    group: fc.option(text),
  },
  { requiredKeys: [] },
);

type Step = { readonly kind: 'create' | 'update' | 'delete'; readonly pick: number; readonly values: Values };
type End = 'commit' | 'refuse' | 'throw';

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'update', 'delete'),
  pick: fc.nat(),
  values,
});
const plans = fc.array(
  fc.record({
    end: fc.constantFrom<End>('commit', 'commit', 'commit', 'refuse', 'throw'),
    steps: fc.array(step, { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
);

const empty: Values = Object.fromEntries(gadgets.fields.map((field) => [field.name, null]));
type Model = Map<string, { readonly values: Values; readonly version: number }>;

/** Applies one step to the store and to the model alike. */
async function take(tx: Transaction, model: Model, s: Step): Promise<void> {
  const id = [...model.keys()][s.pick % Math.max(1, model.size)];
  if (s.kind === 'create') {
    const record = await tx.create('gadgets', s.values);
    model.set(record.id, { values: { ...empty, ...s.values }, version: 1 });
  } else if (id !== undefined && s.kind === 'update') {
    const before = model.get(id)!;
    const after = { ...before.values, ...s.values };
    const changed = canonicalJson(after) !== canonicalJson(before.values);
    await tx.update('gadgets', id, s.values);
    model.set(id, { values: after, version: before.version + (changed ? 1 : 0) });
  } else if (id !== undefined && s.kind === 'delete') {
    await tx.delete('gadgets', id);
    model.delete(id);
  }
}

function valuesOf(record: StoredRecord): Values {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, version: _version, ...rest } = record;
  return rest;
}

async function compare(db: TenantStore, model: Model): Promise<void> {
  const rows = new Map<string, StoredRecord>();
  for await (const page of db.walk('gadgets')) for (const row of page) rows.set(row.id, row);
  const stored = [...rows].map(([id, row]) => [id, { values: valuesOf(row), version: row.version }]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(model));

  const replayed = new Map<string, StoredRecord>();
  for (const change of await db.since(0, { limit: 10_000 })) {
    if (change.op === 'delete') replayed.delete(change.id);
    else {
      const former = replayed.get(change.id);
      if (change.op === 'update') expect({ ...change.record, ...change.previous }).toMatchObject(valuesOf(former!));
      replayed.set(change.id, change.record);
    }
  }
  expect(Object.fromEntries(replayed)).toEqual(Object.fromEntries(rows));
}

/** @param store called for each run, which gets a tenant of its own */
export async function checkLog(store: () => Store): Promise<void> {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(plans, async (list) => {
      const tenant = `run-${++run}`;
      const db = await store().tenant(tenant);
      await db.migrate([gadgets]);
      let model: Model = new Map();
      // All at once, so that they share batches; a plan that fails must leave the model as it was too.
      await Promise.allSettled(
        list.map(({ end, steps }) =>
          db.commit('user:a', async (tx) => {
            const draft: Model = new Map(model);
            for (const s of steps) await take(tx, draft, s);
            if (end === 'throw') throw new Error('broken plan');
            if (end === 'refuse') return refuse({ code: 'nope', message: 'No.' });
            model = draft;
            return ok(null);
          }),
        ),
      );
      await compare(db, model);
      await store().drop(tenant);
    }),
    { numRuns: 40 },
  );
}
