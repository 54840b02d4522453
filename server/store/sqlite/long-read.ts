/** What the main thread and a reading thread say to each other. */
import type { SQLInputValue } from 'node:sqlite';
import type { Row } from './table.ts';

/** Statements asked one after the other until there are enough rows. */
export interface ReadPlan {
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly SQLInputValue[] }[];
  /** Null: a single statement that bounds itself; else each gets what is still wanted as its last parameter. */
  readonly limit: number | null;
}

export type ThreadTask =
  | { readonly kind: 'read'; readonly id: number; readonly file: string; readonly plan: ReadPlan }
  /** The file is no longer there, or has other tables. */
  | { readonly kind: 'forget'; readonly file: string };

export type ThreadAnswer =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly stopped: true }
  | { readonly id: number; readonly fault: string };

/** Where the main thread writes the number of the task that is to stop. */
export const stopPlace = 0;

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
