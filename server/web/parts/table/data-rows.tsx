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

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

export interface DataRowsProps<T extends { readonly id: string }> {
  readonly caption: string;
  readonly rows: readonly T[];
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly nameOf: (row: T) => string;
  readonly actions?: (row: T) => ReactNode;
  readonly details?: (row: T) => ReactNode;
  /** Rows that are chosen for what is done to many at once. */
  readonly selection?: Selection;
  /** Marks on each row, e.g. `data-gate`. */
  readonly marks?: (row: T) => Readonly<Record<`data-${string}`, string>>;
}

const features = tableFeatures({ rowExpandingFeature });

export function DataRows<T extends { readonly id: string }>(props: DataRowsProps<T>) {
  const { caption, rows, columns, actions, details, selection } = props;
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
            {selection && (
              <th scope="col" className="choose">
                <ChooseAll rows={rows} selection={selection} />
              </th>
            )}
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

function ChooseAll({
  rows,
  selection,
}: {
  readonly rows: readonly { readonly id: string }[];
  readonly selection: Selection;
}) {
  const { ids, onChange } = selection;
  const chosen = rows.filter(({ id }) => ids.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label="Choose all rows shown"
      checked={rows.length > 0 && chosen === rows.length}
      ref={(input) => {
        if (input) input.indeterminate = chosen > 0 && chosen < rows.length;
      }}
      onChange={({ target }) => {
        const next = new Set(ids);
        for (const { id } of rows) {
          if (target.checked) next.add(id);
          else next.delete(id);
        }
        onChange(next);
      }}
    />
  );
}

interface ChooseProps {
  readonly id: string;
  readonly name: string;
  readonly selection: Selection;
}

function Choose({ id, name, selection: { ids, onChange } }: ChooseProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${name}`}
      checked={ids.has(id)}
      onChange={({ target }) => {
        const next = new Set(ids);
        if (target.checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
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
  selection,
  marks,
}: DataRowProps<T>) {
  const id = useId();
  const record = row.original;
  const [main, ...others] = columns;
  return (
    <Fragment>
      <tr {...marks?.(record)} aria-selected={selection?.ids.has(record.id)}>
        {selection && (
          <td className="choose">
            <Choose id={record.id} name={nameOf(record)} selection={selection} />
          </td>
        )}
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
          <td id={id} colSpan={columns.length + (selection ? 2 : 1)}>
            {details(record)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
