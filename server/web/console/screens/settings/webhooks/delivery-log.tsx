/** Every message to one webhook, newest first, with each attempt's request and answer; any of them sent again. */

import { useState } from 'react';
import { Select } from '../../../../parts/form/select.tsx';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { Notice } from '../../../../parts/states.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import { Attempts } from './attempts.tsx';
import { answerText, type Delivery, type Webhook } from './webhook.ts';

const statuses = [
  { value: '', label: t('all_messages') },
  { value: 'delivered', label: t('delivered') },
  { value: 'pending', label: t('being_sent') },
  { value: 'waiting', label: t('waiting_for_an_earlier_one') },
  { value: 'failed', label: t('failed_permanently') },
] as const;

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  delivered: 'success',
  pending: 'warn',
  waiting: 'warn',
  failed: 'danger',
};

export interface DeliveryLogProps {
  readonly webhook: Webhook;
  readonly mayWrite: boolean;
}

export function DeliveryLog({ webhook, mayWrite }: DeliveryLogProps) {
  const [status, setStatus] = useState('');
  const pages = usePageQuery<Delivery>('webhook_deliveries', {
    where: { webhook: { equals: webhook.id }, ...(status && { status: { equals: status } }) },
    sort: '-createdAt',
    limit: 20,
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  return (
    <section aria-labelledby="deliveries">
      <div className="head">
        <h2 id="deliveries">{t('delivery_log')}</h2>
        <Select<string> label={t('show')} value={status} options={statuses} onChange={setStatus} />
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption={t('deliveries')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ eventType, changedAt }) => `${eventType}, ${dayAndTime(changedAt)}`}
        columns={[
          {
            label: t('event'),
            cell: ({ eventType, changedAt }) => (
              <>
                <code>{eventType}</code>
                <small>{dayAndTime(changedAt)}</small>
              </>
            ),
          },
          {
            label: t('state'),
            by: 'status',
            cell: ({ status: state, nextAttemptAt, attempts }) => (
              <>
                <StatePill tone={tones[state]}>{named(state)}</StatePill>
                {state === 'pending' && attempts > 0 && nextAttemptAt && (
                  <small>{tx('again', { dayAndTime: dayAndTime(nextAttemptAt) })}</small>
                )}
              </>
            ),
          },
          { label: t('last_response'), cell: ({ lastStatus, lastProblem }) => answerText(lastStatus, lastProblem) },
          { label: t('attempts'), by: 'attempts', cell: ({ attempts }) => attempts },
        ]}
        details={(delivery) => <Attempts delivery={delivery} />}
        {...(mayWrite && {
          actions: ({ id, eventType }: Delivery) => (
            <RowButton
              label={t('send_again')}
              of={eventType}
              disabled={webhook.status === 'disabled'}
              onClick={() =>
                void acting.act(t('sending_again_with_its_original_id', { eventType }), () =>
                  request('POST', `/api/v1/webhook-deliveries/${id}/replay`, {}),
                )
              }
            />
          ),
        })}
        empty={status === '' ? t('no_messages_yet_send_a_test') : t('no_messages_match_choose_another_filter')}
      />
    </section>
  );
}
