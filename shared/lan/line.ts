/** The rules of one line: how fast it is read, when it has been silent, slow or a stranger for too long. No socket here. */
import type { LineEnd } from '#shared/peers/peer-api.ts';
import type { PeerLimits } from './limits.ts';
import type { Wire } from './wire.ts';

export interface Line {
  readonly id: number;
  readonly remote: string;
  /** True also for a line that this host dialled, before its other side has proven itself. */
  isProven(): boolean;
  /** Counts a frame that came. @returns true: it may pass; else why the line must end */
  received(nowMs: number): true | LineEnd;
  heard(nowMs: number): void;
  /** @returns true: it was written; else why the line must end */
  send(frame: Uint8Array, nowMs: number): true | LineEnd;
  /** The other side has proven itself. */
  keep(): void;
  /** @param held nothing may be read now, because the renderer does not keep up @returns why the line must end, or null */
  tick(nowMs: number, held: boolean): LineEnd | null;
  destroy(): void;
}

export interface LineParts {
  readonly id: number;
  readonly wire: Wire;
  readonly limits: PeerLimits;
  readonly openedMs: number;
  /** This host dialled it: the address was chosen here, and places of strangers are not taken by it. */
  readonly dialled: boolean;
}

export function createLine({ id, wire, limits, openedMs, dialled }: LineParts): Line {
  let proven = false;
  let frames = 0;
  let heardMs = openedMs;
  let sentMs = openedMs;
  let insideSinceMs: number | null = null;
  let allowance = limits.frameBurst;
  let countedMs = openedMs;
  let paused = false;

  function refill(nowMs: number): void {
    const gained = ((nowMs - countedMs) * limits.framesPerSecond) / 1_000;
    allowance = Math.min(limits.frameBurst, allowance + gained);
    countedMs = nowMs;
  }

  function pace(nowMs: number, held: boolean): void {
    refill(nowMs);
    const wanted = held || allowance <= 0;
    if (wanted === paused) return;
    paused = wanted;
    if (paused) wire.pause();
    else wire.resume();
    // Data that came while reading was paused could not be heard.
    heardMs = nowMs;
  }

  function tooSlow(nowMs: number): boolean {
    if (paused || !wire.isInside()) {
      insideSinceMs = null;
      return false;
    }
    insideSinceMs ??= nowMs;
    return nowMs - insideSinceMs > limits.frameMs;
  }

  return {
    id,
    remote: wire.remote,
    isProven: () => proven || dialled,
    received(nowMs) {
      frames += 1;
      // The next frame has a time of its own.
      insideSinceMs = null;
      if (!proven && frames > limits.unprovenFrames) return 'unproven';
      allowance -= 1;
      if (allowance <= 0) pace(nowMs, false);
      return true;
    },
    heard(nowMs) {
      heardMs = nowMs;
    },
    send(frame, nowMs) {
      if (wire.backlog() + frame.length > limits.backlogBytes) return 'slow';
      sentMs = nowMs;
      wire.write(frame);
      return true;
    },
    keep() {
      proven = true;
    },
    tick(nowMs, held) {
      pace(nowMs, held);
      if (!proven && nowMs - openedMs > limits.unprovenMs) return 'unproven';
      if (tooSlow(nowMs)) return 'slow';
      if (!paused && nowMs - heardMs > limits.silentMs) return 'silent';
      if (nowMs - sentMs >= limits.heartbeatMs && wire.backlog() === 0) {
        sentMs = nowMs;
        wire.beat();
      }
      return null;
    },
    destroy: wire.destroy,
  };
}
