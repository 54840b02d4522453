/** Chooses the roles that may log in by the identity provider: only owners choose them, and no other role may log in. */

import { CheckRow, GroupRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import { readRoles } from '../members/member.ts';

export interface AllowedRolesProps {
  /** Null: every role, where nothing was chosen yet. */
  readonly mayGive: readonly string[] | null;
  readonly ownersMayJoin: boolean;
  readonly onChange: (chosen: { readonly mayGive?: readonly string[]; readonly ownersMayJoin?: boolean }) => void;
}

export function AllowedRoles({ mayGive, ownersMayJoin, onChange }: AllowedRolesProps) {
  const { data } = useOnceQuery(['roles'], readRoles);
  const names = (data ?? []).map(({ name }) => name).filter((name) => name !== 'owner');
  const chosen = mayGive ?? names;
  return (
    <>
      <GroupRow label={t('roles_that_can_log_in')} name="mayGive" hint={t('the_provider_can_log_in_as')}>
        {names.map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange({ mayGive: target.checked ? [...chosen, name] : chosen.filter((one) => one !== name) })
              }
            />
            {name}
          </label>
        ))}
      </GroupRow>
      <CheckRow
        label={t('owners_can_use_it_too')}
        name="ownersMayJoin"
        hint={t('the_operator_of_the_provider_can')}
        checked={ownersMayJoin}
        onChange={(checked) => onChange({ ownersMayJoin: checked })}
      />
    </>
  );
}
