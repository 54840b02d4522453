/** An entry as it was heard: what is kept of it over a restart. */
import type { PeerEntry } from './entry.ts';

export interface HeardEntry {
  readonly entry: PeerEntry;
  /** Corrected time, Unix milliseconds. */
  readonly heardAtMs: number;
  /** The server has answered it, whichever kiosk brought it, or this member is a box that keeps it for the server. */
  readonly answered: boolean;
}
