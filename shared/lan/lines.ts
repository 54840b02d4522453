/** All lines of a host: ids, places, and the one clock that looks after them. */
import { secondMs } from '#shared/base/time.ts';
import type { LineEnd, PeerEvent } from '#shared/peers/peer-api.ts';
import type { PeerClock, PeerLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import type { Wire, WireEvents } from './wire.ts';

export interface Lines {
  /** Whether a stranger from this address gets a place now. */
  hasPlaceFor(remote: string): boolean;
  /** Reports that a stranger got no place, at most once a second. */
  turnedAway(): void;
  /** Whether there is a place at all. */
  hasPlace(): boolean;
  /** @param dialled the address this host dialled; null: it was accepted @param open makes the wire */
  add(dialled: string | null, open: (events: WireEvents) => Wire): void;
  /** @returns false: the line is not open, or it ended because its other side is too slow */
  send(id: number, frame: Uint8Array): boolean;
  keep(id: number): void;
  end(id: number, reason: LineEnd): void;
  endAll(reason: LineEnd): void;
  count(): number;
  stop(): void;
}

export interface LinesParts {
  readonly limits: PeerLimits;
  readonly clock: PeerClock;
  readonly onEvent: (event: PeerEvent) => void;
  /** The renderer does not keep up: nothing more is read for now. */
  readonly isHeld: () => boolean;
}

const tickMs = 100;

export function createLines({ limits, clock, onEvent, isHeld }: LinesParts): Lines {
  const lines = new Map<number, Line>();
  let lastId = 0;
  let toldMs = Number.NEGATIVE_INFINITY;

  function end(id: number, reason: LineEnd): void {
    const line = lines.get(id);
    if (line === undefined) return;
    lines.delete(id);
    line.destroy();
    onEvent({ kind: 'closed', line: id, reason });
  }

  const strangers = (): readonly Line[] => [...lines.values()].filter((line) => !line.isProven());

  const endTicks = clock.every(tickMs, () => {
    const nowMs = clock.monotonicMs();
    const held = isHeld();
    for (const line of [...lines.values()]) {
      const reason = line.tick(nowMs, held);
      if (reason !== null) end(line.id, reason);
    }
  });

  return {
    hasPlaceFor(remote) {
      const waiting = strangers();
      const ofAddress = waiting.filter((line) => line.remote === remote).length;
      return lines.size < limits.lines && waiting.length < limits.unproven && ofAddress < limits.unprovenOfAddress;
    },
    turnedAway() {
      const nowMs = clock.monotonicMs();
      if (nowMs - toldMs < secondMs) return;
      toldMs = nowMs;
      lastId += 1;
      onEvent({ kind: 'closed', line: lastId, reason: 'crowded' });
    },
    hasPlace: () => lines.size < limits.lines,
    add(dialled, open) {
      lastId += 1;
      const id = lastId;
      const wire = open({
        onHeard: () => lines.get(id)?.heard(clock.monotonicMs()),
        onFrame(bytes) {
          const verdict = lines.get(id)?.received(clock.monotonicMs());
          if (verdict === true) onEvent({ kind: 'frame', line: id, bytes });
          else if (verdict !== undefined) end(id, verdict);
        },
        onEnd: (reason) => end(id, reason),
      });
      const openedMs = clock.monotonicMs();
      lines.set(id, createLine({ id, wire, limits, openedMs, dialled: dialled !== null }));
      onEvent({ kind: 'opened', line: id, address: dialled ?? wire.remote, dialled: dialled !== null });
    },
    send(id, frame) {
      const verdict = lines.get(id)?.send(frame, clock.monotonicMs());
      if (verdict === true) return true;
      if (verdict !== undefined) end(id, verdict);
      return false;
    },
    keep: (id) => lines.get(id)?.keep(),
    end,
    endAll(reason) {
      for (const id of [...lines.keys()]) end(id, reason);
    },
    count: () => lines.size,
    stop() {
      endTicks();
      for (const id of [...lines.keys()]) end(id, 'stopped');
    },
  };
}
