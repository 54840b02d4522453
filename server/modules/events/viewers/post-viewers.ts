/** Heartbeats and reports come in. They are counted in memory; records are written now and then. */
import { ok } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { refuseWith } from '#shared/modules/events/refusals.ts';
import { getViewers, postViewers } from '#shared/modules/events/viewer-actions.ts';
import { allPlatforms, playerPlatform, type ViewerStatsRecord, viewerStats } from '#shared/modules/events/viewers.ts';
import { where } from '#shared/query/query.ts';
import type { InputOf } from '#shared/schema/infer.ts';
import { action, type ModuleAction } from '../../../core/collections/action.ts';
import { eventOf } from '../records.ts';
import { streamingOf } from '../streaming/setting.ts';
import { type Counters, writeEveryMs } from './counters.ts';
import type { EventViewers } from './event-viewers.ts';
import { hashOfViewer } from './viewer-hash.ts';
import { writeViewers } from './viewer-records.ts';

/** Clocks of other platforms may be ahead of ours. */
const aheadMs = 60 * secondMs;

type Metrics = InputOf<(typeof postViewers)['input']>;

function count(viewers: EventViewers, input: Metrics, nowMs: number): void {
  const { currentViewers, eventId, heartbeats, platform = playerPlatform, viewerId } = input;
  if (viewerId) viewers.beat(platform, hashOfViewer(eventId, viewerId), input.event ?? 'heartbeat', nowMs);
  for (const one of heartbeats ?? []) viewers.beat(platform, hashOfViewer(eventId, one.viewerId), one.event, nowMs);
  if (currentViewers === undefined || currentViewers === null) return;
  const atMs = input.timestamp ? Date.parse(input.timestamp) : nowMs;
  const more = { peak: input.peakViewers ?? 0, unique: input.uniqueViewers ?? 0, minutes: input.watchMinutes ?? 0 };
  viewers.report(platform, currentViewers, more, Math.min(atMs, nowMs));
}

function isEmpty({ currentViewers, heartbeats, viewerId }: Metrics): boolean {
  return !viewerId && (heartbeats ?? []).length === 0 && (currentViewers === undefined || currentViewers === null);
}

export function viewerActions(counters: Counters): readonly ModuleAction[] {
  return [
    action(postViewers, async (tx, input) => {
      if (isEmpty(input)) return refuseWith('metrics_empty');
      if (input.platform === allPlatforms) return refuseWith('platform_reserved', { path: 'platform' });
      const nowMs = Date.parse(tx.now);
      if (input.timestamp && Date.parse(input.timestamp) > nowMs + aheadMs)
        return refuseWith('timestamp_in_future', { path: 'timestamp' });
      const event = await eventOf(tx, input.eventId);
      if (!event.ok) return event;
      if (!streamingOf(event.value).enabled) return refuseWith('streaming_disabled');
      const viewers = await counters.of(tx, event.value.id);
      count(viewers, input, nowMs);
      if (nowMs - viewers.writtenAtMs >= writeEveryMs) {
        viewers.writtenAtMs = nowMs;
        await writeViewers(tx, event.value.id, viewers);
      }
      return ok(viewers.all(nowMs));
    }),
    action(getViewers, async (reader, { eventId }) => {
      const event = await eventOf(reader, eventId);
      if (!event.ok) return event;
      const rows = await reader.find(viewerStats, { where: where({ event: eventId }), limit: 100 });
      const numbers = ({ currentViewers, peakViewers, uniqueViewers, watchMinutes }: ViewerStatsRecord) => ({
        ...{ currentViewers, peakViewers, uniqueViewers, watchMinutes },
      });
      const all = rows.find(({ platform }) => platform === allPlatforms);
      const none = { currentViewers: 0, peakViewers: 0, uniqueViewers: 0, watchMinutes: 0 };
      const platforms = rows
        .filter(({ platform }) => platform !== allPlatforms)
        .map((row) => ({ platform: row.platform, ...numbers(row) }));
      return ok({ ...(all ? numbers(all) : none), platforms });
    }),
  ];
}
