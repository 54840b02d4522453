/** CSV as people have it: any of the usual separators, UTF-8, UTF-16 or an older Windows encoding. Streams. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { parse } from 'csv-parse';
import { cellText, checkHeaders, lineBytesMax, rowsMax, type Table, TableProblem, type TableRow } from './table.ts';

const separators = [',', ';', '\t', '|'] as const;
const sampleBytes = 64 * 1024;

interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly note: string | null;
}

/** @throws TableProblem */
export async function readCsv(path: string): Promise<Table> {
  const encoding = await encodingOf(path);
  const sample = await sampleOf(path, encoding.label);
  const { separator, skip } = separatorOf(sample);
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: lineBytesMax,
    from_line: skip + 1,
  });
  const bytes = createReadStream(path);
  const text = bytes.pipe(decoding(encoding.label));
  for (const source of [bytes, text]) source.on('error', (fault) => parser.destroy(fault));
  text.pipe(parser);
  const records = (parser as AsyncIterable<string[]>)[Symbol.asyncIterator]();
  let row = skip;
  async function next(): Promise<TableRow | null> {
    const read = await records.next().catch((fault: unknown) => {
      throw problemOf(fault, row);
    });
    if (read.done) return null;
    row += 1;
    return { row, cells: read.value.map(cellText) };
  }
  const headers = await firstRow(next);
  const notes = encoding.note === null ? [] : [encoding.note];
  return { format: 'csv', notes, headers: checkHeaders(headers.cells), rows: rowsAfter(next, () => bytes.destroy()) };
}

async function firstRow(next: () => Promise<TableRow | null>): Promise<TableRow> {
  for (let row = await next(); row !== null; row = await next()) if (row.cells.some((cell) => cell !== '')) return row;
  throw new TableProblem('file_empty', 'The file has no rows. Export it again, with the headers in the first row.');
}

async function* rowsAfter(next: () => Promise<TableRow | null>, close: () => void): AsyncIterable<TableRow> {
  let count = 0;
  try {
    for (let row = await next(); row !== null; row = await next()) {
      if (row.cells.every((cell) => cell === '')) continue;
      count += 1;
      if (count > rowsMax) throw tooManyRows();
      yield row;
    }
  } finally {
    close();
  }
}

export function tooManyRows(): TableProblem {
  return new TableProblem(
    'too_many_rows',
    `A file must have at most ${rowsMax} attendees. Split it into several files.`,
  );
}

function problemOf(fault: unknown, row: number): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED')
    return new TableProblem(
      'file_invalid',
      `A quotation mark after row ${row} is never closed. Correct it and try again.`,
    );
  if (code.startsWith('CSV_'))
    return new TableProblem(
      'file_invalid',
      `The file cannot be read after row ${row}. Save it again as CSV, in UTF-8.`,
    );
  return fault;
}

/** Chunks to text; a character may lie across two of them. */
function decoding(label: Encoding['label']): Transform {
  const decoder = new TextDecoder(label);
  return new Transform({
    readableObjectMode: false,
    transform(chunk: Uint8Array, _encoding, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })));
    },
    flush(done) {
      done(null, Buffer.from(decoder.decode()));
    },
  });
}

async function encodingOf(path: string): Promise<Encoding> {
  const head = await bytesOf(path, 4_096);
  if (head.length === 0) throw new TableProblem('file_empty', 'The file is empty.');
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'utf-16le', note: null };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'utf-16be', note: null };
  if (head.includes(0)) return withoutMark(head);
  if (await isUtf8(path)) return { label: 'utf-8', note: null };
  const note = 'The file is not in UTF-8. It was read as Windows-1252: check names with accents in the preview.';
  return { label: 'windows-1252', note };
}

/** UTF-16 without a mark has a zero in every second byte of Latin text; anything else with zeros is no text. */
function withoutMark(head: Uint8Array): Encoding {
  const half = head.length / 2;
  const zeros = (rest: number) => head.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const note = 'The file is in UTF-16 without a mark. Check the preview.';
  if (zeros(1) > half * 0.6 && zeros(0) === 0) return { label: 'utf-16le', note };
  if (zeros(0) > half * 0.6 && zeros(1) === 0) return { label: 'utf-16be', note };
  throw new TableProblem(
    'file_type_unknown',
    'The file is neither CSV, XLSX nor JSON. Export it again as CSV or XLSX.',
  );
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Uint8Array, { stream: true });
    decoder.decode();
    return true;
  } catch (fault) {
    if (fault instanceof TypeError) return false;
    throw fault;
  }
}

/** Returns the first `count` bytes of a file, or all of a shorter one. */
export async function bytesOf(path: string, count: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function sampleOf(path: string, label: Encoding['label']): Promise<string> {
  return new TextDecoder(label).decode(await bytesOf(path, sampleBytes), { stream: true });
}

/** The separator that stands most often in the first line that has any, outside quotation marks; Excel's `sep=;` wins. */
export function separatorOf(sample: string): { readonly separator: string; readonly skip: 0 | 1 } {
  const said = /^sep=(.)\r?\n/.exec(sample)?.[1];
  if (said !== undefined) return { separator: said, skip: 1 };
  let quoted = false;
  const counts = new Map<string, number>();
  for (const char of sample) {
    if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '\n' && counts.size > 0) break;
    else if ((separators as readonly string[]).includes(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return { separator: most?.[0] ?? ',', skip: 0 };
}
