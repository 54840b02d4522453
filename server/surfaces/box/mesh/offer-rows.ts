/**
 * Scans that kiosks push to this box as entries (PE22), passed on in the mesh: members hear them although their kiosk is in no
 * member's reach. One whose predecessor is missing, or whose kiosk is not listed yet, waits.
 */
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { PeerEntry } from '#shared/peers/entry.ts';
import type { PeerMesh } from '#shared/peers/mesh.ts';

/** Largest number of waiting entries. Of more, the oldest are left to the mesh: their kiosk may be in reach of others. */
const waitingMax = 1_000;

export interface OfferedRows {
  offer(entries: readonly PeerEntry[]): Promise<void>;
  /** Offers the entries that wait once more. */
  again(): Promise<void>;
}

export function offerRows(mesh: Pick<PeerMesh, 'offer'>, event: string): OfferedRows {
  const oneAtATime = createOneAtATime();
  let waiting: readonly PeerEntry[] = [];
  const offer = (entries: readonly PeerEntry[]) =>
    oneAtATime(async () => {
      const ofEvent = entries.filter(({ scan }) => scan.event === event);
      const all = [...waiting, ...ofEvent].toSorted((a, b) => a.scan.counter - b.scan.counter);
      waiting = all.length === 0 ? [] : (await mesh.offer(all)).slice(-waitingMax);
    });
  return { offer, again: () => offer([]) };
}
