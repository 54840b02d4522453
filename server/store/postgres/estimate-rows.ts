/** How many rows a table has, about, in a time that does not grow with them. Asked by tenant-store.ts. */
import type { TableSize } from '../statistics.ts';
import type { Session } from './connection.ts';
import type { Row, Table } from './table.ts';

/** Up to here the rows are counted: some thousands. */
const countedPagesMax = 64;
/** A row takes so many bytes where the database has not looked yet. */
const bytesEach = 200;

/** By the planner's own way: rows a page when it last looked, by the pages there are now. */
const sizes = `SELECT t.place, c.reltuples, c.relpages, pg_relation_size(c.oid), current_setting('block_size')::bigint
  FROM unnest($1::text[]) AS t (place) JOIN pg_class c ON c.oid = to_regclass(t.place)`;

interface Size {
  readonly rows: number;
  readonly rowsThen: number;
  readonly pages: number;
}

function sizeOf(row: Row): Size {
  const [tuples = 0, pagesThen = 0, bytes = 0, blockSize = 1] = row.slice(1).map(Number);
  const pages = bytes / blockSize;
  const isKnown = tuples >= 0 && pagesThen > 0;
  const rows = Math.round(isKnown ? (tuples / pagesThen) * pages : bytes / bytesEach);
  return { rows, rowsThen: Math.max(0, tuples), pages };
}

export async function estimateRows(session: Session, { place }: Pick<Table, 'place'>): Promise<number> {
  const [row] = await session.rows({ text: sizes, values: [[place]] });
  const size = row && sizeOf(row);
  if (size && size.pages > countedPagesMax) return size.rows;
  const [counted] = await session.rows({ text: `SELECT count(*) FROM ${place}`, values: [] });
  return Number(counted?.[0]);
}

export async function tableSizes(session: Session, tables: readonly Table[]): Promise<readonly TableSize[]> {
  const rows = await session.rows({ text: sizes, values: [tables.map(({ place }) => place)] });
  const byPlace = new Map(tables.map(({ name, place }) => [place, name]));
  return rows.flatMap((row) => {
    const table = byPlace.get(String(row[0]));
    return table === undefined ? [] : [{ table, ...sizeOf(row) }];
  });
}
