/** Where a person is logged in and which apps they authorized, to be ended here; administrators see everyone's. */
import { useState } from 'react';
import type { HeldGrant, HeldSession } from '#shared/sdk/held-access.ts';
import { Button } from '../../../../parts/button.tsx';
import { useAct } from '../../../../parts/use-act.ts';
import { client } from '../../../data/client.ts';
import { may } from '../../../data/current-actor.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
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
    const question = session.isCurrent ? 'Log out here?' : `End this session of ${ownerOf(session)}?`;
    if (confirm(question)) void acting.act('Session ended.', () => client.$access.endSession(session.id));
  }

  function endGrant(grant: HeldGrant): void {
    const app = grant.app.name ?? 'This app';
    if (!confirm(`End the access of ${app}? It can no longer act for ${ownerOf(grant)}.`)) return;
    void acting.act(`${app} no longer has access.`, () => client.$access.endGrant(grant.id));
  }

  function signOutEverywhere(): void {
    const question = 'Log out on every device, including this one, and end the access of every app you authorized?';
    if (!confirm(question)) return;
    void acting.act('You are logged out everywhere.', () => client.$access.signOutEverywhere({ member: 'me' }));
  }

  return (
    <SettingsPage
      title="Sessions and apps"
      intro="Where you are logged in, and which apps can act for you. End any that you do not recognize."
      mayWrite
      {...{ who, acting, error }}
    >
      <div className="head">
        {may(who, 'admin:read') && isPerson && (
          <label className="check">
            <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
            Show everyone’s
          </label>
        )}
        {isPerson && <Button onClick={signOutEverywhere}>Log out everywhere</Button>}
      </div>
      <SessionList sessions={data?.sessions ?? null} isAll={isAll} mayEnd={mayEnd} onEnd={endSession} />
      <GrantList grants={data?.grants ?? null} isAll={isAll} mayEnd={mayEnd} onEnd={endGrant} />
    </SettingsPage>
  );
}
