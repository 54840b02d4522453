/** The one list of records: a table that becomes stacked rows where it is narrow, with what can be done to each row. */
import type { ReactNode } from 'react';
import { EmptyState, Loading } from '../states.tsx';
import { type Column, DataRows } from './data-rows.tsx';
import { Pager } from './pager.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

export interface DataTableProps<T extends { readonly id: string }> {
  readonly caption: string;
  /** Null: not read yet. */
  readonly rows: readonly T[] | null;
  /** The first one names the row. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly nameOf: (row: T) => string;
  readonly actions?: (row: T) => ReactNode;
  readonly details?: (row: T) => ReactNode;
  readonly empty: ReactNode;
  readonly pages?: { readonly previous: (() => void) | null; readonly next: (() => void) | null };
}

export function DataTable<T extends { readonly id: string }>(props: DataTableProps<T>) {
  const { caption, rows, pages, empty } = props;
  const list = useKeptFocus<HTMLDivElement>(rows);
  return (
    <div ref={list} className="list" tabIndex={-1}>
      {rows === null && <Loading />}
      {rows?.length === 0 && !pages?.previous && <EmptyState>{empty}</EmptyState>}
      {rows !== null && (rows.length > 0 || pages?.previous) && <DataRows {...props} rows={rows} />}
      {rows !== null && pages && <Pager of={caption} {...pages} />}
    </div>
  );
}
