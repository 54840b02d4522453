/** What the event is called, when and where it is. */

import { fromZonedInput, timeZones, zonedInput } from '#shared/base/zoned-input.ts';
import { eventTypes } from '#shared/modules/events/event.ts';
import { fieldError } from '../../../parts/as-error.ts';
import { ChoiceRow, LongTextRow, NumberRow, TextRow, TimeRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, textOrNull, wholeOrNull } from '../../../parts/form/values.ts';
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
  if (iso === null) throw fieldError(path, 'required', 'Enter a date and a time.');
  return iso;
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
  name: 'Name',
  type: 'Kind of event',
  startsAt: 'Starts',
  endsAt: 'Ends',
  doorsOpenAt: 'Venue opens',
  timezone: 'Time zone',
  venue: 'Venue',
  description: 'Description',
  capacity: 'Capacity',
} as const;

export function Details({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit title="Details" collection="events" {...{ record, mayWrite, draftOf, valuesOf, labels }}>
      {(value, set) => (
        <>
          <TextRow
            label="Name"
            name="name"
            required
            maxLength={200}
            value={value.name}
            onChange={(name) => set({ name })}
          />
          <ChoiceRow
            label="Kind of event"
            name="type"
            value={value.type}
            options={eventTypes.map((type: EventType) => ({ value: type, label: typeLabels[type] }))}
            onChange={(type) => set({ type })}
          />
          <Times value={value} set={set} />
          <TextRow
            label="Venue"
            name="venue"
            maxLength={300}
            value={value.venue}
            onChange={(venue) => set({ venue })}
          />
          <LongTextRow
            label="Description"
            name="description"
            rows={6}
            maxLength={20_000}
            value={value.description}
            onChange={(description) => set({ description })}
          />
          <NumberRow
            label="Capacity"
            name="capacity"
            placeholder="unlimited"
            hint="For all ticket types together. Leave empty for no limit."
            value={value.capacity}
            onChange={(capacity) => set({ capacity })}
          />
          <CheckRow
            label="One registration per email address"
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
          label="Starts"
          name="startsAt"
          required
          timezone={timezone}
          value={value.startsAt}
          onChange={(startsAt) => set({ startsAt })}
        />
        <TimeRow
          label="Ends"
          name="endsAt"
          required
          timezone={timezone}
          value={value.endsAt}
          onChange={(endsAt) => set({ endsAt })}
        />
      </div>
      <div className="fields">
        <TimeRow
          label="Venue opens"
          name="doorsOpenAt"
          hint="Leave empty for 2 hours before the start."
          timezone={timezone}
          value={value.doorsOpenAt}
          onChange={(doorsOpenAt) => set({ doorsOpenAt })}
        />
        <ChoiceRow
          label="Time zone"
          name="timezone"
          hint="The times above keep their clock time when you change it."
          value={timezone}
          options={timeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          onChange={(timezone) => set({ timezone })}
        />
      </div>
    </>
  );
}
