/** Actions on imported files of attendees, as data. */

import { defineAction } from '../../schema/definition.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

export const takeBackImport = defineAction({
  name: 'events.take_back_import',
  module: 'events',
  summary: 'Take an import back: its attendees are deleted, except those who were already let in at a gate.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/imports/:importId'], status: 202 },
  input: [eventId, { name: 'importId', type: 'relation', to: 'attendee_imports', required: true }],
  output: { record: 'attendee_imports' },
});
