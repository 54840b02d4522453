/** Organizers’ accounts at the processor: where the ticket money goes, what is missing, what was paid out. */

import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countryOrNull, textOrNull } from '../../../parts/form/values.ts';
import { day } from '../../../parts/format-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { Loading, Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { request } from '../../data/client.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { openOnboarding, type PaymentAccount, readPayouts } from './accounts-data.ts';
import type { OrderViewProps } from './order-view.ts';

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
          <Button onClick={() => setAdding(true)}>{t('connect_an_account')}</Button>
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
        caption={t('accounts')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ name, email, account }) => name ?? email ?? account ?? 'account'}
        columns={[
          {
            label: t('account'),
            cell: ({ name, email, account }) => (
              <>
                {name ?? email ?? t('new_account')}
                <small>
                  <code>{account ?? t('being_created')}</code>
                </small>
              </>
            ),
          },
          { label: t('state'), cell: (account) => <AccountState account={account} /> },
        ]}
        details={(account) => <Payouts account={account} />}
        {...(mayWrite && {
          actions: ({ id, name, email }: PaymentAccount) => (
            <Button
              small
              of={t('of_7', { part: name ?? email ?? t('the_account') })}
              onClick={() => void acting.act(t('onboarding_opened_in_another_tab'), () => openOnboarding(id))}
            >
              {t('onboarding')}
            </Button>
          ),
        })}
        empty={t('no_account_yet_ticket_money_stays')}
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
        {chargesEnabled ? t('can_take_payments') : t('not_ready')}
      </StatePill>
      {payoutsEnabled === false && <small>{t('no_payouts_yet')}</small>}
      {missing.length > 0 && <small>{tx('missing', { replaceAll: missing.join(', ').replaceAll('_', ' ') })}</small>}
      {problem && <small>{problem}</small>}
    </>
  );
}

function Payouts({ account }: { readonly account: PaymentAccount }) {
  const { data, error } = useOnceQuery(['payouts', account.id], () => readPayouts(account.id));
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <p>{t('no_payouts_yet')}</p>;
  return (
    <ul className="rows">
      {data.map(({ id, amount, currency, status, arrivesAt }) => (
        <li key={id}>
          <div>
            {moneyText(amount, currency)}
            <span>{tx('arrives', { day: day(arrivesAt) })}</span>
          </div>
          <span>{named(status)}</span>
        </li>
      ))}
    </ul>
  );
}

function Connect({ onDone }: { readonly onDone: () => void }) {
  const { value, isDirty, set } = useDraft({ country: '', name: '', email: '' });
  return (
    <EditForm
      title={t('connect_an_account')}
      submit={t('create_account')}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await request('POST', '/events/payment-accounts', {
          country: countryOrNull(value.country, 'country'),
          name: textOrNull(value.name),
          email: textOrNull(value.email),
        });
        onDone();
      }}
    >
      <p className="soft">{t('then_answer_the_questions_of_the')}</p>
      <TextRow
        label={t('country')}
        name="country"
        required
        isCode
        hint={t('two_letters_e_g_de')}
        value={value.country}
        onChange={(country) => set({ country })}
      />
      <TextRow label={t('name')} name="name" value={value.name} onChange={(name) => set({ name })} />
      <TextRow label={t('email')} name="email" type="email" value={value.email} onChange={(email) => set({ email })} />
    </EditForm>
  );
}
