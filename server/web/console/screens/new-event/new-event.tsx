/** An event in five questions: it becomes a draft with one ticket type and one gate. */

import { timeZones } from '#shared/base/zoned-input.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { ChoiceRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { GroupRow } from '../../../parts/form/form-row.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { currencies } from '../../../parts/money-text.ts';
import { t } from '../../../parts/text/text.ts';
import { createEvent, type EventDraft, type EventType, emptyDraft, typeLabels } from './event-draft.ts';
import { AddSampleEvent } from './sample-event.tsx';
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
      <h1>{isFirst ? t('create_your_first_event') : t('create_your_event')}</h1>
      <p className="intro">{t('five_questions_the_event_stays_a')}</p>
      <EditForm
        title={t('about_the_event')}
        submit={t('create_event')}
        isDirty={draft.isDirty && made === null}
        onSave={save}
        {...(!isFirst && { onCancel: () => history.back() })}
      >
        <Questions value={draft.value} set={draft.set} />
      </EditForm>
      {isFirst && <AddSampleEvent />}
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
        label={t('1_what_is_it_called')}
        name="name"
        required
        maxLength={200}
        placeholder={t('open_day_2027')}
        value={value.name}
        onChange={(name) => set({ name })}
      />
      <GroupRow label={t('2_when_is_it')} name="when" hint={t('all_times_are_in_the_time')}>
        <div className="fields">
          <TimeRow
            label={t('starts')}
            name="startsAt"
            required
            timezone={timezone}
            value={value.startsAt}
            onChange={(startsAt) => set({ startsAt, ...(startsAt > value.endsAt && { endsAt: startsAt }) })}
          />
          <TimeRow
            label={t('ends')}
            name="endsAt"
            required
            timezone={timezone}
            value={value.endsAt}
            onChange={(endsAt) => set({ endsAt })}
          />
          <ChoiceRow
            label={t('time_zone')}
            name="timezone"
            value={timezone}
            options={timeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
            onChange={(name) => set({ timezone: name })}
          />
        </div>
      </GroupRow>
      <TextRow
        label={t('3_where_is_it_optional')}
        name="venue"
        maxLength={300}
        placeholder={t('alte_kongresshalle_hamburg')}
        value={value.venue}
        onChange={(venue) => set({ venue })}
      />
      <ChoiceRow
        label={t('4_what_kind_of_event_is')}
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
    <GroupRow label={t('5_is_it_free')} name="isFree">
      <div className="checks">
        {[true, false].map((isFree) => (
          <label key={String(isFree)} className="check">
            <input type="radio" name="isFree" checked={value.isFree === isFree} onChange={() => set({ isFree })} />
            {isFree ? t('free') : t('tickets_cost_money')}
          </label>
        ))}
      </div>
      <div className="fields">
        {!value.isFree && (
          <>
            <NumberRow
              label={t('price_of_a_ticket')}
              name="price"
              required
              placeholder="49.00"
              unit={value.currency}
              value={value.price}
              onChange={(price) => set({ price })}
            />
            <ChoiceRow
              label={t('currency')}
              name="currency"
              value={value.currency}
              options={currencies().map((code) => ({ value: code, label: code }))}
              onChange={(currency) => set({ currency })}
            />
          </>
        )}
        <NumberRow
          label={t('how_many_tickets')}
          name="quantity"
          placeholder={t('unlimited')}
          value={value.quantity}
          onChange={(quantity) => set({ quantity })}
        />
      </div>
    </GroupRow>
  );
}
