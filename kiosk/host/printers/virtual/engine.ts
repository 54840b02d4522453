/**
 * A virtual printer without its sockets: the firmware at work, the badges that came out, and the fault it was asked to
 * show. Driven by virtual-printer.ts.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import type { Effect, Firmware, Stop } from './firmware.ts';

export const faults = ['paper_out', 'cover_open', 'mute', 'half_open', 'slow', 'reset', 'reboot'] as const;
/**
 * paper_out, cover_open: executes nothing more, and its status says why; ESC/POS and ZPL keep their buffer. mute: prints
 * but never answers. half_open: neither reads nor answers, the connection stays. slow: waits before each band. reset:
 * breaks the connection at the next data, or after the bands it was set for, and forgets the job. reboot: forgets the job
 * and is gone for a while.
 */
export type Fault = (typeof faults)[number];

export interface PrintedBadge {
  /** Counts from 1, torn pieces included. */
  readonly number: number;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly bitmap: Bitmap;
  /** False for a piece of paper that will not become a badge: after a reset, a reboot, a stop or a cleared buffer. */
  readonly complete: boolean;
}

export interface EngineParts {
  readonly firmware: Firmware;
  readonly now: () => number;
  /** Duration of a band of about 128 rows. */
  readonly bandMs: number;
  readonly slowBandMs: number;
  /** Sends bytes back to the client. */
  readonly onSay: (bytes: Uint8Array) => void;
  /** Reset or reboot: the connections break. */
  readonly onBreak: (fault: 'reset' | 'reboot') => void;
  /** The engine pauses (true) or resumes (false) reading from the client. */
  readonly onPause: (paused: boolean) => void;
  readonly changed: () => void;
}

export interface PrinterEngine {
  badges(): readonly PrintedBadge[];
  fault(): Fault | null;
  /** The active fault; one that waits for its band is not active yet. */
  active(): Fault | null;
  stop(): Stop | null;
  setFault(fault: Fault | null, afterBands: number): void;
  receive(bytes: Buffer): void;
  close(): void;
}

const maxBadges = 100;

export function createEngine(parts: EngineParts): PrinterEngine {
  const { firmware, changed } = parts;
  let badges: readonly PrintedBadge[] = [];
  let printed = 0;
  let armed: { readonly fault: Fault; bandsLeft: number } | null = null;
  let active: Fault | null = null;
  let pumping = false;
  let closed = false;
  const stop = (): Stop | null => (active === 'paper_out' || active === 'cover_open' ? active : null);

  function keep(bitmap: Bitmap | null | undefined, complete: boolean): void {
    if (bitmap === null || bitmap === undefined) return;
    printed += 1;
    badges = [{ number: printed, atMs: parts.now(), bitmap, complete }, ...badges].slice(0, maxBadges);
    changed();
  }

  function happen(effect: Effect): void {
    keep(effect.torn, false);
    keep(effect.page, true);
    if (effect.say !== undefined && effect.say.length > 0 && active !== 'mute') parts.onSay(effect.say);
  }

  function announceStop(): void {
    const why = stop();
    if (why !== null) happen(firmware.stopped(why));
  }

  function strike(fault: Fault): void {
    if (fault === 'reset' || fault === 'reboot') {
      active = null;
      parts.onBreak(fault);
      happen(firmware.reset());
    } else {
      active = fault;
      if (fault === 'half_open') parts.onPause(true);
      announceStop();
    }
    changed();
  }

  /** Executes what is buffered, one command after the other, until no whole command is left or the printer stops. */
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    while (!closed && (active === null || active === 'mute' || active === 'slow')) {
      const pauseMs = active === 'slow' ? parts.slowBandMs : parts.bandMs;
      if (pauseMs > 0 && firmware.nextIsBand()) await wait(pauseMs);
      const effect = firmware.step();
      if (effect === null) break;
      happen(effect);
      if (effect.isBand === true) countBand();
    }
    pumping = false;
  }

  function countBand(): void {
    if (armed === null) return;
    armed.bandsLeft -= 1;
    if (armed.bandsLeft > 0) return;
    const { fault } = armed;
    armed = null;
    strike(fault);
  }

  return {
    badges: () => badges,
    fault: () => active ?? armed?.fault ?? null,
    active: () => active,
    stop,
    setFault(fault, afterBands) {
      armed = fault !== null && afterBands > 0 ? { fault, bandsLeft: afterBands } : null;
      active = armed === null ? fault : null;
      if (active === 'reboot') strike(active);
      announceStop();
      parts.onPause(active === 'half_open');
      changed();
      void pump();
    },
    receive(bytes) {
      if (active === 'reset') return strike(active);
      for (const effect of firmware.receive(bytes, stop())) happen(effect);
      void pump();
    },
    close() {
      closed = true;
    },
  };
}
