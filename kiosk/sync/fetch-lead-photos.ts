/**
 * Photos of the exhibitor's other devices down: those that the server's record of a lead names, as long as the visitor
 * shares contact details. One after the other, newest first, without delaying anything else.
 */
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { isObject } from '#shared/base/json.ts';
import { checkPhoto } from '#shared/leads/photo.ts';
import type { Link } from './link.ts';
import { createWantedPhotos, type WantedPhoto } from './wanted-photos.ts';

/** Number of the newest photos that are fetched, some 60 MB; those that were fetched before stay. */
export const photosHeldMax = 200;

export interface LeadPhotosFetch {
  stop(): Promise<void>;
}

export function startLeadPhotosFetch(replica: SyncedReplica, link: Link): LeadPhotosFetch {
  const { photos, roster, rosterStore } = replica;
  /** Each is asked for once in a run: one that was taken back meanwhile does not come again. */
  const asked = new Set<string>();
  let stopped = false;
  let fetching = false;

  const wantedPhotos = createWantedPhotos(photosHeldMax);

  function next(): WantedPhoto | null {
    wantedPhotos.see(roster.records('leads'));
    return wantedPhotos.next((photo) => photos.has(photo) || asked.has(photo));
  }

  async function fetchOne({ badge, photo }: WantedPhoto): Promise<void> {
    asked.add(photo);
    const body = { badge, photo };
    const answer = await link.ask({ method: 'POST', path: '/api/v1/actions/events.lead_photo', body, slow: true });
    if (answer.kind === 'unreachable') asked.delete(photo);
    if (answer.kind !== 'ok' || !isObject(answer.body)) return;
    const jpeg = fromBase64url(String(answer.body['data']));
    if (jpeg !== null && checkPhoto(jpeg).ok) await photos.put(photo, jpeg);
  }

  async function run(): Promise<void> {
    for (let wanted = next(); wanted !== null && !stopped; wanted = next()) {
      await link.whenUp();
      await fetchOne(wanted);
    }
  }

  function look(): void {
    if (stopped || fetching || next() === null) return;
    fetching = true;
    // A disk that refuses, a closed link: asked for again after the next change or start.
    void run()
      .catch(() => undefined)
      .finally(() => {
        fetching = false;
      });
  }

  // Leads come with the roster; scans and print jobs of this device name no photo.
  const end = rosterStore.onChange(look);
  look();
  return {
    async stop() {
      stopped = true;
      end();
    },
  };
}
