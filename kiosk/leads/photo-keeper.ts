/**
 * Stores photos on this disk for as long as their edit counts. It removes undone photos (the server undoes all photos of
 * a visitor who withdraws contact details), photos that the visitor declined or the server refused, and photos without an
 * edit because the power failed in between. `shown-lead.ts` decides which are shown, which may be fewer.
 */
import type { LeadPhotos } from '#kiosk/store/lead-photos.ts';
import { notRecorded } from '#kiosk/store/storage-failure.ts';
import { must } from '#shared/base/assert.ts';
import { toHex } from '#shared/base/bytes.ts';
import type { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { createEditMaker } from './edit-maker.ts';
import type { LeadBook } from './lead-book.ts';
import type { EditResult, NewPhoto, ShownLead } from './leads.ts';
import type { LeadsParts } from './leads-parts.ts';

/** @param parked edits that the server refused */
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

export interface PhotoKeeping {
  readonly replica: LeadsParts['replica'];
  readonly book: LeadBook;
  /** Brings the book up to date. */
  readonly read: () => void;
  readonly lead: (badge: string) => ShownLead | null;
  readonly exhibitor: () => { readonly id: string } | null;
  readonly makeEdits: ReturnType<typeof createEditMaker>;
  readonly oneAtATime: ReturnType<typeof createOneAtATime>;
}

export function keepPhotos({ replica, book, read, lead, exhibitor, makeEdits, oneAtATime }: PhotoKeeping) {
  const { leads: journal, photos } = replica;
  return {
    /** Removes the unwanted photos. It does nothing before the replica is there, which says which photos are unwanted. */
    tidy: (): void =>
      void oneAtATime(async () => {
        if (replica.cursor() === null || photos.ids().length === 0) return;
        read();
        await photos.forget(unwantedPhotos(photos, book, lead, new Set(journal.parked().map(({ id }) => id))));
      }).catch((error: unknown) => console.error('photos could not be removed:', error)),

    /** The picture is on the disk before the edit that names it. */
    async addPhoto(badge: string, { height, jpeg, width }: NewPhoto): Promise<EditResult> {
      const own = exhibitor();
      if (own === null) return { kind: 'no_exhibitor' };
      const sha256 = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', jpeg)));
      const [made] = makeEdits(own.id, badge, [{ kind: 'photo', value: { sha256, width, height } }]);
      const edit = must(made, 'the edit of a photo');
      try {
        await photos.put(edit.id, jpeg);
      } catch (error) {
        return notRecorded(error);
      }
      return journal.append([edit]);
    },
  };
}
