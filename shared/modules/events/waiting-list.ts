/** People who wait for a seat of a ticket type that is sold out, and the seat that is offered to each. */
import { languages } from '../../base/languages.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const waitingStates = ['waiting', 'offered', 'accepted', 'expired', 'removed'] as const;

export const waitlistEntries = defineCollection({
  name: 'waitlist_entries',
  module: 'events',
  resource: 'waitlist_entry',
  labels: { one: 'Waiting list entry', many: 'Waiting list entries' },
  note: 'Seats that become free are offered in this order: highest priority first, then the oldest entry.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true, index: true },
    { name: 'ticketType', type: 'relation', to: 'ticket_types', readOnly: true, required: true, index: true },
    { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
    { name: 'email', type: 'email', readOnly: true, required: true, maxLength: 254 },
    {
      name: 'emailKey',
      type: 'text',
      readOnly: true,
      required: true,
      hidden: true,
      maxLength: 254,
      note: 'In lower case. Identifies the person.',
    },
    { name: 'company', type: 'text', maxLength: 200 },
    { name: 'role', type: 'text', maxLength: 200 },
    {
      name: 'language',
      type: 'select',
      readOnly: true,
      options: languages,
      note: 'Of the emails. If omitted, English.',
    },
    {
      name: 'priority',
      type: 'integer',
      required: true,
      default: 0,
      min: -1_000,
      max: 1_000,
      note: 'Higher values are offered a seat first.',
    },
    {
      name: 'state',
      type: 'select',
      readOnly: true,
      options: waitingStates,
      required: true,
      default: 'waiting',
      note: '`offered`: a seat is reserved until `offerExpiresAt`. `expired`: the offer, the sale or the event has ended. `removed`: the person or the organizer has ended it.',
    },
    { name: 'offeredAt', type: 'date', readOnly: true },
    { name: 'offerExpiresAt', type: 'date', readOnly: true, index: true },
    {
      name: 'registration',
      type: 'relation',
      to: 'registrations',
      readOnly: true,
      note: 'Made when the offer was accepted.',
    },
    {
      name: 'pageSecret',
      type: 'text',
      readOnly: true,
      required: true,
      unique: true,
      hidden: true,
      note: 'The page /w/{secret}.',
    },
  ],
  searchable: ['name', 'email', 'company'],
  indexes: [
    ['event', 'state', 'ticketType'],
    ['event', 'emailKey'],
    ['state', 'offerExpiresAt'],
  ],
  lifecycle: {
    field: 'state',
    initial: 'waiting',
    transitions: [
      { from: 'waiting', to: 'offered', emits: 'offered' },
      { from: 'waiting', to: 'expired', emits: 'expired' },
      { from: 'waiting', to: 'removed', emits: 'removed' },
      { from: 'offered', to: 'accepted', emits: 'accepted' },
      { from: 'offered', to: 'expired', emits: 'expired' },
      { from: 'offered', to: 'removed', emits: 'removed' },
    ],
  },
  writable: 'update-only',
});
export type WaitlistEntryRecord = RecordOf<typeof waitlistEntries>;
