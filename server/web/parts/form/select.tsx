/** A choice of a few values that keeps their types: numbers stay numbers. */

import { useId } from 'react';
import { t } from '../text/text.ts';

export interface SelectProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string | number>({ label, value, options, onChange }: SelectProps<T>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {!options.some((option) => option.value === value) && <option value={String(value)}>{t('gone')}</option>}
        {options.map((option) => (
          <option key={option.value} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
