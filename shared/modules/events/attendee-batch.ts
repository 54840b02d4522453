/** The collection of bulk actions that the server performs on many attendees: their progress and their results. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const batchActions = ['resend', 'cancel', 'check_in'] as const;
export const batchStates = ['running', 'stopped', 'done', 'failed'] as const;
export const batchRefunds = ['rules', 'full', 'none'] as const;

const count = <const N extends string>(name: N, note: string) =>
  ({ name, type: 'integer', readOnly: true, required: true, default: 0, min: 0, note }) as const;

export const attendeeBatches = defineCollection({
  name: 'attendee_batches',
  module: 'events',
  labels: { one: 'Bulk action', many: 'Bulk actions' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'action', type: 'select', options: batchActions, required: true },
    { name: 'where', type: 'json', note: 'Which registrations, as lists of registrations are filtered.' },
    { name: 'search', type: 'text', maxLength: 500, note: 'As lists of registrations are searched.' },
    { name: 'refund', type: 'select', options: batchRefunds, note: 'Of a cancellation.' },
    { name: 'reason', type: 'text', maxLength: 500, note: 'Of a cancellation.' },
    { name: 'gate', type: 'text', maxLength: 64, note: 'Of a check-in: its gate.' },
    { name: 'state', type: 'select', readOnly: true, options: batchStates, required: true, default: 'running' },
    count('people', 'How many it was started for.'),
    count('processed', 'How many it has come to.'),
    count('done', 'How many it was done for.'),
    count('skipped', 'How many needed nothing, e.g. were cancelled before.'),
    count('refused', 'How many it was refused for; `problems` says why.'),
    { name: 'problems', type: 'json', readOnly: true, note: 'The first 100: `{registration, name, code, message}`.' },
    { name: 'problem', type: 'text', readOnly: true, maxLength: 1_000, note: 'What it failed with, if it did.' },
    { name: 'finishedAt', type: 'date', readOnly: true },
    { name: 'condition', type: 'json', readOnly: true, hidden: true, note: 'The filter as it was permitted.' },
    { name: 'reached', type: 'text', readOnly: true, hidden: true, maxLength: 36, note: 'The last registration.' },
    { name: 'attempts', type: 'integer', readOnly: true, hidden: true, required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', readOnly: true, hidden: true },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'none',
});
export type AttendeeBatchRecord = RecordOf<typeof attendeeBatches>;
