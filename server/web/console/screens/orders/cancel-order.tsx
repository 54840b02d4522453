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
import { cancelOrder, type Order, type OrderPerson } from './order.ts';

type Refund = 'rules' | 'full' | 'none';

/** Maximum number of people whose refunds are added up. */
const peopleMax = 100;

interface Back {
  /** Refund by the terms of the event; minor units, as `full`. */
  readonly rules: number;
  readonly full: number;
  /** A payment is disputed. The processor decides about it: a refund besides would give the money back twice. */
  readonly isDisputed: boolean;
}

/** Adds up the possible refunds of the people of an order: only of paid money, neither disputed nor being returned. */
async function backOf(eventId: string, orderId: string): Promise<Back> {
  const where = { order: { equals: orderId }, status: { in: ['confirmed', 'pending'] } };
  const { data } = await listPage<OrderPerson>('registrations', { where, limit: peopleMax });
  const paid = data.filter(({ amount, paymentStatus }) => paymentStatus === 'paid' && amount > 0);
  let rules = 0;
  for (const { id } of paid) rules += (await refundPreview(eventId, id)).amount;
  return {
    rules,
    full: paid.reduce((sum, { amount }) => sum + amount, 0),
    isDisputed: data.some(({ paymentStatus }) => paymentStatus === 'disputed'),
  };
}

export interface CancelOrderProps {
  readonly event: EventSummary;
  readonly order: Order;
  readonly onDone: () => void;
}

export function CancelOrder({ event, order, onDone }: CancelOrderProps) {
  const { id, number, name, currency } = order;
  const { value, isDirty, set } = useDraft({ refund: 'rules' as Refund });
  const { data: back, error } = useLiveQuery({
    key: ['order-refund', id],
    read: () => backOf(event.id, id),
    of: ['registrations'],
  });
  const isPaid = back !== null && back.full > 0;
  const sum = back === null ? 0 : { ...back, none: 0 }[value.refund];
  const isUnpaid = back !== null && !isPaid && !back.isDisputed;
  return (
    <EditForm
      title={t('cancel_order', { number })}
      submit={t('cancel_order_2')}
      dismiss={t('keep_order')}
      isDanger
      isDirty={isDirty}
      disabled={back === null}
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
          part: isPaid && t('gets_back_3', { name, sum: moneyText(sum, currency) }),
          part2: back?.isDisputed ? t('disputed_so_nothing_is_refunded') : isUnpaid && t('nothing_left_to_refund'),
        })}
      </p>
    </EditForm>
  );
}
