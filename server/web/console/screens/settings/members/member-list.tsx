/** The members, with what an administrator can do to each. What is refused, the server says. */
import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import type { Acting } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import type { PageQuery } from '../../../data/page-query.ts';
import type { MemberAnswer } from './left-keys.tsx';
import { isExpired, type Member, sinceWhen } from './member.ts';

const tones: Readonly<Record<Member['status'], Tone>> = { active: 'success', invited: 'warn', suspended: 'danger' };

export interface MemberListProps {
  readonly pages: PageQuery<Member>;
  /** Null: who is logged in is no person. */
  readonly ownEmail: string | null;
  readonly mayWrite: boolean;
  readonly act: Acting['act'];
  readonly onChangeRole: (member: Member) => void;
  /** The answer names the API keys that still work. */
  readonly onRightsEnded: (email: string, answer: MemberAnswer) => void;
  readonly empty: string;
}

export function MemberList(props: MemberListProps) {
  const { pages, ownEmail, mayWrite, empty } = props;
  return (
    <DataTable
      caption="Members"
      rows={pages.rows}
      pages={pages}
      nameOf={({ email }) => email}
      columns={[
        {
          label: 'Member',
          cell: ({ email, name }) => (
            <>
              {name ?? email}
              {email === ownEmail && ' (you)'}
              {name !== null && <small>{email}</small>}
            </>
          ),
        },
        { label: 'Role', cell: ({ role }) => role },
        {
          label: 'State',
          cell: (member) => (
            <>
              <StatePill tone={isExpired(member) ? 'danger' : tones[member.status]}>{member.status}</StatePill>
              <small>{sinceWhen(member)}</small>
            </>
          ),
        },
      ]}
      {...(mayWrite && { actions: (member: Member) => <MemberTools {...props} member={member} /> })}
      empty={empty}
    />
  );
}

function MemberTools({
  member,
  ownEmail,
  act,
  onChangeRole,
  onRightsEnded,
}: MemberListProps & { readonly member: Member }) {
  const { id, email, status } = member;
  const path = `/api/v1/members/${id}`;

  function suspend(): void {
    if (!confirm(`Suspend ${email}? They are logged out everywhere at once. You can reactivate them later.`)) return;
    void act(`${email} was suspended.`, async () =>
      onRightsEnded(email, await request<MemberAnswer>('PATCH', path, { status: 'suspended' })),
    );
  }

  function reactivate(): void {
    void act(`${email} can log in again.`, () => request('PATCH', path, { status: 'active' }));
  }

  function remove(): void {
    const them = email === ownEmail ? 'This is you: you' : 'They';
    if (!confirm(`Remove ${email}? ${them} will need a new invitation to come back.`)) return;
    void act(`${email} was removed.`, async () => onRightsEnded(email, await request<MemberAnswer>('DELETE', path)));
  }

  return (
    <>
      <RowButton of={email} label="Role" onClick={() => onChangeRole(member)} />
      {status === 'active' && <RowButton of={email} label="Suspend" onClick={suspend} />}
      {status === 'suspended' && <RowButton of={email} label="Reactivate" onClick={reactivate} />}
      <RowButton of={email} label={status === 'invited' ? 'Cancel invitation' : 'Remove'} onClick={remove} />
    </>
  );
}
