/**
 * A tenant's own collections: their definitions stand as records in its database, changed in the same transaction as
 * the tables they describe. Read by tenant-databases.ts at the tenant's opening; written by
 * core/collections/define-collection.ts, and by mirror-collections.ts in the sandbox.
 */

import type { Values } from '#shared/base/json.ts';
import { canonicalJson } from '#shared/base/json.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Change, Reader, TenantStore } from '../../store/contract.ts';

/** Its name is no tenant's to take: shared/schema/reserved-names.ts. */
export const storedDefinitions = defineCollection({
  name: 'collections',
  module: 'platform',
  labels: { one: 'Collection', many: 'Collections' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 63 },
    { name: 'definition', type: 'json', required: true },
    {
      name: 'renames',
      type: 'json',
      note: 'Of its latest change: former name → name, for readers of the log.',
    },
  ],
});

/** Maximum number of own collections of a tenant. */
export const ownCollectionsMax = 300;

export interface OwnCollection {
  /** Id of the record that holds the definition. */
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly definition: CollectionDefinition;
}

/** Reads the own collections, sorted by name. Where the store's table has an equal definition, that object is returned. */
export async function readOwn(reader: Reader): Promise<readonly OwnCollection[]> {
  const rows = await reader.find('collections', {
    limit: ownCollectionsMax,
    sort: [{ path: 'name', direction: 'asc' }],
  });
  return rows.map(({ id, version, createdAt, updatedAt, definition: stored }) => {
    const { name } = stored as CollectionDefinition;
    const shape = reader.shapeOf(name);
    const same = shape !== null && canonicalJson(shape) === canonicalJson(stored);
    return { id, version, createdAt, updatedAt, definition: same ? shape : (stored as CollectionDefinition) };
  });
}

/** Reads the own collections, and makes sure the store knows their tables: another process may have made or changed them. */
export async function openOwn(store: TenantStore): Promise<readonly OwnCollection[]> {
  await store.migrate([storedDefinitions]);
  const own = await readOwn(store);
  const strange = own
    .map((one) => one.definition)
    .filter((definition) => store.shapeOf(definition.name) !== definition);
  if (strange.length === 0) return own;
  const here = new Set(await store.collections());
  store.know(strange.filter((definition) => here.has(definition.name)));
  await store.migrate(strange.filter((definition) => !here.has(definition.name)));
  return own;
}

/** @param formerNames new name → the name it had. @returns as `renames` keeps it */
export function renamesOf(formerNames: ReadonlyMap<string, string>): Readonly<Record<string, string>> | null {
  if (formerNames.size === 0) return null;
  return Object.fromEntries([...formerNames].map(([name, former]) => [former, name]));
}

/** Changes of a definition looked at in one question. */
const lookedAt = 200;

/** Values as they stood at a place in the log → under the names that their fields have today. */
export type TodaysNames = (values: Values, seq: number) => Values;

/**
 * Returns the translation of former values to today's names in a tenant's own collection; values without a field today are left
 * out.
 *
 * @param seq the earliest place in the log that will be asked for
 * @returns null: the collection is not one of the tenant's own
 */
export async function todaysNames(store: TenantStore, collection: string, seq: number): Promise<TodaysNames | null> {
  const own = await store.findOne('collections', { name: collection });
  if (!own) return null;
  const newestFirst: Change[] = [];
  for (let before: number | undefined; ; ) {
    const options = { limit: lookedAt, ...(before === undefined ? {} : { before }) };
    const changes = await store.history('collections', own.id, options);
    newestFirst.push(...changes.filter((change) => change.seq > seq));
    before = changes.at(-1)?.seq;
    if (changes.length < lookedAt || before === undefined || before <= seq) break;
  }
  const steps = newestFirst.reverse().map((change) => ({
    seq: change.seq,
    renames: new Map(Object.entries((change.record['renames'] ?? {}) as Record<string, string>)),
    fields: (change.record['definition'] as CollectionDefinition).fields,
  }));
  return (values, at) => {
    let named = values;
    for (const { fields, renames } of steps.filter((step) => step.seq > at)) {
      const renamed = Object.entries(named).map(([name, value]) => [renames.get(name) ?? name, value] as const);
      named = Object.fromEntries(renamed.filter(([name]) => fields.some((field) => field.name === name)));
    }
    return named;
  };
}

/** The record of a change under the names of today. */
export function withTodaysNames(
  { record, seq }: Pick<Change, 'record' | 'seq'>,
  names: TodaysNames | null,
): StoredRecord {
  const { id, createdAt, updatedAt, version, ...fields } = record;
  return names ? { ...names(fields, seq), id, createdAt, updatedAt, version } : record;
}
