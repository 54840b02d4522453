/** The collection of exports that are written in the background, and of the files that they make. */

import { exportFormats } from '../../schema/dataset.ts';
import { defineCollection } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import type { RecordOf } from '../../schema/infer.ts';

export const exportStates = ['queued', 'running', 'done', 'stopped', 'failed', 'expired'] as const;

/** Hours for which the file of an export is kept. */
export const exportKeptHours = 24;
/** Minutes for which an address of the file works. */
export const exportLinkMinutes = 15;

/** Actor in whose name the records are read, with the rights of the moment when the export was started. */
export const exportReaderFields = [
  { name: 'id', type: 'text', required: true, maxLength: 200 },
  { name: 'kind', type: 'select', options: ['key', 'user', 'system'], required: true },
  { name: 'roles', type: 'array', of: 'text', maxItems: 200, maxLength: 200 },
  { name: 'scopes', type: 'array', of: 'text', maxItems: 1_000, maxLength: 200 },
] as const satisfies readonly Field[];

/** Maximum length of the query in characters. It is written as the query string of the direct export. */
export const exportQueryMax = 8_000;
/** Maximum number of columns of an export. */
export const exportColumnsMax = 100;

export const exportJobs = defineCollection({
  name: 'exports',
  module: 'events',
  labels: { one: 'Export', many: 'Exports' },
  note: 'A file that is written in the background. Made by `POST /events/{event}/exports`.',
  fields: [
    { name: 'event', type: 'relation', readOnly: true, to: 'events', required: true, index: true },
    { name: 'dataset', type: 'text', readOnly: true, required: true, maxLength: 64 },
    { name: 'format', type: 'select', readOnly: true, options: exportFormats, required: true },
    { name: 'query', type: 'text', readOnly: true, maxLength: exportQueryMax, note: 'Its filter, search and order.' },
    {
      name: 'columns',
      type: 'array',
      of: 'text',
      readOnly: true,
      maxItems: exportColumnsMax,
      maxLength: 130,
      note: 'If empty, all of them.',
    },
    {
      name: 'state',
      type: 'select',
      options: exportStates,
      required: true,
      default: 'queued',
      index: true,
      note: 'Set `stopped` to end an export that is not done.',
    },
    { name: 'rows', type: 'integer', readOnly: true, required: true, default: 0, min: 0, note: 'Written so far.' },
    { name: 'total', type: 'integer', readOnly: true, min: 0, note: 'Rows when it was started.' },
    { name: 'size', type: 'integer', readOnly: true, min: 0, note: 'Of the file, in bytes.' },
    { name: 'problem', type: 'text', readOnly: true, maxLength: 500 },
    { name: 'startedBy', type: 'text', readOnly: true, required: true, maxLength: 200 },
    { name: 'expiresAt', type: 'date', readOnly: true, index: true, note: 'When the file is deleted.' },
    { name: 'reader', type: 'json', hidden: true, readOnly: true, fields: exportReaderFields },
    { name: 'tries', type: 'integer', hidden: true, readOnly: true, required: true, default: 0, min: 0 },
  ],
  lifecycle: {
    field: 'state',
    initial: 'queued',
    transitions: [
      { from: 'queued', to: 'running' },
      { from: 'queued', to: 'stopped' },
      { from: 'queued', to: 'failed', emits: 'failed' },
      { from: 'running', to: 'done', emits: 'done' },
      { from: 'running', to: 'stopped' },
      { from: 'running', to: 'failed', emits: 'failed' },
      { from: 'done', to: 'expired' },
    ],
  },
  writable: 'update-only',
});
export type ExportJobRecord = RecordOf<typeof exportJobs>;
