/** The venue as screens see it: drawn from the mesh, with the names that the roster has. */

import type { TypedAddress, VenueCondition, VenueKiosk, VenueState } from '#kiosk/station/venue.ts';
import type { Roster } from '#kiosk/store/replica.ts';
import type { Dialled } from '#shared/peers/follow-lines.ts';
import type { MeshState } from '#shared/peers/mesh.ts';
import type { PeerPlace } from '#shared/peers/peer-api.ts';

export interface VenuePictureParts {
  readonly condition: VenueCondition;
  readonly mesh: MeshState;
  readonly roster: Pick<Roster, 'record'>;
  readonly self: string;
  readonly place: PeerPlace | null;
  readonly typed: readonly string[];
  readonly dialled: (address: string) => Dialled;
}

export function drawVenue(parts: VenuePictureParts): VenueState {
  const { condition, mesh, roster, self, place, typed } = parts;
  const nameOf = (id: string): string | null => roster.record('kiosks', id)?.name ?? null;
  const statuses = new Map(mesh.statuses.map((status) => [status.device, status]));
  const kiosks = [...new Set([self, ...mesh.inReach])].map((id): VenueKiosk => {
    const status = statuses.get(id);
    return {
      id,
      name: nameOf(id),
      self: id === self,
      isBox: mesh.boxes.includes(id),
      inReach: true,
      online: status?.online ?? null,
      hears: (status?.hears ?? []).map((other) => nameOf(other) ?? other.slice(-8)),
    };
  });
  const typedAddress = (address: string): TypedAddress => {
    const { member, outcome } = parts.dialled(address);
    if (place?.addresses.includes(address)) return { address, outcome: 'self', kioskName: null };
    return { address, outcome, kioskName: member === null ? null : (nameOf(member) ?? member.slice(-8)) };
  };
  // A device that no other can dial, and that knows none to dial.
  const isLost = condition === 'open' && place?.addresses.length === 0 && typed.length === 0 && mesh.inReach.length < 2;
  return Object.freeze({
    condition: isLost ? 'no_address' : condition,
    members: mesh.members - mesh.boxes.length,
    inReach: kiosks.filter(({ isBox }) => !isBox).length,
    kiosks,
    reports: mesh.reports.map(({ reason, peer, count, lastAtMs }) => ({
      ...{ reason, count, lastAtMs },
      kioskName: peer === null ? null : nameOf(peer),
    })),
    addresses: place?.addresses ?? [],
    typed: typed.map(typedAddress),
    keyOutdated: mesh.keyOutdated,
    dropped: mesh.dropped,
  });
}
