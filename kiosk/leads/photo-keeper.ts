/**
 * Which photos stay on this disk: those of edits that count. What was undone leaves it (the server undoes all photos of a
 * visitor who takes contact details back), what the visitor declined or the server refused, and what has no edit because
 * the power went in between. What is shown is decided by `shown-lead.ts`, and may be less.
 */
import type { LeadPhotos } from '#kiosk/store/lead-photos.ts';
import type { LeadBook } from './lead-book.ts';
import type { ShownLead } from './leads.ts';

export function unwantedPhotos(
  photos: Pick<LeadPhotos, 'ids'>,
  book: LeadBook,
  show: (badge: string) => ShownLead | null,
  parked: ReadonlySet<string>,
): readonly string[] {
  const here = new Set(photos.ids());
  if (here.size === 0) return [];
  for (const { badge, lead } of book.all()) {
    const held = lead.photos.filter(({ edit }) => here.has(edit) && !parked.has(edit));
    // Known for certain, also before the server has heard of it.
    const isDeclined = held.length > 0 && show(badge)?.person.contact === 'declined';
    if (!isDeclined) for (const { edit } of held) here.delete(edit);
  }
  return [...here];
}
