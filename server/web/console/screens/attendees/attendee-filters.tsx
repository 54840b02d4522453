/** What narrows the list of attendees; all of it stands in the address. */

import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import type { Filters } from '../../shell/address.ts';
import type { TypeNames } from './attendee-columns.tsx';
import { statuses } from './registration.ts';

const paymentLabels = {
  pending: 'open',
  paid: 'paid',
  not_required: 'nothing to pay',
  payment_review: 'to review',
  refund_pending: 'being refunded',
  refunded: 'refunded',
  partially_refunded: 'partly refunded',
  failed: 'failed',
  disputed: 'disputed',
} as const;

const arrivals = { here: 'checked in', missing: 'not here yet' } as const;

const options = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: 'All' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** The same question for the list, its export and a message to those who are shown. */
export function whereOf(eventId: string, filters: Filters): Readonly<Record<string, unknown>> {
  const [status, type, payment] = ['status', 'type', 'payment'].map(filters.get);
  const arrival = filters.get('arrival');
  return {
    event: { equals: eventId },
    ...(status && { status: { equals: status } }),
    ...(type && { ticketType: { equals: type } }),
    ...(payment && { paymentStatus: { equals: payment } }),
    ...(arrival && { checkedInAt: { exists: arrival === 'here' } }),
  };
}

export interface AttendeeFiltersProps {
  readonly filters: Filters;
  readonly types: TypeNames;
}

export function AttendeeFilters({ filters, types }: AttendeeFiltersProps) {
  const typeLabels = Object.fromEntries([...types].map(([id, { name }]) => [id, name]));
  const choice = (label: string, name: string, labels: Readonly<Record<string, string>>) => (
    <Select
      label={label}
      value={filters.get(name)}
      options={options(labels)}
      onChange={(value) => filters.set({ [name]: value })}
    />
  );
  return (
    <div className="filters">
      <SearchRow label="Name, email, company or ticket number" onSearch={(q) => filters.set({ q })} />
      {choice('Status', 'status', Object.fromEntries(statuses.map((status) => [status, status])))}
      {choice('Ticket', 'type', typeLabels)}
      {choice('Payment', 'payment', paymentLabels)}
      {choice('Arrival', 'arrival', arrivals)}
    </div>
  );
}
