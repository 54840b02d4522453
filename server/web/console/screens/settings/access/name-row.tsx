/** The field for the name of an app or a key. */

import { FormRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';

export interface NameRowProps {
  readonly hint: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

export function NameRow({ hint, value, onChange }: NameRowProps) {
  return (
    <FormRow label={t('name')} name="name" hint={hint}>
      {(row) => (
        <input
          {...row}
          required
          maxLength={120}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}
