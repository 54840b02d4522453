/** Who works in the organization: invited, given a role, suspended, let go. What is refused, the server says. */
import { useState } from 'react';
import { api } from '../../../api.ts';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { SearchRow } from '../parts/search-row.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { usePages } from '../parts/use-pages.ts';
import type { SectionProps } from '../section.ts';
import { type LeftKey, LeftKeys, type MemberAnswer } from './left-keys.tsx';
import { isExpired, type Member, sinceWhen } from './member.ts';
import { InviteForm, RoleForm } from './member-forms.tsx';

const pageSize = 50;

export function Members({ who, mayWrite }: SectionProps) {
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Member | null>(null);
  const [left, setLeft] = useState<{ readonly email: string; readonly keys: readonly LeftKey[] } | null>(null);
  const query = new URLSearchParams({ sort: 'email', limit: String(pageSize), ...(search && { search }) });
  const pages = usePages<Member>(`/api/v1/members?${query}`);
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);

  function done(notice: string): void {
    setInviting(false);
    setChanged(null);
    acting.say(notice);
    refresh();
  }

  function showKeys(email: string, { meta }: MemberAnswer): void {
    setLeft(meta.keysLeft?.length ? { email, keys: meta.keysLeft } : null);
  }

  function suspend({ id, email }: Member): void {
    if (!confirm(`Suspend ${email}? They are logged out everywhere at once. You can reactivate them later.`)) return;
    void acting.act(`${email} was suspended.`, async () =>
      showKeys(email, await api<MemberAnswer>('PATCH', `/api/v1/members/${id}`, { status: 'suspended' })),
    );
  }

  function letGo({ id, email }: Member): void {
    const isSelf = who.user?.email === email;
    if (!confirm(`Remove ${email}? ${isSelf ? 'This is you: you' : 'They'} will need a new invitation to come back.`))
      return;
    void acting.act(`${email} was removed.`, async () =>
      showKeys(email, await api<MemberAnswer>('DELETE', `/api/v1/members/${id}`)),
    );
  }

  function tools(member: Member) {
    const { id, email, status } = member;
    const shared = { of: email };
    return (
      <>
        <RowButton {...shared} label="Role" onClick={() => setChanged(member)} />
        {status === 'active' && <RowButton {...shared} label="Suspend" onClick={() => suspend(member)} />}
        {status === 'suspended' && (
          <RowButton
            {...shared}
            label="Reactivate"
            onClick={() =>
              void acting.act(`${email} can log in again.`, () =>
                api('PATCH', `/api/v1/members/${id}`, { status: 'active' }),
              )
            }
          />
        )}
        <RowButton
          {...shared}
          label={status === 'invited' ? 'Cancel invitation' : 'Remove'}
          onClick={() => letGo(member)}
        />
      </>
    );
  }

  return (
    <SettingsPage
      title="Members"
      intro="People who can log in. Their role decides what they can do. Role changes apply from their next click."
      add={{ label: 'Invite someone', isOpen: isInviting, onOpen: () => setInviting(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isInviting && (
        <InviteForm onCancel={() => setInviting(false)} onInvited={(email) => done(`Invitation sent to ${email}.`)} />
      )}
      {changed && (
        <RoleForm
          key={changed.id}
          member={changed}
          onCancel={() => setChanged(null)}
          onChanged={(role, answer) => {
            done(`${changed.email} now has the role ${role}.`);
            showKeys(changed.email, answer);
          }}
        />
      )}
      {left && (
        <LeftKeys
          {...left}
          acting={acting}
          onRevoked={(id) => setLeft({ ...left, keys: left.keys.filter((key) => key.id !== id) })}
          onDone={() => setLeft(null)}
        />
      )}
      <SearchRow label="Name or email" onSearch={setSearch} />
      <RecordList
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
                {email === who.user?.email && ' (you)'}
                {name !== null && <small>{email}</small>}
              </>
            ),
          },
          { label: 'Role', cell: ({ role }) => role },
          {
            label: 'State',
            cell: (member) => (
              <>
                <span className={`state ${isExpired(member) ? 'expired' : member.status}`}>{member.status}</span>
                <small>{sinceWhen(member)}</small>
              </>
            ),
          },
        ]}
        {...(mayWrite && { actions: tools })}
        empty={search ? `No one matches “${search}”. Try fewer letters.` : 'No members yet. Invite someone.'}
      />
    </SettingsPage>
  );
}
