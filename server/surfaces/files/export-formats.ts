/** Rows of an export as bytes of a file, row by row: nothing is kept of what has been sent. */
import { Readable } from 'node:stream';
import { type CalendarColumns, columnName, type DatasetColumn, type ExportFormat } from '#shared/schema/dataset.ts';
import { calendarEntry, calendarFoot, calendarHead } from '#shared/text/calendar-file.ts';
import type { ExportCell } from './export-rows.ts';
import { disarmed, type Sheet, workbook } from './spreadsheet.ts';

type Rows = AsyncIterable<readonly ExportCell[]>;

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
};

/** Text pieces are sent together, so that a row is not a packet. */
const pieceChars = 32 * 1024;

export function exportBytes(format: ExportFormat, sheet: Sheet, rows: Rows): Readable {
  if (format === 'xlsx') return workbook(sheet, rows);
  const { columns } = sheet;
  const lines = { csv: csvLines, json: jsonLines, ics: calendarLines }[format];
  return Readable.from(pieces(lines(columns, rows)));
}

/** What `calendarLines` reads, in this order; an absent field is one that no record has. */
export function calendarColumns(calendar: CalendarColumns): readonly DatasetColumn[] {
  const { description, endsAt, name, startsAt, venue } = calendar;
  const fields = ['id', 'updatedAt', name, startsAt, endsAt, venue ?? '', description ?? ''];
  return fields.map((field) => ({ header: field, field }));
}

/** Entries without both times (a session that is not planned yet) are left out. */
async function* calendarLines(_columns: readonly DatasetColumn[], rows: Rows): AsyncIterable<string> {
  yield calendarHead;
  for await (const row of rows) {
    const [id = '', stamp = '', name = '', startsAt, endsAt, venue, text] = row.map((cell) =>
      cell === null ? undefined : String(cell),
    );
    if (!startsAt || !endsAt) continue;
    const description = text ? { text } : null;
    yield calendarEntry({ uid: id, stamp, name, startsAt, endsAt, venue: venue ?? null, description, url: null });
  }
  yield calendarFoot;
}

async function* pieces(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  let waiting = '';
  for await (const line of lines) {
    waiting += line;
    if (waiting.length < pieceChars) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}

/** RFC 4180, with the mark by which Excel knows UTF-8. */
async function* csvLines(columns: readonly DatasetColumn[], rows: Rows): AsyncIterable<string> {
  yield `\uFEFF${csvLine(columns.map(({ header }) => disarmed(header)))}`;
  for await (const row of rows) yield csvLine(row.map(disarmed));
}

function csvLine(cells: readonly ExportCell[]): string {
  const quoted = cells.map((cell) => {
    const text = cell === null ? '' : String(cell);
    return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
}

async function* jsonLines(columns: readonly DatasetColumn[], rows: Rows): AsyncIterable<string> {
  const names = columns.map(columnName);
  let separator = '[';
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(Object.fromEntries(row.map((cell, at) => [names[at]!, cell])))}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}
