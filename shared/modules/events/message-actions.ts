/** Actions of organizers on mails, as data. Implemented in server/modules/events/messages and letters. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { bodyMax, letterTemplates, subjectMax } from './letters.ts';
import { messageStates } from './message.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const batchId = { name: 'batchId', type: 'relation', to: 'message_batches', required: true } as const;
const registrationId = { name: 'registrationId', type: 'relation', to: 'registrations', required: true } as const;
const subject = { name: 'subject', type: 'text', required: true, minLength: 1, maxLength: subjectMax } as const;
const body = {
  name: 'body',
  type: 'text',
  required: true,
  minLength: 1,
  maxLength: bodyMax,
  note: 'Light markup: paragraphs, lists, **strong**, *emphasis*, [text](address). Placeholders such as {name}, {event}, {ticket_page}.',
} as const;
const where = {
  name: 'where',
  type: 'json',
  note: 'Which registrations, as lists of registrations are filtered. If it says nothing of `status`, the confirmed ones.',
} as const;
const sendAt = { name: 'sendAt', type: 'date', note: 'If omitted, at once.' } as const;
const template = { name: 'template', type: 'select', options: letterTemplates, required: true } as const;
const count = <const N extends string>(name: N, note: string) =>
  ({ name, type: 'integer', required: true, note }) as const;

const acceptedAnswer = [
  { name: 'batchId', type: 'relation', to: 'message_batches', note: 'Null for a single email.' },
  count('recipients', 'People it goes to, each once.'),
] as const satisfies readonly Field[];

const shownAnswer = [
  count('recipients', 'People it would go to, each once.'),
  count('suppressed', 'How many of them have unsubscribed and would get nothing.'),
  { name: 'subject', type: 'text', required: true },
  { name: 'text', type: 'text', required: true },
  { name: 'html', type: 'text', required: true },
] as const satisfies readonly Field[];

const stateAnswer = [
  { name: 'id', type: 'relation', to: 'message_batches', required: true },
  { name: 'state', type: 'select', options: messageStates, required: true },
  count('recipients', 'People it is for, each once.'),
] as const satisfies readonly Field[];

export const sendMessage = defineAction({
  name: 'events.message',
  module: 'events',
  summary: 'Email a message to attendees, each person once, now or at a time.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/messages'], status: 202 },
  input: [eventId, subject, body, where, sendAt],
  output: { fields: acceptedAnswer },
});

export const previewMessage = defineAction({
  name: 'events.preview_message',
  module: 'events',
  summary: 'Show a message as its first recipient would get it, and count the recipients. Sends nothing.',
  scope: 'events:read',
  reads: true,
  http: { method: 'POST', paths: ['/events/:eventId/messages/preview'] },
  input: [eventId, subject, body, where],
  output: { fields: shownAnswer },
});

export const testMessage = defineAction({
  name: 'events.test_message',
  module: 'events',
  summary: 'Email a message to one address to try it out, filled in as for its first recipient.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/messages/test'], status: 202 },
  input: [eventId, subject, body, where, { name: 'to', type: 'email', required: true, maxLength: 254 }],
  output: { fields: acceptedAnswer },
});

export const sendDraft = defineAction({
  name: 'events.send_message',
  module: 'events',
  summary: 'Send a drafted message, now or at its time.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/messages/:batchId/send'], status: 202 },
  input: [eventId, batchId, sendAt],
  output: { fields: acceptedAnswer },
});

export const stopMessage = defineAction({
  name: 'events.stop_message',
  module: 'events',
  summary: 'Stop a message that is scheduled or being sent. Emails already sent cannot be recalled.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/messages/:batchId/stop'] },
  input: [eventId, batchId],
  output: { fields: stateAnswer },
});

export const resendLetter = defineAction({
  name: 'events.resend',
  module: 'events',
  summary: 'Email a registration’s ticket again.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/:registrationId/resend'], status: 202 },
  input: [eventId, registrationId],
  output: { fields: acceptedAnswer },
});

export const previewLetter = defineAction({
  name: 'events.preview_letter',
  module: 'events',
  summary: 'Show an email to attendees with example values, in the event’s own words where it has them. Sends nothing.',
  scope: 'events:read',
  reads: true,
  http: { method: 'POST', paths: ['/events/:eventId/letters/preview'] },
  input: [
    eventId,
    template,
    { name: 'language', type: 'text', maxLength: 35, note: 'If omitted, English.' },
    { name: 'subject', type: 'text', minLength: 1, maxLength: subjectMax, note: 'Tried instead of the event’s own.' },
    { name: 'body', type: 'text', minLength: 1, maxLength: bodyMax, note: 'Tried instead of the event’s own.' },
  ],
  output: {
    fields: [
      { name: 'subject', type: 'text', required: true },
      { name: 'text', type: 'text', required: true },
      { name: 'html', type: 'text', required: true },
    ],
  },
});

export const testLetter = defineAction({
  name: 'events.test_letter',
  module: 'events',
  summary: 'Email one of the event’s emails to one address to try it out, with example values.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/letters/test'], status: 202 },
  input: [
    eventId,
    template,
    { name: 'subject', type: 'text', minLength: 1, maxLength: subjectMax, note: 'Tried instead of the event’s own.' },
    { name: 'body', type: 'text', minLength: 1, maxLength: bodyMax, note: 'Tried instead of the event’s own.' },
    { name: 'to', type: 'email', required: true, maxLength: 254 },
  ],
  output: { fields: acceptedAnswer },
});

export const unsubscribe = defineAction({
  name: 'events.unsubscribe',
  module: 'events',
  summary:
    'Put the address that a message went to on the list of those that want none. Tickets and receipts still come.',
  scope: 'events:write',
  input: [{ name: 'secret', type: 'text', required: true, maxLength: 64 }],
  output: { fields: [{ name: 'email', type: 'email', required: true }] },
});
