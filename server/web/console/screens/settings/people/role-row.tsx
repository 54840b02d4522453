/** The choice of a role, with what it may do. */
import { FormRow } from '../parts/form-row.tsx';
import { useOnce } from '../parts/use-once.ts';
import { readRoles } from './member.ts';

export interface RoleRowProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (role: string) => void;
}

export function RoleRow({ label, name, value, onChange }: RoleRowProps) {
  const { data: roles } = useOnce(readRoles);
  const chosen = roles?.find((role) => role.name === value);
  return (
    <FormRow label={label} name={name} hint={chosen ? `${chosen.name}: ${chosen.may}` : 'What the person can do'}>
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
