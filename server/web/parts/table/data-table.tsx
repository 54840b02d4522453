/** A list of records: a table that becomes stacked rows where it is narrow, with what can be done to each row. */
import type { ReactNode } from 'react';
import { EmptyState, Loading } from '../states.tsx';
import { type Columns, type Sorting, sortedRows } from './column.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { RowParts } from './data-row.tsx';
import { DataRows } from './data-rows.tsx';
import { useColumns } from './use-columns.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** A list that is read in pieces, as far as it is looked at. */
export interface Pieces {
  /** Null: not counted. */
  readonly total: number | null;
  /** Further pieces can be read. */
  readonly isMore: boolean;
  /** Reads what is missing. `from` and `to` are as `onShow` of `DataRows` gives them. */
  readonly show: (from: number, to: number) => void;
  readonly sorting: Sorting;
}

export interface DataTableProps<T extends { readonly id: string }> extends RowParts<T> {
  readonly caption: string;
  /** Null: not read yet. */
  readonly rows: readonly T[] | null;
  /** The first one names the row. */
  readonly columns: Columns<T>;
  readonly empty: ReactNode;
  readonly pages?: Pieces;
  /** Order of a list that was read as a whole. */
  readonly sorting?: Sorting;
  /** Name under which the table's columns are remembered; absent: they cannot be chosen. */
  readonly name?: string;
  /** Facts about the list above the table, e.g. how many rows it has. */
  readonly notice?: ReactNode;
  /** Actions on the list as a whole, above the table. */
  readonly tools?: ReactNode;
}

/** Number of further rows that can be scrolled to while the rest is not counted. */
const uncountedRows = 50;

export function DataTable<T extends { readonly id: string }>(props: DataTableProps<T>) {
  const { caption, rows, pages, empty, name, notice, tools, columns, ...parts } = props;
  const list = useKeptFocus<HTMLDivElement>(rows);
  const { shown, choices, choose } = useColumns(name, columns);
  const sorting = pages?.sorting ?? props.sorting;
  const sorted = rows !== null && props.sorting && !pages ? sortedRows(rows, props.sorting.value) : rows;
  const rest = rows !== null && pages?.isMore ? uncountedRows : 0;
  return (
    <div ref={list} className="list" tabIndex={-1}>
      {(notice !== undefined || tools !== undefined || choices.length > 0) && (
        <div className="head list-head">
          {notice}
          <div className="actions">
            {tools}
            {(sorted?.length ?? 0) > 0 && <ColumnMenu {...{ choices, choose }} />}
          </div>
        </div>
      )}
      {sorted === null && <Loading />}
      {sorted?.length === 0 && <EmptyState>{empty}</EmptyState>}
      {sorted !== null && sorted.length > 0 && (
        <DataRows
          {...parts}
          {...{ caption, columns: shown, rows: sorted }}
          {...(sorting && { sorting })}
          {...(pages && {
            count: pages.isMore ? (pages.total ?? sorted.length + rest) : sorted.length,
            onShow: pages.show,
          })}
        />
      )}
    </div>
  );
}
