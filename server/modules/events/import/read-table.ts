/** Picks the reader of a file by the file's content, never by its name. */
import { bytesOf, readCsv } from './read-csv.ts';
import { readPretixJson } from './read-pretix-json.ts';
import { readXlsx } from './read-xlsx.ts';
import { type Table, TableProblem } from './table.ts';

/** @param size of the file in bytes. @throws TableProblem */
export async function readTable(path: string, size: number): Promise<Table> {
  const head = await bytesOf(path, 8);
  if (head[0] === 0x50 && head[1] === 0x4b) return readXlsx(path, size);
  // An OLE file: a workbook of before 2007, or one that is locked with a password.
  if (head[0] === 0xd0 && head[1] === 0xcf)
    throw new TableProblem(
      'file_type_unknown',
      'This is an old or a locked workbook. Save it as XLSX without a password.',
    );
  const first = new TextDecoder().decode(head).trimStart();
  return first.startsWith('{') ? readPretixJson(path, size) : readCsv(path);
}
