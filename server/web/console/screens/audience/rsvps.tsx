/** Shows the attendees' answers to whether they will come: how many of each, and the latest ones. */
import { rsvpAnswers } from '#shared/modules/events/type-features.ts';
import { momentAt } from '../../../parts/event-time.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import { countEach } from '../../data/count-each.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { listPage } from '../../data/page-query.ts';
import { namesOf } from '../../data/read-related.ts';
import type { SectionProps } from './section.ts';

type Answer = (typeof rsvpAnswers)[number];

interface Rsvp {
  readonly id: string;
  readonly registration: string;
  readonly answer: Answer;
  readonly answeredAt: string;
}

const listMax = 200;
const labels: Readonly<Record<Answer, string>> = { yes: t('yes'), no: t('no'), maybe: t('maybe') };

async function readRsvps(eventId: string) {
  const event = { equals: eventId };
  const { data } = await listPage<Rsvp>('rsvps', { where: { event }, sort: '-answeredAt', limit: listMax });
  const { confirmed, ...counts } = await countEach([...rsvpAnswers, 'confirmed'], (name) =>
    name === 'confirmed'
      ? ['registrations', { event, status: { equals: name } }]
      : ['rsvps', { event, answer: { equals: name } }],
  );
  // An attendee who has answered may have cancelled since.
  const open = Math.max(0, confirmed - counts.yes - counts.no - counts.maybe);
  return { rows: data, counts, open, names: await namesOf(data.map(({ registration }) => registration)) };
}

export function Rsvps({ event }: SectionProps) {
  const { data, error } = useLiveQuery({
    key: ['rsvps', event.id],
    read: () => readRsvps(event.id),
    of: ['rsvps', 'registrations'],
    atMostEveryMs: 2_000,
  });
  const nameOf = ({ registration }: Rsvp) => data?.names.get(registration)?.name ?? t('unknown_person');
  return (
    <>
      <h2>{t('who_will_come')}</h2>
      <Problem error={error} />
      {data && (
        <p className="intro">
          {t('answers_counted', {
            yes: countText(data.counts.yes),
            maybe: countText(data.counts.maybe),
            no: countText(data.counts.no),
            open: countText(data.open),
          })}
        </p>
      )}
      <DataTable
        caption={t('who_will_come')}
        rows={data?.rows ?? (error ? [] : null)}
        nameOf={nameOf}
        columns={[
          {
            label: t('attendee'),
            cell: (row) => (
              <a href={`#/attendees/${event.id}/${row.registration}`}>
                <bdi>{nameOf(row)}</bdi>
              </a>
            ),
          },
          { label: t('answer_given'), cell: ({ answer }) => labels[answer] },
          { label: t('answered'), cell: ({ answeredAt }) => momentAt(event, answeredAt) },
        ]}
        empty={t('no_answers_yet')}
      />
    </>
  );
}
