/**
 * Apps that registered themselves and that people of the organization authorized. They belong to no organization: only their
 * access can be ended.
 */

import type { HeldGrant } from '#shared/sdk/held-access.ts';
import { day } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t } from '../../../../parts/text/text.ts';
import type { Acting } from '../../../../parts/use-act.ts';
import { client } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { ownerOf } from '../sessions/session-texts.ts';
import { ScopeList } from './scope-list.tsx';

interface SelfRegisteredApp {
  readonly id: string;
  readonly name: string;
  readonly people: readonly string[];
  readonly scopes: readonly string[];
  readonly lastUsedAt: string;
  readonly grants: readonly string[];
}

/** Groups the grants by app: an app may have a grant of each person. */
function byApp(held: readonly HeldGrant[]): readonly SelfRegisteredApp[] {
  const groups = Map.groupBy(
    held.filter(({ app }) => app.registeredItself),
    ({ app }) => app.id,
  );
  return [...groups].map(([id, grants]) => ({
    id,
    name: grants[0]?.app.name ?? t('a_deleted_app'),
    people: [...new Set(grants.map(ownerOf))],
    scopes: [...new Set(grants.flatMap(({ scopes }) => scopes))],
    lastUsedAt:
      grants
        .map((grant) => grant.lastUsedAt)
        .sort()
        .at(-1) ?? '',
    grants: grants.map((grant) => grant.id),
  }));
}

export function SelfRegistered({ act, mayWrite }: { readonly act: Acting['act']; readonly mayWrite: boolean }) {
  const { data, error, refresh } = useLiveQuery({
    key: ['self-registered-apps'],
    read: async () => byApp(await client.$access.grants()),
    of: ['audit_entries'],
  });

  async function end({ name, people, grants }: SelfRegisteredApp): Promise<void> {
    if (!confirm(t('end_the_access_of_it_can', { name, list: people.join(', ') }))) return;
    await act(t('no_longer_has_access', { name }), () => Promise.all(grants.map((id) => client.$access.endGrant(id))));
    refresh();
  }

  return (
    <section aria-labelledby="self-registered">
      <h2 id="self-registered">{t('apps_that_registered_themselves')}</h2>
      <p className="intro">{t('programs_such_as_assistants_register_at')}</p>
      <Problem error={error} />
      <DataTable
        caption={t('apps_that_registered_themselves')}
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          { label: t('name'), cell: ({ name }) => name },
          { label: t('authorized_by'), cell: ({ people }) => people.join(', ') },
          { label: t('scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          { label: t('last_used'), cell: ({ lastUsedAt }) => day(lastUsedAt) },
        ]}
        {...(mayWrite && {
          actions: (app: SelfRegisteredApp) => (
            <RowButton label={t('end_access')} of={t('of_10', { name: app.name })} onClick={() => void end(app)} />
          ),
        })}
        empty={t('no_app_that_registered_itself_has')}
      />
    </section>
  );
}
