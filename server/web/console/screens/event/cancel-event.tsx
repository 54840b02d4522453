/** Cancels the event. The effects on people and payments are shown before, and the name is typed: it cannot be undone. */

import { useEffect, useRef, useState } from 'react';
import { fieldError } from '../../../parts/as-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText, moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { localeOf, t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { queryClient } from '../../data/query-client.ts';
import { RefundProgress } from '../orders/refund-progress.tsx';
import type { EventRecord } from './event-record.ts';

export interface CancelPreview {
  readonly registrations: number;
  /** People on the waiting list. */
  readonly waiting: number;
  /** Sums in minor units, as in `byHand`. */
  readonly refunds: readonly { readonly amount: number; readonly currency: string }[];
  /** Paid, but not through a processor that could refund it. */
  readonly byHand: readonly { readonly amount: number; readonly currency: string; readonly registrations: number }[];
}

const sumsOf = (entries: CancelPreview['refunds']) =>
  entries.filter(({ amount }) => amount > 0).map(({ amount, currency }) => moneyText(amount, currency));

const listText = (sums: readonly string[]) => new Intl.ListFormat(localeOf()).format(sums);

/** Describes the effects of a cancellation on people and payments, as sentences. */
export function previewText({ registrations, waiting, refunds, byHand }: CancelPreview): string {
  const [back, left] = [sumsOf(refunds), sumsOf(byHand)];
  const people =
    registrations === 1
      ? t('one_registered_and_gets_an_email')
      : t('registered_and_will_get_an_email', { count: countText(registrations) });
  return [
    registrations === 0 ? t('no_one_is_registered') : people,
    waiting > 0 && t('on_the_waiting_list_will_get', { count: countText(waiting) }),
    back.length === 0 ? t('no_money_is_refunded_automatically') : t('people_get_back', { list: listText(back) }),
    left.length > 0 && t('you_have_to_refund_by_hand', { list: listText(left) }),
    t('kiosks_stop_letting_people_in_this'),
  ]
    .filter(Boolean)
    .join(' ');
}

export function CancelEvent({ record, mayWrite }: { readonly record: EventRecord; readonly mayWrite: boolean }) {
  const { data: preview, error } = useLiveQuery({
    key: ['cancel-preview', record.id],
    read: () => request<CancelPreview>('GET', `/events/${record.id}/cancel`),
    of: ['registrations', 'refunds'],
  });
  const { value, isDirty, set } = useDraft({ typed: '' });
  const ended = useRef<HTMLElement>(null);
  const [isDone, setDone] = useState(false);
  // The button that had the focus is gone with its form.
  useEffect(() => {
    if (isDone && record.status === 'cancelled') ended.current?.focus();
  }, [isDone, record.status]);

  async function save(): Promise<void> {
    if (value.typed.trim() !== record.name)
      throw fieldError('typed', 'name_differs', t('type_to_confirm', { name: record.name }));
    await request('POST', `/events/${record.id}/cancel`, {});
    set({ typed: '' });
    setDone(true);
    await queryClient.refetchQueries({ queryKey: ['events'] });
  }

  const isPaid = preview ? sumsOf([...preview.refunds, ...preview.byHand]).length > 0 : false;
  if (record.status === 'cancelled')
    return (
      <section className="card" ref={ended} tabIndex={-1}>
        <h2>{t('cancelled')}</h2>
        <p>{t('cancelled_event_intro')}</p>
        <RefundProgress eventId={record.id} />
      </section>
    );
  return (
    <EditForm
      title={t('cancel_2', { name: record.name })}
      submit={isPaid ? t('cancel_event_and_refund') : t('cancel_event')}
      isDanger
      isDirty={isDirty}
      disabled={!mayWrite || !preview}
      onSave={save}
    >
      <Problem error={error} />
      {!preview && !error && <Loading />}
      {preview && <p>{previewText(preview)}</p>}
      <TextRow
        label={t('type_the_name_of_the_event')}
        name="typed"
        placeholder={record.name}
        value={value.typed}
        onChange={(typed) => set({ typed })}
      />
    </EditForm>
  );
}
