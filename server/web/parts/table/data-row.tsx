/** One record of a list, with what can be done to it and its details below, if they are open. */

import { Fragment, type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { t } from '../text/text.ts';
import { isChosen, type Selection, toggled } from './chosen.ts';
import type { Columns } from './column.ts';

export interface RowParts<T extends { readonly id: string }> {
  readonly nameOf: (row: T) => string;
  readonly actions?: (row: T) => ReactNode;
  readonly details?: (row: T) => ReactNode;
  /** Rows that are chosen for what is done to many at once. */
  readonly selection?: Selection;
  /** Marks on each row, e.g. `data-gate`. */
  readonly marks?: (row: T) => Readonly<Record<`data-${string}`, string>>;
}

export interface DataRowProps<T extends { readonly id: string }> extends RowParts<T> {
  readonly record: T;
  readonly columns: Columns<T>;
  /** Position of the row in the whole list, from 1; absent where the list is short. */
  readonly number?: number;
}

export function DataRow<T extends { readonly id: string }>(props: DataRowProps<T>) {
  const { record, columns, nameOf, actions, details, selection, marks, number } = props;
  const [main, ...others] = columns;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isOn = selection && isChosen(selection.chosen, record.id);
  return (
    <Fragment>
      {/* The header is the first row. */}
      <tr {...marks?.(record)} aria-selected={isOn} aria-rowindex={number === undefined ? undefined : number + 1}>
        {selection && (
          <td className="choose">
            <input
              type="checkbox"
              aria-label={t('choose', { nameOf: nameOf(record) })}
              checked={isOn}
              onChange={() => selection.onChange(toggled(selection.chosen, record.id))}
            />
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
                  of={t('of', { nameOf: nameOf(record) })}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  onClick={() => setOpen(!isOpen)}
                >
                  {isOpen ? t('close_2') : t('details')}
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
