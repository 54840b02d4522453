/** Cancels the tickets of many people; how many and what they get back is shown before. */

import { Drawer } from '../../../parts/drawer.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { textOrNull } from '../../../parts/form/values.ts';
import { countText, moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { type BatchPreview, type ChosenOnes, previewBatch, startBatch } from './batch.ts';
import type { RefundChoice } from './registration.ts';

export interface BulkCancelProps {
  readonly event: EventSummary;
  readonly count: number;
  readonly chosenOnes: ChosenOnes;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

export function BulkCancel({ event, count, chosenOnes, onClose, onStarted }: BulkCancelProps) {
  const { value, isDirty, set } = useDraft({ refund: 'rules' as RefundChoice, reason: '' });
  const { data, error } = useOnceQuery(['bulk-cancel', event.id, value.refund, JSON.stringify(chosenOnes)], () =>
    previewBatch(event.id, 'cancel', chosenOnes, value.refund),
  );
  return (
    <Drawer
      title={count === 1 ? t('cancel_1_ticket') : t('cancel_tickets_2', { count: countText(count) })}
      onClose={onClose}
    >
      <EditForm
        title={t('cancellation')}
        submit={t('cancel_tickets')}
        dismiss={t('keep_tickets')}
        isDanger
        isDirty={isDirty}
        onCancel={onClose}
        onSave={async () => {
          await startBatch(event.id, 'cancel', chosenOnes, { refund: value.refund, reason: textOrNull(value.reason) });
          onStarted();
        }}
      >
        <ChoiceRow
          label={t('refund')}
          name="refund"
          value={value.refund}
          options={[
            { value: 'rules', label: t('by_the_terms_of_the_event') },
            { value: 'full', label: t('everything') },
            { value: 'none', label: t('nothing') },
          ]}
          onChange={(refund) => set({ refund: refund as RefundChoice })}
        />
        <TextRow
          label={t('reason')}
          name="reason"
          maxLength={500}
          value={value.reason}
          onChange={(reason) => set({ reason })}
        />
        <Problem error={error} />
        {data ? <Outcome preview={data} /> : !error && <Loading />}
      </EditForm>
    </Drawer>
  );
}

function Outcome({ preview: { people, counted, affected, refused, refunds } }: { readonly preview: BatchPreview }) {
  const sums = refunds.map(({ amount, currency }) => moneyText(amount, currency)).join(' + ');
  return (
    <div className="note warn">
      {counted < people && <p>{tx('counted_for_the_first', { count: countText(counted) })}</p>}
      <p>
        {affected === 1 ? t('1_ticket_is_cancelled') : t('tickets_are_cancelled', { count: countText(affected) })}{' '}
        {sums ? t('refunded', { sums }) : t('no_money_is_refunded')}
      </p>
      {refused > 0 && <p>{tx('not_cancelled_because_they_are_checked', { count: countText(refused) })}</p>}
      <p>{t('this_cannot_be_undone')}</p>
    </div>
  );
}
