/** Actions of organizers on many registrations at once, as data. */
import { defineAction } from '../../schema/definition.ts';
import { importedAnswer } from './answers.ts';

/** Maximum number of attendees in one request. */
export const importMax = 1_000;

export const importAttendees = defineAction({
  name: 'events.import_attendees',
  module: 'events',
  summary:
    'Register up to 1,000 people at once, confirmed and paid outside Gatehouse: all of them or, if one is not valid, none.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/registrations/import'], status: 201 },
  input: [
    { name: 'eventId', type: 'relation', to: 'events', required: true },
    {
      name: 'attendees',
      type: 'array',
      of: 'group',
      required: true,
      maxItems: importMax,
      fields: [
        { name: 'ticketType', type: 'text', required: true, minLength: 1, maxLength: 64 },
        { name: 'name', type: 'text', required: true, minLength: 1, maxLength: 200 },
        { name: 'email', type: 'email', required: true, maxLength: 254 },
        { name: 'company', type: 'text', maxLength: 200 },
        { name: 'role', type: 'text', maxLength: 200 },
        { name: 'group', type: 'text', maxLength: 64 },
      ],
    },
    { name: 'sendMail', type: 'boolean', required: true, default: false, note: 'Email the ticket to everyone.' },
  ],
  output: { fields: importedAnswer },
});
