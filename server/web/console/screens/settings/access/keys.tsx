/** API keys: made and shown once, listed without their secret, revoked at once. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { useLive } from '../../../use-live.ts';
import { OnceSecret } from '../parts/once-secret.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { day } from '../parts/when.ts';
import type { SectionProps } from '../section.ts';
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

const listMs = 1_000;

export function Keys({ who, mayWrite }: SectionProps) {
  const read = useCallback(async () => inOrder((await api<{ data: ApiKey[] }>('GET', '/api/v1/api-keys')).data), []);
  const { data, error, refresh } = useLive(read, listMs);
  const acting = useAct(refresh);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);

  function revoke(key: ApiKey): void {
    const text = `Revoke key “${key.name}”? Anything that uses it stops working at once. This cannot be undone.`;
    if (!confirm(text)) return;
    void acting.act(`Key “${key.name}” revoked.`, () => api('POST', `/api/v1/api-keys/${key.id}/revoke`, {}));
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
      <RecordList
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
                <span className={`state ${stateOf(key)}`}>{stateOf(key)}</span>
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
