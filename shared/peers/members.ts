/** Lists the members of the mesh with their keys, from a replica's list of devices and the credentials. */
import { fromBase64url } from '../base/bytes.ts';
import { parseTime } from '../base/time.ts';
import { lanAddresses } from './lan-address.ts';
import type { PeerMember, PeerMembers, VenueKeys } from './ports.ts';
import { venueKeyBytes } from './venue-key.ts';

/** A device as a replica lists it. */
export interface ListedDevice {
  readonly id: string;
  readonly event: string;
  readonly role: string;
  readonly revokedAt: string | null;
  /** Ed25519, raw, base64url; an older server sends none. */
  readonly publicKey?: string | null;
  readonly peerAddresses?: readonly string[] | null;
}

export interface ListedMembers extends PeerMembers {
  /** The list has changed: read again when it is asked. */
  changed(): void;
}

/** Kiosks and boxes of the event; an exhibitor's device takes no part. */
export function listedMembers(devices: () => readonly ListedDevice[], event: string): ListedMembers {
  let members: ReadonlyMap<string, PeerMember> | null = null;

  function read(): ReadonlyMap<string, PeerMember> {
    const here = devices().filter((device) => device.event === event && device.role !== 'exhibitor');
    return new Map(
      here.flatMap(({ id, publicKey, revokedAt, role }) => {
        const key = typeof publicKey === 'string' ? fromBase64url(publicKey) : null;
        const member = { id, revoked: Boolean(revokedAt), ...(role === 'box' && { isBox: true }) };
        return key === null ? [] : [[id, { ...member, publicKey: key }] as const];
      }),
    );
  }

  const now = (): ReadonlyMap<string, PeerMember> => {
    members ??= read();
    return members;
  };
  return {
    find: (id) => now().get(id) ?? null,
    all: () => [...now().values()],
    changed() {
      members = null;
    },
  };
}

/** The addresses at which devices of the event were reached, by their latest status. */
export const taughtAddresses = (
  devices: readonly ListedDevice[],
  { event, self }: { readonly event: string; readonly self: string },
) =>
  devices
    .filter((device) => device.event === event && device.id !== self && !device.revokedAt)
    .flatMap(({ id, peerAddresses }) => lanAddresses(peerAddresses ?? []).map((address) => ({ address, member: id })));

/** The venue key as credentials bring it (SY24). */
export interface GivenVenueKey {
  readonly generation: number;
  /** `venueKeyBytes` bytes, base64url; so is `previousKey`. */
  readonly key: string;
  readonly previousKey?: string | null;
  /** ISO 8601: until then the previous key reads. */
  readonly previousUntil?: string | null;
}

/** @returns null: the server gave none, or it cannot be read */
export function venueKeysOf({ venueKey }: { readonly venueKey?: GivenVenueKey | null }): VenueKeys | null {
  if (!venueKey) return null;
  const { generation, previousKey, previousUntil } = venueKey;
  const key = keyOf(venueKey.key);
  if (key === null) return null;
  const older = previousKey ? keyOf(previousKey) : null;
  const readsUntilMs = previousUntil ? parseTime(previousUntil) : null;
  const previous =
    older === null || readsUntilMs === null ? null : { generation: generation - 1, key: older, readsUntilMs };
  return { current: { generation, key }, previous };
}

/**
 * @param credentials as they are now
 * @returns the same keys as the same object, so that what was derived from them stays derived
 */
export function keysOnce<C extends Parameters<typeof venueKeysOf>[0]>(credentials: () => C): () => VenueKeys | null {
  let read: C | null = null;
  let keys: VenueKeys | null = null;
  return () => {
    const now = credentials();
    if (now !== read) {
      read = now;
      keys = venueKeysOf(now);
    }
    return keys;
  };
}

function keyOf(text: string): Uint8Array | null {
  const bytes = fromBase64url(text);
  return bytes?.length === venueKeyBytes ? bytes : null;
}
