/**
 * Keeps the replica in step with the server: link, loop, hints and reports put together. Needs no switch and no staff.
 * Screens see it through the station (StationLink).
 */
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { parseTime } from '#shared/base/time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import { writeCredentials } from './credentials.ts';
import { createHints } from './hints.ts';
import { createLink, type Link, type LinkAnswer } from './link.ts';
import { createOwnEntries, type EntryOf } from './own-entries.ts';
import { type RelayedScan, relayScans } from './relay-scans.ts';
import { createReplications } from './replications.ts';
import { type PrinterReport, reportStatus } from './report-status.ts';
import type { ServerClient } from './server-client.ts';
import { startSyncLoop } from './sync-loop.ts';
import type { SyncState } from './sync-state.ts';
import { createSyncStatus, type SyncStatus } from './sync-status.ts';
import type { ConnectWakeUp } from './wake-up.ts';

export interface SyncOptions {
  readonly replica: SyncedReplica;
  readonly credentials: Credentials;
  readonly client: ServerClient;
  readonly keyStore: KeyStore;
  readonly clock: TrustedClock;
  readonly verifier: SignatureVerifier;
  readonly connectWakeUp: ConnectWakeUp;
  readonly timers: Timers;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
  /** State that an earlier run saved; null on the first. */
  readonly saved: SyncState | null;
  readonly printer: () => PrinterReport;
  readonly softwareVersion: string | null;
  /** A revoked kiosk is about to forget everything: the last moment to seal what it has not sent. */
  readonly beforeWipe?: (credentials: Credentials) => Promise<void>;
}

export interface Sync {
  phase(): SyncPhase;
  /** Time at which the replica was last known to be complete, ISO 8601; null before the first load. */
  dataAsOf(): string | null;
  networkCut(): boolean;
  setNetworkCut(cut: boolean): void;
  /** Trusted time has passed the lease; false while the clock is not trusted. */
  leaseExpired(): boolean;
  /** An action of the events module, asked once. */
  act(action: string, input: unknown): Promise<LinkAnswer>;
  /** Returns the credentials as they were renewed last. */
  credentials(): Credentials;
  /** Asks for new ones now. */
  renew(): Promise<void>;
  /** This kiosk's log of movements is open: to a box its scans go as entries of it (PE22). */
  logOpened(entryOf: EntryOf): void;
  /** Scans of other kiosks, up (SY23). @returns ids of those that the server has answered */
  relay(entries: readonly RelayedScan[]): Promise<readonly string[]>;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** The printer's state has changed: the next status to the server is sent soon. */
  printerChanged(): void;
  /** @param addresses `ip:port` where other kiosks reach this one, for the next status to the server */
  reachedAt(addresses: readonly string[]): void;
  close(): Promise<void>;
}

export function openSync(options: SyncOptions): Sync {
  const { replica, client, clock, timers } = options;
  const status = createSyncStatus(clock.now, options.saved?.dataAsOf ?? null);
  const hints = createHints(timers);
  let peerAddresses: readonly string[] = [];
  const entries = createOwnEntries(timers);
  const link = createLink({
    ...options,
    entryOf: entries.entryOf,
    onRenewed: (credentials) => writeCredentials(replica.settings, credentials),
    onUp: () => {
      wakeUp.setOpen(!client.cut());
      hints.hint();
    },
    onDown: (reason) => {
      status.setOffline(reason);
      // Any request may have found out: the loop is what tries again.
      hints.hint();
    },
    onLocked: (code) => {
      if (status.phase().phase === 'locked') return;
      status.set({ phase: 'locked', code });
      hints.hint();
    },
  });
  const replications = createReplications(replica, link, timers);
  const reports = reportStatus(
    link,
    () => ({ ...statusOf(options, status), peerAddresses }),
    () => status.phase().phase === 'live',
    timers,
  );
  const wakeUp = options.connectWakeUp({
    baseUrl: client.baseUrl,
    token: () => link.credentials().token,
    onHint: hints.hint,
  });
  const { journal, leads } = replica;
  const endReports = [status.subscribe(reports.changed), ...[journal, leads].map((of) => of.onChange(reports.changed))];
  const loop = startSyncLoop({ ...options, link, status, hints, replications });

  return {
    phase: status.phase,
    dataAsOf: status.dataAsOf,
    networkCut: () => client.cut(),
    setNetworkCut(cut) {
      client.setCut(cut);
      wakeUp.setOpen(!cut);
      hints.hint();
      status.notify();
    },
    leaseExpired: () => isLeaseExpired(link, clock),
    act: (action, input) => link.ask({ method: 'POST', path: `/api/v1/actions/events.${action}`, body: input }),
    credentials: link.credentials,
    renew: link.renew,
    relay: (heard) => relayScans(heard, link),
    logOpened: entries.opened,
    subscribe: status.subscribe,
    printerChanged: reports.changed,
    reachedAt(addresses) {
      peerAddresses = addresses;
      reports.changed();
    },
    async close() {
      const ended = loop.close();
      for (const end of endReports) end();
      reports.stop();
      wakeUp.close();
      link.close();
      await replications.stop();
      await ended;
      if (status.phase().phase !== 'locked') await loop.save(clock.now());
    },
  };
}

/** A clock that is not trusted judges no lease; it refuses codes for itself. */
function isLeaseExpired(link: Link, clock: TrustedClock): boolean {
  const leaseMs = parseTime(link.credentials().leaseExpiresAt);
  return clock.trusted() && leaseMs !== null && clock.now() > leaseMs;
}

/** Builds the report of the kiosk's status. */
function statusOf(
  { replica, clock, printer, softwareVersion }: SyncOptions,
  status: SyncStatus,
): Omit<StatusRequest, 'peerAddresses' | 'kiosks'> {
  const { state, paper, message } = printer();
  const { journal, leads } = replica;
  return {
    pending: journal.pending() + leads.pending(),
    oldestUnsentAt: earlier(journal.oldestPendingAt(), leads.oldestPendingAt()),
    parked: journal.parked().length + leads.parked().length,
    printer: state,
    paper,
    printerMessage: message,
    knownSeq: replica.cursor()?.seq ?? 0,
    dataAsOf: status.dataAsOf(),
    clockOffsetMs: clock.offsetMs(),
    clockTrusted: clock.trusted(),
    softwareVersion,
  };
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
