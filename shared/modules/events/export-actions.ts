/** Actions that start an export in the background and read how far it is, as data. */
import { exportFormats } from '../../schema/dataset.ts';
import { defineAction } from '../../schema/definition.ts';
import { exportColumnsMax, exportQueryMax, exportStates } from './export-job.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;

export const startExport = defineAction({
  name: 'events.start_export',
  module: 'events',
  summary:
    'Write an export in the background, for more rows than one request should wait for. Read it until it is `done`; its address then works for 15 minutes and can be asked for again for 24 hours.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/exports'], status: 202 },
  input: [
    eventId,
    { name: 'dataset', type: 'text', required: true, minLength: 1, maxLength: 64, note: 'As of the direct export.' },
    { name: 'format', type: 'select', options: exportFormats, required: true, default: 'csv' },
    {
      name: 'query',
      type: 'text',
      maxLength: exportQueryMax,
      note: 'Filter, search and order as in the query string of the direct export: `where[status][equals]=confirmed&sort=name`.',
    },
    {
      name: 'columns',
      type: 'array',
      of: 'text',
      maxItems: exportColumnsMax,
      maxLength: 130,
      note: 'Fields as the JSON format names them. If empty, all of them.',
    },
  ],
  output: { record: 'exports' },
});

export const getExport = defineAction({
  name: 'events.get_export',
  module: 'events',
  summary:
    'How far an export is and, once it is done, the temporary address of its file. Only who started it gets the address.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/exports/:exportId'] },
  input: [eventId, { name: 'exportId', type: 'relation', to: 'exports', required: true }],
  output: {
    fields: [
      { name: 'id', type: 'relation', to: 'exports', required: true },
      { name: 'state', type: 'select', options: exportStates, required: true },
      { name: 'rows', type: 'integer', required: true },
      { name: 'total', type: 'integer' },
      { name: 'size', type: 'integer', note: 'In bytes.' },
      { name: 'problem', type: 'text' },
      { name: 'expiresAt', type: 'date', note: 'When the file is deleted.' },
      {
        name: 'link',
        type: 'group',
        fields: [
          { name: 'url', type: 'text', required: true, note: 'Relative to the host of this API. Needs no credential.' },
          { name: 'expiresAt', type: 'date', required: true },
        ],
      },
    ],
  },
});
