/**
 * The station: admits scans and says how things stand. Its parts are handed in, so that nothing here knows a network,
 * a printer or a window. State is a frozen picture, made anew when something has changed and somebody asks.
 */
import { defaultList } from '#shared/admission/facts.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import type { Replica, StorageHealth } from '../store/replica.ts';
import type { SyncPhase } from '../store/sync-phase.ts';
import type { TrustedClock } from '../store/trusted-clock.ts';
import { admit, admitRegistration } from './admit.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { searchPeople } from './search-people.ts';
import type { ConflictNotice, Station, StationState } from './station.ts';
import { type StationIdentity, stationEvent, stationGate } from './station-facts.ts';

/** What the station sees of the connection to the server. */
export interface StationLink {
  phase(): SyncPhase;
  /** When the replica was last known to be complete. */
  dataAsOf(): string | null;
  networkCut(): boolean;
  setNetworkCut(cut: boolean): void;
  /** Trusted time has passed the lease. */
  leaseExpired(): boolean;
  subscribe(listener: () => void): () => void;
}

export interface StationParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly link: StationLink;
  readonly verifier: SignatureVerifier;
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

const storageCheckMs = 30_000;
const acknowledgedSetting = 'acknowledged_conflicts';
const acknowledgedMax = 1_000;

export async function openStation(parts: StationParts): Promise<Station> {
  const { replica, identity, link } = parts;
  const listeners = new Set<() => void>();
  const oneAtATime = createOneAtATime();
  let acknowledged = readIds(await replica.settings.read(acknowledgedSetting));
  let storage: StorageHealth | null = await replica.storage();
  let picture: StationState | null = null;
  let told = false;

  /** Many changes in one turn are one picture. */
  function changed(): void {
    picture = null;
    if (told) return;
    told = true;
    queueMicrotask(() => {
      told = false;
      for (const listener of listeners) listener();
    });
  }

  const condition = () => {
    const phase = link.phase();
    return {
      online: phase.phase === 'live',
      revoked: phase.phase === 'locked' && phase.code === 'kiosk_revoked',
      leaseExpired: link.leaseExpired() || (phase.phase === 'locked' && phase.code === 'lease_expired'),
    };
  };

  function draw(): StationState {
    const { roster, journal } = replica;
    const gateId = stationGate(replica, identity);
    const gate = roster.record('gates', gateId);
    const list = gate?.list ?? defaultList;
    return Object.freeze({
      eventName: stationEvent(replica, identity)?.name ?? '',
      gateName: gate?.name ?? '',
      kioskName: roster.record('kiosks', identity.kioskId)?.name ?? '',
      role: roster.record('kiosks', identity.kioskId)?.role ?? identity.role,
      ready: replica.ready() && stationEvent(replica, identity) !== null,
      sync: link.phase(),
      online: link.phase().phase === 'live',
      direction: 'entry',
      canExit: gate !== null && gate.direction !== 'entry',
      rooms: [],
      dataAsOf: link.dataAsOf(),
      pending: journal.pending(),
      parked: journal.parked().map(({ scanId, code, message }) => ({ scanId, code, message })),
      registrations: roster.registrationCount(),
      checkedIn: roster.checkedInCount(list) + journal.ownAdmissionCount(list),
      conflicts: conflictsOf(replica, acknowledged),
      storage,
      networkCut: link.networkCut(),
      demo: identity.demo,
    });
  }

  const ends = [
    replica.onChange(changed),
    link.subscribe(changed),
    parts.every(storageCheckMs, () => {
      void replica.storage().then((health) => {
        storage = health;
        changed();
      });
    }),
  ];
  const admitParts = { ...parts, oneAtATime, condition };

  return {
    state: () => {
      picture ??= draw();
      return picture;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    admit: (scan) => admit(scan, admitParts),
    search: (text) => searchPeople(text, replica, identity),
    admitRegistration: (registrationId) => admitRegistration(registrationId, admitParts),
    setNetworkCut: (cut) => link.setNetworkCut(cut),
    async acknowledgeConflict(conflictId) {
      acknowledged = [...acknowledged, conflictId].slice(-acknowledgedMax);
      changed();
      await replica.settings.write(acknowledgedSetting, acknowledged);
    },
    // Each of these is replaced by its real one, one file a concept.
    setDirection: async () => undefined,
    answer: async () => ({ kind: 'refused', reason: 'unknown_scan' }),
    supervisors: () => [],
    override: async () => ({ kind: 'refused', reason: 'not_overridable' }),
    recent: async () => [],
    undo: async () => ({ kind: 'refused', reason: 'unknown_scan' }),
    walkInChoices: () => [],
    walkIn: async () => ({ kind: 'incomplete', problems: [] }),
    party: () => null,
    admitParty: async () => ({ kind: 'refused', reason: 'unknown_scan' }),
    async close() {
      for (const end of ends) end();
      // A scan that is being recorded is recorded first.
      await oneAtATime(async () => undefined);
    },
  };
}

function readIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** Conflicts nobody has looked at, here or in the console; newest first. */
function conflictsOf(replica: Replica, acknowledged: readonly string[]): readonly ConflictNotice[] {
  const { roster } = replica;
  const gateName = (key: string | null): string | null =>
    key === null ? null : (roster.records('gates').find((gate) => gate.key === key || gate.id === key)?.name ?? key);
  const kioskName = (id: string | null): string | null =>
    id === null ? null : (roster.record('kiosks', id)?.name ?? null);
  return roster
    .records('checkin_conflicts')
    .filter((conflict) => !conflict.acknowledgedAt && !acknowledged.includes(conflict.id))
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
