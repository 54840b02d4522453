/** API keys: made and shown once, listed without their secret, revoked at once. */
import { useState } from 'react';
import { day } from '../../../../parts/format-time.ts';
import { OnceSecret } from '../../../../parts/once-secret.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
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

/** Of keys made on the machine itself, and before keys knew it, there is no name. */
function makerOf({ madeBy }: ApiKey): string {
  return madeBy?.label ? ` by ${madeBy.label}` : '';
}

/** What works first, then the newest. */
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
    const text = `Revoke key “${key.name}”? Anything that uses it stops working at once. This cannot be undone.`;
    if (!confirm(text)) return;
    void acting.act(`Key “${key.name}” revoked.`, () => request('POST', `/api/v1/api-keys/${key.id}/revoke`, {}));
  }

  return (
    <SettingsPage
      title="API keys"
      intro="A key lets your program use the API. Give each program its own, with no more scopes than it needs."
      add={{ label: 'Add a key', isOpen: isOpen || made !== null, onOpen: () => setOpen(true) }}
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
          title={`Key “${made.name}” created`}
          values={[{ label: 'API key', value: made.apiKey }]}
          onKept={() => setMade(null)}
        />
      )}
      <DataTable
        caption="API keys"
        rows={data}
        nameOf={({ name }) => name}
        columns={[
          {
            label: 'Name',
            cell: (key) => (
              <>
                {key.name}
                <small>
                  created {day(key.createdAt)}
                  {makerOf(key)}
                </small>
              </>
            ),
          },
          { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
          {
            label: 'State',
            cell: (key) => (
              <>
                <StatePill tone={tones[stateOf(key)]}>{stateOf(key)}</StatePill>
                {key.expiresAt !== null && stateOf(key) !== 'revoked' && <small>until {day(key.expiresAt)}</small>}
              </>
            ),
          },
        ]}
        actions={(key) =>
          stateOf(key) === 'active' && <RowButton label="Revoke" of={key.name} onClick={() => revoke(key)} />
        }
        empty="No API keys yet. Create one for the first program that uses the API."
      />
    </SettingsPage>
  );
}
