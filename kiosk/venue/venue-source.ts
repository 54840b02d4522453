/** Who takes part in the venue and with which key, as replica and credentials say it. */
import type { Roster } from '#kiosk/store/replica.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { parseTime } from '#shared/base/time.ts';
import { lanAddresses } from '#shared/peers/lan-address.ts';
import type { PeerMember, PeerMembers, VenueKeys } from '#shared/peers/ports.ts';
import { venueKeyBytes } from '#shared/peers/venue-key.ts';
import type { Credentials } from '#shared/sync/down.ts';

export interface RosterMembers extends PeerMembers {
  /** The roster has changed: read again when it is asked. */
  changed(): void;
}

/** Kiosks of the event that admit people; an exhibitor's device takes no part. */
export function rosterMembers(roster: Pick<Roster, 'records'>, event: string): RosterMembers {
  let members: ReadonlyMap<string, PeerMember> | null = null;

  function read(): ReadonlyMap<string, PeerMember> {
    const kiosks = roster.records('kiosks').filter((kiosk) => kiosk.event === event && kiosk.role !== 'exhibitor');
    return new Map(
      kiosks.flatMap(({ id, publicKey, revokedAt }) => {
        const key = publicKey === undefined ? null : fromBase64url(publicKey);
        return key === null ? [] : [[id, { id, publicKey: key, revoked: Boolean(revokedAt) }] as const];
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

/** Where kiosks of the event were reached by their latest status. */
export const taughtAddresses = (
  roster: Pick<Roster, 'records'>,
  { event, self }: { readonly event: string; readonly self: string },
) =>
  roster
    .records('kiosks')
    .filter((kiosk) => kiosk.event === event && kiosk.id !== self && !kiosk.revokedAt)
    .flatMap(({ id, peerAddresses }) => lanAddresses(peerAddresses ?? []).map((address) => ({ address, member: id })));

/** @returns null: the server gave none, or it cannot be read */
export function venueKeysOf({ venueKey }: Pick<Credentials, 'venueKey'>): VenueKeys | null {
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

function keyOf(text: string): Uint8Array | null {
  const bytes = fromBase64url(text);
  return bytes?.length === venueKeyBytes ? bytes : null;
}
