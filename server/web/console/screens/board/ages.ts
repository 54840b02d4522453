/** Ages in words, short enough for a glance. */
import { t } from '../../../parts/text/text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Age of the oldest unsent scan from which it is marked: a scan waits this long only where something is wrong. */
export const queueOldMs = minuteMs;
/** Age from which the data of a kiosk is marked. */
export const dataOldMs = 2 * minuteMs;
/** A larger offset comes from a clock that was set wrong, not from the network. */
export const clockOffMs = 2_000;

/** @param at ISO 8601 */
export function ageMs(at: string, nowMs: number): number {
  return Math.max(0, nowMs - Date.parse(at));
}

export function ageText(ms: number): string {
  if (ms < minuteMs) return `${Math.round(ms / 1000)} s`;
  if (ms < hourMs) return t('min', { round: Math.round(ms / minuteMs) });
  return `${Math.round(ms / hourMs)} h`;
}
