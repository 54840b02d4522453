/** The number of people who watch a stream, by platform. */
import { defineCollection } from '../../schema/definition.ts';
import type { RecordOf } from '../../schema/infer.ts';

/** The platform of the row that has the sum of all platforms. */
export const allPlatforms = 'all';
/** The platform of the server's own player. */
export const playerPlatform = 'player';
export const platformPattern = '^[a-z0-9][a-z0-9_.-]{0,39}$';

export const viewerStats = defineCollection({
  name: 'viewer_stats',
  module: 'events',
  resource: 'viewer_stats',
  labels: { one: 'Viewer statistics', many: 'Viewer statistics' },
  note: 'Of one platform; the platform `all` is the sum. Written at most every 5 seconds.',
  fields: [
    { name: 'event', type: 'relation', to: 'events', readOnly: true, required: true },
    { name: 'platform', type: 'text', readOnly: true, required: true, maxLength: 40, pattern: platformPattern },
    { name: 'currentViewers', type: 'integer', readOnly: true, required: true, min: 0 },
    { name: 'peakViewers', type: 'integer', readOnly: true, required: true, min: 0 },
    { name: 'uniqueViewers', type: 'integer', readOnly: true, required: true, min: 0 },
    { name: 'watchMinutes', type: 'integer', readOnly: true, required: true, min: 0 },
    { name: 'asOf', type: 'date', readOnly: true, required: true },
    {
      name: 'countsUntil',
      type: 'date',
      readOnly: true,
      index: true,
      note: 'Without news until then, there are no current viewers.',
    },
  ],
  uniques: [['event', 'platform']],
  writable: 'none',
});
export type ViewerStatsRecord = RecordOf<typeof viewerStats>;
