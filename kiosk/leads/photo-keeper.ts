/**
 * Which photos stay on this disk: those that a lead shows, and those on their way to the server. What a visitor took back,
 * what was undone, and what has no edit because the power went in between, leaves it.
 */
import type { LeadPhotos } from '#kiosk/store/lead-photos.ts';
import type { LeadBook } from './lead-book.ts';
import type { ShownLead } from './leads.ts';

/** The visitor's word is known for certain, also before the server has heard of it. */
const isRefused = ({ person }: ShownLead): boolean => person.contact === 'declined';

export function unwantedPhotos(
  photos: Pick<LeadPhotos, 'ids'>,
  book: LeadBook,
  show: (badge: string) => ShownLead | null,
  pending: ReadonlySet<string>,
): readonly string[] {
  const here = new Set(photos.ids());
  if (here.size === 0) return [];
  for (const { badge, lead } of book.all()) {
    const held = lead.photos.filter(({ edit }) => here.has(edit));
    const shown = held.length > 0 ? show(badge) : null;
    if (shown === null) continue;
    const kept = new Set(shown.photos.map(({ edit }) => edit));
    // The server may not have folded the consent yet: what it has not seen stays until it has answered.
    for (const { edit } of held) if (kept.has(edit) || (pending.has(edit) && !isRefused(shown))) here.delete(edit);
  }
  return [...here];
}
