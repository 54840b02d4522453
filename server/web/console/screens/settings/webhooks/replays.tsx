/** The form that sends the messages of a time range again, and the progress of the latest replays. */

import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { Select } from '../../../../parts/form/select.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { dayAndTime, fromLocalInput, localInput } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { Notice } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import type { Webhook } from './webhook.ts';

interface Replay {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly which: 'missed' | 'all';
  readonly status: 'running' | 'done' | 'stopped';
  readonly deliveries: number;
}

const choices = [
  { value: 'missed', label: t('only_messages_that_did_not_arrive') },
  { value: 'all', label: t('all_messages') },
] as const;

const dayMs = 24 * 60 * 60 * 1_000;
const shownMax = 5;

export interface ReplaysProps {
  readonly webhook: Webhook;
  readonly mayWrite: boolean;
  /** Time since which messages are missing; null: not known, a day is proposed. */
  readonly from: string | null;
}

export function Replays({ webhook, mayWrite, from }: ReplaysProps) {
  const { rows, live } = usePageQuery<Replay>('webhook_replays', {
    where: { webhook: { equals: webhook.id } },
    sort: '-createdAt',
    limit: shownMax,
  });
  const acting = useAct(live.refresh);
  const { value, set } = useDraft({
    from: localInput(from === null ? Date.now() - dayMs : Date.parse(from)),
    to: '',
    which: 'missed' as Replay['which'],
  });

  async function replay(): Promise<void> {
    const to = fromLocalInput(value.to);
    const body = { from: fromLocalInput(value.from), which: value.which, ...(to === null ? {} : { to }) };
    await request('POST', `/api/v1/webhooks/${webhook.id}/replay`, body);
    acting.say(t('replay_started_its_messages_are_in'));
    live.refresh();
  }

  return (
    <>
      {mayWrite && (
        <EditForm
          title={t('replay_a_time_range')}
          submit={t('replay')}
          isDirty={false}
          disabled={webhook.status === 'disabled'}
          onSave={replay}
        >
          <p className="intro">
            {webhook.status === 'disabled' ? t('switch_the_webhook_on_first') : t('sends_the_changes_of_this_time')}
          </p>
          <div className="fields">
            <FormRow label={t('from_2')} name="from">
              {(row) => (
                <input
                  {...row}
                  type="datetime-local"
                  required
                  value={value.from}
                  onChange={({ target }) => set({ from: target.value })}
                />
              )}
            </FormRow>
            <FormRow label={t('to_leave_empty_for_now')} name="to">
              {(row) => (
                <input
                  {...row}
                  type="datetime-local"
                  value={value.to}
                  onChange={({ target }) => set({ to: target.value })}
                />
              )}
            </FormRow>
            <Select label={t('which')} value={value.which} options={choices} onChange={(which) => set({ which })} />
          </div>
        </EditForm>
      )}
      <Notice>{acting.notice}</Notice>
      <Problem error={live.error} />
      {rows && rows.length > 0 && (
        <section className="card" aria-labelledby="replays">
          <h2 id="replays">{t('latest_replays')}</h2>
          <ul className="rows">
            {rows.map(({ id, from: begin, to, which, status, deliveries }) => (
              <li key={id}>
                <div>
                  <strong>
                    {dayAndTime(begin)} – {dayAndTime(to)}
                  </strong>
                  <span>{which === 'all' ? t('everything_2') : t('messages_that_did_not_arrive')}</span>
                </div>
                <span>
                  {deliveries} {deliveries === 1 ? t('message_2') : t('messages_2')}
                  {status === 'running'
                    ? t('so_far')
                    : status === 'done'
                      ? t('done_3')
                      : t('stopped_the_webhook_was_switched_off')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
