/**
 * Documents as they are kept in a tenant's own database: updates in the order they were stored, merged into one now and then.
 * Tables like any other, so that they are part of exports, backups and moves; on no surface. `data` is base64.
 */
import { defineCollection } from '#shared/schema/definition.ts';
import type { RecordOf } from '#shared/schema/infer.ts';

export const collabDocuments = defineCollection({
  name: 'collab_documents',
  module: 'collab',
  labels: { one: 'Collaborative document', many: 'Collaborative documents' },
  fields: [
    { name: 'collection', type: 'text', required: true, maxLength: 63 },
    { name: 'record', type: 'text', required: true, maxLength: 36 },
    { name: 'field', type: 'text', required: true, maxLength: 63 },
    {
      name: 'generation',
      type: 'integer',
      required: true,
      note: 'Increased when existing updates were rewritten.',
    },
    {
      name: 'settledNumber',
      type: 'integer',
      required: true,
      note: 'The field has the text of the updates up to this one.',
    },
    { name: 'settledVersion', type: 'integer', required: true, note: 'The last known version of the record.' },
    {
      name: 'ahead',
      type: 'boolean',
      required: true,
      index: true,
      note: 'Whether some updates are not yet in the record.',
    },
    { name: 'editedBy', type: 'text', maxLength: 120, note: 'The actor of the latest edit, as in the log.' },
    { name: 'problem', type: 'json', note: 'Why the record does not accept the text: code, message, path.' },
  ],
  uniques: [['record', 'collection', 'field']],
});
export type CollabDocument = RecordOf<typeof collabDocuments>;

export const collabUpdates = defineCollection({
  name: 'collab_updates',
  module: 'collab',
  labels: { one: 'Collaborative update', many: 'Collaborative updates' },
  fields: [
    { name: 'document', type: 'text', required: true, maxLength: 36 },
    { name: 'number', type: 'integer', required: true },
    { name: 'data', type: 'text', required: true },
  ],
  uniques: [['document', 'number']],
});
export type CollabUpdate = RecordOf<typeof collabUpdates>;
