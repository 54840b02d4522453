/** How tickets are paid, and what is refunded. */
import { ChoiceRow, LongTextRow, NumberRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, numberOrNull, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { PaymentAccount } from '../orders/accounts-data.ts';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-settings.tsx';

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

/** Everything else of the setting stays as it is. */
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
      title="Payment and refunds"
      collection="events"
      labels={{ stripe: 'Payment and refunds' }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label="Take payments online"
            name="stripe"
            hint="Cards and wallets, by the payment processor; in the sandbox, by the built-in test processor."
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {value.enabled && (
            <ChoiceRow
              label="Account"
              name="connectAccountId"
              hint={
                <>
                  Where the ticket money goes. <a href={`#/orders/${event.id}?show=accounts`}>Accounts and payouts</a>
                </>
              }
              value={value.account}
              options={[
                { value: '', label: 'The platform’s own account' },
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
        label="Take bank transfers"
        name="bankTransfer"
        hint="Buyers get the text below and the order number. You mark the order as paid when the money has arrived."
        checked={value.bankTransfer}
        onChange={(bankTransfer) => set({ bankTransfer })}
      />
      {value.bankTransfer && (
        <>
          <LongTextRow
            label="What the buyer reads"
            name="instructions"
            maxLength={2_000}
            value={value.instructions}
            onChange={(instructions) => set({ instructions })}
          />
          <NumberRow
            label="Seats are held for"
            name="holdDays"
            unit="days"
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
        label="Refund tickets that are cancelled"
        name="refunds"
        hint="Said to guests before they pay."
        checked={value.refundsEnabled}
        onChange={(refundsEnabled) => set({ refundsEnabled })}
      />
      {value.refundsEnabled && (
        <div className="fields">
          <NumberRow
            label="Full refund for"
            name="windowHours"
            unit="hours"
            value={value.windowHours}
            onChange={(windowHours) => set({ windowHours })}
          />
          <ChoiceRow
            label="Counted"
            name="basis"
            value={value.basis}
            options={[
              { value: 'payment', label: 'after the payment' },
              { value: 'event_start', label: 'before the event starts' },
            ]}
            onChange={(basis) => set({ basis: basis === 'event_start' ? basis : 'payment' })}
          />
          <NumberRow
            label="Otherwise"
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
