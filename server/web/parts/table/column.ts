/** The columns of a list: what each shows of a record, and how they are sorted, hidden and remembered. */
import type { ReactNode } from 'react';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand below each other at the end of their column. */
  readonly isNumber?: boolean;
  /** The field by which the header of the column sorts the list; absent: the header does not sort. */
  readonly by?: string;
  /** The column can be hidden and is remembered under this name; absent: it is always shown. */
  readonly name?: string;
  /** Hidden until it is asked for. */
  readonly isExtra?: boolean;
}

export type Columns<T> = readonly [Column<T>, ...Column<T>[]];

export interface Sorting {
  /** Sort parameter as the API takes it, e.g. `-createdAt`. */
  readonly value: string;
  readonly set: (value: string) => void;
}

/** Returns the order after a click on the header of a field: ascending first, then descending. */
export function nextSort(value: string, by: string): string {
  return value === by ? `-${by}` : by;
}

export function ariaSort(value: string, by: string | undefined): 'ascending' | 'descending' | 'none' | undefined {
  if (by === undefined) return undefined;
  if (value === by) return 'ascending';
  return value === `-${by}` ? 'descending' : 'none';
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** A list that was read as a whole is sorted here; empty values come first, as the server sorts them. */
export function sortedRows<T>(rows: readonly T[], value: string): readonly T[] {
  if (value === '') return rows;
  const by = value.replace(/^-/, '');
  const textOf = (row: T) => {
    const found = (row as Readonly<Record<string, unknown>>)[by];
    return found === null || found === undefined ? '' : String(found);
  };
  const sorted = rows.toSorted((a, b) => order.compare(textOf(a), textOf(b)));
  return value.startsWith('-') ? sorted.reverse() : sorted;
}
