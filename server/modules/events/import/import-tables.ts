/** Tables of the import's own, on no surface. */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

/**
 * Rows of a file on their way: read and checked, not yet written. Each is deleted in the transaction that writes its
 * rows, so that no row is written twice after the server has ended at any moment.
 */
export const importChunks = defineCollection({
  name: 'import_chunks',
  module: 'events',
  labels: { one: 'Import chunk', many: 'Import chunks' },
  fields: [
    { name: 'import', type: 'relation', to: 'attendee_imports', required: true, index: true },
    { name: 'position', type: 'integer', required: true, min: 0 },
    { name: 'rows', type: 'json', required: true },
  ],
  indexes: [['import', 'position']],
  writable: 'none',
});
export type ImportChunkRecord = RecordOf<typeof importChunks>;

/** Maps a row of another system to its registration: a second import of the same file finds it by its key. */
export const importedAttendees = defineCollection({
  name: 'imported_attendees',
  module: 'events',
  labels: { one: 'Imported attendee', many: 'Imported attendees' },
  fields: [
    { name: 'event', type: 'relation', to: 'events', required: true },
    { name: 'import', type: 'relation', to: 'attendee_imports', required: true, index: true, note: 'The first one.' },
    { name: 'registration', type: 'relation', to: 'registrations', required: true, index: true },
    {
      name: 'rowKey',
      type: 'text',
      required: true,
      maxLength: 200,
      note: 'The attendee in the other system: order and position, or email, name and ticket type.',
    },
    { name: 'orderCode', type: 'text', maxLength: 120, note: 'Of the other system.' },
    {
      name: 'kept',
      type: 'boolean',
      required: true,
      default: false,
      note: 'The import was undone, but this person had already come.',
    },
  ],
  uniques: [['event', 'rowKey']],
  indexes: [['event', 'orderCode']],
  writable: 'none',
});
export type ImportedAttendeeRecord = RecordOf<typeof importedAttendees>;
