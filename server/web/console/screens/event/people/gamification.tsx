/** The settings of gamification: what earns points and badges, who is on the leaderboard, and whether prizes are drawn. */
import { LongTextRow, NumberRow } from '../../../../parts/form/fields.tsx';
import { CheckRow } from '../../../../parts/form/form-row.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { RecordEdit } from '../../../form/record-edit.tsx';
import type { EventSectionProps } from '../event-section.ts';
import { ActivityRows } from './activity-rows.tsx';
import { BadgeRows } from './badge-rows.tsx';
import { draftOf, valuesOf } from './gamification-draft.ts';
import { OwnActivities } from './own-activities.tsx';

export function Gamification({ event, record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title={t('points_and_badges')}
      collection="events"
      labels={{ gamification: t('points_and_badges') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <>
          <CheckRow
            label={t('attendees_earn_points_and_badges')}
            name="enabled"
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {value.enabled && (
            <>
              <CheckRow
                label={t('there_is_a_leaderboard')}
                name="leaderboard"
                hint={t('each_attendee_can_be_on_it')}
                checked={value.leaderboard}
                onChange={(leaderboard) => set({ leaderboard })}
              />
              {value.leaderboard && (
                <NumberRow
                  label={t('places_on_the_leaderboard')}
                  name="size"
                  value={value.size}
                  onChange={(size) => set({ size })}
                />
              )}
              <CheckRow
                label={t('prizes_are_drawn')}
                name="prizeDraws"
                hint={tx('draws_are_made_under', { a: <a href={`#/audience/${event.id}/draws`}>{t('audience')}</a> })}
                checked={value.prizeDraws}
                onChange={(prizeDraws) => set({ prizeDraws })}
              />
              <LongTextRow
                label={t('on_no_leaderboard_and_in_no')}
                name="excludedRoles"
                hint={t('job_titles_and_keys_of_ticket')}
                value={value.excludedRoles}
                onChange={(excludedRoles) => set({ excludedRoles })}
              />
              <ActivityRows activities={value.activities} onChange={(activities) => set({ activities })} />
              <OwnActivities own={value.own} onChange={(own) => set({ own })} />
              <BadgeRows badges={value.badges} onChange={(badges) => set({ badges })} />
            </>
          )}
        </>
      )}
    </RecordEdit>
  );
}
