/** The filters of the list of attendees; all of them are kept in the address. */

import { SearchRow } from '../../../parts/form/search-row.tsx';
import { Select } from '../../../parts/form/select.tsx';
import { named, t } from '../../../parts/text/text.ts';
import type { Filters } from '../../shell/address.ts';
import type { TypeNames } from './attendee-columns.tsx';
import { statuses } from './registration.ts';

const paymentLabels = {
  pending: 'open',
  paid: 'paid',
  not_required: t('nothing_to_pay'),
  payment_review: t('to_review'),
  refund_pending: t('being_refunded'),
  refunded: 'refunded',
  partially_refunded: t('partly_refunded'),
  failed: 'failed',
  disputed: 'disputed',
} as const;

const arrivals = { here: t('checked_in_2'), missing: t('not_here_yet') } as const;

const options = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: t('all') },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** Returns the `where` of the list, of its export and of what is done for all who are shown; the search is apart from it. */
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
      <SearchRow label={t('name_email_company_or_ticket_number')} onSearch={(q) => filters.set({ q })} />
      {choice(t('status'), 'status', Object.fromEntries(statuses.map((status) => [status, named(status)])))}
      {choice(t('ticket'), 'type', typeLabels)}
      {choice(t('payment'), 'payment', paymentLabels)}
      {choice(t('arrival'), 'arrival', arrivals)}
    </div>
  );
}
