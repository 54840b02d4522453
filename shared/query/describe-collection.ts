/**
 * A collection as data for its users: JSON Schema of what comes out and what goes in, the operators of
 * each field, its lifecycle, and who may do what. For OPTIONS, the schema endpoint and the API's own documents.
 */
import type { JsonObject } from '../base/json.ts';
import type { CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import { fieldsToJsonSchema } from '../schema/json-schema.ts';
import { type OperandKind, operandOf, operators, operatorsFor } from './operators.ts';
import { resolvePath, systemFields } from './target.ts';

export interface Scopes {
  /** Any one of them is enough; so with `write`. */
  readonly read: readonly string[];
  readonly write: readonly string[];
}

const systemProperties = fieldsToJsonSchema(systemFields);

/** Returns the schema of a record in answers: every field is there, null where empty; those of some roles may be missing. */
export function recordSchema(fields: readonly Field[]): JsonObject {
  const own = fieldsToJsonSchema(asAnswered(fields));
  const properties = { ...(systemProperties['properties'] as JsonObject), ...(own['properties'] as JsonObject) };
  const shy = fields.filter((field) => field.readRoles !== undefined).map((field) => field.name);
  const required = Object.keys(properties).filter((name) => !shy.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Returns fields as answered: no defaults, and members for some roles alone may be missing at every depth. */
function asAnswered(fields: readonly Field[]): readonly Field[] {
  return withoutDefaults(fields).map((field): Field => {
    const shown = field.readRoles === undefined ? field : ({ ...field, required: false } as Field);
    if (shown.type === 'group') return { ...shown, fields: asAnswered(shown.fields) };
    return shown.type === 'array' && shown.fields ? { ...shown, fields: asAnswered(shown.fields) } : shown;
  });
}

function withoutDefaults(fields: readonly Field[]): readonly Field[] {
  return fields.map((field): Field => {
    if (!('default' in field)) return field;
    const { default: _default, ...rest } = field;
    return rest as Field;
  });
}

/** Returns the schema of a record in requests, without what only the platform sets. */
export function inputSchema(fields: readonly Field[]): JsonObject {
  return fieldsToJsonSchema(fields.filter((field) => !field.readOnly));
}

/** A JSON merge patch: any part of the input; null empties a field. */
export function patchSchema(fields: readonly Field[]): JsonObject {
  const { required: _required, ...rest } = inputSchema(withoutDefaults(fields));
  return { ...rest, minProperties: 1 };
}

interface FieldOperators {
  readonly kind: string;
  readonly operators: Readonly<Record<string, { readonly operand: OperandKind; readonly meaning: string }>>;
}

function operatorsOf(definition: CollectionDefinition, name: string): FieldOperators | null {
  const target = resolvePath({ of: 'record', definition }, name);
  if (!target) return null;
  const { kind } = target;
  const named = operatorsFor(kind).map((op) => [op, { operand: operandOf(op, kind), meaning: operators[op].meaning }]);
  return { kind, operators: Object.fromEntries(named) };
}

/** @param definition as its reader may know it (shared/schema/visible-definition.ts) */
export function describeCollection(
  definition: CollectionDefinition,
  scopes: Scopes,
): Readonly<Record<string, unknown>> {
  const { name, module, labels, note, lifecycle, searchable, access, writable = 'all' } = definition;
  const fields = definition.fields.filter((field) => !field.hidden);
  const named = [...systemFields, ...fields].map((field) => [field.name, operatorsOf(definition, field.name)]);
  const kept = searchable?.filter((one) => fields.some((field) => field.name === one));
  return {
    name,
    module,
    labels,
    ...(note ? { note } : {}),
    ...(lifecycle ? { lifecycle } : {}),
    ...(kept ? { searchable: kept } : {}),
    access: { ...scopes, writable, ...(access?.own ? { own: access.own } : {}) },
    schema: recordSchema(fields),
    input: inputSchema(fields),
    fields: Object.fromEntries(named),
    operators: { and: operators.and.meaning, or: operators.or.meaning, not: operators.not.meaning },
  };
}
