/** Many rows into a table at once: of plans, for loading, and for changes of shape. Logs nothing. */
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Bound } from '../compile/sql.ts';
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import { type KeptStatement, keep, rowOf, searchColumns, type Table } from './table.ts';

/** Encoded, in the order of the table's `written`. */
export interface WaitingRow {
  readonly table: Table;
  readonly values: readonly Bound[];
}

const kept = new WeakMap<Table, KeptStatement>();

/**
 * A list for each column, so that the text is the same for any number of rows and stays prepared. The row of `_head` is
 * joined as in `appendChanges`: a cluster gives the statement to the tenant's node as it is.
 */
function insertOf(schema: string, table: Table): KeptStatement {
  const known = kept.get(table);
  if (known) return known;
  const types = [...table.columns.map(({ type }) => type), ...searchColumns.map(() => 'text')];
  const lists = table.written.map((_, i) => `$${i + 1}::${types[i]}[]`).join(', ');
  const names = table.written.join(', ');
  const statement = keep(
    `INSERT INTO ${table.from} (${names}) SELECT r.* FROM ${schema}._head CROSS JOIN unnest(${lists}) AS r (${names})`,
  );
  kept.set(table, statement);
  return statement;
}

/** One statement for each table. @param schema quoted */
export function insertsOf(schema: string, rows: readonly WaitingRow[]): readonly Statement[] {
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, some]) => {
    const { name, text } = insertOf(schema, table);
    // None holds a list of its own: JSON is text here.
    return { name, text, values: table.written.map((_, i) => some.map(({ values }) => values[i] as string)) };
  });
}

/** Maximum number of parameters of one statement: the protocol counts them with 16 bits. */
const parametersMax = 30_000;

export async function insertRecords(session: Session, table: Table, records: readonly StoredRecord[]): Promise<void> {
  const { place, written } = table;
  const rowsAtOnce = Math.max(1, Math.floor(parametersMax / written.length));
  for (let i = 0; i < records.length; i += rowsAtOnce) {
    const values: Bound[] = [];
    const rows = records.slice(i, i + rowsAtOnce).map((record) => {
      const places = rowOf(table, record).map((value) => `$${values.push(value)}`);
      return `(${places.join(', ')})`;
    });
    await session.rows({ text: `INSERT INTO ${place} (${written.join(', ')}) VALUES ${rows.join(', ')}`, values });
  }
}
