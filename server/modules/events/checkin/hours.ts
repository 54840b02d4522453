/** Hours as people at the venue know them: from full hour to full hour of the event's time zone. Pure. */
import { hourMs, minuteMs } from '#shared/base/time.ts';
import { formatIn } from '#shared/base/zoned-time.ts';

/** Minutes past the hour of the zone at a moment, 0 to 59: in some zones not those of UTC. */
function minutePast(ms: number, timeZone: string): number {
  return Number(formatIn({ minute: 'numeric' }, timeZone, 'en').format(ms));
}

/** @returns the beginning of the local hour that holds the moment, Unix milliseconds */
export function hourStart(ms: number, timeZone: string): number {
  const minuteFloor = Math.floor(ms / minuteMs) * minuteMs;
  return minuteFloor - minutePast(minuteFloor, timeZone) * minuteMs;
}

/** @param startMs as `hourStart` returns it */
export function hourEnd(startMs: number): number {
  return startMs + hourMs;
}
