/** Reads the code of a name badge from the spellings of one scan. A booth reads no tickets. */
import { readBadgeCode } from '#shared/ticket/badge-code.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';

export type BadgeRead =
  | { readonly kind: 'badge'; readonly badge: string }
  | { readonly kind: 'not_a_badge'; readonly what: 'ticket' | 'other_code' };

/** A wedge offers two spellings; more than a handful is not a scan. */
const candidatesMax = 8;

export function readBadge(candidates: readonly string[]): BadgeRead {
  const few = candidates.slice(0, candidatesMax);
  for (const text of few) {
    // Printed in groups, so that people can read it out.
    const badge = readBadgeCode(text.replace(/[\s-]/g, ''));
    if (badge !== null) return { kind: 'badge', badge };
  }
  return { kind: 'not_a_badge', what: few.some((text) => parseTicketCode(text).ok) ? 'ticket' : 'other_code' };
}
