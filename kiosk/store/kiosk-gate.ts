/** The gate of a kiosk. Its own record takes precedence over its pairing: an organizer may have moved it since. */
import type { Roster } from './replica.ts';

type Records = Pick<Roster, 'record'>;

interface Paired {
  readonly kioskId: string;
  /** Id of the gate's record, as it was paired. */
  readonly gate: string;
}

/** @returns the id of the record of the gate where the kiosk stands now */
export function kioskGate(roster: Records, { kioskId, gate }: Paired): string {
  return roster.record('kiosks', kioskId)?.gate ?? gate;
}

/** @returns the key of that gate, which scans and print jobs name; its id while its record has not come down */
export function kioskGateKey(roster: Records, paired: Paired): string {
  const gate = kioskGate(roster, paired);
  return roster.record('gates', gate)?.key ?? gate;
}
