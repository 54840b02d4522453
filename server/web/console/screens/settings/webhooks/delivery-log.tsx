/** Every message to one webhook, newest first, with each attempt's request and answer; any of them sent again. */

import { useState } from 'react';
import { Select } from '../../../../parts/form/select.tsx';
import { dayAndTime } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { RowButton } from '../../../../parts/row-button.tsx';
import { StatePill, type Tone } from '../../../../parts/state-pill.tsx';
import { Notice } from '../../../../parts/states.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import { Attempts } from './attempts.tsx';
import { answerText, type Delivery, type Webhook } from './webhook.ts';

const statuses = [
  { value: '', label: 'All messages' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Being sent' },
  { value: 'waiting', label: 'Waiting for an earlier one' },
  { value: 'failed', label: 'Failed permanently' },
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
        <h2 id="deliveries">Delivery log</h2>
        <Select<string> label="Show" value={status} options={statuses} onChange={setStatus} />
      </div>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption="Deliveries"
        rows={pages.rows}
        pages={pages}
        nameOf={({ eventType, changedAt }) => `${eventType}, ${dayAndTime(changedAt)}`}
        columns={[
          {
            label: 'Event',
            cell: ({ eventType, changedAt }) => (
              <>
                <code>{eventType}</code>
                <small>{dayAndTime(changedAt)}</small>
              </>
            ),
          },
          {
            label: 'State',
            cell: ({ status: state, nextAttemptAt, attempts }) => (
              <>
                <StatePill tone={tones[state]}>{state}</StatePill>
                {state === 'pending' && attempts > 0 && nextAttemptAt && (
                  <small>again {dayAndTime(nextAttemptAt)}</small>
                )}
              </>
            ),
          },
          { label: 'Last response', cell: ({ lastStatus, lastProblem }) => answerText(lastStatus, lastProblem) },
          { label: 'Attempts', cell: ({ attempts }) => attempts },
        ]}
        details={(delivery) => <Attempts delivery={delivery} />}
        {...(mayWrite && {
          actions: ({ id, eventType }: Delivery) => (
            <RowButton
              label="Send again"
              of={eventType}
              disabled={webhook.status === 'disabled'}
              onClick={() =>
                void acting.act(`Sending ${eventType} again, with its original ID.`, () =>
                  request('POST', `/api/v1/webhook-deliveries/${id}/replay`, {}),
                )
              }
            />
          ),
        })}
        empty={
          status === ''
            ? 'No messages yet. Send a test to check that it arrives.'
            : 'No messages match. Choose another filter.'
        }
      />
    </section>
  );
}
