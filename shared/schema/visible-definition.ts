/**
 * A definition, and values of it, without the fields that a viewer may not see, at every depth. Pure: who sees which
 * field is the caller's to say. Every description, filter and projection is made of what this module leaves.
 */
import { isObject, type Values } from '../base/json.ts';
import type { CollectionDefinition } from './definition.ts';
import type { Field } from './field.ts';

export type SeesField = (field: Field) => boolean;
/** The members of a group, or of each item of a list of groups; none for any other field. */
export function innerFields(field: Field): readonly Field[] {
  return field.type === 'group' || field.type === 'array' ? (field.fields ?? []) : [];
}

/** @returns the fields that are seen, each with the members that are seen */
export function visibleFields(fields: readonly Field[], sees: SeesField): readonly Field[] {
  return fields.filter(sees).map((field): Field => {
    if (field.type === 'group') return { ...field, fields: visibleFields(field.fields, sees) };
    return field.type === 'array' && field.fields ? { ...field, fields: visibleFields(field.fields, sees) } : field;
  });
}

/** Whether the field is seen with all its members. */
function isSeenWhole(field: Field, sees: SeesField): boolean {
  return sees(field) && innerFields(field).every((one) => isSeenWhole(one, sees));
}

/**
 * The definition as the viewer may know it: nothing in it names a field that is not seen. Rules that go by such a field,
 * as `access.own`, are missing in it: code that holds an actor to them reads the whole definition.
 */
export function visibleDefinition(definition: CollectionDefinition, sees: SeesField): CollectionDefinition {
  const {
    access,
    indexes,
    lifecycle,
    moves: _moves,
    replicated,
    searchable,
    uniques,
    withdrawable,
    ...rest
  } = definition;
  const unseen = new Set(definition.fields.filter((field) => !sees(field)).map(({ name }) => name));
  const isSeen = (name: string) => !unseen.has(name);
  const seenLists = (lists: readonly (readonly string[])[]) => lists.filter((names) => names.every(isSeen));
  // A search looks into all its fields at once: it is for viewers who see them all.
  const isSearchable = definition.fields.every((f) => !searchable?.includes(f.name) || isSeenWhole(f, sees));
  const { own, ...scopes } = access ?? {};
  const { boundBy, fields: held, secrets: _secrets, ...replication } = replicated ?? {};
  const copied = {
    ...replication,
    ...(held ? { fields: held.filter(isSeen) } : {}),
    ...(boundBy !== undefined && isSeen(boundBy) ? { boundBy } : {}),
  };
  return {
    ...rest,
    fields: visibleFields(definition.fields, sees),
    ...(searchable && isSearchable ? { searchable } : {}),
    ...(indexes ? { indexes: seenLists(indexes) } : {}),
    ...(uniques ? { uniques: seenLists(uniques) } : {}),
    ...(lifecycle && isSeen(lifecycle.field) ? { lifecycle } : {}),
    ...(access ? { access: { ...scopes, ...(own && isSeen(own.field) ? { own } : {}) } } : {}),
    ...(withdrawable ? { withdrawable: withdrawable.filter(isSeen) } : {}),
    ...(replicated ? { replicated: copied } : {}),
  };
}

function namedValue(field: Field, value: unknown): unknown {
  if (field.type !== 'group' && !(field.type === 'array' && field.of === 'group')) return value;
  const inner = innerFields(field);
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? namedValues(inner, one) : one));
  return isObject(value) ? namedValues(inner, value) : value;
}

/** Returns only the values that these fields name, at every depth: what no field names may have been restricted. */
export function namedValues(fields: readonly Field[], values: Values): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const field of fields)
    if (Object.hasOwn(values, field.name)) kept[field.name] = namedValue(field, values[field.name]);
  return kept;
}
