/** The first 200 places of the leaderboard, live. */
import { Problem } from '../../../parts/problem.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { t } from '../../../parts/text/text.ts';
import { request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import type { SectionProps } from './section.ts';

interface Row {
  readonly rank: number;
  /** Null: the person does not want to be named. */
  readonly registrationId: string | null;
  readonly name: string | null;
  readonly company: string | null;
  readonly points: number;
  readonly badges: number;
}

async function readLeaderboard(eventId: string) {
  const path = `/events/${eventId}/gamification/leaderboard?limit=200`;
  const { leaderboard } = await request<{ readonly leaderboard: readonly Row[] }>('GET', path);
  // Several people can have one rank and no name, so the place in the list is the id of a row.
  return leaderboard.map((row, place) => ({ ...row, id: String(place) }));
}

export function Leaderboard({ event }: SectionProps) {
  const { data, error } = useLiveQuery({
    key: ['leaderboard', event.id],
    read: () => readLeaderboard(event.id),
    of: ['leaderboards'],
    atMostEveryMs: 2_000,
  });
  return (
    <>
      <h2>{t('leaderboard')}</h2>
      <Problem error={error} />
      <DataTable
        caption={t('leaderboard')}
        rows={data ?? (error ? [] : null)}
        nameOf={({ name, rank }) => name ?? String(rank)}
        columns={[
          {
            label: t('attendee'),
            cell: ({ company, name, registrationId }) =>
              registrationId === null ? (
                t('does_not_want_to_be_named')
              ) : (
                <>
                  <a href={`#/attendees/${event.id}/${registrationId}`}>
                    <bdi>{name}</bdi>
                  </a>
                  {company && <small>{company}</small>}
                </>
              ),
          },
          { label: t('rank'), isNumber: true, cell: ({ rank }) => rank },
          { label: t('points'), isNumber: true, cell: ({ points }) => points },
          { label: t('badges'), isNumber: true, cell: ({ badges }) => badges },
        ]}
        empty={t('no_points_yet')}
      />
    </>
  );
}
