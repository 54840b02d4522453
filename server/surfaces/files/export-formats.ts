/** Rows of an export as bytes of a file, row by row: nothing is kept of what has been sent. */
import { Readable } from 'node:stream';
import { must } from '#shared/base/assert.ts';
import { type CalendarColumns, columnName, type DatasetColumn, type ExportFormat } from '#shared/schema/dataset.ts';
import { calendarEntry, calendarFoot, calendarHead } from '#shared/text/calendar-file.ts';
import type { Export, ExportCell } from './export-rows.ts';
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

type Asked = Pick<Export, 'dataset' | 'format'>;

export function exportBytes({ dataset, format }: Asked, sheet: Sheet, rows: Rows): Readable {
  if (format === 'xlsx') return workbook(sheet, rows);
  const { columns } = sheet;
  const lines = {
    csv: () => csvLines(columns, rows),
    json: () => jsonLines(columns, rows),
    ics: () => calendarLines(must(dataset.calendar, 'the calendar of a dataset'), rows),
  }[format];
  return Readable.from(pieces(lines()));
}

/** Returns the columns that `calendarLines` reads, in this order; an absent field is one that no record has. */
export function calendarColumns(calendar: CalendarColumns): readonly DatasetColumn[] {
  const { description, endsAt, name, sequence, startsAt, status, venue } = calendar;
  const fields = ['id', 'updatedAt', startsAt, endsAt, status.field, sequence?.field ?? '', description ?? ''];
  const columns = [...fields.map((field) => ({ field })), venue ?? { field: '' }, ...name];
  return columns.map((column) => ({ header: column.field, ...column }));
}

function statusIn({ status: { cancelled, tentative } }: CalendarColumns, value: string) {
  if (cancelled.includes(value)) return 'CANCELLED';
  return tentative?.includes(value) ? 'TENTATIVE' : 'CONFIRMED';
}

/** Entries without both times (a session that is not planned yet) are left out. */
async function* calendarLines(calendar: CalendarColumns, rows: Rows): AsyncIterable<string> {
  const { sequence, uidPrefix } = calendar;
  let hasEntries = false;
  yield calendarHead;
  for await (const row of rows) {
    const [id, stamp, startsAt, endsAt, status, changes, text, venue, ...names] = row.map((cell) =>
      cell === null ? '' : String(cell),
    );
    if (!id || !stamp || !startsAt || !endsAt) continue;
    hasEntries = true;
    yield calendarEntry({
      uid: `${uidPrefix}${id}@gatehouse`,
      ...{ stamp, startsAt, endsAt, url: null },
      name: names.filter((name) => name !== '').join(' – '),
      venue: venue || null,
      description: text ? { text } : null,
      status: statusIn(calendar, status ?? ''),
      ...(sequence && { sequence: sequence.step * Number(changes) }),
    });
  }
  yield calendarFoot(hasEntries);
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
