/** The columns that a list shows: a button that opens a few checkboxes. */

import { useId } from 'react';
import { t } from '../text/text.ts';
import type { ColumnChoice } from './use-columns.ts';

export function ColumnMenu({ choices, choose }: Pick<ColumnChoice<never>, 'choices' | 'choose'>) {
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div className="column-menu">
      <button type="button" className="btn quiet small" popoverTarget={id}>
        {t('columns')}
      </button>
      <fieldset id={id} popover="auto">
        <legend>{t('columns')}</legend>
        {choices.map(({ name, label, isShown }) => (
          <label key={name}>
            <input type="checkbox" checked={isShown} onChange={({ target }) => choose(name, target.checked)} />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
