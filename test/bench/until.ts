/** Waits for what other processes do. */
import { setTimeout as wait } from 'node:timers/promises';

const limitMs = 60_000;
const lookMs = 20;

/** @param what names it in the error when it does not come in a minute */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`not in ${limitMs / 1_000} s: ${what}`);
    await wait(lookMs);
  }
}
