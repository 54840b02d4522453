/**
 * Lists the photos that the server's records of leads name, newest first, and keeps the list between changes: of
 * thousands of leads only those that changed are read again, and their photos replaced in the list.
 */
import type { HeldLead } from '#kiosk/store/held-records.ts';

export interface WantedPhoto {
  readonly badge: string;
  readonly photo: string;
  readonly at: string;
}

export interface WantedPhotos {
  /** @param leads as the roster has them now: a record that did not change is the same object */
  see(leads: readonly HeldLead[]): void;
  /** @returns the newest photo that is not `isSettled`, among the `heldMax` newest of all; null: there is none */
  next(isSettled: (photo: string) => boolean): WantedPhoto | null;
}

interface SeenLead {
  readonly lead: HeldLead;
  readonly photos: readonly WantedPhoto[];
}

/** @param heldMax how many of the newest photos are wanted */
export function createWantedPhotos(heldMax: number): WantedPhotos {
  const seen = new Map<string, SeenLead>();
  /** Newest first; of the same time in the order of their edits. */
  const sorted: WantedPhoto[] = [];

  const isBefore = (a: WantedPhoto, b: WantedPhoto): boolean =>
    a.at !== b.at ? a.at > b.at : a.photo !== b.photo && a.photo < b.photo;

  /** First place that does not come before it, by halving. */
  function placeOf(one: WantedPhoto): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(sorted[middle]!, one)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove({ photos }: SeenLead): void {
    for (const one of photos) {
      const at = placeOf(one);
      if (sorted[at]?.photo === one.photo) sorted.splice(at, 1);
    }
  }

  function take(lead: HeldLead): void {
    const photos = (lead.photos ?? []).map(({ at, edit }) => ({ badge: lead.badge, photo: edit, at }));
    seen.set(lead.id, { lead, photos });
    for (const one of photos) sorted.splice(placeOf(one), 0, one);
  }

  return {
    see(leads) {
      for (const lead of leads) {
        const before = seen.get(lead.id);
        if (before?.lead === lead) continue;
        if (before !== undefined) remove(before);
        take(lead);
      }
      if (seen.size === leads.length) return;
      const here = new Set(leads.map(({ id }) => id));
      for (const [id, gone] of [...seen]) {
        if (here.has(id)) continue;
        remove(gone);
        seen.delete(id);
      }
    },
    next: (isSettled) => sorted.slice(0, heldMax).find(({ photo }) => !isSettled(photo)) ?? null,
  };
}
