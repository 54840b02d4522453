/** Activities that the organizer adds and attendees report themselves. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { NumberRow, TextRow } from '../../../../parts/form/fields.tsx';
import { GroupRow } from '../../../../parts/form/form-row.tsx';
import { t } from '../../../../parts/text/text.ts';
import { newActivity, type OwnActivityDraft } from './own-activity.ts';

/** Maximum number of activities. */
const listMax = 50;

interface OwnActivitiesProps {
  readonly own: readonly OwnActivityDraft[];
  readonly onChange: (own: readonly OwnActivityDraft[]) => void;
}

export function OwnActivities({ own, onChange }: OwnActivitiesProps) {
  const list = useRef<HTMLDivElement>(null);
  /** Selector of the element to focus next: the name of the added row, or the button below when a row was removed. */
  const [next, setNext] = useState<string | null>(null);
  const set = (at: number, patch: Partial<OwnActivityDraft>) =>
    onChange(own.map((one, n) => (n === at ? { ...one, ...patch } : one)));
  useEffect(() => {
    if (next === null) return;
    list.current?.parentElement?.querySelector<HTMLElement>(next)?.focus();
    setNext(null);
  }, [next]);
  function add(): void {
    onChange([...own, newActivity()]);
    setNext(`[name="activities[${own.length}].name"]`);
  }
  function remove(at: number): void {
    onChange(own.toSpliced(at, 1));
    setNext('.own-rows > span > button');
  }
  return (
    <GroupRow label={t('activities_of_your_own')} name="activities" hint={t('attendees_report_them_themselves_on')}>
      <div ref={list} className="own-rows">
        {own.map((activity, at) => (
          <Fields key={activity.key} {...{ activity, at }} set={(patch) => set(at, patch)} remove={() => remove(at)} />
        ))}
        {own.length < listMax && (
          <span>
            <Button small onClick={add}>
              {t('add_an_activity')}
            </Button>
          </span>
        )}
      </div>
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
  const name = (field: string) => `activities[${at}].${field}`;
  return (
    <div className="fields">
      <TextRow
        label={t('name')}
        name={name('name')}
        maxLength={120}
        value={activity.name}
        onChange={(text) => set({ name: text })}
      />
      <NumberRow
        label={t('points')}
        name={name('points')}
        value={activity.points}
        onChange={(points) => set({ points })}
      />
      <NumberRow
        label={t('counted_in_a_day')}
        name={name('maxPerDay')}
        value={activity.maxPerDay}
        onChange={(maxPerDay) => set({ maxPerDay })}
      />
      <div className="row">
        <span />
        <Button small of={label} onClick={remove}>
          {t('remove')}
        </Button>
      </div>
    </div>
  );
}
