/** The list of logins: those of the person, or of everyone. */

import type { HeldSession } from '#shared/sdk/held-access.ts';
import { day, dayAndTime } from '../../../../parts/format-time.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t } from '../../../../parts/text/text.ts';
import { ownerOf, wayIn } from './session-texts.ts';

export interface SessionListProps {
  /** Null: not read yet. */
  readonly sessions: readonly HeldSession[] | null;
  readonly isAll: boolean;
  readonly mayEnd: (memberId: string) => boolean;
  readonly onEnd: (session: HeldSession) => void;
}

export function SessionList({ sessions, isAll, mayEnd, onEnd }: SessionListProps) {
  const nameOf = (session: HeldSession) => t('of_12', { wayIn: wayIn(session), ownerOf: ownerOf(session) });
  return (
    <>
      <h2>{t('logins')}</h2>
      <DataTable
        caption={t('logins')}
        rows={sessions}
        nameOf={nameOf}
        columns={[
          {
            label: t('login'),
            cell: (session) => (
              <>
                {wayIn(session)}
                {session.isCurrent && t('this_one')}
                {isAll && <small>{ownerOf(session)}</small>}
              </>
            ),
          },
          { label: t('since'), cell: ({ createdAt }) => dayAndTime(createdAt) },
          { label: t('from_2'), cell: ({ from }) => from ?? t('unknown') },
          { label: t('valid_until'), cell: ({ expiresAt }) => day(expiresAt) },
        ]}
        actions={(session) =>
          mayEnd(session.member.id) && (
            <RowButton label={t('end')} of={nameOf(session)} onClick={() => onEnd(session)} />
          )
        }
        empty={t('no_one_is_logged_in')}
      />
    </>
  );
}
