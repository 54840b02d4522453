/** Workbooks: the first sheet, row by row. What a ZIP unpacks to is counted before anything is made of it. */
import { readFile } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { tooManyRows } from './read-csv.ts';
import { cellText, checkHeaders, rowsMax, type Table, TableProblem, type TableRow } from './table.ts';

const mib = 1024 * 1024;
/** Unpacked, all parts together: 50,000 attendees with 60 columns take about 150 MiB. */
export const unpackedBytesMax = 400 * mib;
/** Size of the file, which is held in memory while it is read. */
export const workbookBytesMax = 40 * mib;
const partsMax = 2_000;

/** @param size of the file in bytes. @throws TableProblem */
export async function readXlsx(path: string, size: number): Promise<Table> {
  if (size > workbookBytesMax)
    throw new TableProblem(
      'file_too_large',
      `A workbook must have at most ${workbookBytesMax / mib} MB. Send it as CSV.`,
    );
  const bytes = await readFile(path);
  await checkUnpacked(bytes);
  const { streamXlsxRows } = await import('hucre/xlsx');
  const records = streamXlsxRows(bytes)[Symbol.asyncIterator]();
  async function next(): Promise<TableRow | null> {
    const read = await records.next().catch(() => {
      throw broken();
    });
    return read.done ? null : { row: read.value.index + 1, cells: read.value.values.map(numbersWhole) };
  }
  let first = await next();
  while (first?.cells.every((cell) => cell === '')) first = await next();
  if (first === null)
    throw new TableProblem('file_empty', 'The first sheet has no rows. Put the attendees on the first sheet.');
  return { format: 'xlsx', notes: [], headers: checkHeaders(first.cells), rows: rowsAfter(next) };
}

async function* rowsAfter(next: () => Promise<TableRow | null>): AsyncIterable<TableRow> {
  let count = 0;
  for (let row = await next(); row !== null; row = await next()) {
    if (row.cells.every((cell) => cell === '')) continue;
    count += 1;
    if (count > rowsMax) throw tooManyRows();
    yield row;
  }
}

/** Digits that a spreadsheet took for a number and rounded are marked, so that no wrong code is kept. */
export const roundedMark = '#rounded#';

function numbersWhole(value: unknown): string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return roundedMark;
  return cellText(value);
}

const broken = () =>
  new TableProblem('file_invalid', 'The workbook cannot be read. Open it, save it again as XLSX, or send it as CSV.');

/** @throws TableProblem for what is no workbook, or would unpack to more than `unpackedBytesMax` */
async function checkUnpacked(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  for (const { at, size, method } of partsOf(bytes)) {
    if (method === 0) unpacked += size;
    else if (method === 8) unpacked += await inflatedSize(bytes.subarray(at, at + size), unpackedBytesMax - unpacked);
    else throw broken();
    if (unpacked > unpackedBytesMax) throw tooLarge();
  }
}

const tooLarge = () =>
  new TableProblem(
    'file_too_large',
    'The workbook unpacks to too much. Remove other sheets and pictures, or send CSV.',
  );

/** Returns the real unpacked size of a part: the sizes that a ZIP names may be wrong on purpose. */
function inflatedSize(packed: Buffer, max: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const inflate = createInflateRaw();
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > max) inflate.destroy(tooLarge());
    });
    inflate.on('end', () => resolve(size));
    inflate.on('error', (fault) => reject(fault instanceof TableProblem ? fault : broken()));
    inflate.end(packed);
  });
}

interface ZipPart {
  readonly at: number;
  readonly size: number;
  readonly method: number;
}

/** The parts that the central directory lists, as every reader of ZIP files does it. */
function partsOf(bytes: Buffer): readonly ZipPart[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + 22 > bytes.length) throw broken();
  const count = bytes.readUInt16LE(end + 10);
  if (count === 0xffff || count > partsMax) throw tooLarge();
  const parts: ZipPart[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken();
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x04034b50) throw broken();
    const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const size = bytes.readUInt32LE(at + 20);
    if (begins + size > bytes.length) throw broken();
    parts.push({ at: begins, size, method: bytes.readUInt16LE(at + 10) });
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}
