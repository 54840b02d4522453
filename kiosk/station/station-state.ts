/** Computes the state of the station for screens from replica and link, frozen, again after each change. */
import type { Replica, StorageHealth } from '#kiosk/store/replica.ts';
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { ConflictAcks } from './acknowledged-conflicts.ts';
import { countCheckedIn } from './count-checked-in.ts';
import type { DirectionSwitch } from './direction.ts';
import type { PlaceLeases } from './place-leases.ts';
import type { ServerActions } from './server-actions.ts';
import type { ConflictNotice, StationState } from './station.ts';
import { type StationIdentity, stationEvent, stationGate, stationList, stationRole } from './station-facts.ts';

/** The connection to the server, as the station uses it. */
export interface StationLink {
  phase(): SyncPhase;
  /** Time at which the replica was last known to be complete, ISO 8601; null before the first load. */
  dataAsOf(): string | null;
  networkCut(): boolean;
  setNetworkCut(cut: boolean): void;
  /** Trusted time has passed the lease. */
  leaseExpired(): boolean;
  act: ServerActions['act'];
  subscribe(listener: () => void): () => void;
}

export interface Condition {
  readonly online: boolean;
  readonly revoked: boolean;
  readonly leaseExpired: boolean;
}

export function conditionOf(link: StationLink): Condition {
  const phase = link.phase();
  return {
    online: phase.phase === 'live',
    revoked: phase.phase === 'locked' && phase.code === 'kiosk_revoked',
    leaseExpired: link.leaseExpired() || (phase.phase === 'locked' && phase.code === 'lease_expired'),
  };
}

export interface StateParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly link: StationLink;
  readonly condition: Condition;
  readonly direction: DirectionSwitch;
  readonly leases: Pick<PlaceLeases, 'state'>;
  readonly acks: ConflictAcks;
  readonly storage: StorageHealth | null;
}

export function drawState(parts: StateParts): StationState {
  const { replica, identity, clock, link, condition, direction, leases } = parts;
  const { roster, journal } = replica;
  const event = stationEvent(replica, identity);
  const gateId = stationGate(replica, identity);
  const list = stationList(replica, gateId);
  const kiosk = roster.record('kiosks', identity.kioskId);
  return Object.freeze({
    eventName: event?.name ?? '',
    timezone: event?.timezone ?? null,
    gateName: roster.record('gates', gateId)?.name ?? '',
    kioskName: kiosk?.name ?? '',
    role: stationRole(replica, identity),
    ready: replica.ready() && event !== null,
    sync: link.phase(),
    leaseExpired: condition.leaseExpired,
    online: condition.online,
    direction: direction.now(),
    canTurn: direction.canTurn(),
    rooms: leases.state({ nowMs: clock.now(), clockTrusted: clock.trusted() }),
    dataAsOf: link.dataAsOf(),
    pending: journal.pending(),
    parked: journal.parked().map(({ scanId, code, message }) => ({ scanId, code, message })),
    registrations: roster.registrationCount(),
    checkedIn: countCheckedIn(replica, list),
    conflicts: conflictsOf(replica, parts.acks),
    storage: parts.storage,
    networkCut: link.networkCut(),
    demo: identity.demo,
  });
}

/** Conflicts that are not acknowledged, here or in the console; newest first. */
function conflictsOf(replica: Replica, acks: ConflictAcks): readonly ConflictNotice[] {
  const { roster } = replica;
  const gateName = (key: string | null): string | null =>
    key === null ? null : (roster.records('gates').find((gate) => gate.key === key || gate.id === key)?.name ?? key);
  const kioskName = (id: string | null): string | null =>
    id === null ? null : (roster.record('kiosks', id)?.name ?? null);
  const known = roster.records('checkin_conflicts');
  const knownScans = new Set(known.map(({ scan }) => scan));
  // The server's conflict about a scan takes precedence over one that this kiosk found out by itself.
  const found = (replica.heard?.doubles() ?? []).filter(({ scan }) => !knownScans.has(scan));
  return [...known.filter((conflict) => !conflict.acknowledgedAt), ...found]
    .filter((conflict) => !acks.has(conflict.id) && !acks.has(conflict.scan))
    .sort((a, b) => b.scannedAt.localeCompare(a.scannedAt))
    .map((conflict) => ({
      id: conflict.id,
      registrationId: conflict.registration,
      name: roster.registration(conflict.registration)?.name ?? null,
      scannedAt: conflict.scannedAt,
      gate: gateName(conflict.gate),
      kioskName: kioskName(conflict.kiosk),
      firstScannedAt: conflict.firstScannedAt,
      firstGate: gateName(conflict.firstGate),
      firstKioskName: kioskName(conflict.firstKiosk),
    }));
}
