/** Files as records: stored files with their variants, uploads in progress, and the storage that a tenant uses. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const fileKinds = ['image', 'video', 'audio', 'document', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

export const files = defineCollection({
  name: 'files',
  module: 'media',
  labels: { one: 'File', many: 'Files' },
  note: 'Uploaded by `POST /api/v1/files`, `POST /api/v1/media/upload` or tus at `/api/v1/files/tus`. The content never changes: new content is a new file. Deleting a file deletes its content and all its addresses.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200, note: 'The name offered for saving.' },
    {
      name: 'type',
      type: 'text',
      required: true,
      readOnly: true,
      index: true,
      maxLength: 120,
      note: 'Detected from its content.',
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
      note: 'Public: anyone with `url` can read it. Private: through `/api/v1/files/{id}/content`, or a temporary signed address.',
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
      note: 'Its address, relative to the host of this API. Null while it is private or not ready.',
    },
    { name: 'alt', type: 'text', maxLength: 1000, note: 'A description for people who cannot see it.' },
    { name: 'width', type: 'integer', readOnly: true, min: 0, note: 'In pixels.' },
    { name: 'height', type: 'integer', readOnly: true, min: 0, note: 'In pixels.' },
    { name: 'durationMs', type: 'integer', readOnly: true, min: 0 },
    {
      name: 'variants',
      type: 'array',
      of: 'group',
      readOnly: true,
      maxItems: 60,
      note: 'Versions created from it: sizes, formats, transcodings.',
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
      note: 'While audio or video is processed: progress in percent.',
    },
    { name: 'uploadedBy', type: 'text', readOnly: true, index: true, maxLength: 120, note: 'As in the log.' },
    {
      name: 'withheld',
      type: 'boolean',
      required: true,
      hidden: true,
      default: false,
      note: 'The original has no address.',
    },
    { name: 'tries', type: 'integer', required: true, hidden: true, default: 0, note: 'Processing attempts.' },
    { name: 'joinedOf', type: 'text', hidden: true, maxLength: 8000, note: 'The uploads it was joined from.' },
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
  note: 'Unfinished resumable uploads. A finished one becomes a file with the same ID. One that is not continued in time is deleted.',
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 200 },
    {
      name: 'size',
      type: 'integer',
      required: true,
      min: 0,
      note: 'In bytes, as announced. If `isOpen`, the maximum.',
    },
    { name: 'isOpen', type: 'boolean', note: 'Its length is set later.' },
    { name: 'isPart', type: 'boolean', note: 'A part of a larger upload, not a file.' },
    { name: 'visibility', type: 'select', options: ['private', 'public'], required: true, default: 'private' },
    { name: 'expiresAt', type: 'date', required: true, index: true },
    { name: 'uploadedBy', type: 'text', index: true, maxLength: 120 },
    { name: 'metadata', type: 'text', hidden: true, maxLength: 8000, note: 'As the client sent it.' },
  ],
  writable: 'none',
});
export type UploadRecord = RecordOf<typeof uploads>;

/** One record with the bytes that the tenant stores. Every transaction that adds or removes a file changes it. */
export const storageUsage = defineCollection({
  name: 'storage_usage',
  module: 'media',
  labels: { one: 'Storage usage', many: 'Storage usage' },
  note: 'One record: how much the tenant stores, including all versions of its files.',
  fields: [
    { name: 'scope', type: 'text', required: true, unique: true, maxLength: 20 },
    { name: 'bytes', type: 'integer', required: true, default: 0 },
    { name: 'files', type: 'integer', required: true, default: 0 },
  ],
  writable: 'none',
});
export type StorageUsage = RecordOf<typeof storageUsage>;
