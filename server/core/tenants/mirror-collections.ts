/**
 * The sandbox has the live tenant's own collections, and follows each of their changes. Its records are test data: where
 * they do not fit they are dropped, so that they never keep a change of the live tenant from being made.
 */
import { canonicalJson } from '#shared/base/json.ts';
import { ok, type Result } from '#shared/base/result.ts';
import type { DefinitionChange } from '#shared/schema/change-definition.ts';
import { recordConverter } from '#shared/schema/convert-record.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Plan, Reshape, TenantStore } from '../../store/contract.ts';
import { type OwnCollection, openOwn, renamesOf } from './own-collections.ts';

const actor = 'system:mirror';

function done<T>(result: Result<T>): boolean {
  if (!result.ok && !['values_do_not_fit', 'values_would_be_lost'].includes(result.errors[0].code))
    throw new Error(`the sandbox was not changed: ${result.errors[0].message}`);
  return result.ok;
}

/** The plan that creates or updates the record of the definition, or deletes it where `definition` is null. */
function record(
  twin: OwnCollection | undefined,
  definition: CollectionDefinition | null,
  formerNames: ReadonlyMap<string, string> = new Map(),
): Plan<null> {
  return async (tx) => {
    if (definition === null) {
      if (twin) await tx.delete('collections', twin.id);
    } else if (twin) await tx.update('collections', twin.id, { definition, renames: renamesOf(formerNames) });
    else await tx.create('collections', { name: definition.name, definition });
    return ok(null);
  };
}

async function follow(
  store: TenantStore,
  twin: OwnCollection | undefined,
  definition: CollectionDefinition,
  change: DefinitionChange | null,
): Promise<void> {
  const collection = definition.name;
  const reshape = (convert: Reshape['convert'], formerNames?: ReadonlyMap<string, string>) =>
    store.reshape(actor, { collection, definition, convert }, record(twin, definition, formerNames));
  if (!twin) {
    done(await reshape(null));
    return;
  }
  const formerly = twin.definition.fields.map((f) => f.name);
  const renames = [...(change?.formerNames ?? [])].filter(([, former]) => formerly.includes(former));
  const convert = recordConverter(twin.definition, {
    next: definition,
    formerNames: new Map(renames),
    mayDrop: formerly,
    backfill: change?.backfill ?? {},
  });
  if (done(await reshape(convert, new Map(renames)))) return;
  done(await store.reshape(actor, { collection, definition: null, convert: null }, record(twin, null)));
  done(await store.reshape(actor, { collection, definition, convert: null }, record(undefined, definition)));
}

/**
 * Gives the sandbox the same own collections as the live tenant.
 *
 * @param change the change just made to one of the live collections, which says how its records follow; null: none is known
 */
export async function mirrorCollections(
  live: readonly OwnCollection[],
  sandbox: TenantStore,
  change: DefinitionChange | null,
): Promise<void> {
  const twins = new Map((await openOwn(sandbox)).map((one) => [one.definition.name, one]));
  for (const { definition } of live) {
    const twin = twins.get(definition.name);
    twins.delete(definition.name);
    if (twin && canonicalJson(twin.definition) === canonicalJson(definition)) continue;
    await follow(sandbox, twin, definition, change?.next.name === definition.name ? change : null);
  }
  for (const [collection, twin] of twins)
    done(await sandbox.reshape(actor, { collection, definition: null, convert: null }, record(twin, null)));
}
