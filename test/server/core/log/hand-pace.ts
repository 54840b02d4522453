/** Time that a test turns by hand: sleeps end when the clock has passed them. */
import type { Pace } from '#server/core/log/followers/pace.ts';

/** How long anything may take on a machine that others use, too. */
const patienceMs = 60_000;

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

export class HandPace implements Pace {
  nowMs = Date.UTC(2026, 4, 1, 8);
  /** Lengths of all sleeps begun, in milliseconds. */
  readonly slept: number[] = [];
  readonly #sleepers = new Set<Sleeper>();

  readonly clock = () => this.nowMs;
  /** Moves with `pass`; a test that sets `nowMs` itself sets the clock. */
  monotonicMs = 0;
  readonly monotonic = () => this.monotonicMs;
  readonly random = () => 0.5;

  /** Loops that wait for a later time. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    this.slept.push(ms);
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      const sleeper: Sleeper = { untilMs: this.monotonicMs + ms, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', wake, { once: true });
    });
  };

  /** Lets this much time pass, and everything whose time has come go on. */
  pass(ms: number): void {
    this.nowMs += ms;
    this.monotonicMs += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.untilMs <= this.monotonicMs) sleeper.wake();
  }
}

export async function until(what: () => boolean): Promise<void> {
  const endMs = Date.now() + patienceMs;
  while (Date.now() < endMs) {
    if (what()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`did not come about: ${what.toString()}`);
}

/** Long enough for loops to do what they should not. */
export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 60));
}
