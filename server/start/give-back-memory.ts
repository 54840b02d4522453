/**
 * What a start leaves behind: a third of the heap is garbage by then, and room that was only needed to get here. V8 would
 * keep both until something wants the memory, and an idle server wants none. Called by serve.ts, once.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Whoever waits for the start comes first. */
const settledMs = 1_000;

export function giveBackMemory(): void {
  const settled = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    setFlagsFromString('--no-expose-gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, settledMs);
  settled.unref();
}
