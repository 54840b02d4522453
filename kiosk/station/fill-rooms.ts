/**
 * Computes how many people may still be admitted to a room from all leases that are valid for it: this kiosk's own
 * first, then those that others passed on.
 */
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { RoomFacts } from '#shared/admission/facts.ts';
import { type HeldLease, leaseDecide, type Room } from '#shared/admission/lease.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime } from '#shared/base/time.ts';
import type { DeclaredRoom, HeldPlaces } from './held-places.ts';
import type { RoomState } from './station.ts';

export type Now = { readonly nowMs: number; readonly clockTrusted: boolean };

export interface RoomFilling {
  factsOf(room: Room, now: Now): RoomFacts;
  /** Id of the lease that the next admission into the room names. @throws where there is no lease for it */
  leaseToUse(room: Room): string;
  stateOf(room: DeclaredRoom, now: Now): RoomState;
  /** Corrected time of this kiosk. */
  now(): Now;
}

interface OpenLease {
  readonly lease: HeldLease;
  readonly facts: RoomFacts;
  readonly isOwn: boolean;
}

export function createRoomFilling(
  { heldOf, usedOf, ofOthers, givenOf }: HeldPlaces,
  clock: Pick<TrustedClock, 'now' | 'trusted'>,
): RoomFilling {
  const now = (): Now => ({ nowMs: clock.now(), clockTrusted: clock.trusted() });
  const left = (leases: readonly OpenLease[]) => leases.reduce((sum, { facts }) => sum + facts.remaining, 0);

  function leasesOf(room: Room, at: Now): readonly OpenLease[] {
    const own = heldOf(room);
    const withFacts = (lease: HeldLease, used: number, isOwn: boolean): OpenLease => ({
      ...{ lease, isOwn },
      facts: leaseDecide(room.kind, lease, used, at),
    });
    const others = ofOthers(room).map((lease) => withFacts(lease, 0, false));
    return own === null ? others : [withFacts(own, usedOf(room), true), ...others];
  }

  return {
    now,
    factsOf(room, at) {
      const leases = leasesOf(room, at);
      return {
        ...{ kind: room.kind, remaining: left(leases) },
        clockNeeded: leases.some(({ facts }) => facts.remaining > 0 && facts.clockNeeded),
      };
    },
    leaseToUse(room) {
      const leases = leasesOf(room, now());
      // One that ran out while the scan was decided still names the place that was promised.
      const first = leases.find(({ facts }) => facts.remaining > 0) ?? leases[0];
      return must(first, 'a room with places left has a lease').lease.lease;
    },
    stateOf(room, at) {
      const { kind, name, capacity } = room;
      const leases = leasesOf(room, at);
      const first = leases.find(({ facts }) => facts.remaining > 0) ?? leases[0];
      return {
        ...{ kind, name, capacity, given: givenOf(room) },
        left: first === undefined ? null : left(leases),
        fromOthers: left(leases.filter(({ isOwn }) => !isOwn)),
        expiresAt: first === undefined ? null : isoTime(first.lease.expiresAtMs),
      };
    },
  };
}
