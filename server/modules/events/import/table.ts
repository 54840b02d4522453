/** A file of attendees (CSV, XLSX, JSON) as rows of text, read as a stream. Types and bounds. */
import type { Refused } from '#shared/base/result.ts';
import { refuse } from '#shared/base/result.ts';

/** Attendees in one file; more are imported in several. */
export const rowsMax = 50_000;
export const columnsMax = 300;
/** Characters kept of one cell. */
export const cellCharsMax = 10_000;
/** Bytes of one line of a CSV file: a quotation mark that is never closed ends here. */
export const lineBytesMax = 256 * 1024;

export interface TableRow {
  /** Number of the row as a spreadsheet counts, from 1: the headers are mostly row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly format: 'csv' | 'xlsx' | 'json';
  /** Notes of the reader for the organizer, for example a guessed encoding. */
  readonly notes: readonly string[];
  readonly headers: readonly string[];
  /** Can be read once. Throws `TableProblem`. */
  readonly rows: AsyncIterable<TableRow>;
}

/** The file cannot be read on; the message says what to do. */
export class TableProblem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function refusedBy({ code, message }: TableProblem): Refused {
  return refuse({ code, message, path: 'file' });
}

/**
 * The text of a cell. alf.io puts a tab before what a spreadsheet would take for a formula, others an apostrophe; what
 * stands here is never calculated, so both are taken off.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? wallText(value) : String(value);
  return text
    .slice(0, cellCharsMax)
    .toWellFormed()
    .replaceAll('\u0000', '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** A date cell has no time zone: it shows a time of the clocks at the event, as `readTime` understands it. */
function wallText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19);
  return text.replace(/T00:00:00$/, '');
}

/** @throws TableProblem where there are more than `columnsMax` columns */
export function checkHeaders(cells: readonly string[]): readonly string[] {
  if (cells.length > columnsMax)
    throw new TableProblem('too_many_columns', `A file must have at most ${columnsMax} columns.`);
  return cells;
}
