/** Apps that people of the organization can let in (OAuth clients): registered here, deleted with all they were allowed. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { useLive } from '../../../use-live.ts';
import { OnceSecret } from '../parts/once-secret.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { ValueRow } from '../parts/value-row.tsx';
import { day } from '../parts/when.ts';
import type { SectionProps } from '../section.ts';
import { AppForm, type MadeApp, type OAuthApp } from './app-form.tsx';
import { ScopeList } from './scope-list.tsx';

const listMs = 1_000;

export function Apps({ who, mayWrite }: SectionProps) {
  const read = useCallback(async () => (await api<{ data: OAuthApp[] }>('GET', '/api/v1/oauth-clients')).data, []);
  const { data, error, refresh } = useLive(read, listMs);
  const acting = useAct(refresh);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<(MadeApp & { readonly clientSecret: string }) | null>(null);

  function register({ clientSecret, ...app }: MadeApp): void {
    setOpen(false);
    if (clientSecret === undefined) acting.say(`${app.name} registered. Its client ID is in the list.`);
    else setMade({ ...app, clientSecret });
    refresh();
  }

  function remove(app: OAuthApp): void {
    if (!confirm(`Delete ${app.name}? Everyone who authorized it is logged out of it at once.`)) return;
    void acting.act(`${app.name} deleted.`, () => api('DELETE', `/api/v1/oauth-clients/${app.id}`));
  }

  return (
    <SettingsPage
      title="Apps"
      intro="OAuth clients: apps that act for people who authorize them, never with more access than the person has."
      add={{ label: 'Register an app', isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isOpen && <AppForm onCancel={() => setOpen(false)} onMade={register} />}
      {made && (
        <OnceSecret
          title={`${made.name} is registered`}
          values={[
            { label: 'Client secret', value: made.clientSecret },
            { label: 'Client ID', value: made.id },
          ]}
          onKept={() => setMade(null)}
        />
      )}
      <RecordList
        caption="Apps"
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          {
            label: 'Name',
            cell: ({ name, createdAt }) => (
              <>
                {name}
                <small>registered {day(createdAt)}</small>
              </>
            ),
          },
          { label: 'Kind', cell: ({ confidential }) => (confidential ? 'confidential' : 'public') },
          { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        details={({ id, redirectUris }) => (
          <dl>
            <ValueRow label="Client ID" value={id} />
            {redirectUris.map((uri) => (
              <ValueRow key={uri} label="Redirect address" value={uri} />
            ))}
          </dl>
        )}
        {...(mayWrite && {
          actions: (app: OAuthApp) => <RowButton label="Delete" of={app.name} onClick={() => remove(app)} />,
        })}
        empty="No apps yet. Register one, or let a program register itself at /oauth/register."
      />
    </SettingsPage>
  );
}
