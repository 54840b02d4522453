/** Cancels the event. What that does to whom is said before, and the name is typed: it cannot be undone. */

import { fieldError } from '../../../parts/as-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText, moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { queryClient } from '../../data/query-client.ts';
import type { EventRecord } from './event-record.ts';

export interface CancelPreview {
  readonly registrations: number;
  readonly waiting: number;
  readonly refunds: readonly { readonly amount: number; readonly currency: string }[];
  /** Paid, but not through a processor that could refund it. */
  readonly byHand: readonly { readonly amount: number; readonly currency: string; readonly registrations: number }[];
}

const sumsOf = (entries: CancelPreview['refunds']) =>
  entries.filter(({ amount }) => amount > 0).map(({ amount, currency }) => moneyText(amount, currency));

/** What cancelling does to whom, as sentences. */
export function previewText({ registrations, waiting, refunds, byHand }: CancelPreview): string {
  const people = registrations === 1 ? '1 person is' : `${countText(registrations)} people are`;
  const [back, left] = [sumsOf(refunds), sumsOf(byHand)];
  return [
    registrations === 0 ? 'No one is registered.' : `${people} registered and will get an email.`,
    waiting > 0 && `${countText(waiting)} on the waiting list will get an email, too.`,
    back.length === 0 ? 'No money is refunded automatically.' : `People get back ${back.join(' and ')}.`,
    left.length > 0 && `You have to refund ${left.join(' and ')} by hand: it was not paid by card.`,
    'Kiosks stop letting people in. This cannot be undone.',
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

  async function save(): Promise<void> {
    if (value.typed.trim() !== record.name)
      throw fieldError('typed', 'name_differs', `Type “${record.name}” to confirm.`);
    await request('POST', `/events/${record.id}/cancel`, {});
    set({ typed: '' });
    await queryClient.refetchQueries({ queryKey: ['events'] });
  }

  if (record.status === 'cancelled')
    return (
      <section className="card">
        <h2>Cancelled</h2>
        <p>This event is cancelled. Refunds that are still open are under Orders.</p>
      </section>
    );
  return (
    <EditForm
      title={`Cancel ${record.name}?`}
      submit="Cancel event and refund"
      isDirty={isDirty}
      disabled={!mayWrite || !preview}
      onSave={save}
    >
      <Problem error={error} />
      {!preview && !error && <Loading />}
      {preview && <p>{previewText(preview)}</p>}
      <TextRow
        label="Type the name of the event"
        name="typed"
        placeholder={record.name}
        value={value.typed}
        onChange={(typed) => set({ typed })}
      />
    </EditForm>
  );
}
