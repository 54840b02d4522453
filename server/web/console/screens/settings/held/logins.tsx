/** Where a person is logged in and which apps they let in, to be ended here; administrators see those of everybody. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { useLive } from '../../../use-live.ts';
import { ScopeList } from '../access/scope-list.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { day, dayAndTime } from '../parts/when.ts';
import type { SectionProps } from '../section.ts';
import { may } from '../who.ts';
import { type HeldGrant, type HeldSession, ownerOf, wayIn } from './held.ts';

const listMs = 5_000;

async function readHeld(query: string) {
  const [sessions, grants] = await Promise.all([
    api<{ data: HeldSession[] }>('GET', `/api/v1/auth/sessions${query}`),
    api<{ data: HeldGrant[] }>('GET', `/api/v1/auth/grants${query}`),
  ]);
  return { sessions: sessions.data, grants: grants.data };
}

export function Logins({ who }: SectionProps) {
  const isPerson = who.user !== undefined;
  const maySeeAll = may(who, 'admin:read');
  const [isAll, setAll] = useState(!isPerson);
  const read = useCallback(() => readHeld(isAll ? '' : '?member=me'), [isAll]);
  const { data, error, refresh } = useLive(read, listMs);
  const acting = useAct(refresh);
  const mayEnd = (member: string) => member === who.user?.id || may(who, 'admin:write');

  function endSession(session: HeldSession): void {
    const text = session.isCurrent ? 'Log out here?' : `End this session of ${ownerOf(session)}?`;
    if (!confirm(text)) return;
    void acting.act('Session ended.', () => api('DELETE', `/api/v1/auth/sessions/${session.id}`));
  }

  function endGrant(grant: HeldGrant): void {
    const app = grant.app.name ?? 'This app';
    if (!confirm(`End the access of ${app}? It can no longer act for ${ownerOf(grant)}.`)) return;
    void acting.act(`${app} no longer has access.`, () => api('DELETE', `/api/v1/auth/grants/${grant.id}`));
  }

  function signOutEverywhere(): void {
    if (!confirm('Log out on every device, including this one, and end the access of every app you authorized?'))
      return;
    void acting.act('You are logged out everywhere.', () => api('DELETE', '/api/v1/auth/sessions?member=me'));
  }

  return (
    <SettingsPage
      title="Sessions and apps"
      intro="Where you are logged in, and which apps can act for you. End any that you do not recognize."
      mayWrite
      {...{ who, acting, error }}
    >
      <div className="head">
        {maySeeAll && isPerson && (
          <label className="check">
            <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
            Show everyone’s
          </label>
        )}
        {isPerson && (
          <button type="button" className="quiet" onClick={signOutEverywhere}>
            Log out everywhere
          </button>
        )}
      </div>
      <h2>Logins</h2>
      <RecordList
        caption="Logins"
        rows={data?.sessions ?? null}
        nameOf={(session) => `${wayIn(session)} of ${ownerOf(session)}`}
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
          mayEnd(session.member.id) && (
            <RowButton
              label="End"
              of={`${wayIn(session)} of ${ownerOf(session)}`}
              onClick={() => endSession(session)}
            />
          )
        }
        empty="No one is logged in."
      />
      <h2>Authorized apps</h2>
      <RecordList
        caption="Authorized apps"
        rows={data?.grants ?? null}
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
            <RowButton label="End" of={`access of ${grant.app.name ?? 'an app'}`} onClick={() => endGrant(grant)} />
          )
        }
        empty="No authorized apps."
      />
    </SettingsPage>
  );
}
