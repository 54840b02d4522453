/** Apps that people of the organization can let in (OAuth clients): registered here, deleted with all they were allowed. */

import { useState } from 'react';
import { day } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { ValueRow } from '../../../../parts/value-row.tsx';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { useSorting } from '../../../data/use-sorting.ts';
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
    if (clientSecret === undefined) acting.say(t('registered_its_client_id_is_in', { name: app.name }));
    else setMade({ ...app, clientSecret });
    refresh();
  }

  function remove(app: OAuthApp): void {
    if (!confirm(t('delete_everyone_who_authorized_it_is', { name: app.name }))) return;
    void acting.act(t('deleted', { name: app.name }), () => request('DELETE', `/api/v1/oauth-clients/${app.id}`));
  }

  return (
    <SettingsPage
      title={t('apps')}
      intro={t('oauth_clients_apps_that_act_for')}
      add={{ label: t('register_an_app'), isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isOpen && <AppForm onCancel={() => setOpen(false)} onMade={register} />}
      {made && (
        <OnceSecret
          title={t('is_registered', { name: made.name })}
          values={[
            { label: t('client_secret'), value: made.clientSecret },
            { label: t('client_id'), value: made.id },
          ]}
          onKept={() => setMade(null)}
        />
      )}
      <DataTable
        caption={t('apps')}
        sorting={useSorting('apps', '')}
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          {
            label: t('name'),
            by: 'name',
            cell: ({ name, createdAt }) => (
              <>
                {name}
                <small>{tx('registered_2', { day: day(createdAt) })}</small>
              </>
            ),
          },
          { label: t('kind'), cell: ({ confidential }) => (confidential ? t('confidential_2') : t('public_2')) },
          { label: t('scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        details={({ id, redirectUris }) => (
          <dl>
            <ValueRow label={t('client_id')} value={id} />
            {redirectUris.map((uri) => (
              <ValueRow key={uri} label={t('redirect_address')} value={uri} />
            ))}
          </dl>
        )}
        {...(mayWrite && {
          actions: (app: OAuthApp) => <RowButton label={t('delete_2')} of={app.name} onClick={() => remove(app)} />,
        })}
        empty={t('no_apps_yet_register_one_for')}
      />
      <SelfRegistered act={acting.act} mayWrite={mayWrite} />
    </SettingsPage>
  );
}
