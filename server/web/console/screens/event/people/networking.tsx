/** The settings of networking: whether attendees are introduced to each other, by what, and how they meet. */
import { scoreParts } from '#shared/networking/score.ts';
import { ChoiceRow, LongTextRow, NumberRow } from '../../../../parts/form/fields.tsx';
import { CheckRow, GroupRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { RecordEdit } from '../../../form/record-edit.tsx';
import type { EventSectionProps } from '../event-section.ts';
import { MeetingPlan } from './meeting-plan.tsx';
import { MeetingTables } from './meeting-tables.tsx';
import { draftOf, type NetworkingDraft, valuesOf } from './networking-draft.ts';

const weightLabels = {
  complementary: t('what_one_looks_for_and_the'),
  interests: t('interests_in_common'),
  skills: t('skills_in_common'),
  industry: t('same_industry'),
  role: t('roles_that_complement'),
  semantic: t('meaning_of_the_texts'),
} as const;

interface PartProps {
  readonly value: NetworkingDraft;
  readonly set: (patch: Partial<NetworkingDraft>) => void;
}

export function Networking({ event, record, mayWrite }: EventSectionProps) {
  const setting = draftOf(record);
  return (
    <>
      <Setting {...{ event, record, mayWrite }} />
      {setting.enabled && setting.meetings && (
        <>
          <MeetingTables {...{ event, mayWrite }} />
          <MeetingPlan {...{ event, mayWrite }} />
        </>
      )}
    </>
  );
}

function Setting({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title={t('networking')}
      collection="events"
      labels={{ networking: t('networking') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('attendees_are_introduced_to_each_other')}
            name="enabled"
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {value.enabled && (
            <>
              <CheckRow
                label={t('only_people_who_agreed_are_shown')}
                name="optInRequired"
                hint={t('without_it_who_has_a_profile')}
                checked={value.optInRequired}
                onChange={(optInRequired) => set({ optInRequired })}
              />
              <Matching value={value} set={set} />
              <Meetings value={value} set={set} />
            </>
          )}
        </>
      )}
    </RecordEdit>
  );
}

function Matching({ value, set }: PartProps) {
  return (
    <>
      <NumberRow
        label={t('suggested_at_most')}
        name="maxMatchesPerAttendee"
        unit={t('people_3')}
        hint={t('to_each_attendee')}
        value={value.maxMatchesPerAttendee}
        onChange={(maxMatchesPerAttendee) => set({ maxMatchesPerAttendee })}
      />
      <NumberRow
        label={t('suggested_from_a_score_of')}
        name="minScore"
        hint={t('from_0_to_100_the_score')}
        value={value.minScore}
        onChange={(minScore) => set({ minScore })}
      />
      <LongTextRow
        label={t('roles_that_complement_each_other')}
        name="complementaryRoles"
        hint={t('a_line_for_each_role_for')}
        rows={5}
        value={value.complementaryRoles}
        onChange={(complementaryRoles) => set({ complementaryRoles })}
      />
      <LongTextRow
        label={t('roles_that_are_never_introduced')}
        name="preventedPairs"
        hint={t('a_line_for_each_pair_for')}
        value={value.preventedPairs}
        onChange={(preventedPairs) => set({ preventedPairs })}
      />
      <ChoiceRow
        label={t('texts_of_profiles_are_compared')}
        name="provider"
        hint={t('an_embedding_service_gets_the_text')}
        value={value.provider}
        options={[
          { value: 'lexical', label: t('by_their_words_on_this_server') },
          { value: 'embeddings', label: t('by_an_embedding_service') },
        ]}
        onChange={(provider) => set({ provider: provider === 'embeddings' ? 'embeddings' : 'lexical' })}
      />
      <details>
        <summary>{t('what_counts_for_the_score')}</summary>
        <Weights value={value} set={set} />
      </details>
    </>
  );
}

function Weights({ value, set }: PartProps) {
  return (
    <>
      <GroupRow label={t('weights_of_the_score')} name="weights" hint={t('only_the_proportions_count')}>
        <div className="fields">
          {scoreParts.map((part) => (
            <NumberRow
              key={part}
              label={weightLabels[part]}
              name={part}
              value={value.weights[part]}
              onChange={(text) => set({ weights: { ...value.weights, [part]: text } })}
            />
          ))}
        </div>
      </GroupRow>
      <LongTextRow
        label={t('words_with_the_same_meaning')}
        name="concepts"
        hint={t('a_line_for_each_concept_for')}
        value={value.concepts}
        onChange={(concepts) => set({ concepts })}
      />
    </>
  );
}

function Meetings({ value, set }: PartProps) {
  return (
    <>
      <CheckRow
        label={t('attendees_can_propose_meetings')}
        name="meetings"
        checked={value.meetings}
        onChange={(meetings) => set({ meetings })}
      />
      {value.meetings && (
        <div className="fields">
          <NumberRow
            label={t('a_meeting_lasts')}
            name="durationMinutes"
            unit={t('minutes')}
            value={value.durationMinutes}
            onChange={(durationMinutes) => set({ durationMinutes })}
          />
          <NumberRow
            label={t('meetings_begin_every')}
            name="slotMinutes"
            unit={t('minutes')}
            value={value.slotMinutes}
            onChange={(slotMinutes) => set({ slotMinutes })}
          />
          <NumberRow
            label={t('meetings_of_a_person_at_most')}
            name="maxPerAttendee"
            value={value.maxPerAttendee}
            onChange={(maxPerAttendee) => set({ maxPerAttendee })}
          />
          <NumberRow
            label={t('proposals_that_wait_for_an_answer')}
            name="maxProposals"
            value={value.maxProposals}
            onChange={(maxProposals) => set({ maxProposals })}
          />
        </div>
      )}
    </>
  );
}
