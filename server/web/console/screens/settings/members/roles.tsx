/** The roles an organization makes beside the built-in ones: a name for a set of scopes. */

import { useState } from 'react';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { client } from '../../../data/client.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import { ScopeList } from '../access/scope-list.tsx';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { type OwnRole, RoleEditor } from './role-editor.tsx';

export function Roles({ who, mayWrite }: SectionProps) {
  const pages = usePageQuery<OwnRole>('roles', { sort: 'name', limit: 50 });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const [edited, setEdited] = useState<OwnRole | 'new' | null>(null);

  function remove({ id, name }: OwnRole): void {
    if (!confirm(t('delete_role_it_can_no_longer', { name }))) return;
    void acting.act(t('role_deleted', { name }), () => client.roles.delete(id));
  }

  return (
    <SettingsPage
      title={t('roles')}
      intro={t('owner_admin_editor_and_viewer_are')}
      add={{ label: t('add_a_role'), isOpen: edited !== null, onOpen: () => setEdited('new') }}
      {...{ who, mayWrite, acting, error }}
    >
      {edited && (
        <RoleEditor
          key={edited === 'new' ? 'new' : edited.id}
          role={edited === 'new' ? null : edited}
          onCancel={() => setEdited(null)}
          onSaved={(name) => {
            setEdited(null);
            acting.say(t('role_saved_it_applies_at_once', { name }));
            refresh();
          }}
        />
      )}
      <DataTable
        caption={t('roles')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ name }) => name}
        columns={[
          {
            label: t('role'),
            by: 'name',
            cell: ({ name, note }) => (
              <>
                {name}
                {note && <small>{note}</small>}
              </>
            ),
          },
          { label: t('scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        {...(mayWrite && {
          actions: (role: OwnRole) => (
            <>
              <RowButton label={t('change')} of={role.name} onClick={() => setEdited(role)} />
              <RowButton label={t('delete_2')} of={role.name} onClick={() => remove(role)} />
            </>
          ),
        })}
        empty={t('no_roles_of_your_own_yet')}
      />
    </SettingsPage>
  );
}
