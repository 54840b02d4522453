/** Asks others for places of a lease and passes own ones on, one message at a time: written down first, said afterwards. */
import { fromBase64url, toBase64url } from '../base/bytes.ts';
import { createOneAtATime } from '../base/one-at-a-time.ts';
import {
  givenPlaces,
  givenUntil,
  type LeaseMessage,
  type LeaseTransfer,
  type OfferedTransfer,
  type PlacesOfOthers,
  placesOfOthers,
  placesToGive,
  type SignedTransfer,
  type TransferBook,
  transferClaim,
  withTransfer,
} from './lease-transfer.ts';
import type { PeerCrypto, PeerMembers } from './ports.ts';

/** Places that this kiosk may still give away in a room: of the lease from the server, less those it gave already. */
export interface OwnPlaces {
  readonly lease: string;
  readonly left: number;
  readonly expiresAt: string;
}

export interface PassingParts {
  readonly self: string;
  readonly event: string;
  readonly crypto: PeerCrypto;
  readonly members: PeerMembers;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** The book that the disk has. */
  readonly book: TransferBook;
  /** Durable when it resolves. */
  readonly save: (book: TransferBook) => Promise<void>;
  readonly say: (peer: string, message: LeaseMessage) => void;
  /**
   * Called while at most one admission is under way that it does not count yet: of two places or more one is kept anyway.
   * Null: this kiosk has no places there to give.
   */
  readonly ownPlaces: (room: string) => OwnPlaces | null;
  /** Places were given or taken. */
  readonly onChange?: () => void;
}

export interface PlacePassing {
  ask(peer: string, room: string, places: number): void;
  /** Takes a message that `PeerMesh.onLease` brings. */
  heard(peer: string, message: LeaseMessage): Promise<void>;
  /** Places of the own lease that are others' now, those included that are just being written down. */
  given(lease: string): number;
  /** Time at which the last of them run out, Unix milliseconds; null: none were given. */
  givenUntil(lease: string): number | null;
  /** Places of others' leases for the room that this kiosk was given. */
  ofOthers(room: string): readonly PlacesOfOthers[];
  /** Ids of all leases of others in the book. */
  leasesOfOthers(): readonly string[];
}

/** Maximum number of transfers in the book: they are few, and a kiosk that asks for ever gets nothing more. */
const transfersMax = 1_000;

export function createPlacePassing(parts: PassingParts): PlacePassing {
  const { self, event, crypto, members, nowMs, save, say } = parts;
  const oneAtATime = createOneAtATime();
  let { book } = parts;
  /**
   * Transfers that are decided and not in the book yet: an admission in between must not take these places, too. A failed
   * write may be on the disk.
   */
  const reserved = new Map<string, LeaseTransfer>();

  async function keep(one: OfferedTransfer | SignedTransfer): Promise<boolean> {
    const next = withTransfer(book, one);
    if (next === null) return false;
    await save(next);
    book = next;
    reserved.delete(one.transfer.id);
    parts.onChange?.();
    return true;
  }

  const signed = async (transfer: LeaseTransfer, word: 'given' | 'taken'): Promise<string> =>
    toBase64url(await crypto.sign(crypto.encode(transferClaim(transfer, word))));

  async function isSignedBy(id: string, transfer: LeaseTransfer, word: 'given' | 'taken', text: string) {
    const member = members.find(id);
    const signature = fromBase64url(text);
    if (member === null || member.revoked || signature === null) return false;
    return crypto.verify(member.publicKey, crypto.encode(transferClaim(transfer, word)), signature);
  }

  async function give(peer: string, room: string, wanted: number): Promise<void> {
    // Offered before, and no answer came: the same again, never a second one.
    for (const one of book.values()) {
      const { transfer, given } = one;
      if (!('taken' in one) && transfer.from === self && transfer.to === peer && transfer.room === room) {
        say(peer, { kind: 'offered', transfer, given });
        return;
      }
    }
    const own = parts.ownPlaces(room);
    const places = own === null ? 0 : placesToGive(own.left, wanted);
    if (own === null || places === 0 || book.size >= transfersMax) return;
    const { lease, expiresAt } = own;
    const transfer = { id: parts.newId(), room, lease, event, from: self, to: peer, places, expiresAt };
    reserved.set(transfer.id, transfer);
    const given = await signed(transfer, 'given');
    if (await keep({ transfer, given })) say(peer, { kind: 'offered', transfer, given });
  }

  async function take(peer: string, { transfer, given }: OfferedTransfer): Promise<void> {
    if (transfer.to !== self || transfer.from !== peer || transfer.event !== event) return;
    if (book.size >= transfersMax || !(await isSignedBy(peer, transfer, 'given', given))) return;
    const taken = await signed(transfer, 'taken');
    await keep({ transfer, given, taken });
    const known = book.get(transfer.id);
    if (known && 'taken' in known) say(peer, { kind: 'taken', ...known });
  }

  async function answered(peer: string, { transfer, given, taken }: SignedTransfer): Promise<void> {
    if (transfer.from !== self || transfer.to !== peer || !book.has(transfer.id)) return;
    if (await isSignedBy(peer, transfer, 'taken', taken)) await keep({ transfer, given, taken });
  }

  return {
    ask: (peer, room, places) => say(peer, { kind: 'wanted', room, places }),
    heard: (peer, message) =>
      oneAtATime(async () => {
        if (message.kind === 'wanted') return give(peer, message.room, message.places);
        return message.kind === 'offered' ? take(peer, message) : answered(peer, message);
      }),
    given(lease) {
      const pending = [...reserved.values()].filter((transfer) => transfer.lease === lease);
      return pending.reduce((sum, { places }) => sum + places, givenPlaces(book, self, lease));
    },
    givenUntil: (lease) => givenUntil(book, self, lease),
    ofOthers: (room) => placesOfOthers(book, self, room, nowMs()),
    leasesOfOthers() {
      const mine = [...book.values()].filter(({ transfer }) => transfer.to === self);
      return [...new Set(mine.map(({ transfer }) => transfer.lease))];
    },
  };
}
