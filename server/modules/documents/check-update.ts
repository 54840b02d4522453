/** Checks an update from outside before Yjs applies it: refuses what Yjs cannot read, and clocks above `clockMax`. */
import * as Y from 'yjs';
import { clockMax } from './limits.ts';

export interface UpdateShape {
  /** It has content; otherwise it only deletes. */
  readonly adds: boolean;
}

/** @returns null: it cannot be read, or has a clock above `clockMax` */
export function checkUpdate(update: Uint8Array): UpdateShape | null {
  try {
    const { ds, structs } = Y.decodeUpdate(update);
    const tooFar = (clock: number, length: number) => clock + length > clockMax;
    if (structs.some(({ id, length }) => tooFar(id.clock, length))) return null;
    for (const ranges of ds.clients.values()) if (ranges.some(({ clock, len }) => tooFar(clock, len))) return null;
    return { adds: structs.some((struct) => !(struct instanceof Y.Skip)) };
  } catch {
    return null;
  }
}
