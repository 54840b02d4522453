/** Cancels all tickets of an order; what goes back is said before. */
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
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
      title={`Cancel order ${number}?`}
      submit="Cancel order"
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
          label="Refund"
          name="refund"
          value={value.refund}
          options={[
            { value: 'rules', label: 'By the terms of the event' },
            { value: 'full', label: 'Everything' },
            { value: 'none', label: 'Nothing' },
          ]}
          onChange={(refund) => set({ refund: refund as Refund })}
        />
      )}
      <p>
        {isPaid && back !== null && `${name} gets back ${moneyText(back, currency)}. `}
        {!isPaid && 'Nothing was paid, so nothing is refunded. '}
        All its tickets stop working and the seats become free. This cannot be undone.
      </p>
    </EditForm>
  );
}
