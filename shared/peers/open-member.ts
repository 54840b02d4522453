/**
 * One member of the mesh, as a list: journal on disk → mesh → lines of the host, dialled where addresses say. The same for
 * a kiosk and for a box. Without a host or a key it waits.
 */
import { type AddressBook, openAddressBook } from './address-book.ts';
import { createDigests } from './digests.ts';
import type { PeerScan } from './entry.ts';
import { type Dialled, followLines } from './follow-lines.ts';
import { openHeardStore } from './heard-store.ts';
import { createHostPlace, type PlaceCondition } from './host-place.ts';
import type { MeshParts, PeerMesh } from './mesh.ts';
import { openMesh } from './open-mesh.ts';
import type { PeerApi, PeerPlace } from './peer-api.ts';
import type { HeardRows, MemberSettings, PeerClock, PeerCrypto, PeerMembers, VenueKeys } from './ports.ts';

/** The members of the mesh and their keys, as they are now. */
export interface MemberSource {
  readonly members: PeerMembers;
  keys(): VenueKeys | null;
}

export interface MemberParts {
  /** Null: this machine has no host. */
  readonly api: PeerApi | null;
  readonly self: string;
  readonly event: string;
  readonly crypto: PeerCrypto;
  /** Returns the digest of the text in UTF-8. */
  readonly sha256: (text: string) => Promise<Uint8Array>;
  readonly source: MemberSource;
  readonly clock: PeerClock;
  readonly settings: MemberSettings;
  /** Null: nothing that is heard is kept over a restart. */
  readonly heardRows: HeardRows | null;
  /** Its own movements at the start, by counter, ascending. */
  readonly own: readonly PeerScan[];
  /** It reaches the server. */
  readonly online: () => boolean;
  /** Its role takes part. */
  readonly takesPart: () => boolean;
  readonly isCovered: (scan: PeerScan) => boolean;
  /** PE14, where another wait than that of kiosks is right. */
  readonly relayAfterMs?: MeshParts['relayAfterMs'];
  /** Returns the addresses of others that the replica has now. */
  readonly taught: () => readonly { readonly address: string; readonly member: string }[];
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
  /** Its place on the LAN has changed. */
  readonly onPlace: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface Member {
  readonly mesh: PeerMesh;
  readonly book: AddressBook;
  /** Null: not listening. */
  place(): PeerPlace | null;
  condition(): PlaceCondition;
  /** Returns the result of dialling an address so far. */
  dialled(address: string): Dialled;
  /** Begins to listen and to dial: called once, when all that follows what is heard is in place. */
  open(): void;
  /**
   * Called about every second.
   *
   * @param isChanged members, addresses or check-ins have changed
   */
  tick(isChanged: boolean): Promise<void>;
  close(): Promise<void>;
}

const dialEveryMs = 300;
const runSetting = 'venue_run';

const noHost: PeerApi = {
  open: () => Promise.reject(new Error('this machine has no device host')),
  close: async () => undefined,
  dial: async () => 'not_open',
  send: async () => false,
  keep: async () => undefined,
  hangUp: async () => undefined,
  onEvent: () => () => {},
};

export async function openMember(parts: MemberParts): Promise<Member> {
  const { api, self, event, source, settings } = parts;
  const { members } = source;
  const book = await openAddressBook(settings);
  const disk = await openHeardStore(parts.heardRows, parts.onFault);
  const digests = await createDigests({ event, self, members, sha256: parts.sha256 });
  const lines = followLines({
    ...{ api: api ?? noHost, book, self, monotonicMs: parts.clock.monotonicMs },
    memberByDigest: digests.memberOf,
    onLost: () => place.lost(),
  });
  const mesh = openMesh({
    ...{ self, event, crypto: parts.crypto, members, keys: source.keys, clock: parts.clock },
    run: await nextRun(settings),
    own: parts.own,
    heard: disk.heard,
    lines: { send: lines.send, close: lines.close, proven: lines.proven },
    store: disk.store,
    online: parts.online,
    isCovered: parts.isCovered,
    ...(parts.relayAfterMs !== undefined && { relayAfterMs: parts.relayAfterMs }),
  });
  const place = createHostPlace({
    api,
    opening: digests.opening,
    takesPart: parts.takesPart,
    hasKey: () => source.keys() !== null,
    onChange() {
      if (place.now() === null) lines.reset(mesh);
      learnPlaces();
      parts.onPlace();
    },
  });
  // A page without a host may not connect to bare addresses.
  const learnPlaces = (): void => book.taught(place.now()?.addresses.length ? parts.taught() : []);
  const ends: ((() => void) | undefined)[] = [];

  return {
    mesh,
    book,
    place: place.now,
    condition: place.condition,
    dialled: lines.dialled,
    open() {
      ends.push(
        api?.onEvent((said) => lines.handle(said, mesh)),
        parts.every(dialEveryMs, () => {
          if (place.now() !== null) lines.dialWanted(mesh);
        }),
      );
      place.look();
    },
    async tick(isChanged) {
      place.look();
      mesh.tick();
      if (!isChanged) return;
      learnPlaces();
      await digests.refresh();
      mesh.refresh();
    },
    async close() {
      for (const end of ends) end?.();
      mesh.close();
      await place.close();
      await disk.settled();
    },
  };
}

/** Durable before a frame is sealed: a number that comes again would make a nonce come again. */
async function nextRun(settings: MemberSettings): Promise<number> {
  const last = await settings.read(runSetting);
  const run = (typeof last === 'number' && Number.isSafeInteger(last) ? last : 0) + 1;
  await settings.write(runSetting, run);
  return run;
}
