/** Addresses of this server that organizers hand out. */
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { request } from './client.ts';
import type { Who } from './current-actor.ts';
import type { EventSummary } from './event-summary.ts';

/** Where guests register; null while the event has no address, or its page is switched off. */
export function publicLink(who: Who | null, { slug, publicPage }: EventSummary): string | null {
  if (!who || !slug || publicPage === false) return null;
  return `${location.origin}/e/${who.tenant.slug}/${slug}`;
}

export interface PageLinks {
  /** Null while the page is not public. */
  readonly page: string | null;
  /** Also of a draft; it works for some days. */
  readonly preview: string | null;
  /** A script tag for another website. */
  readonly embed: string | null;
}

/** @returns what the server says of the page; null where it has no such page */
export async function readPageLinks(eventId: string): Promise<PageLinks | null> {
  try {
    return await request<PageLinks>('GET', `/events/${eventId}/page-links`);
  } catch (fault) {
    if (fault instanceof GatehouseError && (fault.status === 404 || fault.status === 405)) return null;
    throw fault;
  }
}

export function pairingLink(code: string): string {
  return `${location.origin}/kiosk/?pair=${code}`;
}
