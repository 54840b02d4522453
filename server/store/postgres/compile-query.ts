/** The compiler's SQL for pg: places of parameters numbered, texts in the form in which they are stored. */
import { createHash } from 'node:crypto';
import type { Bound, Sql } from '../compile/sql.ts';
import { storedText } from './stored-text.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly Bound[];
  /** Name under which the database keeps it prepared, for as long as the connection lives. */
  readonly name?: string;
}

/**
 * Number of statement texts that are counted, and the use from which on a text is prepared: preparing a text used once costs
 * more than it saves.
 */
const countedMax = 500;
const usesToPrepare = 3;
const uses = new Map<string, { count: number; readonly name: string }>();

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

/** Planning costs more than most answers: what is asked often is asked by name. */
export function prepared(statement: Statement): Statement {
  const { text } = statement;
  let use = uses.get(text);
  if (use === undefined) {
    if (uses.size >= countedMax) uses.clear();
    use = { count: 0, name: createHash('sha256').update(text).digest('base64url').slice(0, 24) };
    uses.set(text, use);
  }
  use.count += 1;
  return use.count < usesToPrepare ? statement : { ...statement, name: use.name };
}
