/** The roles an organization makes beside the built-in ones: a name for a set of scopes. */
import { useState } from 'react';
import { api } from '../../../api.ts';
import { ScopeList } from '../access/scope-list.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { usePages } from '../parts/use-pages.ts';
import type { SectionProps } from '../section.ts';
import { type OwnRole, RoleEditor } from './role-editor.tsx';

export function Roles({ who, mayWrite }: SectionProps) {
  const pages = usePages<OwnRole>('/api/v1/roles?sort=name&limit=50');
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const [edited, setEdited] = useState<OwnRole | 'new' | null>(null);

  function remove({ id, name }: OwnRole): void {
    if (!confirm(`Delete role ${name}? It can no longer be given to anyone.`)) return;
    void acting.act(`Role ${name} deleted.`, () => api('DELETE', `/api/v1/roles/${id}`));
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
      <RecordList
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
