/** The header of a list: names of columns, sorted by a click, and the choice of all rows. */

import { t } from '../text/text.ts';
import { allChosen, noneChosen, type Selection } from './chosen.ts';
import { ariaSort, type Column, nextSort, type Sorting } from './column.ts';

export interface HeaderRowProps<T> {
  readonly columns: readonly Column<T>[];
  readonly sorting: Sorting | undefined;
  readonly selection: Selection | undefined;
  readonly hasActions: boolean;
}

export function HeaderRow<T>({ columns, sorting, selection, hasActions }: HeaderRowProps<T>) {
  return (
    <tr>
      {selection && (
        <th scope="col" className="choose">
          <ChooseAll {...selection} />
        </th>
      )}
      {columns.map(({ label, isNumber, by }) => (
        <th
          key={label}
          scope="col"
          className={isNumber ? 'number' : undefined}
          aria-sort={sorting && ariaSort(sorting.value, by)}
        >
          {sorting && by ? (
            <button type="button" className="sort" onClick={() => sorting.set(nextSort(sorting.value, by))}>
              {label}
            </button>
          ) : (
            label
          )}
        </th>
      ))}
      {hasActions && (
        <th scope="col">
          <span className="visually-hidden">{t('actions')}</span>
        </th>
      )}
    </tr>
  );
}

/** The checkbox that chooses all rows of the list, also those that are not read yet. */
function ChooseAll({ chosen, onChange }: Selection) {
  const isSome = chosen.ids.size > 0;
  return (
    <input
      type="checkbox"
      aria-label={t('choose_all_rows')}
      checked={chosen.all && !isSome}
      ref={(input) => {
        if (input) input.indeterminate = isSome;
      }}
      onChange={({ target }) => onChange(target.checked ? allChosen : noneChosen)}
    />
  );
}
