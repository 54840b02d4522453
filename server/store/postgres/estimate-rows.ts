/**
 * Estimates how many rows a table has, in a time that does not grow with them. Called by tenant-reader.ts,
 * tenant-store.ts and reader.ts.
 */
import type { TableSize } from '../statistics.ts';
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import type { Row, Table } from './table.ts';

/** Maximum of pages whose rows are counted: some thousands of rows. */
const countedPagesMax = 64;
/** Assumed size of a row in bytes where the database has not analysed the table yet. */
const bytesEach = 200;

/** The question for tables of a tenant by their names, as engine.ts has it. */
export type SizesOf = (names: readonly string[]) => Statement;

interface Size {
  readonly rows: number;
  readonly rowsThen: number;
  readonly pages: number;
}

/** Estimates as the planner does: the rows per page at its last analysis, times the pages of now. */
function sizeOf(row: Row): Size {
  const [tuples = 0, pagesThen = 0, bytes = 0, blockSize = 1] = row.slice(1).map(Number);
  const pages = bytes / blockSize;
  const isKnown = tuples >= 0 && pagesThen > 0;
  const rows = Math.round(isKnown ? (tuples / pagesThen) * pages : bytes / bytesEach);
  return { rows, rowsThen: Math.max(0, tuples), pages };
}

export async function tableBytes(session: Session, sizesOf: SizesOf, name: string): Promise<number> {
  const [row] = await session.rows(sizesOf([name]));
  return Number(row?.[3] ?? 0);
}

export async function estimateRows(session: Session, sizesOf: SizesOf, { name, place }: Table): Promise<number> {
  const [row] = await session.rows(sizesOf([name]));
  const size = row && sizeOf(row);
  if (size && size.pages > countedPagesMax) return size.rows;
  const [counted] = await session.rows({ text: `SELECT count(*) FROM ${place}`, values: [] });
  return Number(counted?.[0]);
}

export async function tableSizes(
  session: Session,
  sizesOf: SizesOf,
  names: readonly string[],
): Promise<readonly TableSize[]> {
  return (await session.rows(sizesOf(names))).map((row) => ({ table: String(row[0]), ...sizeOf(row) }));
}
