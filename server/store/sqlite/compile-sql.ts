/**
 * SQL text and its parameters grown together. Text comes from template literals and declared names only; whatever
 * else stands in `${…}` is bound, so that no value can become SQL.
 */
import type { SQLInputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import { quoteName } from './table.ts';

export class Sql {
  readonly text: string;
  readonly parameters: readonly SQLInputValue[];

  constructor(text: string, parameters: readonly SQLInputValue[] = []) {
    this.text = text;
    this.parameters = parameters;
  }
}

export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | string | number | null)[]): Sql {
  let text = texts[0]!;
  const parameters: SQLInputValue[] = [];
  for (const [i, part] of parts.entries()) {
    if (part instanceof Sql) {
      text += part.text;
      parameters.push(...part.parameters);
    } else {
      text += '?';
      parameters.push(part);
    }
    text += texts[i + 1]!;
  }
  return new Sql(text, parameters);
}

/** `separator` is SQL of ours. */
export function join(parts: readonly Sql[], separator: ' AND ' | ' OR ' | ', '): Sql {
  return new Sql(
    parts.map((part) => part.text).join(separator),
    parts.flatMap((part) => part.parameters),
  );
}

export function allOf(parts: readonly Sql[]): Sql {
  if (parts.length === 1) return parts[0]!;
  return parts.length === 0 ? sql`1` : sql`(${join(parts, ' AND ')})`;
}

export function anyOf(parts: readonly Sql[]): Sql {
  if (parts.length === 1) return parts[0]!;
  return parts.length === 0 ? sql`0` : sql`(${join(parts, ' OR ')})`;
}

/** What is unknown does not hold, so its negation does: SQL's own NOT would lose those rows. */
export function not(condition: Sql): Sql {
  return sql`NOT coalesce(${condition}, 0)`;
}

/**
 * A limit as text: SQLite plans by its value, and so would compile a statement with a bound one again at each call.
 * Callers ask with few different limits; where they do not, the plan does not hang on it and `LIMIT +?` hides the value.
 */
export function limitOf(rows: number): string {
  assert(Number.isSafeInteger(rows) && rows >= 0, `a limit is a whole number, not ${rows}`);
  return `LIMIT ${rows}`;
}

export function name(identifier: string): Sql {
  return new Sql(quoteName(identifier));
}

/** A value as columns hold it: booleans are 0 and 1. */
export function bindable(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  assert(typeof value === 'string' || typeof value === 'number', `a value that can be bound, not ${typeof value}`);
  return value;
}

/** Longer lists go in as one JSON parameter: the number of parameters is bounded, and a statement is cached by its text. */
const boundListMax = 100;

/** What stands behind IN; all of one type. */
export function listOf(values: readonly (string | number)[]): Sql {
  if (values.length <= boundListMax)
    return sql`(${join(
      values.map((value) => sql`${value}`),
      ', ',
    )})`;
  const list = JSON.stringify(values);
  // JSON numbers that look whole would come back as integers beyond what a double holds.
  return typeof values[0] === 'number'
    ? sql`(SELECT CAST(value AS REAL) FROM json_each(${list}))`
    : sql`(SELECT value FROM json_each(${list}))`;
}
