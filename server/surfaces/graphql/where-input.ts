/** A filter in the words of GraphQL's input types → the one that shared/query reads (paths with dots, lists for places). */
import { isObject } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import { filterableFields } from './filter-types.ts';

type Words = Readonly<Record<string, unknown>>;

/** The fields of a collection; null where it is not there. */
export type FieldsOf = (collection: string) => readonly Field[] | null;

function nearInput(given: unknown): unknown {
  if (!isObject(given)) return given;
  const { longitude, latitude, maxMetres, minMetres } = given;
  return [longitude, latitude, maxMetres, ...(typeof minMetres === 'number' ? [minMetres] : [])];
}

function groupInput(path: string, fields: readonly Field[], given: Words, fieldsOf: FieldsOf): [string, unknown][] {
  const own: Record<string, unknown> = {};
  const below: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((one) => one.name === name);
    if (field) below.push(...fieldInput(`${path}.${name}`, field, value, fieldsOf));
    else own[name] = value;
  }
  return [...below, ...(Object.keys(own).length > 0 ? [[path, own] as [string, unknown]] : [])];
}

function fieldInput(path: string, field: Field, given: unknown, fieldsOf: FieldsOf): [string, unknown][] {
  if (!isObject(given)) return [[path, given]];
  switch (field.type) {
    case 'group':
      return groupInput(path, field.fields, given, fieldsOf);
    case 'json': {
      const { path: keys, ...rest } = given;
      return [[typeof keys === 'string' && keys !== '' ? `${path}.${keys}` : path, rest]];
    }
    case 'point':
      return [[path, 'near' in given ? { ...given, near: nearInput(given['near']) } : given]];
    case 'relation': {
      const fields = fieldsOf(field.to);
      return [[path, fields ? mapped(given, ['some', 'every', 'none'], fields, fieldsOf) : given]];
    }
    case 'array':
      return [[path, field.of === 'group' ? mapped(given, ['elem_match'], field.fields ?? [], fieldsOf) : given]];
    default:
      return [[path, given]];
  }
}

function mapped(given: Words, nested: readonly string[], fields: readonly Field[], fieldsOf: FieldsOf): Words {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      nested.includes(name) ? scopeWords(fields, value, fieldsOf) : value,
    ]),
  );
}

function scopeWords(fields: readonly Field[], given: unknown, fieldsOf: FieldsOf): unknown {
  if (!isObject(given)) return given;
  const words = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'and' || name === 'or')
      return [[name, Array.isArray(value) ? value.map((one) => scopeWords(fields, one, fieldsOf)) : value]];
    if (name === 'not') return [[name, scopeWords(fields, value, fieldsOf)]];
    const field = fields.find((one) => one.name === name);
    return field ? fieldInput(name, field, value, fieldsOf) : [[name, value]];
  });
  return Object.fromEntries(words);
}

/** @param given coerced by the schema: its names are those of fields, operators and logic */
export function readWhereInput(fields: readonly Field[], given: unknown, fieldsOf: FieldsOf): unknown {
  return scopeWords(filterableFields(fields), given, (to) => {
    const found = fieldsOf(to);
    return found && filterableFields(found);
  });
}
