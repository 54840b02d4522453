/** Places that kiosks in reach pass on: the transfers of this kiosk on its disk, said and heard over the mesh. */
import type { NeighbourPlaces } from '#kiosk/station/neighbour-places.ts';
import type { Settings } from '#kiosk/store/replica.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { createListeners } from '#shared/base/observable.ts';
import { readTransferBook, type TransferBook } from '#shared/peers/lease-transfer.ts';
import type { PeerMesh } from '#shared/peers/mesh.ts';
import { createPlacePassing, type OwnPlaces } from '#shared/peers/pass-places.ts';
import type { PeerCrypto, PeerMembers } from '#shared/peers/ports.ts';

export interface NeighbourParts {
  readonly self: string;
  readonly event: string;
  readonly crypto: PeerCrypto;
  readonly source: { readonly members: PeerMembers };
  readonly clock: { now(): number };
  readonly settings: Settings;
  readonly mesh: Pick<PeerMesh, 'state' | 'sayLease' | 'onLease'>;
  readonly onFault: (error: unknown) => void;
}

const transfersSetting = 'venue_transfers';

/** @returns the places, with the function that ends listening to the mesh */
export async function openNeighbourPlaces(parts: NeighbourParts): Promise<NeighbourPlaces & { end(): void }> {
  const { self, event, crypto, clock, settings, mesh, onFault } = parts;
  const { members } = parts.source;
  const nowMs = (): number => clock.now();
  const listeners = createListeners();
  let ownPlaces: ((room: string) => OwnPlaces | null) | null = null;
  let asked = 0;
  const passing = createPlacePassing({
    self,
    event,
    crypto,
    members,
    nowMs,
    newId: () => uuidv7(nowMs(), crypto.randomBytes(10)),
    book: await storedBook(settings, onFault),
    save: (book) => settings.write(transfersSetting, [...book.values()]),
    say: (peer, message) => mesh.sayLease(peer, message),
    ownPlaces: (room) => ownPlaces?.(room) ?? null,
    onChange: listeners.notify,
  });
  const end = mesh.onLease((peer, message) => void passing.heard(peer, message).catch(onFault));

  return {
    offer(next) {
      ownPlaces = next;
    },
    ask(room, places) {
      const [own] = mesh.state().statuses;
      const heard = own?.device === self ? own.hears : [];
      const peer = heard[asked++ % Math.max(1, heard.length)];
      if (peer !== undefined) passing.ask(peer, room, places);
      return peer !== undefined;
    },
    given: passing.given,
    givenUntil: passing.givenUntil,
    ofOthers: passing.ofOthers,
    leasesOfOthers: passing.leasesOfOthers,
    onChange: listeners.subscribe,
    end,
  };
}

async function storedBook(settings: Settings, onFault: (error: unknown) => void): Promise<TransferBook> {
  const stored = await settings.read(transfersSetting);
  if (stored === null || stored === undefined) return new Map();
  const book = readTransferBook(stored);
  if (book === null) onFault(new Error('The transfers of places on this disk cannot be read.'));
  return book ?? new Map();
}
