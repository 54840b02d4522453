/** The columns of the list of attendees. */

import { codeGroups } from '#shared/text/code-groups.ts';
import { momentAt, type Zoned } from '../../../parts/event-time.ts';
import { moneyText } from '../../../parts/money-text.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import type { Columns } from '../../../parts/table/column.ts';
import { named, t } from '../../../parts/text/text.ts';
import type { Registration } from './registration.ts';

export const tones: Readonly<Record<Registration['status'], Tone>> = {
  confirmed: 'success',
  pending: 'warn',
  waitlisted: 'warn',
  cancelled: 'danger',
  expired: 'danger',
};

/** Name and key of each ticket type, by its id. */
export type TypeNames = ReadonlyMap<string, { readonly name: string; readonly key: string }>;

export function attendeeColumns(event: Zoned, types: TypeNames, pathOf: (id: string) => string): Columns<Registration> {
  return [
    {
      label: t('name'),
      by: 'name',
      cell: ({ id, name, email }) => (
        <>
          <a href={pathOf(id)}>
            <bdi>{name}</bdi>
          </a>
          <small>{email}</small>
        </>
      ),
    },
    { label: t('company'), name: 'company', by: 'company', cell: ({ company }) => company ?? '–' },
    { label: t('job_title'), name: 'role', by: 'role', isExtra: true, cell: ({ role }) => role ?? '–' },
    {
      label: t('ticket'),
      name: 'ticket',
      by: 'ticketType',
      cell: ({ ticketType, ticketNumber }) => (
        <>
          {types.get(ticketType)?.name}
          <small>
            <code>{codeGroups(ticketNumber).join(' ')}</code>
          </small>
        </>
      ),
    },
    {
      label: t('state'),
      name: 'state',
      by: 'status',
      cell: ({ status, paymentStatus }) => (
        <>
          <StatePill tone={tones[status]}>{named(status)}</StatePill>
          <small>{named(paymentStatus)}</small>
        </>
      ),
    },
    {
      label: t('amount'),
      name: 'amount',
      by: 'amount',
      isExtra: true,
      isNumber: true,
      cell: ({ amount, currency }) => moneyText(amount, currency),
    },
    {
      label: t('registered'),
      name: 'registered',
      by: 'createdAt',
      isExtra: true,
      cell: ({ createdAt }) => momentAt(event, createdAt),
    },
    {
      label: t('checked_in'),
      name: 'checked-in',
      by: 'checkedInAt',
      cell: ({ checkedInAt }) => (checkedInAt ? momentAt(event, checkedInAt) : '–'),
    },
  ];
}
