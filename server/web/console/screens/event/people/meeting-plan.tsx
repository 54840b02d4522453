/** The automatic plan: within the hours that the organizer names, people who accepted each other get meetings, if they fit. */
import { useState } from 'react';
import { fromZonedInput, zonedInput } from '#shared/base/zoned-input.ts';
import { Button } from '../../../../parts/button.tsx';
import { momentAt } from '../../../../parts/event-time.ts';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { TimeRow } from '../../../../parts/form/fields.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { countText } from '../../../../parts/money-text.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { Notice } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { useLiveQuery } from '../../../data/live-query.ts';
import { listPage } from '../../../data/page-query.ts';
import type { EventSectionProps } from '../event-section.ts';

interface MadePlan {
  readonly id: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: 'queued' | 'done' | 'failed';
  readonly pairs: number | null;
  readonly planned: number | null;
  readonly problem: string | null;
}

const shownPlans = 5;
const hourMs = 3_600_000;
const hoursPlanned = 8;

async function readPlans(eventId: string): Promise<readonly MadePlan[]> {
  const where = { event: { equals: eventId } };
  return (await listPage<MadePlan>('meeting_plans', { where, sort: ['-createdAt'], limit: shownPlans })).data;
}

function planText({ pairs, planned, problem, status }: MadePlan): string {
  if (status === 'queued') return t('plan_is_being_made');
  if (status === 'failed') return problem ?? t('plan_has_failed');
  return t('meetings_planned_of_pairs', { planned: countText(planned ?? 0), pairs: countText(pairs ?? 0) });
}

type PlanProps = Pick<EventSectionProps, 'event' | 'mayWrite'>;

export function MeetingPlan({ event, mayWrite }: PlanProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, say] = useState('');
  const { data, error, refresh } = useLiveQuery({
    key: ['meeting-plans', event.id],
    read: () => readPlans(event.id),
    of: ['meeting_plans'],
  });
  async function plan(span: { readonly startsAt: string | null; readonly endsAt: string | null }): Promise<void> {
    await request('POST', `/events/${event.id}/networking/plans`, span);
    setOpen(false);
    say(t('plan_is_asked_for'));
    refresh();
  }
  return (
    <section className="card" aria-labelledby="meeting-plan">
      <div className="head">
        <h2 id="meeting-plan">{t('plan_of_meetings')}</h2>
        {mayWrite && !isOpen && <Button onClick={() => setOpen(true)}>{t('plan_meetings')}</Button>}
      </div>
      <Notice>{said}</Notice>
      <Problem error={error} />
      <p>{t('plan_of_meetings_help')}</p>
      <ul className="rows">
        {data?.map((one) => (
          <li key={one.id}>
            <div>
              <b>
                {momentAt(event, one.startsAt)} – {momentAt(event, one.endsAt)}
              </b>
              <span>{planText(one)}</span>
            </div>
          </li>
        ))}
      </ul>
      {isOpen && <PlanForm {...{ event }} onCancel={() => setOpen(false)} onSave={plan} />}
    </section>
  );
}

interface PlanFormProps extends Pick<PlanProps, 'event'> {
  readonly onCancel: () => void;
  readonly onSave: (span: { readonly startsAt: string | null; readonly endsAt: string | null }) => Promise<void>;
}

function PlanForm({ event, onCancel, onSave }: PlanFormProps) {
  const wall = (ms: number) => zonedInput(ms, event.timezone);
  const [begins, ends] = [Date.parse(event.startsAt), Date.parse(event.endsAt)];
  // The first full hour that is at least an hour from now, or the start of the event if that is later.
  const from = Math.max(begins, Math.ceil(Date.now() / hourMs + 1) * hourMs);
  const draft = { startsAt: wall(from), endsAt: wall(Math.min(ends, from + hoursPlanned * hourMs)) };
  const { set, value } = useDraft(draft);
  const at = (text: string) => fromZonedInput(text, event.timezone);
  return (
    <EditForm
      title={t('plan_meetings')}
      submit={t('plan_and_notify')}
      isDirty={false}
      onCancel={onCancel}
      onSave={() => onSave({ startsAt: at(value.startsAt), endsAt: at(value.endsAt) })}
    >
      <p>{t('planned_meetings_are_agreed_at_once')}</p>
      <TimeRow
        label={t('starts')}
        name="startsAt"
        required
        timezone={event.timezone}
        value={value.startsAt}
        onChange={(startsAt) => set({ startsAt })}
      />
      <TimeRow
        label={t('ends')}
        name="endsAt"
        required
        timezone={event.timezone}
        value={value.endsAt}
        onChange={(endsAt) => set({ endsAt })}
      />
    </EditForm>
  );
}
