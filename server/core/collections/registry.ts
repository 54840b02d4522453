/** All modules, and what is active of them in one tenant. */
import { assert } from '#shared/base/assert.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { platformRefusals } from '#shared/schema/refusals.ts';
import type { Registry } from '../platform.ts';
import type { OwnCollection } from '../tenants/own-collections.ts';
import type { ActionHandler, CollectionRule, Seal } from './action.ts';
import type { Module } from './module.ts';

export interface Modules {
  readonly all: readonly Module[];
  /** Collections of these modules and of those that are always active, with the internal ones. */
  collectionsOf(active: readonly string[]): readonly CollectionDefinition[];
  /** The same without the internal collections; returns the same object for the same modules. */
  registryOf(active: readonly string[]): Registry;
  /** These modules and those they cannot do without, in the order of all. */
  withNeeded(asked: readonly string[]): readonly string[];
  handler(action: string): ActionHandler | undefined;
  rules(collection: string): readonly CollectionRule[];
  /** HTTP status of a refusal; 422 for a code that neither the platform nor a module names. */
  statusOf(code: string): number;
  /** Seals the secrets in settings; null: no collection has any. */
  readonly seal: Seal | null;
}

const merged = new WeakMap<readonly OwnCollection[], Map<Registry, Registry>>();

/** Adds the tenant's own collections to those of the modules; returns the same object for as long as neither changes. */
export function withOwn(registry: Registry, own: readonly OwnCollection[]): Registry {
  if (own.length === 0) return registry;
  const known = merged.get(own) ?? new Map<Registry, Registry>();
  merged.set(own, known);
  const found = known.get(registry);
  if (found) return found;
  const modules = own.map(({ definition }) => definition.module).filter((m) => !registry.modules.includes(m));
  const made: Registry = {
    ...registry,
    modules: [...registry.modules, ...new Set(modules)],
    collections: new Map([...registry.collections, ...own.map(({ definition: d }) => [d.name, d] as const)]),
    own: new Map(own.map((one) => [one.definition.name, one])),
  };
  known.set(registry, made);
  return made;
}

export function createModules(all: readonly Module[], seal: Seal | null = null): Modules {
  const handlers = new Map(all.flatMap((m) => m.actions.map((a) => [a.definition.name, a.handler] as const)));
  const rules = Map.groupBy(
    all.flatMap((m) => m.rules ?? []),
    (rule) => rule.collection,
  );
  const status = new Map<string, number>([
    ...Object.entries(platformRefusals),
    ...all.flatMap((m) => Object.entries(m.refusals ?? {})),
  ]);
  const names = all.flatMap((m) => [...m.collections, ...(m.internal ?? [])].map((c) => c.name));
  assert(new Set(names).size === names.length, 'two modules bring a collection of the same name');
  const moduleNames = new Set(all.map((m) => m.name));
  for (const m of all)
    for (const need of m.needs ?? []) assert(moduleNames.has(need), `${m.name} needs ${need}, which is not there`);
  const registries = new Map<string, Registry>();
  const activeOf = (active: readonly string[]) => all.filter((m) => m.always || active.includes(m.name));
  return {
    all,
    seal,
    withNeeded(asked) {
      const wanted = new Set<string>();
      const add = (name: string) => {
        if (wanted.has(name)) return;
        wanted.add(name);
        for (const m of all) if (m.name === name) for (const need of m.needs ?? []) add(need);
      };
      for (const name of asked) add(name);
      return [...new Set(all.map((m) => m.name))].filter((name) => wanted.has(name));
    },
    collectionsOf: (active) => activeOf(active).flatMap((m) => [...m.collections, ...(m.internal ?? [])]),
    registryOf(active) {
      const key = [...active].sort().join(',');
      const known = registries.get(key);
      if (known) return known;
      const modules = activeOf(active);
      const registry: Registry = {
        // A module without collections and actions is not listed.
        modules: modules.filter((m) => m.collections.length + m.actions.length > 0).map((m) => m.name),
        collections: new Map(modules.flatMap((m) => m.collections.map((c) => [c.name, c] as const))),
        actions: new Map(modules.flatMap((m) => m.actions.map((a) => [a.definition.name, a.definition] as const))),
        intakes: modules.flatMap((m) => m.intakes ?? []),
        datasets: modules.flatMap((m) => m.exports ?? []),
      };
      registries.set(key, registry);
      return registry;
    },
    handler: (action) => handlers.get(action),
    rules: (collection) => rules.get(collection) ?? [],
    statusOf: (code) => status.get(code) ?? 422,
  };
}
