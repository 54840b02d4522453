/** Importing a file as an action: its name, scope and fields. It is sent as a form, so that it stands on no other surface. */
import { importOptions } from '#shared/modules/events/import-options.ts';
import { defineAction } from '#shared/schema/definition.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

/** Answers at `POST /events/{event}/imports`, as `multipart/form-data` with a `file`; it has no form in JSON. */
export const importFile = defineAction({
  name: 'events.import_file',
  module: 'events',
  summary: 'Import attendees from a CSV or XLSX file, or from an export of pretix, Eventbrite, Hi.Events or alf.io.',
  scope: 'events:write',
  input: [eventId, ...importOptions],
});
