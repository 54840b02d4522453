/** Cancels all tickets of an order; what goes back is said before. */

import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { refundPreview } from '../attendees/registration.ts';
import { cancelOrder, type Order } from './order.ts';

type Refund = 'rules' | 'full' | 'none';

const peopleMax = 100;

/** What the terms of the event give back for all its people. */
async function sumByRules(eventId: string, orderId: string): Promise<number> {
  const where = { order: { equals: orderId }, status: { in: ['confirmed', 'pending'] } };
  const { data } = await listPage<{ id: string }>('registrations', { where, limit: peopleMax });
  let sum = 0;
  for (const { id } of data) sum += (await refundPreview(eventId, id)).amount;
  return sum;
}

export interface CancelOrderProps {
  readonly event: EventSummary;
  readonly order: Order;
  readonly onDone: () => void;
}

export function CancelOrder({ event, order, onDone }: CancelOrderProps) {
  const { id, number, name, amount, refunded, currency, paidAt } = order;
  const isPaid = paidAt !== null && amount > refunded;
  const { value, isDirty, set } = useDraft({ refund: 'rules' as Refund });
  const { data: byRules, error } = useLiveQuery({
    key: ['order-refund', id],
    read: () => (isPaid ? sumByRules(event.id, id) : Promise.resolve(0)),
    of: ['registrations'],
  });
  const back = { rules: byRules, full: amount - refunded, none: 0 }[value.refund];
  return (
    <EditForm
      title={t('cancel_order', { number })}
      submit={t('cancel_order_2')}
      dismiss={t('keep_order')}
      isDanger
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await cancelOrder(event.id, id, value.refund);
        onDone();
      }}
    >
      <Problem error={error} />
      {isPaid && (
        <ChoiceRow
          label={t('refund')}
          name="refund"
          value={value.refund}
          options={[
            { value: 'rules', label: t('by_the_terms_of_the_event') },
            { value: 'full', label: t('everything') },
            { value: 'none', label: t('nothing') },
          ]}
          onChange={(refund) => set({ refund: refund as Refund })}
        />
      )}
      <p>
        {tx('all_its_tickets_stop_working_and', {
          part: isPaid && back !== null && t('gets_back_3', { name, sum: moneyText(back, currency) }),
          part2: !isPaid && t('nothing_was_paid_so_nothing_is_2'),
        })}
      </p>
    </EditForm>
  );
}
