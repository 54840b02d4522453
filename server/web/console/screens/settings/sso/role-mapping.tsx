/** Which role a person gets by what the provider says about them: the first line that fits counts. */
import { Button } from '../../../../parts/button.tsx';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { Select } from '../../../../parts/form/select.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { useOnceQuery } from '../../../data/once-query.ts';
import { readRoles } from '../members/member.ts';
import type { RoleMapping } from './provider.ts';

/** As the server takes them. */
const linesMax = 100;

export interface RoleMappingProps {
  readonly lines: readonly RoleMapping[];
  readonly onChange: (lines: readonly RoleMapping[]) => void;
}

export function RoleMappingRow({ lines, onChange }: RoleMappingProps) {
  const { data: roles } = useOnceQuery(['roles'], readRoles);
  const options = (roles ?? [{ name: 'viewer' }]).map(({ name }) => ({ value: name, label: name }));
  const change = (at: number, patch: Partial<RoleMapping>) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, ...patch } : line)));
  return (
    <GroupRow
      label="Roles by group"
      name="roleMapping"
      hint="Read at every login from the attribute above. The first line that matches applies. If none does, the role below applies."
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <div key={at} className="mapping">
          <label>
            Value {at + 1}
            <input
              required
              maxLength={300}
              value={line.value}
              onChange={({ target }) => change(at, { value: target.value })}
            />
          </label>
          <Select<string>
            label={`Role ${at + 1}`}
            value={line.role}
            options={options}
            onChange={(role) => change(at, { role })}
          />
          <RowButton label="Remove" of={`line ${at + 1}`} onClick={() => onChange(lines.filter((_, i) => i !== at))} />
        </div>
      ))}
      <Button disabled={lines.length >= linesMax} onClick={() => onChange([...lines, { value: '', role: 'viewer' }])}>
        Add a line
      </Button>
    </GroupRow>
  );
}
