/** The one table of the settings: rows with what can be done to them and what lies behind them; on a phone, cards. */
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Pages } from './use-pages.ts';

export interface Column<T> {
  readonly label: string;
  readonly cell: (row: T) => ReactNode;
}

export interface RecordListProps<T extends { readonly id: string }> {
  readonly caption: string;
  /** Null: not read yet. */
  readonly rows: readonly T[] | null;
  /** The first one names the row. */
  readonly columns: readonly [Column<T>, ...Column<T>[]];
  readonly nameOf: (row: T) => string;
  readonly actions?: (row: T) => ReactNode;
  readonly details?: (row: T) => ReactNode;
  readonly empty: ReactNode;
  readonly pages?: Pick<Pages<T>, 'previous' | 'next'>;
}

/** What had the focus may go with its row: then the list has it, and the next Tab goes on from there. */
export function RecordList<T extends { readonly id: string }>(props: RecordListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);
  useEffect(() => {
    const moved = ({ target }: FocusEvent) => {
      isHere.current = target instanceof Node && (list.current?.contains(target) ?? false);
    };
    document.addEventListener('focusin', moved);
    return () => document.removeEventListener('focusin', moved);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the rows have changed
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [props.rows]);
  return (
    <div ref={list} className="list" tabIndex={-1}>
      <Rows {...props} />
    </div>
  );
}

function Rows<T extends { readonly id: string }>(props: RecordListProps<T>) {
  const { caption, rows, columns, actions, details, pages } = props;
  const [main, ...others] = columns;
  const hasTools = actions !== undefined || details !== undefined;
  if (rows === null) return <p role="status">Loading…</p>;
  if (rows.length === 0 && !pages?.previous) return <div className="card empty">{props.empty}</div>;
  return (
    <>
      <div className="card table stack">
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              {hasTools && (
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} {...props} row={row} main={main} others={others} />
            ))}
          </tbody>
        </table>
      </div>
      {pages && (pages.previous || pages.next) && (
        <nav className="pager" aria-label={`Pages of ${caption}`}>
          <button type="button" disabled={!pages.previous} onClick={() => pages.previous?.()}>
            Previous
          </button>
          <button type="button" disabled={!pages.next} onClick={() => pages.next?.()}>
            Next
          </button>
        </nav>
      )}
    </>
  );
}

interface RowProps<T extends { readonly id: string }> extends RecordListProps<T> {
  readonly row: T;
  readonly main: Column<T>;
  readonly others: readonly Column<T>[];
}

function Row<T extends { readonly id: string }>({ row, main, others, nameOf, actions, details }: RowProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Fragment>
      <tr>
        <th scope="row">{main.cell(row)}</th>
        {others.map(({ label, cell }) => (
          <td key={label} data-label={label}>
            {cell(row)}
          </td>
        ))}
        {(actions || details) && (
          <td>
            <div className="actions">
              {details && (
                <button
                  type="button"
                  className="quiet"
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  onClick={() => setOpen(!isOpen)}
                >
                  {isOpen ? 'Close' : 'Details'}
                  <span className="visually-hidden"> of {nameOf(row)}</span>
                </button>
              )}
              {actions?.(row)}
            </div>
          </td>
        )}
      </tr>
      {details && isOpen && (
        <tr className="behind">
          <td id={id} colSpan={others.length + 2}>
            {details(row)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
