/** The sales figures of an event, as an organizer's overview shows them. Computed by server/modules/events/sales. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';

const count = <const N extends string>(name: N) => ({ name, type: 'integer', required: true }) as const;
const money = <const N extends string>(name: N) => ({ name, type: 'money', required: true }) as const;

/** Number of days in `byDay`, today included. */
export const salesDays = 14;

const salesAnswer = [
  { ...count('confirmed'), note: 'People with a valid ticket.' },
  { ...count('pending'), note: 'Seats held until they are paid.' },
  { ...count('paid'), note: 'Confirmed people who paid.' },
  {
    name: 'byDay',
    type: 'array',
    of: 'group',
    required: true,
    note: `Registrations of the last ${salesDays} days, in any state, counted by days of the event’s time zone.`,
    fields: [{ name: 'day', type: 'date', required: true, note: 'When the day began.' }, count('registered')],
  },
  {
    name: 'revenue',
    type: 'array',
    of: 'group',
    required: true,
    note: 'One entry per currency.',
    fields: [
      { name: 'currency', type: 'text', required: true },
      { ...money('paid'), note: 'Everything that was paid, in minor units.' },
      { ...money('refunded'), note: 'What was refunded of it.' },
      { ...money('refundPending'), note: 'What is being refunded of it and has not arrived.' },
    ],
  },
] as const satisfies readonly Field[];

export const salesOverview = defineAction({
  name: 'events.sales',
  module: 'events',
  summary: 'Sales of an event in numbers: registrations by state and day, and what was paid and refunded per currency.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/sales'] },
  input: [{ name: 'eventId', type: 'relation', to: 'events', required: true }],
  output: { fields: salesAnswer },
});
