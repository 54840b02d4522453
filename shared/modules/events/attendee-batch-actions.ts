/** Starting, stopping and resuming what is done to many attendees, as data. What they do: server/modules/events/batches. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { batchActions, batchRefunds } from './attendee-batch.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const batchId = { name: 'batchId', type: 'relation', to: 'attendee_batches', required: true } as const;

const asked = [
  eventId,
  { name: 'action', type: 'select', options: batchActions, required: true },
  {
    name: 'where',
    type: 'json',
    note: 'Which registrations, as lists of registrations are filtered. If omitted, all of the event.',
  },
  { name: 'search', type: 'text', maxLength: 500, note: 'As lists of registrations are searched.' },
  { name: 'refund', type: 'select', options: batchRefunds, note: 'Of a cancellation. If omitted, by the rules.' },
] as const satisfies readonly Field[];

const count = <const N extends string>(name: N, note: string) =>
  ({ name, type: 'integer', required: true, note }) as const;

export const previewBatch = defineAction({
  name: 'events.preview_batch',
  module: 'events',
  summary: 'What an action for many attendees would do: how many people, and which refunds. Changes nothing.',
  scope: 'events:read',
  reads: true,
  http: { method: 'POST', paths: ['/events/:eventId/batches/preview'] },
  input: asked,
  output: {
    fields: [
      count('people', 'Who fit the filter.'),
      count('counted', 'How many of them the other numbers are counted over: at most 5,000.'),
      count('affected', 'For whom it would be done.'),
      count('refused', 'For whom it would be refused, e.g. a cancellation after a check-in.'),
      {
        name: 'refunds',
        type: 'array',
        of: 'group',
        required: true,
        note: 'What would be refunded, for each currency.',
        fields: [
          { name: 'amount', type: 'money', required: true },
          { name: 'currency', type: 'text', required: true },
          { name: 'registrations', type: 'integer', required: true },
        ],
      },
    ],
  },
});

export const startBatch = defineAction({
  name: 'events.start_batch',
  module: 'events',
  summary: 'Resend tickets to, cancel or check in many attendees. The server goes through them one after the other.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/batches'], status: 202 },
  input: [
    ...asked,
    { name: 'reason', type: 'text', maxLength: 500, note: 'Of a cancellation.' },
    { name: 'gateId', type: 'text', maxLength: 64, note: 'Of a check-in. If omitted, `console`.' },
  ],
  output: { record: 'attendee_batches' },
});

export const stopBatch = defineAction({
  name: 'events.stop_batch',
  module: 'events',
  summary: 'Stop an action for many attendees. What was done stays done.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/batches/:batchId/stop'] },
  input: [eventId, batchId],
  output: { record: 'attendee_batches' },
});

export const resumeBatch = defineAction({
  name: 'events.resume_batch',
  module: 'events',
  summary: 'Resume an action for many attendees that was stopped.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/batches/:batchId/resume'] },
  input: [eventId, batchId],
  output: { record: 'attendee_batches' },
});
