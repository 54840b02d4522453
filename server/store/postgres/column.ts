/**
 * One field as one column: which PostgreSQL type holds it, and how a value goes in and out. JSON is `json`, not `jsonb`:
 * it keeps the order of keys and costs nothing to read; filters cast it. Text compares by code points (collation "C").
 */
import { assert } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';
import type { Bound } from '../compile/sql.ts';
import { loadedJson, loadedText, storedJson, storedText } from './stored-text.ts';

type Form = 'text' | 'integer' | 'real' | 'flag' | 'time' | 'json';

export interface Column {
  readonly name: string;
  readonly form: Form;
  /** Type name, as `format_type` spells it. */
  readonly type: string;
  /** No value is longer than a b-tree entry may be; means nothing for JSON, which is never indexed. */
  readonly short: boolean;
}

const typeOf: Readonly<Record<Form, string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  flag: 'boolean',
  time: 'timestamp(3) with time zone',
  json: 'json',
};

/** Four bytes each at most, and a b-tree entry holds 2,704. */
const shortTextChars = 500;

function formOf(field: Field): Form {
  switch (field.type) {
    case 'number':
      return 'real';
    case 'integer':
    case 'money':
      return 'integer';
    case 'boolean':
      return 'flag';
    case 'date':
      return 'time';
    case 'json':
    case 'array':
    case 'group':
    case 'point':
      return 'json';
    case 'select':
    case 'relation':
      return field.many === true ? 'json' : 'text';
    default:
      return 'text';
  }
}

function isShort(field: Field): boolean {
  switch (field.type) {
    case 'text':
    case 'richText':
    case 'email':
    case 'url':
    case 'slug':
      return field.maxLength !== undefined && field.maxLength <= shortTextChars;
    default:
      return true;
  }
}

export function columnOf(field: Field): Column {
  const form = formOf(field);
  return { name: field.name, form, type: typeOf[form], short: isShort(field) };
}

export function systemColumn(name: string, form: Form): Column {
  return { name, form, type: typeOf[form], short: true };
}

/** Returns the type as CREATE and ALTER TABLE declare it. */
export function declaredType(column: Column): string {
  return column.form === 'text' ? 'text COLLATE "C"' : column.type;
}

const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A value that does not fit is a bug of the caller: collections/ has validated it. */
export function encode(column: Column, value: unknown): Bound {
  if (value === null || value === undefined) return null;
  switch (column.form) {
    case 'text':
      assert(typeof value === 'string', `${column.name}: expected text`);
      return storedText(value);
    case 'integer':
      assert(Number.isSafeInteger(value), `${column.name}: expected an integer`);
      return value as number;
    case 'real':
      assert(Number.isFinite(value), `${column.name}: expected a number`);
      return value as number;
    case 'flag':
      assert(typeof value === 'boolean', `${column.name}: expected true or false`);
      return value;
    case 'time':
      assert(typeof value === 'string' && storedTime.test(value), `${column.name}: expected a time in UTC`);
      return value;
    case 'json':
      return storedJson(value);
  }
}

/** @param value as connection.ts parses it: numbers and flags are such, times in our spelling, the rest is text */
export function decode(column: Column, value: unknown): unknown {
  if (value === null) return null;
  if (column.form === 'json') return loadedJson(value as string);
  if (column.form === 'text') return loadedText(value as string);
  return value;
}

/** Whether two values of a record mean the same; JSON may differ in the order of keys alone. */
export function sameValue(column: Column, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (column.form !== 'json' || a === null || b === null) return false;
  return canonicalJson(a) === canonicalJson(b);
}
