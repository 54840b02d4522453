/** The forms in the drawer of a person: edit, another ticket, another person, cancel. */

import { momentAt } from '../../../parts/event-time.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { textOrNull } from '../../../parts/form/values.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { Loading } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { TypeNames } from './attendee-columns.tsx';
import { AttendeeFields, attendeeOf, emptyAttendee } from './attendee-fields.tsx';
import {
  cancelRegistration,
  changeTicketType,
  type RefundChoice,
  type Registration,
  refundPreview,
  transfer,
} from './registration.ts';

export type ActionName = 'edit' | 'type' | 'transfer' | 'cancel';

export interface AttendeeFormProps {
  readonly event: EventSummary;
  readonly registration: Registration;
  readonly types: TypeNames;
  readonly mayWrite: boolean;
  readonly onDone: () => void;
}

const forms = { edit: Edit, type: ChangeType, transfer: Transfer, cancel: Cancel } as const;

export function AttendeeForm({ name, ...props }: AttendeeFormProps & { readonly name: ActionName }) {
  const Form = forms[name];
  return <Form {...props} />;
}

const draftOf = ({ name, email, company, role, attentionNote, blockedReason }: Registration) => ({
  name,
  email,
  company: company ?? '',
  role: role ?? '',
  attentionNote: attentionNote ?? '',
  blockedReason: blockedReason ?? '',
});

const valuesOf = ({ attentionNote, blockedReason, ...person }: ReturnType<typeof draftOf>): Partial<Registration> => ({
  ...attendeeOf(person),
  attentionNote: textOrNull(attentionNote),
  blockedReason: textOrNull(blockedReason),
});

const labels = {
  name: t('name'),
  email: t('email'),
  company: t('company'),
  role: t('role'),
  attentionNote: t('note_for_staff'),
} as const;

function Edit({ registration, mayWrite, onDone }: AttendeeFormProps) {
  return (
    <RecordEdit
      title={t('edit')}
      collection="registrations"
      record={registration}
      onSaved={onDone}
      onCancel={onDone}
      {...{ draftOf, valuesOf, labels, mayWrite }}
    >
      {(value, set) => (
        <>
          <AttendeeFields value={value} set={set} />
          <TextRow
            label={t('note_for_staff')}
            name="attentionNote"
            hint={t('shown_at_every_scan_the_person')}
            value={value.attentionNote}
            onChange={(attentionNote) => set({ attentionNote })}
          />
          <TextRow
            label={t('block_at_the_gate')}
            name="blockedReason"
            hint={t('a_reason_which_staff_see_the')}
            value={value.blockedReason}
            onChange={(blockedReason) => set({ blockedReason })}
          />
        </>
      )}
    </RecordEdit>
  );
}

function ChangeType({ event, registration, types, mayWrite, onDone }: AttendeeFormProps) {
  const now = types.get(registration.ticketType)?.key ?? '';
  const { value, isDirty, set } = useDraft({ ticketType: now });
  return (
    <EditForm
      title={t('change_ticket')}
      submit={t('change_ticket')}
      disabled={!mayWrite || value.ticketType === now}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await changeTicketType(event.id, registration.id, value.ticketType, true);
        onDone();
      }}
    >
      <ChoiceRow
        label={t('ticket')}
        name="ticketType"
        hint={t('the_former_ticket_code_stops_working')}
        value={value.ticketType}
        options={[...types.values()].map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(ticketType) => set({ ticketType })}
      />
      {value.ticketType !== now && <Difference {...{ event, registration }} ticketType={value.ticketType} />}
    </EditForm>
  );
}

interface DifferenceProps {
  readonly event: EventSummary;
  readonly registration: Registration;
  readonly ticketType: string;
}

/** Shows what the other ticket costs before the ticket is changed. */
function Difference({ event, registration: { id, name }, ticketType }: DifferenceProps) {
  const { data, error } = useOnceQuery(['type-change', id, ticketType], () =>
    changeTicketType(event.id, id, ticketType, false),
  );
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const { difference, price, refund } = data;
  const sum = moneyText(Math.abs(difference.amount), difference.currency);
  return (
    <p className="note">
      {tx('new_price', {
        sum: moneyText(price.amount, price.currency),
        part: difference.amount === 0 && t('nothing_has_to_be_paid_or'),
        part2: difference.amount > 0 && t('is_asked_to_pay_more_the', { name, sum }),
        part3:
          difference.amount < 0 &&
          (refund
            ? t('gets_back', { name, sum: moneyText(refund.amount, refund.currency) })
            : t('less_nothing_is_refunded', { sum })),
      })}
    </p>
  );
}

function Transfer({ event, registration, mayWrite, onDone }: AttendeeFormProps) {
  const { value, isDirty, set } = useDraft(emptyAttendee);
  return (
    <EditForm
      title={t('transfer_to_someone_else')}
      submit={t('transfer_ticket')}
      disabled={!mayWrite}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await transfer(event.id, registration.id, attendeeOf(value));
        onDone();
      }}
    >
      <p className="soft">{tx('the_ticket_of_stops_working_the', { name: registration.name })}</p>
      <AttendeeFields value={value} set={set} />
    </EditForm>
  );
}

const refundChoices = [
  { value: 'rules', label: t('by_the_terms_of_the_event') },
  { value: 'full', label: t('everything') },
  { value: 'none', label: t('nothing') },
] as const;

function Cancel({ event, registration, mayWrite, onDone }: AttendeeFormProps) {
  const { id, name, amount, currency, paymentStatus } = registration;
  const isPaid = amount > 0 && paymentStatus === 'paid';
  const { value, isDirty, set } = useDraft({ refund: 'rules' as RefundChoice, reason: '' });
  const { data: preview, error } = useLiveQuery({
    key: ['refund-preview', id],
    read: () => (isPaid ? refundPreview(event.id, id) : Promise.resolve(null)),
    of: ['registrations'],
  });
  const byRules = preview
    ? t('gets_back_2', {
        name,
        sum: moneyText(preview.amount, preview.currency),
        percent: preview.percent,
        part: preview.until ? t('this_much_until', { time: momentAt(event, preview.until) }) : '',
      })
    : t('the_refund_follows_the_terms_of');
  const said = {
    rules: byRules,
    full: t('gets_back', { name, sum: moneyText(amount, currency) }),
    none: t('no_money_is_refunded'),
  };
  return (
    <EditForm
      title={t('cancel_the_ticket_of', { name })}
      submit={t('cancel_ticket')}
      dismiss={t('keep_ticket')}
      isDanger
      disabled={!mayWrite}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await cancelRegistration(event.id, id, value.refund, textOrNull(value.reason));
        onDone();
      }}
    >
      <Problem error={error} />
      {isPaid && (
        <ChoiceRow
          label={t('refund')}
          name="refund"
          value={value.refund}
          options={refundChoices}
          onChange={(refund) => set({ refund: refund as RefundChoice })}
        />
      )}
      <p>
        {tx('the_seat_becomes_free_and_the', {
          part: isPaid
            ? said[value.refund]
            : t(paymentStatus === 'disputed' ? 'disputed_so_nothing_is_refunded' : 'nothing_left_to_refund'),
        })}
      </p>
      <TextRow label={t('reason_optional')} name="reason" value={value.reason} onChange={(reason) => set({ reason })} />
    </EditForm>
  );
}
