/** What the list of attendees shows of each. */
import { codeGroups } from '#shared/text/code-groups.ts';
import { timeAt, type Zoned } from '../../../parts/event-time.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import type { Column } from '../../../parts/table/data-rows.tsx';
import type { Registration } from './registration.ts';

export const tones: Readonly<Record<Registration['status'], Tone>> = {
  confirmed: 'success',
  pending: 'warn',
  waitlisted: 'warn',
  cancelled: 'danger',
  expired: 'danger',
};

/** By id. */
export type TypeNames = ReadonlyMap<string, { readonly name: string; readonly key: string }>;

export function attendeeColumns(
  event: Zoned,
  types: TypeNames,
  pathOf: (id: string) => string,
): readonly [Column<Registration>, ...Column<Registration>[]] {
  return [
    {
      label: 'Name',
      cell: ({ id, name, email }) => (
        <>
          <a href={pathOf(id)}>
            <bdi>{name}</bdi>
          </a>
          <small>{email}</small>
        </>
      ),
    },
    { label: 'Company', cell: ({ company }) => company ?? '–' },
    {
      label: 'Ticket',
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
      label: 'State',
      cell: ({ status, paymentStatus }) => (
        <>
          <StatePill tone={tones[status]}>{status}</StatePill>
          <small>{paymentStatus.replaceAll('_', ' ')}</small>
        </>
      ),
    },
    { label: 'Checked in', cell: ({ checkedInAt }) => (checkedInAt ? timeAt(event, checkedInAt) : '–') },
  ];
}
