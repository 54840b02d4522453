/** Activities that the organizer adds and attendees report themselves. */
import { Button } from '../../../../parts/button.tsx';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { newActivity, type OwnActivityDraft } from './own-activity.ts';

const listMax = 50;

interface OwnActivitiesProps {
  readonly own: readonly OwnActivityDraft[];
  readonly onChange: (own: readonly OwnActivityDraft[]) => void;
}

export function OwnActivities({ own, onChange }: OwnActivitiesProps) {
  const set = (at: number, patch: Partial<OwnActivityDraft>) =>
    onChange(own.map((one, n) => (n === at ? { ...one, ...patch } : one)));
  return (
    <GroupRow label={t('activities_of_your_own')} name="activities" hint={t('attendees_report_them_themselves_on')}>
      {own.map((activity, at) => (
        <Fields
          key={activity.key}
          {...{ activity, at }}
          set={(patch) => set(at, patch)}
          remove={() => onChange(own.toSpliced(at, 1))}
        />
      ))}
      {own.length < listMax && (
        <Button small onClick={() => onChange([...own, newActivity()])}>
          {t('add_an_activity')}
        </Button>
      )}
    </GroupRow>
  );
}

interface FieldsProps {
  readonly activity: OwnActivityDraft;
  readonly at: number;
  readonly set: (patch: Partial<OwnActivityDraft>) => void;
  readonly remove: () => void;
}

function Fields({ activity, at, set, remove }: FieldsProps) {
  const label = activity.name || t('activity_n', { n: at + 1 });
  return (
    <div className="fields">
      <label>
        {t('name')}
        <input
          maxLength={120}
          autoComplete="off"
          value={activity.name}
          onChange={({ target }) => set({ name: target.value })}
        />
      </label>
      <label>
        {t('points')}
        <input
          inputMode="numeric"
          autoComplete="off"
          value={activity.points}
          onChange={({ target }) => set({ points: target.value })}
        />
      </label>
      <label>
        {t('counted_in_a_day')}
        <input
          inputMode="numeric"
          autoComplete="off"
          value={activity.maxPerDay}
          onChange={({ target }) => set({ maxPerDay: target.value })}
        />
      </label>
      <Button small of={label} onClick={remove}>
        {t('remove')}
      </Button>
    </div>
  );
}
