/** The input and the result of a check of a world at rest. The checks themselves: invariants.ts names them all. */
import type { CheckinListRecord } from '#shared/modules/events/event.ts';
import type { CheckinConflictRecord, CheckinRecord, ScanRecord } from '#shared/modules/events/gate.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { StoredScan } from './disk-rows.ts';
import type { SimKiosk } from './sim-kiosk.ts';
import type { World } from './world.ts';

export interface Broken {
  readonly id: `SIM${number}` | `V${number}`;
  readonly round: World['round'];
  readonly what: string;
}

export interface Held {
  readonly scans: ReadonlyMap<string, ScanRecord>;
  readonly checkins: readonly CheckinRecord[];
  readonly conflicts: readonly CheckinConflictRecord[];
  readonly registrations: readonly RegistrationRecord[];
  readonly lists: readonly CheckinListRecord[];
}

export type Check = (world: World, held: Held) => Iterable<Omit<Broken, 'round'>>;

export const journalOf = (kiosk: SimKiosk): readonly StoredScan[] =>
  kiosk.disk.tables().values('scans') as readonly StoredScan[];

/** Revoked kiosks have no way to the server any more. */
export const liveOf = ({ kiosks, revoked }: World): readonly SimKiosk[] => kiosks.filter(({ n }) => !revoked.has(n));
