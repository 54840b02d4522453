/** The table itself, by TanStack Table: it keeps columns, rows and which are open; the markup is ours. */
import { type ColumnDef, type Row, rowExpandingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { Fragment, type ReactNode, useId, useMemo } from 'react';
import { Button } from '../button.tsx';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
  /** Figures stand below each other at the end of their column. */
  readonly isNumber?: boolean;
}

export interface DataRowsProps<T extends { readonly id: string }> {
  readonly caption: string;
  readonly rows: readonly T[];
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly nameOf: (row: T) => string;
  readonly actions?: (row: T) => ReactNode;
  readonly details?: (row: T) => ReactNode;
  /** Marks on each row, e.g. `data-gate`. */
  readonly marks?: (row: T) => Readonly<Record<`data-${string}`, string>>;
}

const features = tableFeatures({ rowExpandingFeature });

export function DataRows<T extends { readonly id: string }>(props: DataRowsProps<T>) {
  const { caption, rows, columns, actions, details } = props;
  // The table remembers its columns by their labels; the cells are drawn by the functions of this render.
  const labels = columns.map(({ label }) => label).join('\n');
  const definitions = useMemo(
    () => labels.split('\n').map((label): ColumnDef<typeof features, T> => ({ id: label, header: label })),
    [labels],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ id }) => id,
    getRowCanExpand: () => details !== undefined,
  });
  const [group] = table.getHeaderGroups();
  return (
    <div className="table stack">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {group?.headers.map((header, n) => (
              <th key={header.id} scope="col" className={columns[n]?.isNumber ? 'number' : undefined}>
                <table.FlexRender header={header} />
              </th>
            ))}
            {(actions || details) && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <DataRow key={row.id} {...props} row={row} isOpen={row.getIsExpanded()} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DataRowProps<T extends { readonly id: string }> extends DataRowsProps<T> {
  readonly row: Row<typeof features, T>;
  readonly isOpen: boolean;
}

function DataRow<T extends { readonly id: string }>({
  row,
  isOpen,
  columns,
  nameOf,
  actions,
  details,
  marks,
}: DataRowProps<T>) {
  const id = useId();
  const record = row.original;
  const [main, ...others] = columns;
  return (
    <Fragment>
      <tr {...marks?.(record)}>
        <th scope="row">{main.cell(record)}</th>
        {others.map(({ label, cell, isNumber }) => (
          <td key={label} data-label={label} className={isNumber ? 'number' : undefined}>
            {cell(record)}
          </td>
        ))}
        {(actions || details) && (
          <td>
            <div className="actions">
              {details && (
                <Button
                  small
                  of={`of ${nameOf(record)}`}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  onClick={() => row.toggleExpanded()}
                >
                  {isOpen ? 'Close' : 'Details'}
                </Button>
              )}
              {actions?.(record)}
            </div>
          </td>
        )}
      </tr>
      {details && isOpen && (
        <tr className="details">
          <td id={id} colSpan={columns.length + 1}>
            {details(record)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
