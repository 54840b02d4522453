/**
 * A kiosk's movements as entries of its log (shared/peers), for a box that passes them on (PE22). The log opens a moment after
 * the sync: a push to a box waits for it, because a movement that went before it would be missing in the log of the others.
 */
import type { Timers } from '#kiosk/store/timers.ts';
import { secondMs } from '#shared/base/time.ts';

export interface EntrySignature {
  readonly previous: number;
  readonly signature: string;
}

/** @returns null: the scan is no movement of this kiosk's log */
export type EntryOf = (scan: unknown) => Promise<EntrySignature | null>;

export interface OwnEntries {
  /** The log is open. */
  opened(entryOf: EntryOf): void;
  readonly entryOf: EntryOf;
}

/** Longest wait for the log: one that does not open keeps no scan from the server. */
const opensWithinMs = 5 * secondMs;

export function createOwnEntries(timers: Pick<Timers, 'after'>): OwnEntries {
  let source: EntryOf | null = null;
  let release = (): void => {};
  const isOpen = new Promise<void>((resolve) => {
    release = resolve;
  });
  let cancel: (() => void) | null = null;
  return {
    opened(entryOf) {
      source = entryOf;
      cancel?.();
      release();
    },
    async entryOf(scan) {
      if (source === null) cancel ??= timers.after(opensWithinMs, release);
      await isOpen;
      return source?.(scan) ?? null;
    },
  };
}
