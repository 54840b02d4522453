/** The latest emails that could not be delivered, each with its reason and recipient. Renders nothing where there are none. */
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { usePageQuery } from '../../data/page-query.ts';
import type { Mail } from '../attendees/attendee-data.ts';

const failedMax = 50;

interface FailedMail extends Mail {
  readonly registration: string | null;
}

export interface FailedMailsProps {
  readonly event: EventSummary;
  /** Filter of the emails to show. */
  readonly where: Readonly<Record<string, unknown>>;
}

export function FailedMails({ event, where }: FailedMailsProps) {
  const { rows } = usePageQuery<FailedMail>('outgoing_mails', {
    where: { ...where, state: { equals: 'failed' } },
    sort: '-createdAt',
    limit: failedMax,
  });
  if (!rows || rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="failed-mails">
      <h2 id="failed-mails">{t('not_delivered')}</h2>
      <p className="soft">{t('correct_the_address_of_the_attendee')}</p>
      <ul className="rows">
        {rows.map(({ id, recipient, problem, registration }) => (
          <li key={id}>
            <div>
              {registration ? <a href={`#/attendees/${event.id}/${registration}`}>{recipient}</a> : recipient}
              {problem && <span>{problem}</span>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
