/** The form for the event's name, time and place. */

import { fromZonedInput, timeZones, zonedInput } from '#shared/base/zoned-input.ts';
import { eventTypes } from '#shared/modules/events/event.ts';
import { refuseField } from '../../../parts/as-error.ts';
import { ChoiceRow, LongTextRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
import { t, tx } from '../../../parts/text/text.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { seatsTaken } from '../../data/seats-taken.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import { type EventType, typeLabels } from '../new-event/event-draft.ts';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

function draftOf(event: EventRecord) {
  const { timezone } = event;
  const field = (iso: string | null) => (iso === null ? '' : zonedInput(Date.parse(iso), timezone));
  return {
    name: event.name,
    type: event.type,
    timezone,
    startsAt: field(event.startsAt),
    endsAt: field(event.endsAt),
    doorsOpenAt: field(event.doorsOpenAt),
    venue: event.venue ?? '',
    description: event.description ?? '',
    capacity: fieldText(event.capacity),
    onePerEmail: event.onePerEmail,
  };
}
type Draft = ReturnType<typeof draftOf>;

function moment(text: string, timezone: string, path: string): string {
  const iso = fromZonedInput(text, timezone);
  return iso ?? refuseField(path, 'required', t('enter_a_date_and_a_time'), '');
}

function valuesOf(draft: Draft): Partial<EventRecord> {
  const { timezone } = draft;
  return {
    name: draft.name.trim(),
    type: draft.type,
    timezone,
    startsAt: moment(draft.startsAt, timezone, 'startsAt'),
    endsAt: moment(draft.endsAt, timezone, 'endsAt'),
    doorsOpenAt: fromZonedInput(draft.doorsOpenAt, timezone),
    venue: textOrNull(draft.venue),
    description: textOrNull(draft.description),
    capacity: wholeOrNull(draft.capacity, 'capacity'),
    onePerEmail: draft.onePerEmail,
  };
}

const labels = {
  name: t('name'),
  type: t('kind_of_event'),
  startsAt: t('starts'),
  endsAt: t('ends'),
  doorsOpenAt: t('venue_opens'),
  timezone: t('time_zone'),
  venue: t('venue'),
  description: t('description'),
  capacity: t('capacity'),
} as const;

export function Details({ record, mayWrite }: EventSectionProps) {
  const scope = `event:${record.id}`;
  const { data: sold } = useLiveQuery({
    key: ['seats-taken', scope],
    read: () => seatsTaken(scope),
    of: ['registrations', 'events'],
  });
  async function askBefore({ capacity = null }: Partial<EventRecord>): Promise<string | null> {
    if (capacity === null || capacity === record.capacity) return null;
    const sold = await seatsTaken(scope);
    return sold > capacity ? t('lower_capacity_than_sold', { sold, capacity }) : null;
  }
  return (
    <RecordEdit
      title={t('details')}
      collection="events"
      {...{ record, mayWrite, draftOf, valuesOf, labels, askBefore }}
    >
      {(value, set) => (
        <>
          {record.capacity !== null && sold !== null && sold > record.capacity && (
            <p className="note warn">{tx('capacity_below_sold', { sold, capacity: record.capacity })}</p>
          )}
          <TextRow
            label={t('name')}
            name="name"
            required
            maxLength={200}
            value={value.name}
            onChange={(name) => set({ name })}
          />
          <ChoiceRow
            label={t('kind_of_event')}
            name="type"
            value={value.type}
            options={eventTypes.map((type: EventType) => ({ value: type, label: typeLabels[type] }))}
            onChange={(type) => set({ type })}
          />
          <Times value={value} set={set} />
          <TextRow
            label={t('venue')}
            name="venue"
            maxLength={300}
            value={value.venue}
            onChange={(venue) => set({ venue })}
          />
          <LongTextRow
            label={t('description')}
            name="description"
            rows={6}
            maxLength={20_000}
            value={value.description}
            onChange={(description) => set({ description })}
          />
          <NumberRow
            label={t('capacity')}
            name="capacity"
            placeholder={t('unlimited')}
            hint={t('for_all_ticket_types_together_leave')}
            value={value.capacity}
            onChange={(capacity) => set({ capacity })}
          />
          <CheckRow
            label={t('one_registration_per_email_address')}
            name="onePerEmail"
            checked={value.onePerEmail}
            onChange={(onePerEmail) => set({ onePerEmail })}
          />
        </>
      )}
    </RecordEdit>
  );
}

function Times({ value, set }: { readonly value: Draft; readonly set: (patch: Partial<Draft>) => void }) {
  const { timezone } = value;
  return (
    <>
      <div className="fields">
        <TimeRow
          label={t('starts')}
          name="startsAt"
          required
          timezone={timezone}
          value={value.startsAt}
          onChange={(startsAt) => set({ startsAt })}
        />
        <TimeRow
          label={t('ends')}
          name="endsAt"
          required
          timezone={timezone}
          value={value.endsAt}
          onChange={(endsAt) => set({ endsAt })}
        />
      </div>
      <div className="fields">
        <TimeRow
          label={t('venue_opens')}
          name="doorsOpenAt"
          hint={t('leave_empty_for_2_hours_before')}
          timezone={timezone}
          value={value.doorsOpenAt}
          onChange={(doorsOpenAt) => set({ doorsOpenAt })}
        />
        <ChoiceRow
          label={t('time_zone')}
          name="timezone"
          hint={t('the_times_above_keep_their_clock')}
          value={timezone}
          options={timeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          onChange={(timezone) => set({ timezone })}
        />
      </div>
    </>
  );
}
