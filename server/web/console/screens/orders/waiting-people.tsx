/** The waiting list, also entries that are over; unless sorted otherwise, in the order in which seats are offered. */

import { Button } from '../../../parts/button.tsx';
import { momentAt } from '../../../parts/event-time.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { Notice } from '../../../parts/states.tsx';
import { DataTable } from '../../../parts/table/data-table.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { client, request } from '../../data/client.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { usePageQuery } from '../../data/page-query.ts';
import { readTickets } from '../tickets/ticket-type.ts';
import type { OrderViewProps } from './order-view.ts';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly ticketType: string;
  readonly priority: number;
  readonly state: 'waiting' | 'offered' | 'accepted' | 'expired' | 'removed';
  readonly offerExpiresAt: string | null;
  readonly createdAt: string;
}

const tones: Readonly<Record<Entry['state'], Tone>> = {
  waiting: 'warn',
  offered: 'warn',
  accepted: 'success',
  expired: 'plain',
  removed: 'plain',
};
const pageSize = 50;

export function WaitingPeople({ event, mayWrite }: OrderViewProps) {
  const pages = usePageQuery<Entry>('waitlist_entries', {
    where: { event: { equals: event.id } },
    sort: ['-priority', 'createdAt'],
    limit: pageSize,
  });
  const { data: tickets } = useLiveQuery({
    key: ['tickets', event.id],
    read: () => readTickets(event.id),
    of: ['ticket_types'],
  });
  const { error, refresh } = pages.live;
  const acting = useAct(refresh);
  const typeName = (id: string) => tickets?.types.find((type) => type.id === id)?.name ?? '–';
  const first = ({ id, priority }: Entry) => client.waitlist_entries.update(id, { priority: priority + 1 });
  const remove = ({ id }: Entry) => request('DELETE', `/events/${event.id}/waitlist/${id}`);
  return (
    <>
      <Notice>{acting.notice}</Notice>
      <Problem error={acting.problem ?? error} />
      <DataTable
        caption={t('waiting_list')}
        rows={pages.rows}
        pages={pages}
        nameOf={({ name }) => name}
        columns={[
          {
            label: t('name'),
            by: 'name',
            cell: ({ name, email }) => (
              <>
                <bdi>{name}</bdi>
                <small>{email}</small>
              </>
            ),
          },
          { label: t('ticket'), cell: ({ ticketType }) => typeName(ticketType) },
          { label: t('since'), by: 'createdAt', cell: ({ createdAt }) => momentAt(event, createdAt) },
          {
            label: t('state'),
            by: 'state',
            cell: ({ state, offerExpiresAt }) => (
              <>
                <StatePill tone={tones[state]}>{named(state)}</StatePill>
                {state === 'offered' && offerExpiresAt && (
                  <small>{tx('until', { time: momentAt(event, offerExpiresAt) })}</small>
                )}
              </>
            ),
          },
        ]}
        {...(mayWrite && {
          actions: (entry: Entry) =>
            (entry.state === 'waiting' || entry.state === 'offered') && (
              <>
                <Button
                  small
                  of={entry.name}
                  onClick={() => void acting.act(t('moved_up', { name: entry.name }), () => first(entry))}
                >
                  {t('move_up')}
                </Button>
                <Button
                  small
                  look="danger"
                  of={entry.name}
                  onClick={() => void acting.act(t('removed', { name: entry.name }), () => remove(entry))}
                >
                  {t('remove')}
                </Button>
              </>
            ),
        })}
        empty={t('no_one_is_waiting_people_can')}
      />
    </>
  );
}
