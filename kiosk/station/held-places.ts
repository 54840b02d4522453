/** The rooms that a gate leads to, and this kiosk's leases of places in them: what it holds, what is used, what is due. */
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { GateContext } from '#shared/admission/facts.ts';
import {
  type HeldLease,
  leaseDue,
  leaseGraceMs,
  leaseRateMs,
  leaseWanted,
  limitedRoomsOf,
  type Room,
  readRoomName,
  roomName,
} from '#shared/admission/lease.ts';
import { must } from '#shared/base/assert.ts';
import { isoTime, parseTime } from '#shared/base/time.ts';
import { placesLeft } from '#shared/peers/lease-transfer.ts';
import type { OwnPlaces } from '#shared/peers/pass-places.ts';
import type { LeaseAnswer } from '#shared/sync/down.ts';
import type { LeaseRequest } from '#shared/sync/up.ts';
import type { NeighbourPlaces } from './neighbour-places.ts';
import { createPlaceLeaseCount, type PlaceLeaseCount } from './place-lease-count.ts';
import { emptyLeases, type KeptLease, type KeptLeases, readLeases } from './place-lease-settings.ts';
import { type StationIdentity, stationGate } from './station-facts.ts';

export type DeclaredRoom = Room & { readonly name: string; readonly capacity: number };

export interface HeldPlaces {
  readonly count: PlaceLeaseCount;
  kept(): KeptLeases;
  /** Durable when it resolves; counts from then on. */
  save(next: KeptLeases): Promise<void>;
  /** The rooms of this kiosk's gate that have a capacity, with their names: the gate itself and its list. */
  declared(): readonly DeclaredRoom[];
  /** The rooms with a capacity that an entry at this gate leads into. */
  roomsOf(context: GateContext): readonly Room[];
  /** The room's own lease as the server granted it; null: none. */
  heldOf(room: Room): HeldLease | null;
  /** Own scans that name the room's lease, and places of it that others were given; 0 without a lease. */
  usedOf(room: Room): number;
  /** Places of the room's lease that others were given. */
  givenOf(room: Room): number;
  /** Places of others' leases that this kiosk may still fill, as `granted`, by lease; 0 where it filled all. */
  ofOthers(room: Room): readonly HeldLease[];
  /** Returns the places of the own lease that may be given; none if its end cannot be judged. @param name of the room */
  toGive(name: string): OwnPlaces | null;
  /**
   * All of the lease is used or was given, and what was given ran out: under another lease, places that got lost on the
   * way come free at the server once this one has ended.
   */
  isSpent(room: Room): boolean;
  /** Number of places to ask for, those that are left included, by the rate of recent admissions. */
  wanted(room: Room): number;
  /** Places in the room have to be asked for now. */
  isDue(room: Room): boolean;
  /** The room's own lease, granted or only asked for; null: neither. */
  leaseOf(room: Room): KeptLease | null;
  question(room: Room): LeaseRequest['rooms'][number];
}

const leasesSetting = 'admission_leases';
/** More than was ever given of a lease. */
const allOfThem = 1_000_000_000;

export async function openHeldPlaces(
  replica: Replica,
  identity: StationIdentity,
  clock: TrustedClock,
  neighbours: NeighbourPlaces,
): Promise<HeldPlaces> {
  let kept: KeptLeases = readLeases(await replica.settings.read(leasesSetting));
  let count = createPlaceLeaseCount(replica.journal, kept.counted);
  const isHolding = Object.keys(kept.rooms).length > 0 || neighbours.leasesOfOthers().length > 0;
  // Scans are missing that it had counted: nothing says what was used of its leases, and it needs others.
  if (!isHolding || !(await count.recount())) {
    kept = { ...emptyLeases, request: kept.request };
    const used = Object.fromEntries(neighbours.leasesOfOthers().map((lease) => [lease, allOfThem]));
    count = createPlaceLeaseCount(replica.journal, { through: replica.journal.lastCounter(), used });
  }

  function records() {
    const gate = replica.roster.record('gates', stationGate(replica, identity));
    const list = gate && replica.roster.record('checkin_lists', gate.list);
    return { gate, list };
  }

  const leaseOf = (room: Room): KeptLease | null => kept.rooms[roomName(room)] ?? null;
  const heldOf = (room: Room): HeldLease | null => leaseOf(room)?.held ?? null;
  const usedOf = (room: Room): number => {
    const lease = leaseOf(room);
    return lease === null ? 0 : count.used(lease.id) + neighbours.given(lease.id);
  };
  const recentOf = (room: Room): number => {
    const lease = leaseOf(room);
    return lease === null ? 0 : count.since(lease.id, clock.now() - leaseRateMs);
  };

  return {
    count,
    kept: () => kept,
    async save(next) {
      const own = Object.values(next.rooms).map(({ id }) => id);
      const counted = count.snapshot([...own, ...neighbours.leasesOfOthers()]);
      await replica.settings.write(leasesSetting, { ...next, counted });
      kept = next;
    },
    declared() {
      const { gate, list } = records();
      return [
        { kind: 'gate' as const, record: gate },
        { kind: 'list' as const, record: list },
      ].flatMap(({ kind, record }) => {
        // A server that knows nothing of capacity sends none.
        const capacity = record?.capacity ?? null;
        return record === null || capacity === null ? [] : [{ kind, id: record.id, name: record.name, capacity }];
      });
    },
    roomsOf(context) {
      const { gate, list } = records();
      return limitedRoomsOf(context, { gate: gate?.capacity ?? null, list: list?.capacity ?? null });
    },
    heldOf,
    usedOf,
    givenOf(room) {
      const lease = leaseOf(room);
      return lease === null ? 0 : neighbours.given(lease.id);
    },
    ofOthers: (room) =>
      neighbours.ofOthers(roomName(room)).flatMap((places) => {
        const { lease, expiresAtMs } = places;
        const granted = placesLeft(places, count.used(lease));
        return expiresAtMs === null ? [] : [{ lease, generation: 0, granted, expiresAtMs }];
      }),
    toGive(name) {
      const room = readRoomName(name);
      const held = room && heldOf(room);
      if (!room || !held || !clock.trusted() || clock.now() > held.expiresAtMs) return null;
      const { lease, granted, expiresAtMs } = held;
      return { lease, left: Math.max(0, granted - usedOf(room)), expiresAt: isoTime(expiresAtMs) };
    },
    isSpent(room) {
      const held = heldOf(room);
      const untilMs = held && neighbours.givenUntil(held.lease);
      return held !== null && untilMs !== null && clock.now() > untilMs + leaseGraceMs && usedOf(room) >= held.granted;
    },
    wanted: (room) => leaseWanted(recentOf(room)),
    isDue: (room) => leaseDue(heldOf(room), usedOf(room), recentOf(room), clock.now()),
    leaseOf,
    question(room) {
      const lease = must(leaseOf(room), 'a room that is asked for has an id for its lease');
      const { generation, granted } = lease.held ?? { generation: 0, granted: 0 };
      const wanted = leaseWanted(recentOf(room));
      return { room: roomName(room), lease: lease.id, generation, granted, used: usedOf(room), wanted };
    },
  };
}

/** @returns with an id for each room that has none, and the number of the next question */
export function withIds(kept: KeptLeases, rooms: readonly Room[], newId: () => string): KeptLeases {
  const made = rooms
    .filter((room) => kept.rooms[roomName(room)] === undefined)
    .map((room) => [roomName(room), { id: newId(), held: null }] as const);
  return { ...kept, rooms: { ...kept.rooms, ...Object.fromEntries(made) }, request: kept.request + 1 };
}

/** Drops the leases of these rooms: spent ones, and ids that are another kiosk's, as after a disk was copied. */
export function withoutRooms(kept: KeptLeases, rooms: readonly string[]): KeptLeases {
  const others = Object.entries(kept.rooms).filter(([room]) => !rooms.includes(room));
  return { ...kept, rooms: Object.fromEntries(others) };
}

export function withAnswer(kept: KeptLeases, answer: LeaseAnswer): KeptLeases {
  const rooms = { ...kept.rooms };
  for (const { room, lease, generation, granted, expiresAt } of answer.rooms) {
    const expiresAtMs = parseTime(expiresAt);
    if (rooms[room]?.id !== lease || expiresAtMs === null) continue;
    rooms[room] = { id: lease, held: { lease, generation, granted, expiresAtMs } };
  }
  return { ...kept, rooms };
}
