/**
 * Virtual time: the next thing happens when nothing else is left to do at this moment. Work belongs to a process; when
 * it is killed, none of its code runs any more, as if its awaited promises never resolved.
 */
import type { Pace } from '#server/core/log/followers/pace.ts';

export interface Process {
  readonly name: string;
  alive: boolean;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly process: Process;
  readonly work: () => void;
  cancelled: boolean;
}

/** The world itself is never killed. */
export const world: Process = { name: 'world', alive: true };

export interface VirtualTime {
  /** Unix milliseconds, with fractions. */
  now(): number;
  /** @returns the function that cancels it */
  after(process: Process, delayMs: number, work: () => void): () => void;
  sleep(process: Process, delayMs: number): Promise<void>;
  /** Lets everything happen up to this time. @throws what a piece of work threw */
  runUntil(atMs: number): Promise<void>;
  /** While it is held, the world waits for real work (a device signs with its key). */
  hold(): () => void;
  steps(): number;
}

export function createVirtualTime(startMs: number): VirtualTime {
  const heap: Entry[] = [];
  let nowMs = startMs;
  let order = 0;
  let steps = 0;
  let held = 0;

  const before = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

  function push(entry: Entry): void {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  function pop(): Entry {
    const top = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  }

  /** All that follows from one piece of work without waiting for time. */
  async function settle(): Promise<void> {
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (held > 0);
  }

  function after(process: Process, delayMs: number, work: () => void): () => void {
    const entry = { atMs: nowMs + Math.max(0, delayMs), order: order++, process, work, cancelled: false };
    push(entry);
    return () => {
      entry.cancelled = true;
    };
  }

  return {
    now: () => nowMs,
    after,
    sleep: (process, delayMs) =>
      new Promise((resolve) => {
        after(process, delayMs, resolve);
      }),
    async runUntil(atMs) {
      await settle();
      while (heap.length > 0 && heap[0]!.atMs <= atMs) {
        const entry = pop();
        if (entry.cancelled || !entry.process.alive) continue;
        nowMs = entry.atMs;
        steps += 1;
        entry.work();
        await settle();
      }
      nowMs = Math.max(nowMs, atMs);
    },
    hold() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    steps: () => steps,
  };
}

/** The pace of a process's loops, in virtual time. */
export function paceOf(time: VirtualTime, process: Process, random: () => number): Pace {
  return {
    clock: () => Math.round(time.now()),
    monotonic: () => time.now(),
    random,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        const cancel = time.after(process, ms, resolve);
        const end = (): void => {
          cancel();
          resolve();
        };
        signal.addEventListener('abort', end, { once: true });
      }),
  };
}
