/** The rooms that a gate leads to, and this kiosk's leases of places in them: what it holds, what is used, what is due. */
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { GateContext } from '#shared/admission/facts.ts';
import {
  type HeldLease,
  leaseDue,
  leaseRateMs,
  leaseWanted,
  limitedRoomsOf,
  type Room,
  roomName,
} from '#shared/admission/lease.ts';
import { must } from '#shared/base/assert.ts';
import { parseTime } from '#shared/base/time.ts';
import type { LeaseAnswer } from '#shared/sync/down.ts';
import type { LeaseRequest } from '#shared/sync/up.ts';
import { createPlaceLeaseCount, type PlaceLeaseCount } from './place-lease-count.ts';
import { emptyLeases, type KeptLease, type KeptLeases, readLeases } from './place-lease-settings.ts';
import { type StationIdentity, stationGate } from './station-facts.ts';

export type DeclaredRoom = Room & { readonly name: string; readonly capacity: number };

export interface HeldPlaces {
  readonly count: PlaceLeaseCount;
  kept(): KeptLeases;
  /** Durable when it resolves; counts from then on. */
  save(next: KeptLeases): Promise<void>;
  /** Rooms with a capacity, by their names. */
  declared(): readonly DeclaredRoom[];
  /** The rooms with a capacity that an entry at this gate leads into. */
  roomsOf(context: GateContext): readonly Room[];
  heldOf(room: Room): HeldLease | null;
  usedOf(room: Room): number;
  isDue(room: Room): boolean;
  leaseOf(room: Room): KeptLease | null;
  question(room: Room): LeaseRequest['rooms'][number];
}

const leasesSetting = 'admission_leases';

export async function openHeldPlaces(
  replica: Replica,
  identity: StationIdentity,
  clock: TrustedClock,
): Promise<HeldPlaces> {
  let kept: KeptLeases = readLeases(await replica.settings.read(leasesSetting));
  let count = createPlaceLeaseCount(replica.journal, kept.counted);
  const isHolding = Object.keys(kept.rooms).length > 0;
  // Scans are missing that it had counted: nothing says what was used of its leases, and it needs others.
  if (!isHolding || !(await count.recount())) {
    kept = { ...emptyLeases, request: kept.request };
    count = createPlaceLeaseCount(replica.journal, { through: replica.journal.lastCounter(), used: {} });
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
    return lease === null ? 0 : count.used(lease.id);
  };
  const recentOf = (room: Room): number => {
    const lease = leaseOf(room);
    return lease === null ? 0 : count.since(lease.id, clock.now() - leaseRateMs);
  };

  return {
    count,
    kept: () => kept,
    async save(next) {
      const counted = count.snapshot(Object.values(next.rooms).map(({ id }) => id));
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
    isDue: (room) => leaseDue(heldOf(room), usedOf(room), recentOf(room), clock.now()),
    leaseOf,
    question(room) {
      const lease = must(leaseOf(room), 'a room that is asked for has an id for its lease');
      const { generation, granted } = lease.held ?? { generation: 0, granted: 0 };
      const wanted = leaseWanted(recentOf(room));
      return { room: roomName(room), lease: lease.id, generation, granted, used: count.used(lease.id), wanted };
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

/** Ids of another kiosk, as after a disk was copied: this one needs its own. */
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
