/** The members, with what an administrator can do to each. The server decides what is refused. */

import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { named, t } from '../../../../parts/text/text.ts';
import type { Acting } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import type { PageQuery } from '../../../data/page-query.ts';
import type { MemberAnswer } from './left-keys.tsx';
import { isExpired, type Member, sinceWhen } from './member.ts';

const tones: Readonly<Record<Member['status'], Tone>> = { active: 'success', invited: 'warn', suspended: 'danger' };

export interface MemberListProps {
  readonly pages: PageQuery<Member>;
  /** Null: the actor is no person. */
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
      caption={t('members')}
      rows={pages.rows}
      pages={pages}
      nameOf={({ email }) => email}
      columns={[
        {
          label: t('member'),
          by: 'email',
          cell: ({ email, name }) => (
            <>
              {name ?? email}
              {email === ownEmail && t('you')}
              {name !== null && <small>{email}</small>}
            </>
          ),
        },
        { label: t('role'), by: 'role', cell: ({ role }) => role },
        {
          label: t('state'),
          cell: (member) => (
            <>
              <StatePill tone={isExpired(member) ? 'danger' : tones[member.status]}>{named(member.status)}</StatePill>
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
    if (!confirm(t('suspend_they_are_logged_out_everywhere', { email }))) return;
    void act(t('was_suspended', { email }), async () =>
      onRightsEnded(email, await request<MemberAnswer>('PATCH', path, { status: 'suspended' })),
    );
  }

  function reactivate(): void {
    void act(t('can_log_in_again', { email }), () => request('PATCH', path, { status: 'active' }));
  }

  function remove(): void {
    const them = email === ownEmail ? t('this_is_you_you') : t('they');
    if (!confirm(t('remove_will_need_a_new_invitation', { email, them }))) return;
    void act(t('was_removed', { email }), async () =>
      onRightsEnded(email, await request<MemberAnswer>('DELETE', path)),
    );
  }

  return (
    <>
      <RowButton of={email} label={t('role')} onClick={() => onChangeRole(member)} />
      {status === 'active' && <RowButton of={email} label={t('suspend')} onClick={suspend} />}
      {status === 'suspended' && <RowButton of={email} label={t('reactivate')} onClick={reactivate} />}
      <RowButton of={email} label={status === 'invited' ? t('cancel_invitation') : t('remove')} onClick={remove} />
    </>
  );
}
