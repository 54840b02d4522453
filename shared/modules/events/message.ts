/** Messages of organizers to attendees, the mails that carry them, and the addresses that want none. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';
import { bodyMax, letterTemplates, subjectMax } from './letters.ts';

export const messageStates = ['draft', 'scheduled', 'sending', 'sent', 'partly_failed', 'cancelled'] as const;

const count = <const N extends string>(name: N, note: string) =>
  ({ name, type: 'integer', readOnly: true, required: true, default: 0, min: 0, note }) as const;

export const messageBatches = defineCollection({
  name: 'message_batches',
  module: 'events',
  labels: { one: 'Message', many: 'Messages' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true, index: true },
    { name: 'subject', type: 'text', required: true, minLength: 1, maxLength: subjectMax },
    { name: 'body', type: 'text', required: true, minLength: 1, maxLength: bodyMax, note: 'Light markup.' },
    {
      name: 'where',
      type: 'json',
      note: 'Which registrations, as lists of registrations are filtered. If it says nothing of `status`, the confirmed ones.',
    },
    { name: 'sendAt', type: 'date', note: 'If omitted, at once.' },
    {
      name: 'state',
      type: 'select',
      readOnly: true,
      options: messageStates,
      required: true,
      default: 'draft',
      index: true,
    },
    count('recipients', 'People it is for, each once.'),
    count('sent', 'Handed to the mail server.'),
    count('failed', 'Permanently refused, or given up after 3 days.'),
    count('suppressed', 'Not sent: the person has unsubscribed.'),
    count('stopped', 'Not sent: the message was stopped.'),
    { name: 'startedAt', type: 'date', readOnly: true },
    { name: 'finishedAt', type: 'date', readOnly: true },
    { name: 'problem', type: 'text', readOnly: true, maxLength: 1_000, note: 'What the mail server said last.' },
    { name: 'condition', type: 'json', readOnly: true, hidden: true, note: 'The filter as it was permitted.' },
    { name: 'reached', type: 'text', readOnly: true, hidden: true, maxLength: 36, note: 'The last registration.' },
    { name: 'attempts', type: 'integer', readOnly: true, hidden: true, required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', readOnly: true, hidden: true },
  ],
  indexes: [['state', 'nextAttemptAt']],
  writable: 'all',
});
export type MessageBatchRecord = RecordOf<typeof messageBatches>;

export const mailStates = ['queued', 'in_line', 'sent', 'failed', 'suppressed', 'stopped'] as const;

/** The queue of mails: each is made in the transaction that causes it and sent after it, so none is lost and none blocks. */
export const outgoingMails = defineCollection({
  name: 'outgoing_mails',
  module: 'events',
  labels: { one: 'Outgoing mail', many: 'Outgoing mails' },
  fields: [
    { name: 'registration', type: 'relation', to: 'registrations', index: true },
    { name: 'waitlistEntry', type: 'relation', to: 'waitlist_entries' },
    { name: 'order', type: 'relation', to: 'ticket_orders', index: true },
    { name: 'refund', type: 'relation', to: 'refunds' },
    { name: 'sessionBooking', type: 'relation', to: 'session_bookings' },
    { name: 'meeting', type: 'relation', to: 'meetings' },
    { name: 'exhibitorMember', type: 'relation', to: 'exhibitor_members', note: 'The person whom it invites.' },
    { name: 'batch', type: 'relation', to: 'message_batches', note: 'The organizer’s message that it carries.' },
    { name: 'sampleOf', type: 'relation', to: 'events', note: 'A test: an email of this event with example values.' },
    { name: 'template', type: 'select', options: letterTemplates, required: true },
    { name: 'recipient', type: 'email', required: true, maxLength: 254 },
    {
      name: 'recipientName',
      type: 'text',
      maxLength: 200,
      note: 'If it is not the person of the registration or order, e.g. who has given a ticket away.',
    },
    {
      name: 'state',
      type: 'select',
      options: mailStates,
      required: true,
      default: 'queued',
      index: true,
      note: '`in_line`: of a message; tickets and receipts go first.',
    },
    { name: 'attempts', type: 'integer', required: true, default: 0, min: 0 },
    { name: 'nextAttemptAt', type: 'date', note: 'While waiting: not sent before this time.' },
    {
      name: 'words',
      type: 'json',
      hidden: true,
      fields: [
        { name: 'subject', type: 'text', maxLength: subjectMax },
        { name: 'body', type: 'text', maxLength: bodyMax },
      ],
      note: 'Of a test email: its subject and body, as far as they are given.',
    },
    { name: 'messageId', type: 'text', maxLength: 300 },
    { name: 'problem', type: 'text', maxLength: 1_000 },
    {
      name: 'onceKey',
      type: 'text',
      hidden: true,
      unique: true,
      maxLength: 300,
      note: 'What it is about and its kind, where it must not be queued twice.',
    },
    { name: 'pageSecret', type: 'text', hidden: true, unique: true, maxLength: 64, note: 'The page /u/{secret}.' },
  ],
  indexes: [
    ['state', 'nextAttemptAt'],
    ['batch', 'state'],
  ],
  writable: 'none',
});
export type OutgoingMailRecord = RecordOf<typeof outgoingMails>;

/** Addresses that get no more messages of organizers. Tickets and receipts are sent all the same. */
export const mailSuppressions = defineCollection({
  name: 'mail_suppressions',
  module: 'events',
  labels: { one: 'Unsubscribed address', many: 'Unsubscribed addresses' },
  fields: [
    { name: 'email', type: 'email', required: true, maxLength: 254 },
    { name: 'emailKey', type: 'text', readOnly: true, hidden: true, unique: true, maxLength: 254 },
    {
      name: 'reason',
      type: 'select',
      readOnly: true,
      options: ['unsubscribed', 'organizer'],
      required: true,
      default: 'organizer',
    },
    { name: 'batch', type: 'relation', readOnly: true, to: 'message_batches', note: 'The message it answered.' },
  ],
  searchable: ['email'],
  writable: 'all',
});
export type MailSuppressionRecord = RecordOf<typeof mailSuppressions>;
