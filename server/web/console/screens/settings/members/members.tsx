/** The members of the organization: invite them, give a role, suspend, remove. */

import { useState } from 'react';
import { SearchRow } from '../../../../parts/form/search-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { type LeftKey, LeftKeys, type MemberAnswer } from './left-keys.tsx';
import type { Member } from './member.ts';
import { InviteForm, RoleForm } from './member-forms.tsx';
import { MemberList } from './member-list.tsx';

const pageSize = 50;

export function Members({ who, mayWrite }: SectionProps) {
  const [search, setSearch] = useState('');
  const [isInviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Member | null>(null);
  const [left, setLeft] = useState<{ readonly email: string; readonly keys: readonly LeftKey[] } | null>(null);
  const pages = usePageQuery<Member>('members', { sort: 'email', limit: pageSize, search });
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

  return (
    <SettingsPage
      title={t('members')}
      intro={t('people_who_can_log_in_their')}
      add={{ label: t('invite_someone'), isOpen: isInviting, onOpen: () => setInviting(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isInviting && (
        <InviteForm
          onCancel={() => setInviting(false)}
          onInvited={(email) => done(t('invitation_sent_to', { email }))}
        />
      )}
      {changed && (
        <RoleForm
          key={changed.id}
          member={changed}
          onCancel={() => setChanged(null)}
          onChanged={(role, answer) => {
            done(t('now_has_the_role', { email: changed.email, role }));
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
      <SearchRow label={t('name_or_email')} onSearch={setSearch} />
      <MemberList
        pages={pages}
        ownEmail={who.user?.email ?? null}
        mayWrite={mayWrite}
        act={acting.act}
        onChangeRole={setChanged}
        onRightsEnded={showKeys}
        empty={search ? t('no_one_matches_try_fewer_letters_3', { search }) : t('no_members_yet_invite_someone')}
      />
    </SettingsPage>
  );
}
