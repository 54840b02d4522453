/** The roles an organization makes beside the built-in ones: a name for a set of scopes. */
import { useState } from 'react';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
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
    if (!confirm(`Delete role ${name}? It can no longer be given to anyone.`)) return;
    void acting.act(`Role ${name} deleted.`, () => client.roles.delete(id));
  }

  return (
    <SettingsPage
      title="Roles"
      intro="Owner, admin, editor and viewer are built in. Create a role for people who need less, or different, access."
      add={{ label: 'Add a role', isOpen: edited !== null, onOpen: () => setEdited('new') }}
      {...{ who, mayWrite, acting, error }}
    >
      {edited && (
        <RoleEditor
          key={edited === 'new' ? 'new' : edited.id}
          role={edited === 'new' ? null : edited}
          onCancel={() => setEdited(null)}
          onSaved={(name) => {
            setEdited(null);
            acting.say(`Role ${name} saved. It applies at once to everyone who has it.`);
            refresh();
          }}
        />
      )}
      <DataTable
        caption="Roles"
        rows={pages.rows}
        pages={pages}
        nameOf={({ name }) => name}
        columns={[
          {
            label: 'Role',
            cell: ({ name, note }) => (
              <>
                {name}
                {note && <small>{note}</small>}
              </>
            ),
          },
          { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        {...(mayWrite && {
          actions: (role: OwnRole) => (
            <>
              <RowButton label="Change" of={role.name} onClick={() => setEdited(role)} />
              <RowButton label="Delete" of={role.name} onClick={() => remove(role)} />
            </>
          ),
        })}
        empty="No roles of your own yet. The built-in roles are owner, admin, editor and viewer."
      />
    </SettingsPage>
  );
}
