/**
 * Keeps this kiosk's leases of places in the rooms that its gate leads to: asks the server for places before they run
 * out, and says what is left, without a network too. The rules are shared/admission/lease.ts; asking happens beside the
 * scans, never in their way. What it holds is on disk before it counts, so that a restart neither forgets nor invents a
 * place. Without the server it asks the kiosks in reach for places of theirs (PE17–PE19).
 */
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { GateContext, RoomFacts } from '#shared/admission/facts.ts';
import { roomName } from '#shared/admission/lease.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { secondMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { leaseAnswer } from '#shared/sync/down.ts';
import { createRoomFilling, type Now } from './fill-rooms.ts';
import { openHeldPlaces, withAnswer, withIds, withoutRooms } from './held-places.ts';
import { type NeighbourPlaces, noNeighbours } from './neighbour-places.ts';
import type { ServerActions } from './server-actions.ts';
import type { RoomState } from './station.ts';
import type { StationIdentity } from './station-facts.ts';

/** Leases as an attempt needs them. */
export interface Leases {
  /** Places that this kiosk may still fill in the rooms that the gate leads to and that have a capacity. */
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
  readonly neighbours?: NeighbourPlaces;
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly onChange: () => void;
}

/** A room that is full is asked for again, but not with every scan. */
const askAtMostEveryMs = 2 * secondMs;
/** Other kiosks are asked when no more places than this are left. */
const fewPlaces = 2;

export async function openPlaceLeases(parts: LeaseParts): Promise<PlaceLeases> {
  const { replica, identity, clock, server, neighbours = noNeighbours } = parts;
  const places = await openHeldPlaces(replica, identity, clock, neighbours);
  const { count } = places;
  const filling = createRoomFilling(places, clock);
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let othersAskedAtMs = Number.NEGATIVE_INFINITY;
  let closed = false;
  const endAppend = replica.journal.onAppend((scan) => {
    count.add(scan);
    // Does not wait: the person of this scan has been let in already.
    look();
  });
  neighbours.offer(places.toGive);
  const endNeighbours = neighbours.onChange(parts.onChange);

  async function ask(): Promise<void> {
    const due = places.declared().filter(places.isDue);
    if (due.length === 0) return;
    askedAtMs = parts.monotonicMs();
    await count.recount();
    const spent = due.filter(places.isSpent).map(roomName);
    if (spent.length > 0) await places.save(withoutRooms(places.kept(), spent));
    await places.save(withIds(places.kept(), due, () => uuidv7(clock.now(), parts.randomBytes(10))));
    const { request } = places.kept();
    const answer = await server.act('lease_admissions', { request, rooms: due.map(places.question) });
    if (answer.kind === 'refused' && answer.code === 'not_yours')
      await places.save(withoutRooms(places.kept(), due.map(roomName)));
    if (answer.kind !== 'ok') return;
    const parsed = validate(leaseAnswer, answer.body, { mode: 'create', unknown: 'drop' });
    if (!parsed.ok || parsed.value.request !== request) return;
    await places.save(withAnswer(places.kept(), parsed.value));
    parts.onChange();
  }

  /** Asks other kiosks for places before the last one is filled, so that no person waits for the answer. */
  function askNeighbours(): void {
    if (parts.monotonicMs() - othersAskedAtMs < askAtMostEveryMs) return;
    const few = places.declared().filter((room) => filling.factsOf(room, filling.now()).remaining <= fewPlaces);
    for (const room of few)
      if (neighbours.ask(roomName(room), places.wanted(room))) othersAskedAtMs = parts.monotonicMs();
  }

  function look(): void {
    if (closed) return;
    if (!server.online()) askNeighbours();
    if (asking !== null || !server.online()) return;
    if (parts.monotonicMs() - askedAtMs < askAtMostEveryMs || !places.declared().some(places.isDue)) return;
    // A request that fails is repeated at the next look: the lease it holds goes on.
    asking = ask()
      .catch(() => undefined)
      .finally(() => {
        asking = null;
      });
  }

  return {
    rooms: (context, now) => places.roomsOf(context).map((room) => filling.factsOf(room, now)),
    taken(entered, context) {
      const rooms = places.roomsOf(context);
      const leases = entered
        .filter(({ remaining }) => remaining > 0)
        .flatMap(({ kind }) => rooms.filter((room) => room.kind === kind))
        .map(filling.leaseToUse);
      return leases.length === 0 ? null : leases;
    },
    state: (now) => places.declared().map((room) => filling.stateOf(room, now)),
    look,
    async close() {
      closed = true;
      endAppend();
      endNeighbours();
      await asking;
    },
  };
}
