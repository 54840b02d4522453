/**
 * Resolves a path in a filter to its target: the column of a record, a field inside a group, a place in JSON, or a
 * field of a record at the other end of a relation. Parser, memory and SQL all resolve paths here, so that none knows a
 * field the others do not. Names are compared with the definition's own lists, never looked up on an object.
 */
import type { CollectionDefinition } from '../schema/definition.ts';
import type { Field } from '../schema/field.ts';
import type { FieldKind } from './operators.ts';

export type Lookup = (collection: string) => CollectionDefinition | null;
/** Tells whether the asker may name a declared field; absent: all of them, as the platform's own code may. */
export type Visible = (field: Field) => boolean;

/** Type of one value, for reading operands. */
export interface ValueType {
  readonly name: 'id' | 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'choice' | 'json';
  readonly options?: readonly string[];
}

/** Start of a path: a record, or an element of an array inside one. */
export type Scope =
  | { readonly of: 'record'; readonly definition: CollectionDefinition }
  | { readonly of: 'group'; readonly fields: readonly Field[] }
  | { readonly of: 'element'; readonly kind: FieldKind; readonly type: ValueType }
  | { readonly of: 'json' };

/** A to-one relation that is crossed on the way. */
export interface Hop {
  readonly column: string;
  readonly inner: readonly string[];
  readonly to: CollectionDefinition;
}

export interface Target {
  readonly kind: FieldKind;
  /** Type of the value, or of the elements of `choices`, `list` and `relations`. */
  readonly type: ValueType;
  readonly hops: readonly Hop[];
  /** A field of the (last) record or element; null: the element itself. */
  readonly column: string | null;
  /** Fields of groups below the column. */
  readonly inner: readonly string[];
  /** Keys into JSON below that. */
  readonly keys: readonly string[];
  /** The declared field, where there is one. */
  readonly field: Field | null;
}

/** Maximum length of a path in UTF-16 units. */
export const pathLengthMax = 300;
/** Maximum number of names in a path. */
export const pathStepsMax = 16;
/** Maximum number of relations that a path crosses. */
export const hopsMax = 3;

export const systemFields: readonly Field[] = [
  { name: 'id', type: 'file', required: true },
  { name: 'createdAt', type: 'date', required: true },
  { name: 'updatedAt', type: 'date', required: true },
  { name: 'version', type: 'integer', required: true },
];

/** System columns are never null, also in rows stored before a field became required. */
export function isSystemField(name: string): boolean {
  return systemFields.some((field) => field.name === name);
}

const types = { id: { name: 'id' }, json: { name: 'json' } } as const;

function describe(field: Field): { readonly kind: FieldKind; readonly type: ValueType } {
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'email':
    case 'url':
    case 'slug':
      return { kind: 'text', type: { name: 'text' } };
    case 'number':
      return { kind: 'number', type: { name: 'number' } };
    case 'integer':
    case 'money':
      return { kind: 'number', type: { name: 'integer' } };
    case 'boolean':
      return { kind: 'boolean', type: { name: 'boolean' } };
    case 'date':
      return { kind: 'date', type: { name: 'date' } };
    case 'select':
      return { kind: field.many ? 'choices' : 'choice', type: { name: 'choice', options: field.options } };
    case 'json':
      return { kind: 'json', type: types.json };
    case 'array':
      return field.of === 'group' ? { kind: 'rows', type: types.json } : { kind: 'list', type: { name: field.of } };
    case 'group':
      return { kind: 'group', type: types.json };
    case 'point':
      return { kind: 'point', type: types.json };
    case 'relation':
      return { kind: field.many ? 'relations' : 'relation', type: types.id };
    case 'file':
      return { kind: 'id', type: types.id };
  }
}

function fieldsOf(scope: Scope): readonly Field[] {
  if (scope.of === 'record') return [...systemFields, ...scope.definition.fields];
  return scope.of === 'group' ? scope.fields : [];
}

/** Returns the names that may stand at the beginning of a path, for refusals. */
export function namesIn(scope: Scope, visible: Visible = () => true): readonly string[] {
  return fieldsOf(scope)
    .filter(visible)
    .map((field) => field.name);
}

/** A key is bound, never spliced; these few characters are kept out because engines quote keys differently. */
export function isJsonKey(key: string): boolean {
  return key !== '' && key !== '__proto__' && !/["\\\u0000-\u001f]/.test(key) && key.isWellFormed();
}

function resolveJson(base: Omit<Target, 'kind' | 'type' | 'keys'>, keys: readonly string[]): Target | null {
  return keys.every(isJsonKey) ? { ...base, kind: 'json', type: types.json, keys } : null;
}

/** @returns null where the path names nothing (or nothing the asker may see), or leads through an array */
export function resolvePath(
  scope: Scope,
  path: string,
  lookup: Lookup = () => null,
  visible: Visible = () => true,
): Target | null {
  if (path.length > pathLengthMax) return null;
  const steps = path === '' ? [] : path.split('.');
  if (steps.length > pathStepsMax) return null;
  const whole = { hops: [], column: null, inner: [], field: null };
  if (scope.of === 'json') return resolveJson(whole, steps);
  if (scope.of === 'element')
    return steps.length === 0 ? { ...whole, kind: scope.kind, type: scope.type, keys: [] } : null;

  const hops: Hop[] = [];
  let fields = fieldsOf(scope);
  let column: string | null = null;
  let inner: string[] = [];
  for (const [i, step] of steps.entries()) {
    const field = fields.find((one) => one.name === step);
    if (!field || !visible(field)) return null;
    if (column === null) column = step;
    else inner.push(step);
    const rest = steps.slice(i + 1);
    if (rest.length === 0) return { ...describe(field), hops, column, inner, keys: [], field };
    if (field.type === 'json') return resolveJson({ hops, column, inner, field }, rest);
    if (field.type === 'group') {
      fields = field.fields;
      continue;
    }
    const to = field.type === 'relation' && !field.many ? lookup(field.to) : null;
    if (!to || hops.length === hopsMax) return null;
    hops.push({ column, inner, to });
    fields = fieldsOf({ of: 'record', definition: to });
    column = null;
    inner = [];
  }
  return null;
}

/** Returns the scope of the nested condition of `elem_match`, `some`, `every`, `none`; null where the far side is unknown. */
export function nestedScope(target: Target, lookup: Lookup = () => null): Scope | null {
  const { field } = target;
  if (target.kind === 'json') return { of: 'json' };
  if (field?.type === 'array' && field.of === 'group') return { of: 'group', fields: field.fields ?? [] };
  if (field?.type === 'array') {
    const kind = field.of === 'integer' ? 'number' : (field.of as FieldKind);
    return { of: 'element', kind, type: target.type };
  }
  if (field?.type !== 'relation') return null;
  const definition = lookup(field.to);
  return definition && { of: 'record', definition };
}
