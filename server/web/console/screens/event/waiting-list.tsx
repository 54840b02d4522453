/** The settings of the waiting list: whether there is one, and how long a person has to take an offered seat. */

import { NumberRow } from '../../../parts/form/fields.tsx';
import { CheckRow } from '../../../parts/form/form-row.tsx';
import { fieldText, wholeOrNull } from '../../../parts/form/values.ts';
import { t } from '../../../parts/text/text.ts';
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
      title={t('waiting_list')}
      collection="events"
      labels={{ waitlist: t('waiting_list') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('people_can_join_a_waiting_list')}
            name="waitlist"
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <NumberRow
            label={t('an_offered_seat_is_held_for')}
            name="offerHours"
            unit={t('hours')}
            hint={t('then_it_is_offered_to_the')}
            value={value.offerHours}
            onChange={(offerHours) => set({ offerHours })}
          />
        </>
      )}
    </RecordEdit>
  );
}
