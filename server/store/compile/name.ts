/**
 * Names of tables, columns and indexes in SQL. They come from definitions whose patterns allow ASCII letters, digits and `_`
 * only; a point stands only in names that the stores make of them, such as those of indexes.
 */
import { assert } from '#shared/base/assert.ts';
import { Sql } from './sql.ts';

/** Quoted against keywords. */
export function quoteName(name: string): string {
  assert(/^[A-Za-z_][A-Za-z0-9_.]*$/.test(name), `${name}: not a name for a table or column`);
  return `"${name}"`;
}

export function name(identifier: string): Sql {
  return new Sql(quoteName(identifier));
}
