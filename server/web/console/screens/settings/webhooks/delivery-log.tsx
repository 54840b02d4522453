/** Every message to one webhook, newest first, with each attempt's request and answer; any of them sent again. */
import { useState } from 'react';
import { api } from '../../../api.ts';
import { Problem } from '../../problem.tsx';
import { Select } from '../../select.tsx';
import { RecordList } from '../parts/record-list.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { useAct } from '../parts/use-act.ts';
import { usePages } from '../parts/use-pages.ts';
import { dayAndTime } from '../parts/when.ts';
import { Attempts } from './attempts.tsx';
import { answerText, type Delivery, type Webhook } from './webhook.ts';

const statuses = [
  { value: '', label: 'All messages' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Being sent' },
  { value: 'waiting', label: 'Waiting for an earlier one' },
  { value: 'failed', label: 'Failed permanently' },
] as const;

const tones: Readonly<Record<Delivery['status'], string>> = {
  delivered: 'active',
  pending: 'pending',
  waiting: 'pending',
  failed: 'revoked',
};

export interface DeliveryLogProps {
  readonly webhook: Webhook;
  readonly mayWrite: boolean;
}

export function DeliveryLog({ webhook, mayWrite }: DeliveryLogProps) {
  const [status, setStatus] = useState('');
  const query = new URLSearchParams({
    'where[webhook][equals]': webhook.id,
    ...(status && { 'where[status][equals]': status }),
    sort: '-createdAt',
    limit: '20',
  });
  const pages = usePages<Delivery>(`/api/v1/webhook_deliveries?${query}`);
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  return (
    <section aria-labelledby="deliveries">
      <div className="head">
        <h2 id="deliveries">Delivery log</h2>
        <Select<string> label="Show" value={status} options={statuses} onChange={setStatus} />
      </div>
      <p role="status" className="notice">
        {acting.notice}
      </p>
      <Problem error={acting.problem ?? error} />
      <RecordList
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
                <span className={`state ${tones[state]}`}>{state}</span>
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
                  api('POST', `/api/v1/webhook-deliveries/${id}/replay`, {}),
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
