/**
 * Places of a lease, passed from the kiosk that holds it to one that has none left: without a server, and never counted
 * twice. The giver writes the transfer down before it says it, and the places are gone there from then on; the taker
 * counts them once it has written down the same transfer with both signatures. What is lost on the way is places that
 * no kiosk fills, never places that two fill. Scans made under such places name the giver's lease, and the giver names them
 * as used when it asks the server again, so that the book at the server stays as it is (PE17–PE19).
 */
import { readRoomName } from '../admission/lease.ts';
import { isId } from '../base/id.ts';
import { isObject } from '../base/json.ts';
import { parseTime } from '../base/time.ts';
import { isCount } from './entry.ts';

export interface LeaseTransfer {
  readonly id: string;
  /** Room as `roomName` spells it. */
  readonly room: string;
  readonly lease: string;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly places: number;
  /** Expiry of the lease, ISO 8601: no place outlives it. */
  readonly expiresAt: string;
}

export interface OfferedTransfer {
  readonly transfer: LeaseTransfer;
  /** Signature by the giver's device key, base64url. */
  readonly given: string;
}

export interface SignedTransfer extends OfferedTransfer {
  /** Signature by the taker's device key, base64url. */
  readonly taken: string;
}

export type LeaseMessage =
  | { readonly kind: 'wanted'; readonly room: string; readonly places: number }
  | ({ readonly kind: 'offered' } & OfferedTransfer)
  | ({ readonly kind: 'taken' } & SignedTransfer);

/** Returns the text that each of the two signs: its own word, so that one signature never stands for the other. */
export function transferClaim(transfer: LeaseTransfer, word: 'given' | 'taken'): string {
  const { id, event, room, lease, from, to, places, expiresAt } = transfer;
  return ['gatehouse-lease-transfer-v1', word, id, event, room, lease, from, to, places, expiresAt].join('\n');
}

/** Maximum number of places of one transfer. */
export const placesMax = 100;
const signatureMax = 100;

/** Returns the number of places to give: at most half of what is left, so that the giver's own gate goes on. */
export function placesToGive(left: number, wanted: number): number {
  return Math.max(0, Math.min(wanted, placesMax, Math.floor(left / 2)));
}

/** Transfers as one kiosk has written them down, by id. */
export type TransferBook = ReadonlyMap<string, OfferedTransfer | SignedTransfer>;

/** Places of the lease that are no longer this kiosk's, whether or not the taker has answered. */
export function givenPlaces(book: TransferBook, self: string, lease: string): number {
  let places = 0;
  for (const { transfer } of book.values())
    if (transfer.from === self && transfer.lease === lease) places += transfer.places;
  return places;
}

/** Places of one lease of another kiosk, as this one was given them for a room. */
export interface PlacesOfOthers {
  readonly lease: string;
  /** Places of transfers that still count. */
  readonly places: number;
  /** Places of transfers that ran out. Scans under the lease count against these first. */
  readonly lapsed: number;
  /** Expiry of the transfer that runs out first among those that still count, Unix milliseconds; null: all ran out. */
  readonly expiresAtMs: number | null;
}

/** @returns for each lease of another kiosk what this kiosk was given of it for the room */
export function placesOfOthers(
  book: TransferBook,
  self: string,
  room: string,
  nowMs: number,
): readonly PlacesOfOthers[] {
  const byLease = new Map<string, PlacesOfOthers>();
  for (const one of book.values()) {
    const { transfer } = one;
    if (!('taken' in one) || transfer.to !== self || transfer.room !== room) continue;
    const { lease } = transfer;
    const known = byLease.get(lease) ?? { lease, places: 0, lapsed: 0, expiresAtMs: null };
    const endMs = parseTime(transfer.expiresAt) ?? 0;
    const now =
      nowMs <= endMs
        ? { ...known, places: known.places + transfer.places, expiresAtMs: Math.min(endMs, known.expiresAtMs ?? endMs) }
        : { ...known, lapsed: known.lapsed + transfer.places };
    byLease.set(lease, now);
  }
  return [...byLease.values()];
}

/**
 * @param used this kiosk's own scans that name the lease
 * @returns places that it may still fill
 */
export function placesLeft({ places, lapsed }: PlacesOfOthers, used: number): number {
  return Math.max(0, places - Math.max(0, used - lapsed));
}

/** Returns the end of the last transfer of the lease, Unix milliseconds; null: this kiosk gave nothing of it. */
export function givenUntil(book: TransferBook, self: string, lease: string): number | null {
  let untilMs: number | null = null;
  for (const { transfer } of book.values())
    if (transfer.from === self && transfer.lease === lease)
      untilMs = Math.max(untilMs ?? 0, parseTime(transfer.expiresAt) ?? 0);
  return untilMs;
}

/**
 * The one way into the book, for offers, acceptances and repeats of both.
 *
 * @returns the book with it; null: it says nothing new, or contradicts what stands there under its id
 */
export function withTransfer(book: TransferBook, one: OfferedTransfer | SignedTransfer): TransferBook | null {
  const known = book.get(one.transfer.id);
  if (known !== undefined) {
    const same = transferClaim(known.transfer, 'given') === transferClaim(one.transfer, 'given');
    if (!same || 'taken' in known || !('taken' in one)) return null;
  }
  return new Map([...book, [one.transfer.id, one]]);
}

/** Reads the book that the disk has. @returns null: it cannot be read */
export function readTransferBook(value: unknown): TransferBook | null {
  if (!Array.isArray(value)) return null;
  const read = value.map((one) =>
    readLeaseMessage(isObject(one) ? { ...one, kind: 'taken' in one ? 'taken' : 'offered' } : one),
  );
  const book = new Map<string, OfferedTransfer | SignedTransfer>();
  for (const one of read) {
    if (one === null || one.kind === 'wanted') return null;
    const { kind: _, ...kept } = one;
    book.set(kept.transfer.id, kept);
  }
  return book;
}

/** @returns null: it is no such message; who signed it is another question */
export function readLeaseMessage(value: unknown): LeaseMessage | null {
  if (!isObject(value)) return null;
  const { kind, room, places } = value;
  if (kind === 'wanted') {
    const asked = typeof room === 'string' && readRoomName(room) !== null && isPlaces(places);
    return asked ? { kind, room: room as string, places: places as number } : null;
  }
  const transfer = readTransfer(value['transfer']);
  const { given, taken } = value;
  if (transfer === null || !isSignature(given)) return null;
  if (kind === 'offered') return { kind, transfer, given };
  return kind === 'taken' && isSignature(taken) ? { kind, transfer, given, taken } : null;
}

function readTransfer(value: unknown): LeaseTransfer | null {
  if (!isObject(value)) return null;
  const { id, room, lease, event, from, to, places, expiresAt } = value;
  if (!isId(id) || !isId(lease) || !isId(event) || !isId(from) || !isId(to) || from === to) return null;
  if (typeof room !== 'string' || readRoomName(room) === null || !isPlaces(places)) return null;
  if (typeof expiresAt !== 'string' || parseTime(expiresAt) === null) return null;
  return { id, room, lease, event, from, to, places, expiresAt };
}

function isPlaces(value: unknown): value is number {
  return isCount(value) && value > 0 && value <= placesMax;
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && value.length <= signatureMax;
}
