/** What was written to attendees, and how it arrives. */
import { timeAt } from '../../../parts/event-time.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { useMayWrite } from '../../data/may-write.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { EventPageProps } from '../../shell/page-content.tsx';
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
          <h1>Messages</h1>
          {mayWrite && (
            <a className="btn primary" href={`#/messages/${event.id}/new`}>
              Write a message
            </a>
          )}
        </div>
        <Problem error={pages.live.error} />
        <DataTable
          caption="Messages"
          rows={pages.rows}
          pages={pages}
          nameOf={({ subject }) => subject}
          columns={[
            {
              label: 'Subject',
              cell: ({ id, subject, createdAt }) => (
                <>
                  <a href={`#/messages/${event.id}/${id}`}>{subject}</a>
                  <small>{timeAt(event, createdAt)}</small>
                </>
              ),
            },
            {
              label: 'State',
              cell: ({ state, sendAt }) => (
                <>
                  <StatePill tone={messageTones[state]}>{state.replaceAll('_', ' ')}</StatePill>
                  {state === 'scheduled' && sendAt && <small>for {timeAt(event, sendAt)}</small>}
                </>
              ),
            },
            {
              label: 'Sent',
              isNumber: true,
              cell: ({ sent, recipients, failed }) => (
                <>
                  {countText(sent)} of {countText(recipients)}
                  {failed > 0 && <small>{countText(failed)} failed</small>}
                </>
              ),
            },
          ]}
          empty="No messages yet. Write to everyone, or to a group that you choose."
        />
        {id === null && <FailedMails event={event} where={{ 'registration.event': { equals: event.id } }} />}
      </div>
      {id === 'new' && <NewMessage event={event} />}
      {id !== null && id !== 'new' && <MessageDrawer key={id} {...{ event, id, mayWrite }} />}
    </div>
  );
}
