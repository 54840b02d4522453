/** Files as records: what lies in the file store, what was made of it, what is still on its way, and how much it is. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const fileKinds = ['image', 'video', 'audio', 'document', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

export const files = defineCollection({
  name: 'files',
  module: 'media',
  labels: { one: 'File', many: 'Files' },
  note: 'Uploaded by `POST /api/v1/files`, `POST /api/v1/media/upload` or tus at `/api/v1/files/tus`. The content never changes: another content is another file. Deleting one takes its content and every address away.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, note: 'As it is offered for saving.' },
    {
      name: 'type',
      type: 'text',
      required: true,
      readOnly: true,
      index: true,
      maxLength: 120,
      note: 'By its content.',
    },
    { name: 'kind', type: 'select', options: fileKinds, required: true, readOnly: true, index: true },
    { name: 'size', type: 'integer', required: true, readOnly: true, min: 0, note: 'In bytes.' },
    {
      name: 'sha256',
      type: 'text',
      required: true,
      readOnly: true,
      index: true,
      maxLength: 64,
      pattern: '^[0-9a-f]{64}$',
    },
    {
      name: 'visibility',
      type: 'select',
      options: ['private', 'public'],
      required: true,
      default: 'private',
      index: true,
      note: 'Public: whoever has `url` may read it. Private: by `/api/v1/files/{id}/content`, or an address signed for a time.',
    },
    {
      name: 'status',
      type: 'select',
      options: ['processing', 'ready', 'failed'],
      required: true,
      readOnly: true,
      default: 'processing',
      index: true,
      note: 'Images, audio and video are processed after the upload; everything else is ready at once.',
    },
    {
      name: 'url',
      type: 'text',
      readOnly: true,
      maxLength: 600,
      note: 'Where it is served, from the host of this API on; null while it is private or not ready.',
    },
    { name: 'alt', type: 'text', maxLength: 1000, note: 'What is to be seen, for those who do not.' },
    { name: 'width', type: 'integer', readOnly: true, min: 0, note: 'In pixels.' },
    { name: 'height', type: 'integer', readOnly: true, min: 0, note: 'In pixels.' },
    { name: 'durationMs', type: 'integer', readOnly: true, min: 0 },
    {
      name: 'variants',
      type: 'array',
      of: 'group',
      readOnly: true,
      maxItems: 60,
      note: 'What was made of it: sizes, formats, transcodings.',
      fields: [
        { name: 'name', type: 'text', required: true, maxLength: 40 },
        { name: 'type', type: 'text', required: true, maxLength: 120 },
        { name: 'size', type: 'integer', required: true },
        { name: 'sha256', type: 'text', required: true, maxLength: 64 },
        { name: 'url', type: 'text', maxLength: 600 },
        { name: 'width', type: 'integer' },
        { name: 'height', type: 'integer' },
        { name: 'durationMs', type: 'integer' },
      ],
    },
    { name: 'problem', type: 'text', readOnly: true, maxLength: 60, note: 'Why it failed, as a code.' },
    {
      name: 'progress',
      type: 'integer',
      readOnly: true,
      min: 0,
      max: 100,
      note: 'While audio or video is processed: how much is done, in percent.',
    },
    { name: 'uploadedBy', type: 'text', readOnly: true, index: true, maxLength: 120, note: 'As in the log.' },
    {
      name: 'withheld',
      type: 'boolean',
      required: true,
      hidden: true,
      default: false,
      note: 'The original is not served by an address.',
    },
    { name: 'tries', type: 'integer', required: true, hidden: true, default: 0, note: 'Processings begun.' },
    { name: 'joinedOf', type: 'text', hidden: true, maxLength: 8000, note: 'The uploads it was put together of.' },
  ],
  searchable: ['name', 'alt'],
  lifecycle: {
    field: 'status',
    initial: 'processing',
    transitions: [
      { from: 'processing', to: 'ready', emits: 'ready' },
      { from: 'processing', to: 'failed', emits: 'failed' },
      { from: 'failed', to: 'processing', emits: 'retried' },
    ],
  },
  writable: 'no-create',
});
export type FileRecord = RecordOf<typeof files>;
export type FileVariant = NonNullable<FileRecord['variants']>[number];

export const uploads = defineCollection({
  name: 'uploads',
  module: 'media',
  labels: { one: 'Upload', many: 'Uploads' },
  note: 'Resumable uploads that are not finished. A finished one is a file of the same id; one that is not continued in time is deleted.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    { name: 'size', type: 'integer', required: true, min: 0, note: 'In bytes, as announced; at most, where `isOpen`.' },
    { name: 'isOpen', type: 'boolean', note: 'Its length is said later.' },
    { name: 'isPart', type: 'boolean', note: 'Of a larger one: no file by itself.' },
    { name: 'visibility', type: 'select', options: ['private', 'public'], required: true, default: 'private' },
    { name: 'expiresAt', type: 'date', required: true, index: true },
    { name: 'uploadedBy', type: 'text', index: true, maxLength: 120 },
    { name: 'metadata', type: 'text', hidden: true, maxLength: 8000, note: 'As the client sent it.' },
  ],
  writable: 'none',
});
export type UploadRecord = RecordOf<typeof uploads>;

/** One record: what the tenant keeps. Goes along in every transaction that adds or takes a file. */
export const storageUsage = defineCollection({
  name: 'storage_usage',
  module: 'media',
  labels: { one: 'Storage usage', many: 'Storage usage' },
  note: 'One record: how much the tenant keeps, with everything that was made of its files.',
  fields: [
    { name: 'scope', type: 'text', required: true, unique: true, maxLength: 20 },
    { name: 'bytes', type: 'integer', required: true, default: 0 },
    { name: 'files', type: 'integer', required: true, default: 0 },
  ],
  writable: 'none',
});
export type StorageUsage = RecordOf<typeof storageUsage>;
