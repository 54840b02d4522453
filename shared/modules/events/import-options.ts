/** The options that an organizer sends beside a file of attendees: fields of the form. */
import type { Field } from '../../schema/field.ts';
import type { InputOf } from '../../schema/infer.ts';
import { importPresets } from './transfer.ts';

const flag = (name: string, byDefault: boolean, note: string) =>
  ({ name, type: 'boolean', required: true, default: byDefault, note }) as const;

export const importOptions = [
  { name: 'mapping', type: 'json', note: 'Column, counted from 0, to a field or null: `{"3": "email"}`.' },
  { name: 'preset', type: 'select', options: importPresets, note: 'If omitted, found by the headers.' },
  flag('dryRun', false, 'Says what the import would do, and does nothing.'),
  flag('createTicketTypes', false, 'Makes ticket types that the event does not have.'),
  flag('checkIns', true, 'Takes over who came.'),
  flag('sendMail', false, 'Emails every new attendee their ticket.'),
  { name: 'codes', type: 'select', options: ['accepted', 'off'], required: true, default: 'accepted' },
  { name: 'codesUntil', type: 'date', note: 'Until when codes of the other system open a gate.' },
  { name: 'ticketType', type: 'text', maxLength: 64, note: 'The ticket type of rows that name none.' },
  { name: 'currency', type: 'text', pattern: '^[A-Za-z]{3}$', maxLength: 3, note: 'Of prices without one.' },
  { name: 'dateOrder', type: 'select', options: ['day_first', 'month_first'] },
] as const satisfies readonly Field[];

export type ImportOptions = InputOf<typeof importOptions>;
