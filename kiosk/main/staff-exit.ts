/**
 * Leaving the kiosk by PIN: checks it, slows down guessing, and answers the caller. What happens
 * on leaving is index.ts.
 */

import type { QuitAnswer } from '#kiosk/bridge/host-api.ts';
import { isPin } from '#kiosk/host/keys/pin.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';

/** Number of wrong PINs in a row after which every further try has to wait. */
const freeTries = 4;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

export interface StaffExitOptions {
  /** Null: no PIN is configured, so the kiosk cannot be left. */
  readonly pinHash: string | null;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  readonly leave: () => void;
}

/** @returns how long after the last wrong PIN the next one counts, in milliseconds */
export function tryAgainMs(wrong: number): number {
  return wrong < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(wrong - freeTries, 16));
}

export function createStaffExit(options: StaffExitOptions): (pin: string) => Promise<QuitAnswer> {
  const { pinHash, now, leave } = options;
  let wrong = 0;
  let wrongAt = 0;
  const oneAtATime = createOneAtATime();

  async function check(pin: string): Promise<QuitAnswer> {
    if (pinHash === null) return 'no_pin';
    // A try during the wait is not even looked at, so that it says nothing about the PIN.
    if (now() - wrongAt < tryAgainMs(wrong)) return 'wait';
    if (await isPin(pin, pinHash)) {
      wrong = 0;
      leave();
      return 'quitting';
    }
    wrong += 1;
    wrongAt = now();
    return 'wrong_pin';
  }

  // One after the other: many at once would all be checked before the first is counted.
  return (pin) => oneAtATime(() => check(pin));
}
