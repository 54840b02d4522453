/** The limits that SQLite's statements add to the compiler's. */
import { assert } from '#shared/base/assert.ts';

/**
 * A limit as text: SQLite plans by its value, and so would compile a statement with a bound one again at each call.
 * Callers ask with few different limits; where they do not, the plan does not hang on it and `LIMIT +?` hides the value.
 */
export function limitOf(rows: number): string {
  assert(Number.isSafeInteger(rows) && rows >= 0, `a limit is a whole number, not ${rows}`);
  return `LIMIT ${rows}`;
}
