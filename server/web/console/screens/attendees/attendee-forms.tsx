/** The forms in the drawer of a person: edit, another ticket, another person, cancel. */

import { timeAt } from '../../../parts/event-time.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, TextRow } from '../../../parts/form/fields.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { textOrNull } from '../../../parts/form/values.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import type { EventSummary } from '../../data/event-summary.ts';
import { useLiveQuery } from '../../data/live-query.ts';
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
  name: 'Name',
  email: 'Email',
  company: 'Company',
  role: 'Role',
  attentionNote: 'Note for staff',
} as const;

function Edit({ registration, mayWrite, onDone }: AttendeeFormProps) {
  return (
    <RecordEdit
      title="Edit"
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
            label="Note for staff"
            name="attentionNote"
            hint="Shown at every scan. The person is still let in."
            value={value.attentionNote}
            onChange={(attentionNote) => set({ attentionNote })}
          />
          <TextRow
            label="Block at the gate"
            name="blockedReason"
            hint="A reason, which staff see. The person is let in only by a supervisor."
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
      title="Change ticket"
      submit="Change ticket"
      disabled={!mayWrite || value.ticketType === now}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await changeTicketType(event.id, registration.id, value.ticketType);
        onDone();
      }}
    >
      <ChoiceRow
        label="Ticket"
        name="ticketType"
        hint="The former ticket code stops working. A higher price has to be paid; a lower one is refunded."
        value={value.ticketType}
        options={[...types.values()].map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(ticketType) => set({ ticketType })}
      />
    </EditForm>
  );
}

function Transfer({ event, registration, mayWrite, onDone }: AttendeeFormProps) {
  const { value, isDirty, set } = useDraft(emptyAttendee);
  return (
    <EditForm
      title="Transfer to someone else"
      submit="Transfer ticket"
      disabled={!mayWrite}
      isDirty={isDirty}
      onCancel={onDone}
      onSave={async () => {
        await transfer(event.id, registration.id, attendeeOf(value));
        onDone();
      }}
    >
      <p className="soft">The ticket of {registration.name} stops working. The new person gets one by email.</p>
      <AttendeeFields value={value} set={set} />
    </EditForm>
  );
}

const refundChoices = [
  { value: 'rules', label: 'By the terms of the event' },
  { value: 'full', label: 'Everything' },
  { value: 'none', label: 'Nothing' },
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
    ? `${name} gets back ${moneyText(preview.amount, preview.currency)} (${preview.percent}%)${preview.until ? `; this much until ${timeAt(event, preview.until)}` : ''}.`
    : 'The refund follows the terms of the event.';
  const said = {
    rules: byRules,
    full: `${name} gets back ${moneyText(amount, currency)}.`,
    none: 'No money is refunded.',
  };
  return (
    <EditForm
      title={`Cancel the ticket of ${name}?`}
      submit="Cancel ticket"
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
          label="Refund"
          name="refund"
          value={value.refund}
          options={refundChoices}
          onChange={(refund) => set({ refund: refund as RefundChoice })}
        />
      )}
      <p>
        {isPaid ? said[value.refund] : 'Nothing was paid, so nothing is refunded.'} The seat becomes free and the person
        gets an email. This cannot be undone.
      </p>
      <TextRow label="Reason (optional)" name="reason" value={value.reason} onChange={(reason) => set({ reason })} />
    </EditForm>
  );
}
