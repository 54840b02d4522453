/** The points of each activity, and how many of it count in a day: empty fields show the default. */
import { useId } from 'react';
import { type ActivityName, activityNames, activityTypes } from '#shared/gamification/activity-types.ts';
import { useRefusal } from '../../../../parts/form/edit-form.tsx';
import { GroupRow, RowProblem } from '../../../../parts/form/form-row.tsx';
import { named, t } from '../../../../parts/text/text.ts';
import type { ActivityDraft, GamificationDraft } from './gamification-draft.ts';

interface ActivityRowsProps {
  readonly activities: GamificationDraft['activities'];
  readonly onChange: (activities: GamificationDraft['activities']) => void;
}

interface CellProps {
  readonly label: string;
  /** Name of the field in the setting, so that a refusal finds its cell. */
  readonly name: string;
  readonly usual: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function NumberCell({ label, name, usual, value, onChange }: CellProps) {
  const id = useId();
  const wrong = useRefusal(name, label);
  return (
    <td data-wrong={wrong === null ? undefined : ''}>
      <input
        name={name}
        aria-label={label}
        aria-invalid={wrong === null ? undefined : true}
        aria-describedby={wrong === null ? undefined : id}
        inputMode="numeric"
        autoComplete="off"
        size={6}
        placeholder={usual}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {wrong !== null && <RowProblem id={id} message={wrong} />}
    </td>
  );
}

export function ActivityRows({ activities, onChange }: ActivityRowsProps) {
  const set = (name: ActivityName, patch: Partial<ActivityDraft>) =>
    onChange({ ...activities, [name]: { ...activities[name], ...patch } });
  return (
    <GroupRow label={t('points')} name="points" hint={t('an_empty_field_has_the_default')}>
      <div className="cells">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('activity')}</th>
              <th scope="col">{t('points')}</th>
              <th scope="col">{t('counted_in_a_day')}</th>
            </tr>
          </thead>
          <tbody>
            {activityNames.map((name) => {
              const { maxPerDay, points } = activityTypes[name];
              const label = named(name);
              return (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <NumberCell
                    label={t('points_for', { name: label })}
                    name={`points.${name}`}
                    usual={String(points)}
                    value={activities[name].points}
                    onChange={(text) => set(name, { points: text })}
                  />
                  <NumberCell
                    label={t('counted_in_a_day_of', { name: label })}
                    name={`caps.${name}`}
                    usual={maxPerDay === null ? '∞' : String(maxPerDay)}
                    value={activities[name].cap}
                    onChange={(cap) => set(name, { cap })}
                  />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </GroupRow>
  );
}
