/**
 * Work that is woken by any possible change and never runs twice at once: a wake during a run is one more
 * run, a fault is reported and tried again later. Shared by the follower, the runner and the state of printing.
 */
import type { Timing } from './ports.ts';

export interface Wakeable {
  wake(): void;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
  stop(): void;
}

const retryAfterFaultMs = 5_000;

/** @param work gets a function that says whether it was stopped meanwhile, so that a long run can end early */
export function createWakeable(
  work: (isStopped: () => boolean) => Promise<void>,
  timing: Timing,
  onFault: (error: unknown) => void,
): Wakeable {
  let stopped = false;
  let woken = false;
  let running: Promise<void> | null = null;
  let cancelRetry = (): void => {};

  async function run(): Promise<void> {
    while (woken && !stopped) {
      woken = false;
      try {
        await work(() => stopped);
      } catch (error) {
        onFault(error);
        cancelRetry();
        cancelRetry = timing.after(retryAfterFaultMs, wake);
      }
    }
    running = null;
  }

  function wake(): void {
    if (stopped) return;
    woken = true;
    if (running === null) running = run();
  }

  return {
    wake,
    idle: async () => {
      while (running !== null) await running;
    },
    stop: () => {
      stopped = true;
      cancelRetry();
    },
  };
}
