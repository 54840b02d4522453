/** API keys of a member whose rights have just ended or changed: they work on until an administrator revokes them. */

import { Button } from '../../../../parts/button.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import type { Acting } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { ScopeList } from '../access/scope-list.tsx';

export interface LeftKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Answer to a change of a member, with the keys that work on. */
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
    if (!confirm(t('revoke_key_programs_that_use_it', { name }))) return;
    const isDone = await acting.act(t('key_revoked', { name }), () =>
      request('POST', `/api/v1/api-keys/${id}/revoke`, {}),
    );
    if (isDone) onRevoked(id);
  }

  return (
    <section className="card" aria-label={t('api_keys_created_by', { email })}>
      <p>{tx('created_these_api_keys_they_still', { email })}</p>
      <DataTable
        caption={t('api_keys_created_by', { email })}
        rows={keys}
        nameOf={({ name }) => name}
        columns={[
          { label: t('name'), cell: ({ name }) => name },
          { label: t('scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        ]}
        actions={(key) => <RowButton label={t('revoke')} of={key.name} onClick={() => void revoke(key)} />}
        empty={t('all_of_them_have_been_revoked')}
      />
      <Button onClick={onDone}>{t('done')}</Button>
    </section>
  );
}
