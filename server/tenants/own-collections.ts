/**
 * A tenant's own collections: their definitions stand as records in its database, changed in the same transaction as
 * the tables they describe. Read by directory.ts at the tenant's opening; written by collections/define-collection.ts.
 */
import { canonicalJson } from '#shared/base/json.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import type { Reader, TenantStore } from '../store/contract.ts';

/** Its name is no tenant's to take: shared/schema/reserved-names.ts. */
export const storedDefinitions = defineCollection({
  name: 'collections',
  module: 'platform',
  labels: { one: 'Collection', many: 'Collections' },
  fields: [
    { name: 'name', type: 'text', required: true, unique: true, maxLength: 63 },
    { name: 'definition', type: 'json', required: true },
  ],
});

export const ownCollectionsMax = 300;

export interface OwnCollection {
  /** Of the record that holds it. */
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly definition: CollectionDefinition;
}

/** As they stand in the database, by name. What the store's table was made of is the same object here. */
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

/** Makes sure the store knows the tables of these; another process may have made or changed them. */
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
