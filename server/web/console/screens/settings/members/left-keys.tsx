/** API keys of a member whose rights have just ended or changed: they work on until an administrator revokes them. */
import { Button } from '../../../../parts/button.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import type { Acting } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { ScopeList } from '../access/scope-list.tsx';

export interface LeftKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** As the answer to a change of a member carries them. */
export interface MemberAnswer {
  readonly meta: { readonly keysLeft?: readonly LeftKey[] };
}

export interface LeftKeysProps {
  readonly email: string;
  readonly keys: readonly LeftKey[];
  readonly acting: Acting;
  readonly onRevoked: (id: string) => void;
  readonly onDone: () => void;
}

export function LeftKeys({ email, keys, acting, onRevoked, onDone }: LeftKeysProps) {
  async function revoke({ id, name }: LeftKey): Promise<void> {
    if (!confirm(`Revoke key “${name}”? Programs that use it stop working at once. This cannot be undone.`)) return;
    const isDone = await acting.act(`Key “${name}” revoked.`, () =>
      request('POST', `/api/v1/api-keys/${id}/revoke`, {}),
    );
    if (isDone) onRevoked(id);
  }

  return (
    <section className="card" aria-label={`API keys created by ${email}`}>
      <p>
        {email} created these API keys. They still work. Revoke those whose secret {email} may know.
      </p>
      <DataTable
        caption={`API keys created by ${email}`}
        rows={keys}
        nameOf={({ name }) => name}
        columns={[
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        actions={(key) => <RowButton label="Revoke" of={key.name} onClick={() => void revoke(key)} />}
        empty="All of them have been revoked."
      />
      <Button onClick={onDone}>Done</Button>
    </section>
  );
}
