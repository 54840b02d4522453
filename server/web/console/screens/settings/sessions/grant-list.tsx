/** Apps that people authorized. */
import type { HeldGrant } from '#shared/sdk/held-access.ts';
import { day } from '../../../../parts/format-time.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { ScopeList } from '../access/scope-list.tsx';
import { ownerOf } from './session-texts.ts';

export interface GrantListProps {
  /** Null: not read yet. */
  readonly grants: readonly HeldGrant[] | null;
  readonly isAll: boolean;
  readonly mayEnd: (memberId: string) => boolean;
  readonly onEnd: (grant: HeldGrant) => void;
}

export function GrantList({ grants, isAll, mayEnd, onEnd }: GrantListProps) {
  return (
    <>
      <h2>Authorized apps</h2>
      <DataTable
        caption="Authorized apps"
        rows={grants}
        nameOf={({ app }) => app.name ?? 'An app'}
        columns={[
          {
            label: 'App',
            cell: (grant) => (
              <>
                {grant.app.name ?? 'A deleted app'}
                <small>
                  {isAll && `${ownerOf(grant)}, `}allowed {day(grant.createdAt)}, last used {day(grant.lastUsedAt)}
                </small>
              </>
            ),
          },
          { label: 'May', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          { label: 'Ends', cell: ({ endsAt }) => day(endsAt) },
        ]}
        actions={(grant) =>
          mayEnd(grant.member.id) && (
            <RowButton label="End" of={`access of ${grant.app.name ?? 'an app'}`} onClick={() => onEnd(grant)} />
          )
        }
        empty="No authorized apps."
      />
    </>
  );
}
