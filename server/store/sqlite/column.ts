/**
 * One field as one column: which SQLite type holds it, and how a value goes in and out.
 * The query compiler relies on the same forms: JSON as text, booleans as 0 and 1, dates as ISO text.
 */
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import { canonicalJson } from '#shared/base/json.ts';
import type { Field } from '#shared/schema/field.ts';

export type StorageClass = 'TEXT' | 'INTEGER' | 'REAL';
type Form = 'text' | 'integer' | 'real' | 'flag' | 'json';

export interface Column {
  readonly name: string;
  readonly form: Form;
  readonly storage: StorageClass;
}

const storageOf: Readonly<Record<Form, StorageClass>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  flag: 'INTEGER',
  json: 'TEXT',
};

function formOf(field: Field): Form {
  switch (field.type) {
    case 'number':
      return 'real';
    case 'integer':
    case 'money':
      return 'integer';
    case 'boolean':
      return 'flag';
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

export function columnOf(field: Field): Column {
  const form = formOf(field);
  return { name: field.name, form, storage: storageOf[form] };
}

/** A value that does not fit is a bug of the caller: collections/ has validated it. SQLite itself would bend some. */
export function encode(column: Column, value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  switch (column.form) {
    case 'text':
      assert(typeof value === 'string', `${column.name}: expected text`);
      return value;
    case 'integer':
      assert(Number.isSafeInteger(value), `${column.name}: expected an integer`);
      return value as number;
    case 'real':
      assert(Number.isFinite(value), `${column.name}: expected a number`);
      return value as number;
    case 'flag':
      assert(typeof value === 'boolean', `${column.name}: expected true or false`);
      return value ? 1 : 0;
    case 'json':
      return JSON.stringify(value);
  }
}

export function decode(column: Column, value: SQLOutputValue): unknown {
  if (value === null) return null;
  if (column.form === 'json') return JSON.parse(value as string);
  if (column.form === 'flag') return value === 1;
  return value;
}

/** Whether two encoded values mean the same; JSON texts may differ in the order of keys alone. */
export function sameEncoded(column: Column, a: SQLInputValue, b: SQLInputValue): boolean {
  if (a === b) return true;
  if (column.form !== 'json' || a === null || b === null) return false;
  return canonicalJson(JSON.parse(a as string)) === canonicalJson(JSON.parse(b as string));
}
