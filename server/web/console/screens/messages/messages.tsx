/** The list of messages to attendees, with their delivery. */

import { momentAt } from '../../../parts/event-time.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { useMayWrite } from '../../data/may-write.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { EventPageProps } from '../../shell/event-page.ts';
import { FailedMails } from './failed-mails.tsx';
import { type Message, messageTones } from './message.ts';
import { MessageDrawer } from './message-drawer.tsx';
import { NewMessage } from './new-message.tsx';
import './messages.css';

const pageSize = 25;

export function Messages({ event, id }: EventPageProps) {
  const mayWrite = useMayWrite();
  const pages = usePageQuery<Message>('message_batches', {
    where: { event: { equals: event.id } },
    sort: '-createdAt',
    limit: pageSize,
  });
  return (
    <div className="beside">
      <div>
        <div className="head">
          <h1>{t('messages')}</h1>
          {mayWrite && (
            <a className="btn primary" href={`#/messages/${event.id}/new`}>
              {t('write_a_message')}
            </a>
          )}
        </div>
        <Problem error={pages.live.error} />
        <DataTable
          caption={t('messages')}
          rows={pages.rows}
          pages={pages}
          nameOf={({ subject }) => subject}
          columns={[
            {
              label: t('subject'),
              by: 'subject',
              cell: ({ id, subject, createdAt }) => (
                <>
                  <a href={`#/messages/${event.id}/${id}`}>{subject}</a>
                  <small>{momentAt(event, createdAt)}</small>
                </>
              ),
            },
            {
              label: t('state'),
              by: 'state',
              cell: ({ state, sendAt }) => (
                <>
                  <StatePill tone={messageTones[state]}>{named(state)}</StatePill>
                  {state === 'scheduled' && sendAt && <small>{tx('for', { time: momentAt(event, sendAt) })}</small>}
                </>
              ),
            },
            {
              label: t('sent_2'),
              isNumber: true,
              cell: ({ sent, recipients, failed }) => (
                <>
                  {tx('of_6', {
                    count: countText(sent),
                    count2: countText(recipients),
                    part: failed > 0 && <small>{tx('failed_3', { count: countText(failed) })}</small>,
                  })}
                </>
              ),
            },
          ]}
          empty={t('no_messages_yet_write_to_everyone')}
        />
        {id === null && <FailedMails event={event} where={{ 'registration.event': { equals: event.id } }} />}
      </div>
      {id === 'new' && <NewMessage event={event} />}
      {id !== null && id !== 'new' && <MessageDrawer key={id} {...{ event, id, mayWrite }} />}
    </div>
  );
}
