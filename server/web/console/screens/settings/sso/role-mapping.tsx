/** Maps what the identity provider says about a person to a role: the first line that fits applies. */

import { Button } from '../../../../parts/button.tsx';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { Select } from '../../../../parts/form/select.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import { readRoles } from '../members/member.ts';
import type { RoleMapping } from './provider.ts';

/** Maximum number of lines that the server takes. */
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
    <GroupRow label={t('roles_by_group')} name="roleMapping" hint={t('read_at_every_login_from_the')}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <div key={at} className="mapping">
          <label>
            {tx('value', { value: at + 1 })}
            <input
              required
              maxLength={300}
              value={line.value}
              onChange={({ target }) => change(at, { value: target.value })}
            />
          </label>
          <Select<string>
            label={t('role_3', { value: at + 1 })}
            value={line.role}
            options={options}
            onChange={(role) => change(at, { role })}
          />
          <RowButton
            label={t('remove')}
            of={t('line', { value: at + 1 })}
            onClick={() => onChange(lines.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button disabled={lines.length >= linesMax} onClick={() => onChange([...lines, { value: '', role: 'viewer' }])}>
        {t('add_a_line')}
      </Button>
    </GroupRow>
  );
}
