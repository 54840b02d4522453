/** Viewers of a stream as actions: heartbeats of players, and numbers that other platforms report. */
import { defineAction } from '../../schema/definition.ts';
import type { Field } from '../../schema/field.ts';
import { platformPattern, playerPlatform } from './viewers.ts';

const eventId = { name: 'eventId', type: 'relation', to: 'events', required: true } as const;
const platform = {
  name: 'platform',
  type: 'text',
  pattern: platformPattern,
  maxLength: 40,
  required: true,
  default: playerPlatform,
} as const;
const heartbeatKinds = ['join', 'heartbeat', 'leave'] as const;
const count = <const N extends string>(name: N) => ({ name, type: 'integer', min: 0, max: 1_000_000_000 }) as const;

/** Maximum number of heartbeats in one request. */
export const heartbeatsMax = 1_000;

const numbers = [
  { name: 'currentViewers', type: 'integer', required: true },
  { name: 'peakViewers', type: 'integer', required: true },
  { name: 'uniqueViewers', type: 'integer', required: true },
  { name: 'watchMinutes', type: 'integer', required: true },
] as const satisfies readonly Field[];

export const postViewers = defineAction({
  name: 'events.viewer_metrics',
  module: 'events',
  summary:
    'Report viewers of a stream: a heartbeat of one viewer (`viewerId`), many heartbeats at once, or the current number of a platform (`currentViewers`). The answer is the sum of all platforms.',
  scope: 'events:write',
  http: { method: 'POST', paths: ['/events/:eventId/streaming/metrics'] },
  input: [
    eventId,
    platform,
    { name: 'viewerId', type: 'text', minLength: 1, maxLength: 200, note: 'Stored only as a hash.' },
    { name: 'event', type: 'select', options: heartbeatKinds, required: true, default: 'heartbeat' },
    { ...count('bufferMs'), note: 'How much the player has loaded ahead.' },
    count('bitrateKbps'),
    {
      name: 'heartbeats',
      type: 'array',
      of: 'group',
      maxItems: heartbeatsMax,
      note: 'Of a server that collects them.',
      fields: [
        { name: 'viewerId', type: 'text', required: true, minLength: 1, maxLength: 200 },
        { name: 'event', type: 'select', options: heartbeatKinds, required: true, default: 'heartbeat' },
      ],
    },
    { ...count('currentViewers'), note: 'Of the platform, as it reports them.' },
    count('peakViewers'),
    count('uniqueViewers'),
    count('watchMinutes'),
    { name: 'timestamp', type: 'date', note: 'When the numbers were counted. If omitted, now.' },
  ],
  output: { fields: numbers },
});

export const getViewers = defineAction({
  name: 'events.viewers',
  module: 'events',
  summary: 'How many people watch and have watched the stream, in all and by platform.',
  scope: 'events:read',
  reads: true,
  http: { method: 'GET', paths: ['/events/:eventId/streaming/metrics'] },
  input: [eventId],
  output: {
    fields: [
      ...numbers,
      {
        name: 'platforms',
        type: 'array',
        of: 'group',
        required: true,
        fields: [{ name: 'platform', type: 'text', required: true }, ...numbers],
      },
    ],
  },
});
