/** Events where a buyer was refused for want of seats. Only a hint that asking first is worth it: it refuses no one. */
import { setBounded } from '#shared/base/bounded-map.ts';

const eventsMax = 1_000;

const hints = new Map<string, true>();

export function noteSoldOut(eventId: string): void {
  setBounded(hints, eventId, true, eventsMax);
}

export function forgetSoldOut(eventId: string): void {
  hints.delete(eventId);
}

export function mayBeSoldOut(eventId: string): boolean {
  return hints.has(eventId);
}
