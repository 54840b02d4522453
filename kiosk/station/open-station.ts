/**
 * The station: admits scans and says how things stand. Its parts are handed in, so that nothing here knows a network,
 * a printer or a window. State is a frozen picture, made anew when something has changed and somebody asks.
 */

import type { Replica, StorageHealth } from '#kiosk/store/replica.ts';
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import type { ApprovalCrypto } from '#shared/admission/supervisor-approval.ts';
import { createOneAtATime } from '#shared/base/one-at-a-time.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import { admit, admitRegistration } from './admit.ts';
import { admitParty } from './admit-party.ts';
import { answer } from './answer-questions.ts';
import { type ConflictAcks, openConflictAcks } from './conflict-acks.ts';
import { openDirection } from './direction.ts';
import { openBoard } from './open-board.ts';
import { override } from './override.ts';
import { partyOf } from './party.ts';
import { openPlaceLeases } from './place-leases.ts';
import { recentScans } from './recent.ts';
import { createRecentAttempts } from './recent-attempts.ts';
import { searchPeople } from './search-people.ts';
import type { ServerActions } from './server-actions.ts';
import type { ConflictNotice, Station, StationState } from './station.ts';
import { type StationIdentity, stationEvent, stationGate, stationList } from './station-facts.ts';
import type { StationTools } from './station-tools.ts';
import { createPinCheck, supervisorsOf } from './supervisors.ts';
import { undo } from './undo.ts';
import { unlock } from './unlock.ts';
import { walkIn, walkInChoices } from './walk-in.ts';

/** What the station sees of the connection to the server. */
export interface StationLink {
  phase(): SyncPhase;
  /** When the replica was last known to be complete. */
  dataAsOf(): string | null;
  networkCut(): boolean;
  setNetworkCut(cut: boolean): void;
  /** Trusted time has passed the lease. */
  leaseExpired(): boolean;
  act: ServerActions['act'];
  subscribe(listener: () => void): () => void;
}

export interface StationParts {
  readonly replica: Replica;
  readonly identity: StationIdentity;
  readonly clock: TrustedClock;
  readonly link: StationLink;
  readonly verifier: SignatureVerifier;
  readonly approvals: ApprovalCrypto;
  readonly monotonicMs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** @returns the function that ends it */
  readonly every: (intervalMs: number, callback: () => void) => () => void;
}

const storageCheckMs = 30_000;
/** How often the station looks whether its lease has run out, and whether there is something to ask of the server. */
const lookEveryMs = 5_000;

export async function openStation(parts: StationParts): Promise<Station> {
  const { replica, identity, link, clock } = parts;
  const listeners = new Set<() => void>();
  const oneAtATime = createOneAtATime();
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

  const server: ServerActions = { online: () => condition().online, act: (action, input) => link.act(action, input) };
  const acks = await openConflictAcks(replica.settings, server, changed);
  const direction = await openDirection(replica, identity);
  const leases = await openPlaceLeases({ ...parts, server, onChange: changed });
  const board = openBoard({ ...parts, server });
  const pins = createPinCheck(replica.settings, () => clock.now(), parts.approvals);
  const recent = createRecentAttempts();
  const tools: StationTools = { ...parts, oneAtATime, condition, direction: direction.now, leases, recent };

  function draw(): StationState {
    const { roster, journal } = replica;
    const gateId = stationGate(replica, identity);
    const list = stationList(replica, gateId);
    return Object.freeze({
      eventName: stationEvent(replica, identity)?.name ?? '',
      timezone: stationEvent(replica, identity)?.timezone ?? null,
      gateName: roster.record('gates', gateId)?.name ?? '',
      kioskName: roster.record('kiosks', identity.kioskId)?.name ?? '',
      role: roster.record('kiosks', identity.kioskId)?.role ?? identity.role,
      ready: replica.ready() && stationEvent(replica, identity) !== null,
      sync: link.phase(),
      leaseExpired: condition().leaseExpired,
      online: condition().online,
      direction: direction.now(),
      canExit: direction.canExit(),
      rooms: leases.state({ nowMs: clock.now(), clockTrusted: clock.trusted() }),
      dataAsOf: link.dataAsOf(),
      pending: journal.pending(),
      parked: journal.parked().map(({ scanId, code, message }) => ({ scanId, code, message })),
      registrations: roster.registrationCount(),
      checkedIn: roster.checkedInCount(list) + journal.ownAdmissionCount(list),
      conflicts: conflictsOf(replica, acks),
      storage,
      networkCut: link.networkCut(),
      demo: identity.demo,
    });
  }

  /** Beside the scans: nothing waits for what is asked here. */
  function look(): void {
    leases.look();
    acks.look();
    // A lease runs out, and no news comes of it.
    if (picture !== null && picture.leaseExpired !== condition().leaseExpired) changed();
  }

  const ends = [
    replica.onChange(changed),
    replica.onChange(board.changed),
    link.subscribe(changed),
    link.subscribe(board.changed),
    link.subscribe(look),
    parts.every(lookEveryMs, look),
    parts.every(storageCheckMs, () => {
      void replica.storage().then((health) => {
        storage = health;
        changed();
      });
    }),
  ];
  look();

  return {
    board,
    state: () => {
      picture ??= draw();
      return picture;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    admit: (scan) => admit(scan, tools),
    search: (text) => searchPeople(text, replica, identity),
    admitRegistration: (registrationId) => admitRegistration(registrationId, tools),
    setNetworkCut: (cut) => link.setNetworkCut(cut),
    acknowledgeConflict: (conflictId) => acks.add(conflictId),
    async setDirection(next) {
      await direction.set(next);
      changed();
    },
    answer: (scanId, answers) => answer(scanId, answers, tools),
    supervisors: () => supervisorsOf(replica, identity).map(({ id, name }) => ({ id, name })),
    unlock: (pin) => unlock(pin, pins, server, tools),
    override: (scanId, by) => override(scanId, by, pins, tools),
    recent: (limit) => recentScans(limit, tools),
    undo: (scanId, reason) => undo(scanId, reason, tools),
    walkInChoices: () => walkInChoices(tools),
    walkIn: (entry, answers) => walkIn(entry, answers, tools),
    party: (registrationId) => partyOf(registrationId, tools),
    admitParty: (holderScanId, registrationIds) => admitParty(holderScanId, registrationIds, tools),
    async close() {
      for (const end of ends) end();
      board.close();
      // A scan that is being recorded is recorded first.
      await oneAtATime(async () => undefined);
      await Promise.all([leases.close(), acks.close()]);
    },
  };
}

/** Conflicts nobody has looked at, here or in the console; newest first. */
function conflictsOf(replica: Replica, acks: ConflictAcks): readonly ConflictNotice[] {
  const { roster } = replica;
  const gateName = (key: string | null): string | null =>
    key === null ? null : (roster.records('gates').find((gate) => gate.key === key || gate.id === key)?.name ?? key);
  const kioskName = (id: string | null): string | null =>
    id === null ? null : (roster.record('kiosks', id)?.name ?? null);
  return roster
    .records('checkin_conflicts')
    .filter((conflict) => !conflict.acknowledgedAt && !acks.has(conflict.id))
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
