/** The form for ways to pay and for refunds. */

import { ChoiceRow, LongTextRow, NumberRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, numberOrNull, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { t, tx } from '../../../parts/text/text.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { PaymentAccount } from '../orders/accounts-data.ts';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

const standard = { windowHours: 72, partialRefundPercent: 50, holdDays: 7 } as const;

function draftOf({ stripe }: EventRecord) {
  const refunds = stripe?.refunds;
  return {
    stripe,
    enabled: stripe?.enabled !== false,
    account: stripe?.connectAccountId ?? '',
    refundsEnabled: refunds?.enabled !== false,
    windowHours: fieldText(refunds?.windowHours ?? standard.windowHours),
    partialRefundPercent: fieldText(refunds?.partialRefundPercent ?? standard.partialRefundPercent),
    basis: refunds?.basis ?? 'payment',
    bankTransfer: stripe?.bankTransfer?.enabled === true,
    instructions: stripe?.bankTransfer?.instructions ?? '',
    holdDays: fieldText(stripe?.bankTransfer?.holdDays ?? standard.holdDays),
  };
}
type Draft = ReturnType<typeof draftOf>;

/** Returns the setting; what the form does not show stays as it is. */
function valuesOf(draft: Draft): Partial<EventRecord> {
  return {
    stripe: {
      ...draft.stripe,
      enabled: draft.enabled,
      connectAccountId: draft.account || null,
      refunds: {
        ...draft.stripe?.refunds,
        enabled: draft.refundsEnabled,
        windowHours: wholeOrNull(draft.windowHours, 'windowHours') ?? standard.windowHours,
        partialRefundPercent:
          numberOrNull(draft.partialRefundPercent, 'partialRefundPercent') ?? standard.partialRefundPercent,
        basis: draft.basis,
      },
      bankTransfer: {
        enabled: draft.bankTransfer,
        instructions: textOrNull(draft.instructions),
        holdDays: wholeOrNull(draft.holdDays, 'holdDays') ?? standard.holdDays,
      },
    },
  };
}

const accountsMax = 100;

function useAccounts(): readonly PaymentAccount[] {
  const { data } = useLiveQuery({
    key: ['payment-accounts'],
    read: async () => (await listPage<PaymentAccount>('payment_accounts', { limit: accountsMax })).data,
    of: ['payment_accounts'],
  });
  return data ?? [];
}

export function Payment({ event, record, mayWrite }: EventSectionProps) {
  const accounts = useAccounts().filter(({ account }) => account !== null);
  return (
    <RecordEdit
      title={t('payment_and_refunds')}
      collection="events"
      labels={{ stripe: t('payment_and_refunds') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('take_payments_online')}
            name="stripe"
            hint={t('cards_and_wallets_by_the_payment')}
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {value.enabled && (
            <ChoiceRow
              label={t('account')}
              name="connectAccountId"
              hint={tx('where_the_ticket_money_goes', {
                a: <a href={`#/orders/${event.id}?show=accounts`}>{t('accounts_and_payouts')}</a>,
              })}
              value={value.account}
              options={[
                { value: '', label: t('the_platforms_own_account') },
                ...accounts.map(({ account, name, email }) => ({
                  value: account ?? '',
                  label: name ?? email ?? account ?? '',
                })),
              ]}
              onChange={(account) => set({ account })}
            />
          )}
          <BankTransfer value={value} set={set} />
          <RefundTerms value={value} set={set} />
        </>
      )}
    </RecordEdit>
  );
}

interface PartProps {
  readonly value: Draft;
  readonly set: (patch: Partial<Draft>) => void;
}

function BankTransfer({ value, set }: PartProps) {
  return (
    <>
      <CheckRow
        label={t('take_bank_transfers')}
        name="bankTransfer"
        hint={t('buyers_get_the_text_below_and')}
        checked={value.bankTransfer}
        onChange={(bankTransfer) => set({ bankTransfer })}
      />
      {value.bankTransfer && (
        <>
          <LongTextRow
            label={t('what_the_buyer_reads')}
            name="instructions"
            hint={t('name_the_account_and_what_to')}
            required
            maxLength={2_000}
            value={value.instructions}
            onChange={(instructions) => set({ instructions })}
          />
          <NumberRow
            label={t('seats_are_held_for')}
            name="holdDays"
            unit={t('days')}
            value={value.holdDays}
            onChange={(holdDays) => set({ holdDays })}
          />
        </>
      )}
    </>
  );
}

function RefundTerms({ value, set }: PartProps) {
  return (
    <>
      <CheckRow
        label={t('refund_tickets_that_are_cancelled')}
        name="refunds"
        hint={t('said_to_guests_before_they_pay')}
        checked={value.refundsEnabled}
        onChange={(refundsEnabled) => set({ refundsEnabled })}
      />
      {value.refundsEnabled && (
        <div className="fields">
          <NumberRow
            label={t('full_refund_for')}
            name="windowHours"
            unit={t('hours')}
            value={value.windowHours}
            onChange={(windowHours) => set({ windowHours })}
          />
          <ChoiceRow
            label={t('counted')}
            name="basis"
            value={value.basis}
            options={[
              { value: 'payment', label: t('after_the_payment') },
              { value: 'event_start', label: t('before_the_event_starts') },
            ]}
            onChange={(basis) => set({ basis: basis === 'event_start' ? basis : 'payment' })}
          />
          <NumberRow
            label={t('otherwise')}
            name="partialRefundPercent"
            unit="%"
            value={value.partialRefundPercent}
            onChange={(partialRefundPercent) => set({ partialRefundPercent })}
          />
        </div>
      )}
    </>
  );
}
