/**
 * The first print jobs by some order, in memory: RxDB on Dexie answers a sorted query by walking every row, and printing
 * asks before and after each badge. What lies beyond its length stays on the disk until there is room.
 */
import type { PrintJobDoc } from './rows.ts';

/** A print job as the disk has it. */
export type JobRow = PrintJobDoc & { readonly _deleted: boolean };

export interface HeldPrintJobs {
  /** A row was written. */
  take(row: JobRow): void;
  /** The first jobs, at most `length` of them; asks the disk where memory does not hold enough to know. */
  first(limit: number): Promise<readonly JobRow[]>;
}

export interface HeldPrintJobsParts {
  /** Maximum number of jobs in memory. */
  readonly length: number;
  readonly belongs: (row: JobRow) => boolean;
  /** Ascending. */
  readonly compare: (a: JobRow, b: JobRow) => number;
  /** The first of those on the disk that belong here, in any order. */
  readonly read: (limit: number) => Promise<readonly JobRow[]>;
}

export function createHeldPrintJobs({ length, belongs, compare, read }: HeldPrintJobsParts): HeldPrintJobs {
  let rows: readonly JobRow[] = [];
  /** Nothing on the disk belongs here that is not here. */
  let isWhole = false;
  let filling: Promise<void> | null = null;
  /** Written while the disk was being read, so that the answer may lack it. */
  let meanwhile: JobRow[] = [];

  function place(row: JobRow): void {
    const others = rows.filter(({ id }) => id !== row.id);
    const last = others.at(-1);
    const fits = belongs(row) && (isWhole || (last !== undefined && compare(row, last) < 0));
    const at = others.findLastIndex((other) => compare(other, row) < 0) + 1;
    rows = fits ? others.toSpliced(at, 0, row) : others;
    if (rows.length <= length) return;
    rows = rows.slice(0, length);
    isWhole = false;
  }

  async function fill(): Promise<void> {
    meanwhile = [];
    const found = [...(await read(length))].sort(compare);
    isWhole = found.length < length;
    rows = found.slice(0, length);
    for (const row of meanwhile) place(row);
  }

  return {
    take(row) {
      place(row);
      if (filling) meanwhile.push(row);
    },
    async first(limit) {
      if (isWhole || rows.length >= Math.min(limit, length)) return rows.slice(0, limit);
      do {
        filling ??= fill().finally(() => {
          filling = null;
        });
        await filling;
        // All that was read may have left meanwhile.
      } while (!isWhole && rows.length === 0);
      return rows.slice(0, limit);
    },
  };
}
