/** The settings of what the pages of attendees offer: booking and rating sessions, questions, polls, replies and booths. */
import { type FeatureName, featureNames, shownByType } from '#shared/modules/events/type-features.ts';
import { ChoiceRow, TimeRow } from '../../../../parts/form/fields.tsx';
import { CheckRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { RecordEdit } from '../../../form/record-edit.tsx';
import type { EventSectionProps } from '../event-section.ts';
import { type Choice, choices, draftOf, valuesOf } from './attendee-page-draft.ts';

const featureLabels: Readonly<Record<FeatureName, string>> = {
  questions: t('questions_to_speakers'),
  polls: t('polls'),
  rsvp: t('replies_whether_one_comes'),
  booths: t('booths'),
};

export function AttendeePage({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title={t('attendees_page')}
      collection="events"
      labels={{ features: t('what_it_shows'), schedule: t('sessions') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('attendees_can_book_sessions')}
            name="bookings"
            checked={value.bookings}
            onChange={(bookings) => set({ bookings })}
          />
          {value.bookings && (
            <TimeRow
              label={t('booking_begins')}
              name="bookingsOpenAt"
              hint={t('empty_at_once')}
              timezone={value.timezone}
              value={value.bookingsOpenAt}
              onChange={(bookingsOpenAt) => set({ bookingsOpenAt })}
            />
          )}
          <CheckRow
            label={t('attendees_can_rate_sessions')}
            name="ratings"
            checked={value.ratings}
            onChange={(ratings) => set({ ratings })}
          />
          {featureNames.map((name) => (
            <ChoiceRow
              key={name}
              label={featureLabels[name]}
              name={name}
              value={value.chosen[name]}
              options={choices.map((choice) => ({ value: choice, label: choiceLabel(choice, name, value.type) }))}
              onChange={(choice) =>
                set({ chosen: { ...value.chosen, [name]: choices.find((one) => one === choice) ?? 'type' } })
              }
            />
          ))}
        </>
      )}
    </RecordEdit>
  );
}

function choiceLabel(choice: Choice, name: FeatureName, type: string): string {
  if (choice === 'shown') return t('shown');
  if (choice === 'off') return t('off_refused');
  const byType = shownByType[type]?.includes(name) ?? false;
  return byType ? t('shown_as_usual_for_this_type') : t('hidden_as_usual_for_this_type');
}
