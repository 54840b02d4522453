/** How many rows a table has, about, in a time that does not grow with them. Asked by tenant-store.ts. */
import type { Connection } from './connection.ts';
import { quoteName, type Table } from './table.ts';

/** Up to here the rows are counted: less than a millisecond. */
const countedMax = 5_000;

/** Row numbers rise by one with each insert: no fewer rows than there are, and more only where some were deleted. */
export function rowSpan(connection: Connection, table: Pick<Table, 'name'>): number {
  const name = quoteName(table.name);
  const row = connection.row(`SELECT (SELECT max(rowid) FROM ${name}), (SELECT min(rowid) FROM ${name})`);
  const [last, first] = row ?? [];
  return last === null || last === undefined ? 0 : Number(last) - Number(first) + 1;
}

export function estimateRows(connection: Connection, table: Pick<Table, 'name'>): number {
  const span = rowSpan(connection, table);
  if (span > countedMax) return span;
  return Number(connection.row(`SELECT count(*) FROM ${quoteName(table.name)}`)?.[0]);
}
