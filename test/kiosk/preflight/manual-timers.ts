/** Timers that go by the test's hand: time passes when it says so, and callbacks run in their order. */
import type { CheckTimers } from '#kiosk/preflight/run-checks.ts';

export interface ManualTimers extends CheckTimers {
  nowMs(): number;
  /** Lets the time pass, timer by timer, and what follows each of them. */
  pass(ms: number): Promise<void>;
  waiting(): number;
}

export function manualTimers(): ManualTimers {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    nowMs: () => nowMs,
    waiting: () => waiting.size,
    after(delayMs, callback) {
      const timer = { atMs: nowMs + delayMs, callback };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    async pass(ms) {
      const endMs = nowMs + ms;
      await settle();
      for (;;) {
        const [next] = [...waiting].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        waiting.delete(next);
        nowMs = next.atMs;
        next.callback();
        await settle();
      }
      nowMs = endMs;
    },
  };
}
