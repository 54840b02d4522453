/** Addresses of this server that organizers hand out. */
import type { Who } from './current-actor.ts';
import type { EventSummary } from './event-summary.ts';

/** Where guests register; null while the event has no address, or its page is switched off. */
export function publicLink(who: Who | null, { slug, publicPage }: EventSummary): string | null {
  if (!who || !slug || publicPage === false) return null;
  return `${location.origin}/e/${who.tenant.slug}/${slug}`;
}

export function pairingLink(code: string): string {
  return `${location.origin}/kiosk/?pair=${code}`;
}
