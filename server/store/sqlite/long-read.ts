/** The messages between the main thread and a reading thread. */
import type { SQLInputValue } from 'node:sqlite';
import { Sql } from '../compile/sql.ts';
import type { Row } from './table.ts';

/** Statements asked one after the other until there are enough rows. */
export interface ReadPlan {
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly SQLInputValue[] }[];
  /** Null: a single statement that bounds itself; else each gets what is still wanted as its last parameter. */
  readonly limit: number | null;
}

export type ReadTask =
  | { readonly kind: 'read'; readonly file: string; readonly plan: ReadPlan }
  /** The file goes, or has other tables; not answered. */
  | { readonly kind: 'forget'; readonly file: string };

/** Asked of each row before anything else (step-guard.ts). */
export interface Guard {
  /** Condition for a statement that gives its table no alias. */
  readonly plain: string;
  /** Condition for a statement of the compiler, whose table is `t`. */
  readonly compiled: Sql;
}

/** Guard for a thread: it checks now and then whether it must stop, and counts nothing. Row numbers lie in every index. */
export const seldom: Guard = {
  plain: '((rowid & 63) OR gh_step())',
  compiled: new Sql('((t.rowid & 63) OR gh_step())'),
};

/** @param ask answers one statement */
export function rowsOf(plan: ReadPlan, ask: (sql: string, parameters: readonly SQLInputValue[]) => Row[]): Row[] {
  const { limit, statements } = plan;
  const rows: Row[] = [];
  for (const { parameters, sql } of statements) {
    rows.push(...ask(sql, limit === null ? parameters : [...parameters, limit - rows.length]));
    if (limit !== null && rows.length >= limit) break;
  }
  return rows;
}
