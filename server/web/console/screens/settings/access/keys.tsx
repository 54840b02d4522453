/** API keys: made and shown once, listed without their secret, revoked at once. */

import { useState } from 'react';
import { day } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { useSorting } from '../../../data/use-sorting.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { KeyForm, type MadeKey } from './key-form.tsx';
import { ScopeList } from './scope-list.tsx';

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  readonly madeBy: { readonly actor: string; readonly label: string | null } | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

type State = 'active' | 'expired' | 'revoked';

const tones: Readonly<Record<State, Tone>> = { active: 'success', expired: 'danger', revoked: 'danger' };

function stateOf({ expiresAt, revokedAt }: ApiKey): State {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) < Date.now() ? 'expired' : 'active';
}

/** Returns who made the key; empty for keys made on the machine itself and for those made before this was stored. */
function makerOf({ madeBy }: ApiKey): string {
  return madeBy?.label ? t('by_2', { label: madeBy.label }) : '';
}

/** Sorts the active keys first, then by the newest. */
function inOrder(keys: readonly ApiKey[]): readonly ApiKey[] {
  const rank = (key: ApiKey) => `${stateOf(key) === 'active' ? 1 : 0}${key.createdAt}`;
  return [...keys].sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
}

export function Keys({ who, mayWrite }: SectionProps) {
  const { data, error, refresh } = useLiveQuery({
    key: ['api-keys'],
    read: async () => inOrder((await request<{ data: ApiKey[] }>('GET', '/api/v1/api-keys')).data),
    // Keys are no collection; what is done to them is in the audit log.
    of: ['audit_entries'],
  });
  const acting = useAct(refresh);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);

  function revoke(key: ApiKey): void {
    const text = t('revoke_key_anything_that_uses_it', { name: key.name });
    if (!confirm(text)) return;
    void acting.act(t('key_revoked', { name: key.name }), () =>
      request('POST', `/api/v1/api-keys/${key.id}/revoke`, {}),
    );
  }

  return (
    <SettingsPage
      title={t('api_keys')}
      intro={t('a_key_lets_your_program_use')}
      add={{ label: t('add_a_key'), isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isOpen && (
        <KeyForm
          onCancel={() => setOpen(false)}
          onMade={(key) => {
            setOpen(false);
            setMade(key);
            refresh();
          }}
        />
      )}
      {made && (
        <OnceSecret
          title={t('key_created', { name: made.name })}
          values={[{ label: t('api_key'), value: made.apiKey }]}
          onKept={() => setMade(null)}
        />
      )}
      <DataTable
        caption={t('api_keys')}
        sorting={useSorting('keys', '')}
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          {
            label: t('name'),
            by: 'name',
            cell: (key) => (
              <>
                {key.name}
                <small>{tx('created', { day: day(key.createdAt), makerOf: makerOf(key) })}</small>
              </>
            ),
          },
          { label: t('scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          {
            label: t('state'),
            cell: (key) => (
              <>
                <StatePill tone={tones[stateOf(key)]}>{named(stateOf(key))}</StatePill>
                {key.expiresAt !== null && stateOf(key) !== 'revoked' && (
                  <small>{tx('until_2', { day: day(key.expiresAt) })}</small>
                )}
              </>
            ),
          },
        ]}
        actions={(key) =>
          stateOf(key) === 'active' && <RowButton label={t('revoke')} of={key.name} onClick={() => revoke(key)} />
        }
        empty={t('no_api_keys_yet_create_one')}
      />
    </SettingsPage>
  );
}
