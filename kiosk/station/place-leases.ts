/**
 * Keeps this kiosk's leases of places in the rooms that its gate leads to: asks the server for places before they run
 * out, and says what is left, without a network too. The rules are shared/admission/lease.ts; asking happens beside the
 * scans, never in their way. What it holds is on disk before it counts, so that a restart neither forgets nor invents a
 * place.
 */
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { GateContext, RoomFacts } from '#shared/admission/facts.ts';
import { leaseDecide, roomName } from '#shared/admission/lease.ts';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime, secondMs } from '#shared/base/time.ts';
import { validate } from '#shared/schema/validate.ts';
import { leaseAnswer } from '#shared/sync/down.ts';
import { openHeldPlaces, withAnswer, withIds, withoutRooms } from './held-places.ts';
import type { ServerActions } from './server-actions.ts';
import type { RoomState } from './station.ts';
import type { StationIdentity } from './station-facts.ts';

type Now = { readonly nowMs: number; readonly clockTrusted: boolean };

/** What an attempt needs of it. */
export interface Leases {
  /** What this kiosk may still let into the rooms that the gate leads to and that have a capacity. */
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

/** A room that is full is asked for again, but not with every scan. */
const askAtMostEveryMs = 2 * secondMs;

export async function openPlaceLeases(parts: LeaseParts): Promise<PlaceLeases> {
  const { replica, identity, clock, server } = parts;
  const places = await openHeldPlaces(replica, identity, clock);
  const { count, heldOf, usedOf } = places;
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let closed = false;
  const endAppend = replica.journal.onAppend((scan) => {
    count.add(scan);
    // Not under way for this scan: its person has been let in already.
    look();
  });

  async function ask(): Promise<void> {
    const due = places.declared().filter(places.isDue);
    if (due.length === 0) return;
    askedAtMs = parts.monotonicMs();
    await count.recount();
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

  function look(): void {
    if (closed || asking !== null || !server.online()) return;
    if (parts.monotonicMs() - askedAtMs < askAtMostEveryMs || !places.declared().some(places.isDue)) return;
    // What fails is asked again at the next look: the lease it holds goes on.
    asking = ask()
      .catch(() => undefined)
      .finally(() => {
        asking = null;
      });
  }

  return {
    rooms: (context, now) =>
      places.roomsOf(context).map((room) => leaseDecide(room.kind, heldOf(room), usedOf(room), now)),
    taken(entered, context) {
      const rooms = places.roomsOf(context);
      const leases = entered
        .filter(({ remaining }) => remaining > 0)
        .flatMap(({ kind }) => rooms.filter((room) => room.kind === kind))
        .map((room) => must(places.leaseOf(room), 'a room with places left has a lease').id);
      return leases.length === 0 ? null : leases;
    },
    state: (now) =>
      places.declared().map((room) => {
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
}
