/**
 * The changes of a built-in collection between releases as a list of steps (the former name of a field, and how its
 * values move), and their application. Pure; the stores call it for each row at the first opening by a new release, and
 * for what the log holds from before.
 */
import { assert } from '../base/assert.ts';
import { isObject, type Json, type Values } from '../base/json.ts';
import { ok, type Refusal, type Result } from '../base/result.ts';
import { convertValue } from './convert-value.ts';
import type { Field } from './field.ts';
import { fieldsInside } from './secret.ts';

type Path = readonly string[];

/** One step. Steps stay in the list once they are released, in their order: a database counts how many it has made. */
export interface FieldMove {
  /** Name of the field after the step, with dots inside groups, lists of groups and json settings: `address.zip`. */
  readonly field: string;
  /** Former name, with dots likewise. Absent: it keeps its name, and its values change. */
  readonly renamedFrom?: string;
  /** Former definition, where its type changed. */
  readonly was?: Field;
  /** Former value, written as text → value; what is not listed stays. Of a list, each element. */
  readonly values?: Readonly<Record<string, Json>>;
  /** The field is gone since: the step is counted and does nothing. */
  readonly removed?: true;
}

/** Part of a definition that these functions need. */
export interface Moved {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly moves?: readonly FieldMove[];
}

function pathsOf({ field, renamedFrom }: FieldMove): { readonly from: Path; readonly to: Path } {
  return { from: (renamedFrom ?? field).split('.'), to: field.split('.') };
}

function fieldAt(fields: readonly Field[], [name, ...rest]: Path): Field | null {
  const field = fields.find((one) => one.name === name) ?? null;
  return field === null || rest.length === 0 ? field : fieldAt(fieldsInside(field), rest);
}

function withInside(field: Field, inside: readonly Field[]): Field {
  return { ...field, fields: inside } as Field;
}

function fieldsWithout(fields: readonly Field[], [name, ...rest]: Path): readonly Field[] {
  if (rest.length === 0) return fields.filter((one) => one.name !== name);
  return fields.map((one) => (one.name === name ? withInside(one, fieldsWithout(fieldsInside(one), rest)) : one));
}

/** A container that is not there any more was a group. A field that has the name today came to it later. */
function fieldsWith(fields: readonly Field[], [name = '', ...rest]: Path, field: Field): readonly Field[] {
  if (rest.length === 0) return [...fields.filter((one) => one.name !== name), { ...field, name }];
  const held = fields.find((one) => one.name === name);
  if (!held) return [...fields, { name, type: 'group', fields: fieldsWith([], rest, field) }];
  return fields.map((one) => (one === held ? withInside(one, fieldsWith(fieldsInside(one), rest, field)) : one));
}

interface Step {
  readonly move: FieldMove;
  /** Field as the step leaves it; null: it is gone since. */
  readonly field: Field | null;
  /** All fields before the step. */
  readonly before: readonly Field[];
}

const known = new WeakMap<Moved, readonly Step[]>();

/** Worked out from today's fields back to those of the first release. */
function stepsOf(definition: Moved): readonly Step[] {
  const found = known.get(definition);
  if (found) return found;
  const steps: Step[] = [];
  let { fields } = definition;
  for (const move of [...(definition.moves ?? [])].reverse()) {
    const { from, to } = pathsOf(move);
    const field = move.removed ? null : fieldAt(fields, to);
    if (field) fields = fieldsWith(fieldsWithout(fields, to), from, move.was ?? field);
    steps.unshift({ move, field, before: fields });
  }
  known.set(definition, steps);
  return steps;
}

/** Counts the containers that both paths lie in. */
function sharedBy(from: Path, to: Path): number {
  const most = Math.min(from.length, to.length) - 1;
  const apart = from.findIndex((name, i) => i >= most || name !== to[i]);
  return apart === -1 ? most : apart;
}

/** @throws where a step leads nowhere: a bug of the definition */
export function checkMoves(definition: Moved): void {
  for (const { field, move, before } of stepsOf(definition)) {
    const { from, to } = pathsOf(move);
    const at = `${definition.name}.${move.field}`;
    if (move.removed) continue;
    assert(field, `${at}: a move leads to a field that is not there`);
    assert(move.renamedFrom || move.was || move.values, `${at}: a move says what it was called, was or held before`);
    const containers = [from, to].flatMap((path) =>
      path.slice(sharedBy(from, to), -1).map((_, i) => path.slice(0, sharedBy(from, to) + i + 1)),
    );
    for (const path of containers)
      assert(fieldAt(before, path)?.type !== 'array', `${at}: a value cannot move into or out of a list`);
  }
}

/** @param applied how many steps were made. @returns the fields as they were then */
export function fieldsAfter(definition: Moved, applied: number): readonly Field[] {
  return stepsOf(definition)[applied]?.before ?? definition.fields;
}

function valueAt(values: unknown, [name = '', ...rest]: Path): unknown {
  const value = isObject(values) ? values[name] : undefined;
  return rest.length === 0 ? value : valueAt(value, rest);
}

function valuesWithout(values: Values, [name = '', ...rest]: Path): Values {
  const { [name]: value, ...others } = values;
  return rest.length === 0 ? others : { ...others, [name]: valuesWithout(value as Values, rest) };
}

function valuesWith(values: Values, [name = '', ...rest]: Path, value: unknown): Values {
  if (rest.length === 0) return { ...values, [name]: value };
  const inside = values[name];
  return { ...values, [name]: valuesWith(isObject(inside) ? inside : {}, rest, value) };
}

/** Inside what both paths share, each element by itself. */
function moved(values: Values, from: Path, to: Path, convert: (value: unknown) => unknown): Values {
  const [name = ''] = from;
  if (from.length > 1 && to.length > 1 && name === to[0]) {
    const inside = (one: unknown) => (isObject(one) ? moved(one, from.slice(1), to.slice(1), convert) : one);
    const held = values[name];
    return { ...values, ...(name in values && { [name]: Array.isArray(held) ? held.map(inside) : inside(held) }) };
  }
  const value = valueAt(values, from);
  if (value === undefined) return values;
  return valuesWith(valuesWithout(values, from), to, value === null ? null : convert(value));
}

function renamedValue(move: FieldMove, value: unknown): unknown {
  const { values } = move;
  if (!values) return value;
  if (Array.isArray(value)) return value.map((one) => renamedValue(move, one));
  return isObject(value) || !Object.hasOwn(values, String(value)) ? value : values[String(value)];
}

/**
 * @param applied how many steps had been made when these values were stored
 * @param values of a record, or some of them; system fields stay as they are
 * @returns the values under today's names, or `invalid_type` for each that cannot be what its field is now
 */
export function moveValues(definition: Moved, applied: number, values: Values): Result<Values> {
  const errors: Refusal[] = [];
  let now = values;
  for (const { field, move } of stepsOf(definition).slice(applied)) {
    if (!field) continue;
    const { from, to } = pathsOf(move);
    now = moved(now, from, to, (value) => {
      const renamed = renamedValue(move, value);
      if (!move.was || renamed === null) return renamed;
      const converted = convertValue(field, renamed);
      if (converted !== undefined) return converted;
      const shown = (JSON.stringify(renamed) ?? '').slice(0, 120);
      errors.push({ code: 'invalid_type', path: move.field, message: `${shown} cannot be ${field.type}.` });
      return null;
    });
  }
  const [first, ...more] = errors;
  return first ? { ok: false, errors: [first, ...more] } : ok(now);
}

/** A step in a form for people: `title → name`. */
export function describeMove({ field, renamedFrom }: FieldMove): string {
  return renamedFrom === undefined ? `values of ${field}` : `${renamedFrom} → ${field}`;
}
