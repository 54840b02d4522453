/** The ports that leads of a device are built on. Types only. */
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { Replica } from '#kiosk/store/replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';

export interface LeadsIdentity {
  readonly kioskId: string;
  readonly event: string;
  /** The exhibitor's id as it was paired, for as long as the replica does not name one. */
  readonly pairedWith?: string | null;
}

export interface LeadsParts {
  readonly replica: Pick<Replica, 'roster' | 'cursor' | 'onChange' | 'settings'> &
    Pick<SyncedReplica, 'leads' | 'photos'>;
  readonly identity: LeadsIdentity;
  readonly clock: Pick<TrustedClock, 'now'>;
  readonly randomBytes: (count: number) => Uint8Array;
}
