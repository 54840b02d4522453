/** Many whole records into a table at once: for loading and for changes of shape. Logs nothing. */
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Bound } from '../compile/sql.ts';
import type { Session } from './connection.ts';
import { rowOf, type Table } from './table.ts';

/** Parameters of one statement: the protocol counts them with 16 bits. */
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
