/** An event in five questions: it becomes a draft with one ticket type and one gate. */
import { timeZones } from '#shared/base/zoned-input.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { GroupRow } from '../../../parts/form/form-row.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { currencies } from '../../../parts/money-text.ts';
import { createEvent, type EventDraft, type EventType, emptyDraft, typeLabels } from './event-draft.ts';
import { useMadeEvent } from './use-made-event.ts';

/** Refusals about the ticket type belong to the fields of the fifth question. */
function besideOwnRows(fault: unknown): unknown {
  if (!(fault instanceof GatehouseError)) return fault;
  const errors = fault.errors.map((one) => ({ ...one, path: one.path?.replace(/^tickets\[0\]\./, '') }));
  return new GatehouseError(fault.code, fault.message, { status: fault.status, errors: errors as typeof fault.errors });
}

export function NewEvent({ isFirst }: { readonly isFirst: boolean }) {
  const draft = useDraft(emptyDraft());
  const [made, setMade] = useMadeEvent();

  async function save(): Promise<void> {
    const id = await createEvent(draft.value).catch((fault: unknown) => {
      throw besideOwnRows(fault);
    });
    setMade(id);
  }

  return (
    <>
      <h1>{isFirst ? 'Create your first event' : 'Create your event'}</h1>
      <p className="intro">
        Five questions. The event stays a draft until you publish it, and everything can be changed later.
      </p>
      <EditForm
        title="About the event"
        submit="Create event"
        isDirty={draft.isDirty && made === null}
        onSave={save}
        {...(!isFirst && { onCancel: () => history.back() })}
      >
        <Questions value={draft.value} set={draft.set} />
      </EditForm>
    </>
  );
}

interface QuestionsProps {
  readonly value: EventDraft;
  readonly set: (patch: Partial<EventDraft>) => void;
}

function Questions({ value, set }: QuestionsProps) {
  const { timezone } = value;
  return (
    <>
      <TextRow
        label="1. What is it called?"
        name="name"
        required
        maxLength={200}
        placeholder="Open Day 2027"
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <GroupRow label="2. When is it?" name="when" hint="All times are in the time zone of the event.">
        <div className="fields">
          <TimeRow
            label="Starts"
            name="startsAt"
            required
            timezone={timezone}
            value={value.startsAt}
            onChange={(startsAt) => set({ startsAt, ...(startsAt > value.endsAt && { endsAt: startsAt }) })}
          />
          <TimeRow
            label="Ends"
            name="endsAt"
            required
            timezone={timezone}
            value={value.endsAt}
            onChange={(endsAt) => set({ endsAt })}
          />
          <ChoiceRow
            label="Time zone"
            name="timezone"
            value={timezone}
            options={timeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
            onChange={(name) => set({ timezone: name })}
          />
        </div>
      </GroupRow>
      <TextRow
        label="3. Where is it? (optional)"
        name="venue"
        maxLength={300}
        placeholder="Alte Kongresshalle, Hamburg"
        value={value.venue}
        onChange={(venue) => set({ venue })}
      />
      <ChoiceRow
        label="4. What kind of event is it?"
        name="type"
        value={value.type}
        options={Object.entries(typeLabels).map(([type, label]) => ({ value: type, label }))}
        onChange={(type) => set({ type: type as EventType })}
      />
      <PriceQuestion value={value} set={set} />
    </>
  );
}

function PriceQuestion({ value, set }: QuestionsProps) {
  return (
    <GroupRow label="5. Is it free?" name="isFree">
      <div className="checks">
        {[true, false].map((isFree) => (
          <label key={String(isFree)} className="check">
            <input type="radio" name="isFree" checked={value.isFree === isFree} onChange={() => set({ isFree })} />
            {isFree ? 'Free' : 'Tickets cost money'}
          </label>
        ))}
      </div>
      <div className="fields">
        {!value.isFree && (
          <>
            <NumberRow
              label="Price of a ticket"
              name="price"
              required
              placeholder="49.00"
              unit={value.currency}
              value={value.price}
              onChange={(price) => set({ price })}
            />
            <ChoiceRow
              label="Currency"
              name="currency"
              value={value.currency}
              options={currencies().map((code) => ({ value: code, label: code }))}
              onChange={(currency) => set({ currency })}
            />
          </>
        )}
        <NumberRow
          label="How many tickets?"
          name="quantity"
          placeholder="unlimited"
          value={value.quantity}
          onChange={(quantity) => set({ quantity })}
        />
      </div>
    </GroupRow>
  );
}
