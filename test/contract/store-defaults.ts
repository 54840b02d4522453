/** A row that leaves fields out gets their defaults, whichever the store: generated from all defaults that our collections have. */
import { expect } from 'vitest';
import type { TenantStore } from '#server/store/contract.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { ok } from '#shared/base/result.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Field } from '#shared/schema/field.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';

const hasDefault = (field: Field): field is Field & { readonly default: unknown } =>
  'default' in field && field.default !== undefined && field.default !== null;

/** One field of each kind with each default that occurs in a collection of ours. */
function everyDefault(): CollectionDefinition {
  const found = catalogue.flatMap(({ collections }) => collections.flatMap(({ fields }) => fields.filter(hasDefault)));
  const distinct = new Map(found.map((field) => [`${field.type} ${canonicalJson(field.default)}`, field]));
  const fields = [...distinct.values()].map((field, n) => ({ ...field, name: `f${n}`, index: false, unique: false }));
  return {
    name: 'prefilled',
    module: 'stock',
    labels: { one: 'Prefilled', many: 'Prefilled' },
    fields: [
      ...fields,
      { name: 'plain', type: 'text' },
      { name: 'code', type: 'text', unique: true, default: 'first' },
    ],
  } as CollectionDefinition;
}

export async function checkDefaults(db: TenantStore): Promise<void> {
  const definition = everyDefault();
  await db.migrate([definition]);
  const names = definition.fields.filter(hasDefault).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  const create = async (values: object) => {
    const { value } = expectOk(
      await db.commit('user:a', async (tx) => ok(await tx.create('prefilled', { ...values }))),
    );
    expect(await db.get('prefilled', value.id)).toEqual(value);
    return value;
  };
  const expected = Object.fromEntries(definition.fields.filter(hasDefault).map((field) => [field.name, field.default]));
  expect(await create({})).toMatchObject({ ...expected, plain: null });
  // A default is a value like any other, to what must be unique and to the log.
  await expect(create({ code: undefined })).rejects.toThrow(/code/);
  const [change] = await db.since(0, { limit: 10, collections: ['prefilled'] });
  expect(change?.record).toMatchObject(expected);
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  expect(await create(empty)).toMatchObject(empty);
}
