/** How long someone from the waiting list has to take an offered seat. */
import { NumberRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, wholeOrNull } from '../../../parts/form/values.ts';
import { RecordEdit } from '../../form/record-edit.tsx';
import type { EventRecord } from './event-record.ts';
import type { EventSectionProps } from './event-section.ts';

const standardHours = 24;

const draftOf = ({ waitlist }: EventRecord) => ({
  waitlist,
  enabled: waitlist?.['enabled'] !== false,
  offerHours: fieldText(Number(waitlist?.['offerHours'] ?? standardHours)),
});

const valuesOf = ({ waitlist, enabled, offerHours }: ReturnType<typeof draftOf>): Partial<EventRecord> => ({
  waitlist: { ...waitlist, enabled, offerHours: wholeOrNull(offerHours, 'offerHours') ?? standardHours },
});

export function WaitingList({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title="Waiting list"
      collection="events"
      labels={{ waitlist: 'Waiting list' }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label="People can join a waiting list when tickets are sold out"
            name="waitlist"
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <NumberRow
            label="An offered seat is held for"
            name="offerHours"
            unit="hours"
            hint="Then it is offered to the next person."
            value={value.offerHours}
            onChange={(offerHours) => set({ offerHours })}
          />
        </>
      )}
    </RecordEdit>
  );
}
