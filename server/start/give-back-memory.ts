/**
 * Returns memory that the start no longer needs to the operating system: a third of the heap is garbage by then, and V8
 * would keep it until something needs the memory. An idle server holds 138 MB resident instead of 190, 61 of them Node's own
 * files (24 November 2026, SQLite, a second start, 5 and 22 s after it; 120 instead of 155 two days before). Bench row P7 has
 * a target of 120, which is not met. Called once, by serve.ts or by operations/venue.ts.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * It takes 0.2 s of CPU time (23 November 2026): not from the first requests, which a server is started for, and not at
 * all where one ends again at once.
 */
const settledMs = 10_000;

export function giveBackMemory(): void {
  const settled = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settledMs);
  settled.unref();
}
