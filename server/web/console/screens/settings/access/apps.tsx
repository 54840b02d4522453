/** Apps that people of the organization can let in (OAuth clients): registered here, deleted with all they were allowed. */
import { useState } from 'react';
import { day } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { useAct } from '../../../../parts/use-act.ts';
import { ValueRow } from '../../../../parts/value-row.tsx';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { AppForm, type MadeApp, type OAuthApp } from './app-form.tsx';
import { ScopeList } from './scope-list.tsx';
import { SelfRegistered } from './self-registered.tsx';

export function Apps({ who, mayWrite }: SectionProps) {
  const { data, error, refresh } = useLiveQuery({
    key: ['oauth-clients'],
    read: async () => (await request<{ data: OAuthApp[] }>('GET', '/api/v1/oauth-clients')).data,
    of: ['audit_entries'],
  });
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
    void acting.act(`${app.name} deleted.`, () => request('DELETE', `/api/v1/oauth-clients/${app.id}`));
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
      <DataTable
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
        empty="No apps yet. Register one for each program that acts for people."
      />
      <SelfRegistered act={acting.act} mayWrite={mayWrite} />
    </SettingsPage>
  );
}
