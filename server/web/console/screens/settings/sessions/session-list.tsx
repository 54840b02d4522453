/** Where people are logged in. */
import type { HeldSession } from '#shared/sdk/held-access.ts';
import { day, dayAndTime } from '../../../../parts/format-time.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { ownerOf, wayIn } from './session-texts.ts';

export interface SessionListProps {
  /** Null: not read yet. */
  readonly sessions: readonly HeldSession[] | null;
  readonly isAll: boolean;
  readonly mayEnd: (memberId: string) => boolean;
  readonly onEnd: (session: HeldSession) => void;
}

export function SessionList({ sessions, isAll, mayEnd, onEnd }: SessionListProps) {
  const nameOf = (session: HeldSession) => `${wayIn(session)} of ${ownerOf(session)}`;
  return (
    <>
      <h2>Logins</h2>
      <DataTable
        caption="Logins"
        rows={sessions}
        nameOf={nameOf}
        columns={[
          {
            label: 'Login',
            cell: (session) => (
              <>
                {wayIn(session)}
                {session.isCurrent && ' (this one)'}
                {isAll && <small>{ownerOf(session)}</small>}
              </>
            ),
          },
          { label: 'Since', cell: ({ createdAt }) => dayAndTime(createdAt) },
          { label: 'From', cell: ({ from }) => from ?? 'unknown' },
          { label: 'Valid until', cell: ({ expiresAt }) => day(expiresAt) },
        ]}
        actions={(session) =>
          mayEnd(session.member.id) && <RowButton label="End" of={nameOf(session)} onClick={() => onEnd(session)} />
        }
        empty="No one is logged in."
      />
    </>
  );
}
