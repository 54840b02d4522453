/**
 * Places in rooms that kiosks in reach pass on to each other without a server, as the station sees it. Implemented by
 * kiosk/venue; here is a kiosk that hears no others. Rules: PE17–PE19 of shared/peers/SPEC.md.
 */
import type { PlacesOfOthers } from '#shared/peers/lease-transfer.ts';
import type { OwnPlaces } from '#shared/peers/pass-places.ts';

export interface NeighbourPlaces {
  /** @param ownPlaces what this kiosk may give of its own lease for a room, whenever another one asks */
  offer(ownPlaces: (room: string) => OwnPlaces | null): void;
  /** Asks one kiosk that is heard directly, each time another one. @returns false: none is heard */
  ask(room: string, places: number): boolean;
  /** Places of the own lease that are others' now. */
  given(lease: string): number;
  /** Time at which the last of them run out, Unix milliseconds; null: none were given. */
  givenUntil(lease: string): number | null;
  /** Places of others' leases for the room that this kiosk was given. */
  ofOthers(room: string): readonly PlacesOfOthers[];
  /** Ids of all leases of others that this kiosk was ever given places of. */
  leasesOfOthers(): readonly string[];
  /** @returns the function that ends the subscription */
  onChange(listener: () => void): () => void;
}

export const noNeighbours: NeighbourPlaces = Object.freeze({
  offer: () => undefined,
  ask: () => false,
  given: () => 0,
  givenUntil: () => null,
  ofOthers: () => [],
  leasesOfOthers: () => [],
  onChange: () => () => undefined,
});
