/** Work that would hold up requests, in pieces with turns of the event loop in between. */
import { setImmediate as turn } from 'node:timers/promises';

/** A piece ends by the clock and not by its size: code that runs for the first time takes ten times as long as later on. */
export const pieceMs = 2;

/** @param steps of a fraction of a millisecond each; @param now in milliseconds */
export async function inTurns<T>(steps: Iterator<unknown, T>, now = () => performance.now()): Promise<T> {
  for (let began = now(), step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (now() - began < pieceMs) continue;
    await turn();
    began = now();
  }
}
