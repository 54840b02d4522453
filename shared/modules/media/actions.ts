/** What can be done with files beside reading and changing their records. */
import { defineAction } from '../../schema/definition.ts';

/** Seven days. */
export const linkSecondsMax = 604_800;

export const linkFile = defineAction({
  name: 'media.link_file',
  module: 'media',
  summary: 'Make an address under which a file can be read without a credential for a time, also a private one.',
  scope: 'media:read',
  reads: true,
  http: { method: 'POST', paths: ['/media/files/:file/link'] },
  tags: ['files'],
  input: [
    { name: 'file', type: 'relation', to: 'files', required: true },
    { name: 'variant', type: 'text', maxLength: 40, note: 'One of its `variants`; absent: the file itself.' },
    {
      name: 'expiresInSeconds',
      type: 'integer',
      min: 1,
      max: linkSecondsMax,
      default: 3_600,
      note: 'Whoever has the address can read the file until then.',
    },
  ],
  output: {
    data: [
      { name: 'url', type: 'text', required: true, note: 'From the host of this API on.' },
      { name: 'expiresAt', type: 'date', required: true },
    ],
  },
});

export const retryFile = defineAction({
  name: 'media.retry_file',
  module: 'media',
  summary: 'Process a file again of which nothing could be made: when ffmpeg was missing and is there now, say',
  scope: 'media:write',
  http: { method: 'POST', paths: ['/media/files/:file/retry'] },
  tags: ['files'],
  input: [{ name: 'file', type: 'relation', to: 'files', required: true }],
  output: { record: 'files' },
});
