/** Which collections a database holds, as far as this version knows them, and their definitions. */
import { assert } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Assembly } from '../../assemble.ts';
import type { TenantStore } from '../../store/contract.ts';
import { controlCollections } from '../../tenants/control.ts';

/**
 * Also those of modules that are switched off: their data is kept, and goes along. Migrated, so that rows can be read.
 * @returns their names in a fixed order
 */
export async function tablesOf(house: Assembly, store: TenantStore): Promise<readonly string[]> {
  const here = await store.collections();
  const known = knownDefinitions(house).filter((definition) => here.includes(definition.name));
  await store.migrate(known);
  return known.map((definition) => definition.name).sort();
}

export function knownDefinitions(house: Assembly): readonly CollectionDefinition[] {
  return house.modules.collectionsOf(house.modules.all.map((m) => m.name));
}

export async function controlDefinitions(control: TenantStore): Promise<readonly CollectionDefinition[]> {
  const definitions = controlDefinitionsNamed(await control.collections());
  assert(definitions.length > 0, 'the control database has tables');
  return definitions;
}

export function controlDefinitionsNamed(names: readonly string[]): readonly CollectionDefinition[] {
  return controlCollections.filter((definition) => names.includes(definition.name));
}
