/** The compiler's SQL for pg: places of parameters numbered, texts in the form in which they are stored. */
import type { Bound, Sql } from '../compile/sql.ts';
import { storedText } from './stored-text.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly Bound[];
}

function stored(value: Bound): Bound {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map((item: string | number | boolean) => stored(item) as typeof item);
  return value;
}

/** No SQL of ours holds a `?` that is no place of a parameter: names cannot, and JSON's operators with it are not used. */
export function statementOf({ text, parameters }: Sql): Statement {
  let count = 0;
  return { text: text.replaceAll('?', () => `$${++count}`), values: parameters.map(stored) };
}
