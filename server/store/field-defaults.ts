/** Fills the fields that the maker of a new row left out with their own defaults. Both stores call it, for every caller. */
import type { Values } from '#shared/base/json.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';

const kept = new WeakMap<CollectionDefinition, readonly (readonly [name: string, value: unknown])[]>();

function defaultsOf(definition: CollectionDefinition): readonly (readonly [name: string, value: unknown])[] {
  const known = kept.get(definition);
  if (known !== undefined) return known;
  const found = definition.fields.flatMap((field) =>
    'default' in field && field.default !== undefined && field.default !== null
      ? [[field.name, field.default] as const]
      : [],
  );
  kept.set(definition, found);
  return found;
}

/**
 * @param values of a row that is made now; a field that is null was left empty on purpose and stays so
 * @returns the same values, with the default of every field that was left out
 */
export function withDefaults(definition: CollectionDefinition, values: Values): Values {
  const missing = defaultsOf(definition).filter(([name]) => values[name] === undefined);
  return missing.length === 0 ? values : { ...values, ...Object.fromEntries(missing) };
}
