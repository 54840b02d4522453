/** Apps that people authorized. */

import type { HeldGrant } from '#shared/sdk/held-access.ts';
import { day } from '../../../../parts/format-time.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
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
      <h2>{t('authorized_apps')}</h2>
      <DataTable
        caption={t('authorized_apps')}
        rows={grants}
        nameOf={({ app }) => app.name ?? t('unnamed_app')}
        columns={[
          {
            label: t('app'),
            cell: (grant) => (
              <>
                {grant.app.name ?? t('a_deleted_app')}
                <small>
                  {tx('allowed_last_used', {
                    part: isAll && `${ownerOf(grant)}, `,
                    day: day(grant.createdAt),
                    day2: day(grant.lastUsedAt),
                  })}
                </small>
              </>
            ),
          },
          { label: t('may'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          { label: t('ends'), cell: ({ endsAt }) => day(endsAt) },
        ]}
        actions={(grant) =>
          mayEnd(grant.member.id) && (
            <RowButton
              label={t('end')}
              of={t('access_of', { part: grant.app.name ?? t('an_app') })}
              onClick={() => onEnd(grant)}
            />
          )
        }
        empty={t('no_authorized_apps')}
      />
    </>
  );
}
