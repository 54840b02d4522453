/** The table of a list. Of a long list only the rows near the visible part are drawn. */
import { useRef } from 'react';
import type { Columns, Sorting } from './column.ts';
import { DataRow, type RowParts } from './data-row.tsx';
import { HeaderRow } from './header-row.tsx';
import { blockRows, useRowWindow } from './use-row-window.ts';

export interface DataRowsProps<T extends { readonly id: string }> extends RowParts<T> {
  readonly caption: string;
  readonly rows: readonly T[];
  readonly columns: Columns<T>;
  readonly sorting?: Sorting;
  /** Number of rows of the list, also those that are not read yet; absent: `rows` are all. */
  readonly count?: number;
  /** Called with the index of the first row near the view and the one after the last, counted from 0. */
  readonly onShow?: (from: number, to: number) => void;
}

export function DataRows<T extends { readonly id: string }>(props: DataRowsProps<T>) {
  const { caption, rows, columns, sorting, actions, details, selection, nameOf, marks } = props;
  const table = useRef<HTMLTableElement>(null);
  const count = Math.max(rows.length, props.count ?? 0);
  const { from, to, beforePx, afterPx } = useRowWindow(table, rows.length, count, props.onShow);
  const isLong = count > blockRows;
  const blocks = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const parts = { nameOf, ...(actions && { actions }), ...(details && { details }), ...(selection && { selection }) };
  return (
    <div className="table stack">
      <table ref={table} aria-rowcount={isLong ? count + 1 : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <HeaderRow {...{ columns, sorting, selection }} hasActions={actions !== undefined || details !== undefined} />
        </thead>
        {isLong && <Stretch px={beforePx} />}
        {blocks.map((block) => (
          <tbody key={block} data-block={block}>
            {rows.slice(block * blockRows, (block + 1) * blockRows).map((record, n) => (
              <DataRow
                key={record.id}
                {...{ record, columns }}
                {...parts}
                {...(marks && { marks })}
                {...(isLong && { number: block * blockRows + n + 1 })}
              />
            ))}
          </tbody>
        ))}
        {isLong && <Stretch px={afterPx} />}
      </table>
    </div>
  );
}

/** Stands for rows that are not drawn. It is rendered without height, too: the top of the first one is where the rows begin. */
function Stretch({ px }: { readonly px: number }) {
  return (
    <tbody className="stretch" aria-hidden="true">
      <tr>
        <td style={{ blockSize: px }} />
      </tr>
    </tbody>
  );
}
