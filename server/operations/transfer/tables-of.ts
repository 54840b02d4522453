/** Lists the collections that a database holds, as far as this version knows them, and their definitions. */
import { assert } from '#shared/base/assert.ts';
import { type CollectionDefinition, defineCollection } from '#shared/schema/definition.ts';
import { openOwn, storedDefinitions } from '../../core/tenants/own-collections.ts';
import { controlTables } from '../../identity/control-tables.ts';
import type { Assembly } from '../../start/assemble.ts';
import type { TenantStore } from '../../store/contract.ts';
import type { Line } from './lines.ts';

/**
 * Also those of modules that are switched off: their data is kept, and goes along. Migrated, so that rows can be read.
 * @returns their names in a fixed order
 */
export async function tablesOf(assembly: Assembly, store: TenantStore): Promise<readonly string[]> {
  const here = await store.collections();
  const own = here.includes(storedDefinitions.name) ? (await openOwn(store)).map((one) => one.definition) : [];
  const known = knownDefinitions(assembly).filter((definition) => here.includes(definition.name));
  await store.migrate(known);
  return [...known, ...own].map((definition) => definition.name).sort();
}

/** Returns the definitions that every tenant's database may have, besides its custom collections. */
export function knownDefinitions(assembly: Assembly): readonly CollectionDefinition[] {
  return [storedDefinitions, ...assembly.modules.collectionsOf(assembly.modules.all.map((m) => m.name))];
}

/** A tenant's own collections, out of the records that hold their definitions. @throws where one is none */
export async function ownDefinitionsIn(lines: AsyncIterable<Line>): Promise<readonly CollectionDefinition[]> {
  const own: CollectionDefinition[] = [];
  for await (const line of lines)
    if (line.kind === 'record' && line.collection === storedDefinitions.name)
      own.push(defineCollection(line.record['definition'] as CollectionDefinition));
  return own;
}

export async function controlDefinitions(control: TenantStore): Promise<readonly CollectionDefinition[]> {
  const definitions = controlDefinitionsNamed(await control.collections());
  assert(definitions.length > 0, 'the control database has tables');
  return definitions;
}

export function controlDefinitionsNamed(names: readonly string[]): readonly CollectionDefinition[] {
  return controlTables.filter((definition) => names.includes(definition.name));
}
