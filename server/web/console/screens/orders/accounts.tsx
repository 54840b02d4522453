/** Organizers’ accounts at the processor: where the ticket money goes, what is missing, what was paid out. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { textOrNull } from '../../../parts/form/values.ts';
import { day } from '../../../parts/format-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading, Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { openOnboarding, type PaymentAccount, readPayouts } from './accounts-data.ts';
import type { OrderViewProps } from './orders.tsx';

const pageSize = 25;

export function Accounts({ mayWrite }: OrderViewProps) {
  const pages = usePageQuery<PaymentAccount>('payment_accounts', { sort: '-createdAt', limit: pageSize });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      {mayWrite && !isAdding && (
        <p>
          <Button onClick={() => setAdding(true)}>Connect an account</Button>
        </p>
      )}
      {isAdding && (
        <Connect
          onDone={() => {
            setAdding(false);
            refresh();
          }}
        />
      )}
      <DataTable
        caption="Accounts"
        rows={pages.rows}
        pages={pages}
        nameOf={({ name, email, account }) => name ?? email ?? account ?? 'account'}
        columns={[
          {
            label: 'Account',
            cell: ({ name, email, account }) => (
              <>
                {name ?? email ?? 'New account'}
                <small>
                  <code>{account ?? 'being created'}</code>
                </small>
              </>
            ),
          },
          { label: 'State', cell: (account) => <AccountState account={account} /> },
        ]}
        details={(account) => <Payouts account={account} />}
        {...(mayWrite && {
          actions: ({ id, name, email }: PaymentAccount) => (
            <Button
              small
              of={`of ${name ?? email ?? 'the account'}`}
              onClick={() => void acting.act('Onboarding opened in another tab.', () => openOnboarding(id))}
            >
              Onboarding
            </Button>
          ),
        })}
        empty="No account yet. Ticket money stays on the platform’s own account until you connect one."
      />
    </>
  );
}

function AccountState({ account }: { readonly account: PaymentAccount }) {
  const { chargesEnabled, payoutsEnabled, problem, requirements } = account;
  const missing = requirements ?? [];
  return (
    <>
      <StatePill tone={chargesEnabled ? 'success' : 'warn'}>
        {chargesEnabled ? 'can take payments' : 'not ready'}
      </StatePill>
      {payoutsEnabled === false && <small>No payouts yet.</small>}
      {missing.length > 0 && <small>Missing: {missing.join(', ').replaceAll('_', ' ')}</small>}
      {problem && <small>{problem}</small>}
    </>
  );
}

function Payouts({ account }: { readonly account: PaymentAccount }) {
  const { data, error } = useOnceQuery(['payouts', account.id], () => readPayouts(account.id));
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <p>No payouts yet.</p>;
  return (
    <ul className="rows">
      {data.map(({ id, amount, currency, status, arrivesAt }) => (
        <li key={id}>
          <div>
            {moneyText(amount, currency)}
            <span>arrives {day(arrivesAt)}</span>
          </div>
          <span>{status.replaceAll('_', ' ')}</span>
        </li>
      ))}
    </ul>
  );
}

function Connect({ onDone }: { readonly onDone: () => void }) {
  const { value, isDirty, set } = useDraft({ country: '', name: '', email: '' });
  return (
    <EditForm
      title="Connect an account"
      submit="Create account"
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await request('POST', '/events/payment-accounts', {
          country: value.country.trim().toUpperCase(),
          name: textOrNull(value.name),
          email: textOrNull(value.email),
        });
        onDone();
      }}
    >
      <p className="soft">Then answer the questions of the payment processor under “Onboarding”.</p>
      <TextRow
        label="Country"
        name="country"
        required
        maxLength={2}
        isCode
        hint="Two letters, e.g. DE."
        value={value.country}
        onChange={(country) => set({ country })}
      />
      <TextRow label="Name" name="name" value={value.name} onChange={(name) => set({ name })} />
      <TextRow label="Email" name="email" type="email" value={value.email} onChange={(email) => set({ email })} />
    </EditForm>
  );
}
