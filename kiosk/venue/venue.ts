/** The venue as the rest of the kiosk has it: what screens show and what sync relays. Types only; opened by open-venue.ts. */
import type { NeighbourPlaces } from '#kiosk/station/neighbour-places.ts';
import type { VenueFace } from '#kiosk/station/venue.ts';
import type { PeerEntry } from '#shared/peers/entry.ts';

export interface Venue extends VenueFace {
  /** Scans of other kiosks that the server has not answered and that may go up now (PE14). */
  toRelay(limit: number): readonly PeerEntry[];
  /** Places that kiosks in reach pass on to each other. */
  readonly places: NeighbourPlaces;
  answered(ids: readonly string[]): void;
  /** A scan of this kiosk as an entry of its log; null: it is none, or is not passed on. */
  entryOf(scan: unknown): Promise<PeerEntry | null>;
  close(): Promise<void>;
}
