/** Lists a person's logins and authorized apps, and ends them; administrators see everyone's. */

import { useState } from 'react';
import type { HeldGrant, HeldSession } from '#shared/sdk/held-access.ts';
import { Button } from '../../../../parts/button.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { client } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { may } from '../../../data/may.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { GrantList } from './grant-list.tsx';
import { SessionList } from './session-list.tsx';
import { ownerOf } from './session-texts.ts';

async function readHeld(isAll: boolean) {
  const whose = isAll ? {} : { member: 'me' };
  const [sessions, grants] = await Promise.all([client.$access.sessions(whose), client.$access.grants(whose)]);
  return { sessions, grants };
}

export function Sessions({ who }: SectionProps) {
  const isPerson = who.user !== undefined;
  const [isAll, setAll] = useState(!isPerson);
  const { data, error, refresh } = useLiveQuery({
    key: ['sessions', isAll],
    read: () => readHeld(isAll),
    of: ['audit_entries'],
  });
  const acting = useAct(refresh);
  const mayEnd = (member: string) => member === who.user?.id || may(who, 'admin:write');

  function endSession(session: HeldSession): void {
    const question = session.isCurrent ? t('log_out_here') : t('end_this_session_of', { ownerOf: ownerOf(session) });
    if (confirm(question)) void acting.act(t('session_ended'), () => client.$access.endSession(session.id));
  }

  function endGrant(grant: HeldGrant): void {
    const app = grant.app.name ?? t('this_app');
    if (!confirm(t('end_the_access_of_it_can_2', { app, ownerOf: ownerOf(grant) }))) return;
    void acting.act(t('no_longer_has_access_2', { app }), () => client.$access.endGrant(grant.id));
  }

  function signOutEverywhere(): void {
    const question = t('log_out_on_every_device_including');
    if (!confirm(question)) return;
    void acting.act(t('you_are_logged_out_everywhere'), () => client.$access.signOutEverywhere({ member: 'me' }));
  }

  return (
    <SettingsPage
      title={t('sessions_and_apps')}
      intro={t('where_you_are_logged_in_and')}
      mayWrite
      {...{ who, acting, error }}
    >
      <div className="head">
        {may(who, 'admin:read') && isPerson && (
          <label className="check">
            <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
            {t('show_everyones')}
          </label>
        )}
        {isPerson && <Button onClick={signOutEverywhere}>{t('log_out_everywhere')}</Button>}
      </div>
      <SessionList sessions={data?.sessions ?? null} isAll={isAll} mayEnd={mayEnd} onEnd={endSession} />
      <GrantList grants={data?.grants ?? null} isAll={isAll} mayEnd={mayEnd} onEnd={endGrant} />
    </SettingsPage>
  );
}
