/** Apps that registered themselves and that people of the organization authorized. They belong to no organization: only their access can be ended. */
import type { HeldGrant } from '#shared/sdk/held-access.ts';
import { day } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import type { Acting } from '../../../../parts/use-act.ts';
import { client } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { ScopeList } from './scope-list.tsx';

interface SelfRegisteredApp {
  readonly id: string;
  readonly name: string;
  readonly people: readonly string[];
  readonly scopes: readonly string[];
  readonly lastUsedAt: string;
  readonly grants: readonly string[];
}

/** One app may have a grant of each person. */
function byApp(held: readonly HeldGrant[]): readonly SelfRegisteredApp[] {
  const groups = Map.groupBy(
    held.filter(({ app }) => app.registeredItself),
    ({ app }) => app.id,
  );
  return [...groups].map(([id, grants]) => ({
    id,
    name: grants[0]?.app.name ?? 'A deleted app',
    people: [...new Set(grants.map(({ member }) => member.email ?? 'a former member'))],
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
    if (!confirm(`End the access of ${name}? It can no longer act for ${people.join(', ')}.`)) return;
    await act(`${name} no longer has access.`, () => Promise.all(grants.map((id) => client.$access.endGrant(id))));
    refresh();
  }

  return (
    <section aria-labelledby="self-registered">
      <h2 id="self-registered">Apps that registered themselves</h2>
      <p className="intro">
        Programs such as assistants register at /oauth/register. They appear here once someone authorizes them.
      </p>
      <Problem error={error} />
      <DataTable
        caption="Apps that registered themselves"
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Authorized by', cell: ({ people }) => people.join(', ') },
          { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          { label: 'Last used', cell: ({ lastUsedAt }) => day(lastUsedAt) },
        ]}
        {...(mayWrite && {
          actions: (app: SelfRegisteredApp) => (
            <RowButton label="End access" of={`of ${app.name}`} onClick={() => void end(app)} />
          ),
        })}
        empty="No app that registered itself has been authorized."
      />
    </section>
  );
}
