/**
 * Rows of an export as a workbook: moments are date cells, amounts and numbers are numbers, and text is never calculated.
 * A date cell has no time zone, so it holds what clocks at the event show, and the header of its column names the zone.
 */
import { Readable } from 'node:stream';
import type { CellValue } from 'hucre';
import { parseTime } from '#shared/base/time.ts';
import { zoneOffsetMs } from '#shared/base/zone-offset.ts';
import type { DatasetColumn } from '#shared/schema/dataset.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { Amount, Entries, type ExportCell } from './export-rows.ts';

export interface Sheet {
  readonly columns: readonly DatasetColumn[];
  /** Whether each column shows moments, in the order of `columns`. */
  readonly times: readonly boolean[];
  /** IANA name, of the moments in a workbook; other formats keep UTC. */
  readonly timeZone: string;
}

/** Earliest date that is written as a date cell; an earlier moment stays text. */
const firstMs = Date.UTC(1900, 2, 1);
const lastMs = Date.UTC(9999, 11, 30);

/** Makes text of a cell that a spreadsheet would calculate: an attendee's name must not run in the organizer's. */
export function disarmed<C extends ExportCell>(cell: C): Exclude<C, Entries> | string {
  const text = cell instanceof Entries ? String(cell) : (cell as Exclude<C, Entries>);
  return typeof text === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/**
 * Returns for each column whether it shows moments.
 *
 * @param definition of the collection that is exported
 * @param collections where relations lead
 */
export function timeColumns(
  columns: readonly DatasetColumn[],
  definition: CollectionDefinition,
  collections: ReadonlyMap<string, CollectionDefinition>,
): readonly boolean[] {
  const isTime = ({ fields }: CollectionDefinition, name: string) =>
    name === 'createdAt' || name === 'updatedAt' || fields.some((one) => one.name === name && one.type === 'date');
  return columns.map(({ field, shows }) => {
    if (shows === undefined) return isTime(definition, field);
    const relation = definition.fields.find(({ name }) => name === field);
    const related = relation?.type === 'relation' ? collections.get(relation.to) : undefined;
    return related !== undefined && isTime(related, shows);
  });
}

/** @returns the bytes of the workbook, made row by row as they are read */
export function workbook(sheet: Sheet, rows: AsyncIterable<readonly ExportCell[]>): Readable {
  const { columns, timeZone, times } = sheet;
  const shown = columns.map(({ header }, at): { header: string; numFmt?: string; width?: number } => {
    const text = String(disarmed(header));
    return times[at] ? { header: `${text} (${timeZone})`, numFmt: 'yyyy-mm-dd hh:mm:ss', width: 22 } : { header: text };
  });
  async function* cells(): AsyncIterable<CellValue[]> {
    for await (const row of rows)
      yield row.map((cell, at) => {
        if (!(cell instanceof Amount)) return times[at] ? dateCell(cell, timeZone) : disarmed(cell);
        // The writer looks at a column's format with each row: rows may differ in currency.
        shown[at]!.numFmt = amountFormat(cell.decimals);
        return cell.value;
      });
  }
  async function* bytes(): AsyncIterable<Uint8Array> {
    const { writeXlsxStream } = await import('hucre/xlsx');
    yield* writeXlsxStream(cells(), { name: 'Export', columns: shown });
  }
  return Readable.from(bytes());
}

function amountFormat(decimals: number): string {
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

/** Returns the local time in the zone; the writer takes the UTC parts of a date for the cell's. */
function dateCell(cell: Exclude<ExportCell, Amount>, timeZone: string): CellValue {
  const ms = typeof cell === 'string' ? parseTime(cell) : null;
  if (ms === null) return disarmed(cell);
  const wallMs = ms + zoneOffsetMs(ms, timeZone);
  return wallMs < firstMs || wallMs > lastMs ? disarmed(cell) : new Date(wallMs);
}
