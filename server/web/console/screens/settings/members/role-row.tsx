/** The choice of a role, with what it may do. */

import { FormRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import { readRoles } from './member.ts';

export interface RoleRowProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (role: string) => void;
}

export function RoleRow({ label, name, value, onChange }: RoleRowProps) {
  const { data: roles } = useOnceQuery(['roles'], readRoles);
  const chosen = roles?.find((role) => role.name === value);
  return (
    <FormRow label={label} name={name} hint={chosen ? `${chosen.name}: ${chosen.may}` : t('what_the_person_can_do')}>
      {(row) => (
        <select {...row} value={value} onChange={({ target }) => onChange(target.value)}>
          {!chosen && <option>{value}</option>}
          {roles?.map((role) => (
            <option key={role.name}>{role.name}</option>
          ))}
        </select>
      )}
    </FormRow>
  );
}
