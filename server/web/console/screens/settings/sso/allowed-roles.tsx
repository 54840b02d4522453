/** Who may log in by the provider: only owners choose it, and only what is chosen here. */
import { CheckRow, GroupRow } from '../../../../parts/form/form-row.tsx';
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
      <GroupRow
        label="Roles that can log in"
        name="mayGive"
        hint="The provider can log in as any member with these roles. If you give a role more rights later, save it here again."
      >
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
        label="Owners can use it too"
        name="ownersMayJoin"
        hint="The operator of the provider can then log in as an owner. Otherwise, owners use their password."
        checked={ownersMayJoin}
        onChange={(checked) => onChange({ ownersMayJoin: checked })}
      />
    </>
  );
}
