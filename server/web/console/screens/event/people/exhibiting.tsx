/** The setting of which attendees the devices of exhibitors hold. */
import { exhibitingFields, rosterScopes } from '#shared/modules/events/exhibitor.ts';
import { readSetting } from '#shared/schema/read-setting.ts';
import { ChoiceRow } from '../../../../parts/form/fields.tsx';
import { t } from '../../../../parts/text/text.ts';
import { RecordEdit } from '../../../form/record-edit.tsx';
import type { EventRecord } from '../event-record.ts';
import type { EventSectionProps } from '../event-section.ts';

const draftOf = ({ exhibiting }: EventRecord) => ({
  exhibiting,
  roster: readSetting(exhibitingFields, exhibiting).roster,
});

const valuesOf = ({ exhibiting, roster }: ReturnType<typeof draftOf>): Partial<EventRecord> => ({
  exhibiting: { ...exhibiting, roster },
});

const rosterLabels = {
  all: t('of_all_confirmed_attendees'),
  scanned: t('of_people_whose_badge_they_scanned'),
} as const;

export function Exhibiting({ record, mayWrite }: EventSectionProps) {
  return (
    <RecordEdit
      title={t('exhibitors')}
      collection="events"
      labels={{ exhibiting: t('exhibitors') }}
      {...{ record, mayWrite, draftOf, valuesOf }}
    >
      {(value, set) => (
        <ChoiceRow
          label={t('exhibitors_devices_hold_name_company_and')}
          name="roster"
          hint={t('contact_details_are_shared_only_with')}
          value={value.roster}
          options={rosterScopes.map((scope) => ({ value: scope, label: rosterLabels[scope] }))}
          onChange={(roster) => set({ roster: rosterScopes.find((scope) => scope === roster) ?? 'all' })}
        />
      )}
    </RecordEdit>
  );
}
