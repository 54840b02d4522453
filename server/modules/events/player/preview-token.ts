/**
 * The organizer's way to the player: what `/s/{token}` has after a tilde opens the player of an event that is not public, or
 * still a draft, for an hour. It is encrypted by this server and bound to the event, so that it opens no other one.
 */
import { minuteMs } from '#shared/base/time.ts';
import { events } from '#shared/modules/events/event.ts';
import { makePageToken, readPageToken } from '../page-token.ts';
import type { EventsPorts } from '../ports.ts';

type Ports = Pick<EventsPorts, 'clock' | 'open' | 'seal'>;

const purpose = 'stream-preview';
const validMs = 60 * minuteMs;
const mark = '~';

const placeOf = (tenant: string, id: string) => ({ tenant, collection: events.name, id });

/** @returns a token of the player that is good for an hour */
export function makePreviewToken({ clock, seal }: Ports, tenant: string, event: string): string {
  const until = new TextEncoder().encode(String(clock() + validMs));
  return `${makePageToken(tenant, event)}${mark}${seal(purpose, until, placeOf(tenant, event))}`;
}

export interface PlayerToken {
  readonly tenant: string;
  readonly event: string;
  /** Part after the tilde; null where there is none. */
  readonly preview: string | null;
}

/** @returns null where it is no token of ours */
export function readPlayerToken(token: string): PlayerToken | null {
  const at = token.indexOf(mark);
  const named = readPageToken(at < 0 ? token : token.slice(0, at));
  return named && { tenant: named.tenant, event: named.record, preview: at < 0 ? null : token.slice(at + 1) };
}

/** Whether a token was made by this server for this event, within the last hour. */
export function isPreview({ clock, open }: Ports, { event, preview, tenant }: PlayerToken): boolean {
  const until = preview === null ? null : open(purpose, preview, placeOf(tenant, event));
  return until !== null && Number(new TextDecoder().decode(until)) > clock();
}
