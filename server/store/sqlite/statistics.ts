/**
 * The planner's statistics of a table (sqlite_stat1), made of what a reading thread counts: how many rows stand together
 * under the same values of an index. ANALYZE itself would hold the writer for as long, and bounded (analysis_limit) it
 * takes a column of three values for one of hundreds.
 */
import { quoteName } from '../compile/name.ts';
import { inTurns } from '../in-turns.ts';
import type { TableSize } from '../statistics.ts';
import type { Connection } from './connection.ts';
import { rowSpan } from './estimate-rows.ts';
import { type ReadPlan, seldom } from './long-read.ts';
import type { Row } from './table.ts';

/** Asks one statement of many rows beside the main thread. */
export type AskThread = (plan: ReadPlan) => Promise<readonly Row[]>;

export interface IndexStatistics {
  readonly index: string;
  /** Text as in sqlite_stat1: number of rows, then for each column how many have the same values up to it. */
  readonly text: string;
}

/** Returns the size of each table, in turns: right after a start the pages of a hundred tables come from the disk. */
export function tableSizes(connection: Connection, tables: readonly string[]): Promise<readonly TableSize[]> {
  return inTurns(sizesOf(connection, tables));
}

function* sizesOf(connection: Connection, tables: readonly string[]): Generator<void, readonly TableSize[]> {
  const rowsThen = new Map<string, number>();
  const kept = isKept(connection) ? connection.rows('SELECT tbl, stat FROM sqlite_stat1', []) : [];
  // Each of its indexes begins with the rows of the table.
  for (const [table, stat] of kept) rowsThen.set(String(table), Number(String(stat).split(' ')[0]));
  const sizes: TableSize[] = [];
  for (const table of tables) {
    yield;
    sizes.push({ table, rows: rowSpan(connection, { name: table }), rowsThen: rowsThen.get(table) ?? 0 });
  }
  return sizes;
}

function isKept(connection: Connection): boolean {
  return connection.row("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'") !== undefined;
}

async function countOf(ask: AskThread, sql: string): Promise<number> {
  const [row] = await ask({ statements: [{ sql, parameters: [] }], limit: null });
  return Number(row?.[0] ?? 0);
}

/** Walks each index once for each of its columns but the id, which ends it and is unique. */
export async function measure(
  connection: Connection,
  table: string,
  ask: AskThread,
): Promise<readonly IndexStatistics[]> {
  const name = quoteName(table);
  const rows = await countOf(ask, `SELECT count(*) FROM ${name} WHERE ${seldom.plain}`);
  const measured: IndexStatistics[] = [];
  for (const [index] of connection.rows('SELECT name FROM pragma_index_list(?)', [table])) {
    const indexed = connection.rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', [String(index)]);
    const columns = indexed.map(([column]) => String(column));
    const together: number[] = [];
    for (const [i, column] of columns.entries()) {
      const prefix = columns
        .slice(0, i + 1)
        .map(quoteName)
        .join(', ');
      const sql = `SELECT count(*) FROM (SELECT DISTINCT ${prefix} FROM ${name} WHERE ${seldom.plain})`;
      const groups = column === 'id' ? rows : await countOf(ask, sql);
      together.push(Math.max(1, Math.ceil(rows / Math.max(1, groups))));
    }
    measured.push({ index: String(index), text: [rows, ...together].join(' ') });
  }
  return measured;
}

/** Writes the statistics of a table, a few rows, in a transaction of its own on the writer's connection. */
export function keepStatistics(connection: Connection, table: string, measured: readonly IndexStatistics[]): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Makes the table of statistics: SQLite lets no other statement make it.
    if (!isKept(connection)) connection.exec('ANALYZE sqlite_schema');
    connection.run('DELETE FROM sqlite_stat1 WHERE tbl = ?', table);
    for (const { index, text } of measured)
      connection.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', table, index, text);
    // Every connection reads the statistics with the schema, and looks at the schema again when it has changed.
    connection.exec('CREATE TABLE _statistics_changed (at INTEGER); DROP TABLE _statistics_changed');
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
