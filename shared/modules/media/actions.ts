/** Actions on files beside reading and changing their records. */
import { defineAction } from '../../schema/definition.ts';

/** Longest validity of a temporary address: seven days. */
export const linkSecondsMax = 604_800;

export const linkFile = defineAction({
  name: 'media.link_file',
  module: 'media',
  summary: 'Create a temporary address for a file, also a private one, that works without a credential.',
  scope: 'media:read',
  reads: true,
  http: { method: 'POST', paths: ['/media/files/:file/link'] },
  tags: ['files'],
  input: [
    { name: 'file', type: 'relation', to: 'files', required: true },
    { name: 'variant', type: 'text', maxLength: 40, note: 'One of its `variants`. If omitted, the file itself.' },
    {
      name: 'expiresInSeconds',
      type: 'integer',
      min: 1,
      max: linkSecondsMax,
      default: 3_600,
      note: 'Anyone with the address can read the file until then.',
    },
  ],
  output: {
    data: [
      { name: 'url', type: 'text', required: true, note: 'Relative to the host of this API.' },
      { name: 'expiresAt', type: 'date', required: true },
    ],
  },
});

export const retryFile = defineAction({
  name: 'media.retry_file',
  module: 'media',
  summary: 'Process a failed file again, for example after installing ffmpeg',
  scope: 'media:write',
  http: { method: 'POST', paths: ['/media/files/:file/retry'] },
  tags: ['files'],
  input: [{ name: 'file', type: 'relation', to: 'files', required: true }],
  output: { record: 'files' },
});
