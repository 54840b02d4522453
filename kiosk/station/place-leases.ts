/**
 * Keeps this kiosk's leases of the rooms behind its gate: asks the server for places before they run out, and says what
 * is left, without a network too. The rules are shared/admission/lease.ts; asking happens beside the scans, never in
 * their way. What it holds is on disk before it counts, so that a restart neither forgets nor invents a place.
 */

import type { JournalScan, Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { GateContext, RoomFacts } from '#shared/admission/facts.ts';
import {
  type HeldLease,
  leaseDecide,
  leaseDue,
  leaseRateMs,
  leaseWanted,
  type Room,
  roomName,
  roomsBehind,
} from '#shared/admission/lease.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, parseTime, secondMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { type LeaseAnswer, leaseAnswer } from '#shared/sync/down.ts';
import type { LeaseRequest } from '#shared/sync/up.ts';
import { createPlaceLeaseCount, type PlaceLeaseCount } from './place-lease-count.ts';
import { emptyLeases, type KeptLease, type KeptLeases, readLeases } from './place-lease-settings.ts';
import type { ServerActions } from './server-actions.ts';
import type { RoomState } from './station.ts';
import { type StationIdentity, stationGate } from './station-facts.ts';

type Now = { readonly nowMs: number; readonly clockTrusted: boolean };

/** What an attempt needs of it. */
export interface Leases {
  /** What this kiosk may still let into the rooms behind the gate that have a capacity. */
  rooms(context: GateContext, now: Now): readonly RoomFacts[];
  /** Ids of the leases in which an admission takes a place, of rooms as `rooms` gave them; null: of none. */
  taken(entered: readonly RoomFacts[], context: GateContext): string[] | null;
}

export interface PlaceLeases extends Leases {
  state(now: Now): readonly RoomState[];
  /** Asks, when a lease is due and the server can be reached; does nothing while a question is under way. */
  look(): void;
  close(): Promise<void>;
}

export interface LeaseParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly server: ServerActions;
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly onChange: () => void;
}

const leasesSetting = 'admission_leases';
/** A room that is full is asked for again, but not with every scan. */
const askAtMostEveryMs = 2 * secondMs;

export async function openPlaceLeases(parts: LeaseParts): Promise<PlaceLeases> {
  const { replica, identity, clock, server } = parts;
  let kept: KeptLeases = readLeases(await replica.settings.read(leasesSetting));
  let count: PlaceLeaseCount = createPlaceLeaseCount(replica.journal, kept.counted);
  const isHolding = Object.keys(kept.rooms).length > 0;
  // Scans are missing that it had counted: what was used of its leases nobody knows, and it needs others.
  if (!isHolding || !(await count.recount())) {
    kept = { ...emptyLeases, request: kept.request };
    count = createPlaceLeaseCount(replica.journal, { through: replica.journal.lastCounter(), used: {} });
  }
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let closed = false;
  const endAppend = replica.journal.onAppend((scan: JournalScan) => {
    count.add(scan);
    // Not under way for this scan: whoever was let in has been let in.
    look();
  });

  function records() {
    const gate = replica.roster.record('gates', stationGate(replica, identity));
    const list = gate && replica.roster.record('checkin_lists', gate.list);
    return { gate, list };
  }

  /** With their names and capacities. */
  function declared(): readonly (Room & { readonly name: string; readonly capacity: number })[] {
    return [
      { kind: 'gate' as const, record: records().gate },
      { kind: 'list' as const, record: records().list },
    ].flatMap(({ kind, record }) => {
      // A server that knows nothing of capacity sends none.
      const capacity = record?.capacity ?? null;
      return record === null || capacity === null ? [] : [{ kind, id: record.id, name: record.name, capacity }];
    });
  }

  const leaseOf = (room: Room): KeptLease | null => kept.rooms[roomName(room)] ?? null;
  const heldOf = (room: Room): HeldLease | null => leaseOf(room)?.held ?? null;
  const usedOf = (room: Room): number => {
    const lease = leaseOf(room);
    return lease === null ? 0 : count.used(lease.id);
  };

  function recentOf(room: Room): number {
    const lease = leaseOf(room);
    return lease === null ? 0 : count.since(lease.id, clock.now() - leaseRateMs);
  }

  const isDue = (room: Room): boolean => leaseDue(heldOf(room), usedOf(room), recentOf(room), clock.now());

  async function save(next: KeptLeases): Promise<void> {
    const counted = count.snapshot(Object.values(next.rooms).map(({ id }) => id));
    await replica.settings.write(leasesSetting, { ...next, counted });
    kept = next;
  }

  function withIds(rooms: readonly Room[]): KeptLeases {
    const made = rooms
      .filter((room) => leaseOf(room) === null)
      .map((room) => [roomName(room), { id: uuidv7(clock.now(), parts.randomBytes(10)), held: null }] as const);
    return { ...kept, rooms: { ...kept.rooms, ...Object.fromEntries(made) }, request: kept.request + 1 };
  }

  function question(room: Room): LeaseRequest['rooms'][number] {
    const lease = leaseOf(room)!;
    const { generation, granted } = lease.held ?? { generation: 0, granted: 0 };
    const wanted = leaseWanted(recentOf(room));
    return { room: roomName(room), lease: lease.id, generation, granted, used: count.used(lease.id), wanted };
  }

  async function ask(): Promise<void> {
    const due = declared().filter(isDue);
    if (due.length === 0) return;
    askedAtMs = parts.monotonicMs();
    await count.recount();
    await save(withIds(due));
    const { request } = kept;
    const answer = await server.act('lease_admissions', { request, rooms: due.map(question) });
    if (answer.kind === 'refused' && answer.code === 'not_yours') await save(without(due.map(roomName)));
    if (answer.kind !== 'ok') return;
    const parsed = validate(leaseAnswer, answer.body, { mode: 'create', unknown: 'drop' });
    if (!parsed.ok || parsed.value.request !== request) return;
    await save(withAnswer(parsed.value));
    parts.onChange();
  }

  /** Ids of another kiosk, as after a disk was copied: this one needs its own. */
  function without(rooms: readonly string[]): KeptLeases {
    const others = Object.entries(kept.rooms).filter(([room]) => !rooms.includes(room));
    return { ...kept, rooms: Object.fromEntries(others) };
  }

  function withAnswer(answer: LeaseAnswer): KeptLeases {
    const rooms = { ...kept.rooms };
    for (const { room, lease, generation, granted, expiresAt } of answer.rooms) {
      const expiresAtMs = parseTime(expiresAt);
      if (rooms[room]?.id !== lease || expiresAtMs === null) continue;
      rooms[room] = { id: lease, held: { lease, generation, granted, expiresAtMs } };
    }
    return { ...kept, rooms };
  }

  function look(): void {
    if (closed || asking !== null || !server.online()) return;
    if (parts.monotonicMs() - askedAtMs < askAtMostEveryMs || !declared().some(isDue)) return;
    // What fails is asked again at the next look: the lease it holds goes on.
    asking = ask()
      .catch(() => undefined)
      .finally(() => {
        asking = null;
      });
  }

  return {
    rooms: (context, now) => behind(context).map((room) => leaseDecide(room.kind, heldOf(room), usedOf(room), now)),
    taken(entered, context) {
      const rooms = behind(context);
      const leases = entered
        .filter(({ remaining }) => remaining > 0)
        .flatMap(({ kind }) => rooms.filter((room) => room.kind === kind).map((room) => leaseOf(room)!.id));
      return leases.length === 0 ? null : leases;
    },
    state: (now) =>
      declared().map((room) => {
        const held = heldOf(room);
        const { remaining } = leaseDecide(room.kind, held, usedOf(room), now);
        const { kind, name, capacity } = room;
        return { kind, name, capacity, left: held && remaining, expiresAt: held && isoTime(held.expiresAtMs) };
      }),
    look,
    async close() {
      closed = true;
      endAppend();
      await asking;
    },
  };

  function behind(context: GateContext): readonly Room[] {
    const { gate, list } = records();
    return roomsBehind(context, { gate: gate?.capacity ?? null, list: list?.capacity ?? null });
  }
}
