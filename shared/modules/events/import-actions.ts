/** What organizers do with whole files of attendees. */

import { defineAction } from '../../schema/definition.ts';
import { importOptions } from './import-options.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

/** Answers at `POST /events/{event}/imports`, as `multipart/form-data` with a `file`; it has no form in JSON. */
export const importFile = defineAction({
  name: 'events.import_file',
  module: 'events',
  summary: 'Import attendees from a CSV or XLSX file, or from an export of pretix, Eventbrite, Hi.Events or alf.io.',
  scope: 'events:write',
  input: [eventId, ...importOptions],
});

export const takeBackImport = defineAction({
  name: 'events.take_back_import',
  module: 'events',
  summary: 'Take an import back: its attendees are deleted, except those who were already let in at a gate.',
  scope: 'events:write',
  http: { method: 'DELETE', paths: ['/events/:eventId/imports/:importId'], status: 202 },
  input: [eventId, { name: 'importId', type: 'relation', to: 'attendee_imports', required: true }],
  output: { record: 'attendee_imports' },
});
