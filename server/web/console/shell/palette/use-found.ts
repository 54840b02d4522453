/** Finds people and orders of the event by what was typed, from 2 characters on, once nothing was typed for 150 ms. */

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../../parts/text/text.ts';
import type { EventSummary } from '../../data/event-summary.ts';
import { listPage } from '../../data/page-query.ts';
import type { Command } from './commands.ts';

const restMs = 150;
/** Maximum number of people, and of orders. */
const foundMax = 6;
const lettersMin = 2;

interface Found {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly number?: string;
}

async function find(event: EventSummary, search: string): Promise<readonly Command[]> {
  const question = { where: { event: { equals: event.id } }, search, limit: foundMax };
  const [people, orders] = await Promise.all([
    listPage<Found>('registrations', question),
    listPage<Found>('ticket_orders', question),
  ]);
  return [
    ...people.data.map(
      ({ id, name, email }): Command => ({
        ...{
          id: `person ${id}`,
          group: t('people_2'),
          label: name,
          hint: email,
          address: `/attendees/${event.id}/${id}`,
        },
      }),
    ),
    ...orders.data.map(
      ({ id, name, number = '' }): Command => ({
        ...{ id: `order ${id}`, group: t('orders'), label: number, hint: name, address: `/orders/${event.id}/${id}` },
      }),
    ),
  ];
}

export function useFound(event: EventSummary | null, typed: string): readonly Command[] {
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = event !== null && search.length >= lettersMin;
  const { data } = useQuery({
    queryKey: ['palette', event?.id, search],
    queryFn: () => (event ? find(event, search) : []),
    enabled: isAsked,
  });
  return (isAsked && typed.trim() !== '' && data) || [];
}
