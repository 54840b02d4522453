/**
 * Keeps the replica in step with the server, one loop read top to bottom: load a roster where there is none, start the
 * replications, pull, then wait for a hint. Whatever fails makes the kiosk offline until a request gets through; it
 * needs no switch and no staff. Screens see it through the station (StationLink).
 */

import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { KeyStore } from '#kiosk/store/key-store.ts';
import type { Feed } from '#kiosk/store/rows.ts';
import type { SyncPhase } from '#kiosk/store/sync-phase.ts';
import type { Timers } from '#kiosk/store/timers.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { isoTime, minuteMs, parseTime, secondMs } from '#shared/base/time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import type { StatusRequest } from '#shared/sync/up.ts';
import type { SignatureVerifier } from '#shared/ticket/ticket-signature.ts';
import { retryDelayMs } from './backoff.ts';
import { writeCredentials } from './credentials.ts';
import { createLink, type LinkAnswer, type LockCode } from './link.ts';
import { loadRoster } from './load-roster.ts';
import { type ChangesPull, type RoundResult, startChangesPull } from './pull-changes.ts';
import { type ScansPush, startScansPush } from './push-scans.ts';
import { startPrintJobs } from './replicate-print-jobs.ts';
import { type PrinterReport, reportStatus } from './report-status.ts';
import type { ServerClient } from './server-client.ts';
import { type SyncState, saveSyncState } from './sync-state.ts';
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
  /** What an earlier run knew; null on the first. */
  readonly saved: SyncState | null;
  readonly printer: () => PrinterReport;
  readonly softwareVersion: string | null;
  /** A revoked kiosk is about to forget everything: the last moment to seal what it has not sent. */
  readonly beforeWipe?: (credentials: Credentials) => Promise<void>;
}

export interface Sync {
  phase(): SyncPhase;
  dataAsOf(): string | null;
  networkCut(): boolean;
  setNetworkCut(cut: boolean): void;
  leaseExpired(): boolean;
  /** An action of the events module, asked once. */
  act(action: string, input: unknown): Promise<LinkAnswer>;
  /** @returns the function that ends it */
  subscribe(listener: () => void): () => void;
  /** The printer's state has changed: the server hears of it soon. */
  printerChanged(): void;
  close(): Promise<void>;
}

/** A kiosk that misses a hint pulls after this (SY13). */
const pullAtLeastEveryMs = 30 * secondMs;
/** Hints come with every commit: so many are one pull. */
const pullAtMostEveryMs = 200;
const saveStateEveryMs = minuteMs;

interface Running {
  readonly changes: ChangesPull;
  readonly scans: ScansPush;
  readonly printJobs: Feed;
}

export function openSync(options: SyncOptions): Sync {
  const { replica, client, clock, timers } = options;
  const listeners = new Set<() => void>();
  let phase: SyncPhase = { phase: 'connecting' };
  let dataAsOf = options.saved?.dataAsOf ?? null;
  let savedAtMs = Number.NEGATIVE_INFINITY;
  let running: Running | null = null;
  let rosterNeeded = !replica.ready();
  let closed = false;
  let failures = 0;
  let hinted = false;
  let endWait = (): void => {};

  function setPhase(next: SyncPhase): void {
    if (phase.phase === 'locked') return;
    phase = next;
    tell();
  }

  function tell(): void {
    for (const listener of listeners) listener();
    status.changed();
  }

  const link = createLink({
    ...options,
    onRenewed: (credentials) => writeCredentials(replica.settings, credentials),
    onUp: () => {
      wakeUp.setOpen(!client.cut());
      hint();
    },
    onDown: (reason) => {
      setOffline(reason);
      // Whoever found out: the loop is the one that tries again.
      hint();
    },
    onLocked: lock,
  });

  function lock(code: LockCode): void {
    if (phase.phase === 'locked') return;
    setPhase({ phase: 'locked', code });
    hint();
  }

  /** Ends the wait of the loop. */
  function hint(): void {
    hinted = true;
    endWait();
  }

  /** @param untilHint a hint, or the end of all, ends it early */
  function wait(delayMs: number, untilHint: boolean): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timers.after(delayMs, done);
      function done(): void {
        cancel();
        endWait = () => {};
        resolve();
      }
      endWait = () => {
        if (untilHint || closed) done();
      };
    });
  }

  function startReplications(): Running {
    const changes = startChangesPull(replica, link, timers, (page) => {
      if (page.documents.some((document) => document.collection === 'print_jobs')) running?.printJobs.wake();
    });
    const scans = startScansPush(replica, link, timers);
    return { changes, scans, printJobs: startPrintJobs(replica, link) };
  }

  async function stopReplications(forget = false): Promise<void> {
    const stopping = running;
    running = null;
    // One that cannot write down where it stopped has stopped all the same.
    if (stopping) await Promise.allSettled(Object.values(stopping).map((part) => part.stop(forget)));
  }

  /** @returns null when there is a roster; else why not */
  async function takeRoster(): Promise<RoundResult | null> {
    const before = replica.cursor();
    // SY2: a server with another log may have forgotten what this kiosk had told it.
    const expect = (log: string) => replica.journal.expectRoster(log);
    const loaded = await loadRoster(replica.rosterStore, link, expect, (loadedRows, totalRows) => {
      // Behind a roster that answers already, loading is nothing people wait for.
      if (before === null) setPhase({ phase: 'loading', loadedRows, totalRows });
    });
    if (loaded.kind !== 'loaded') return loaded;
    rosterNeeded = false;
    return null;
  }

  async function step(): Promise<RoundResult> {
    if (rosterNeeded) {
      await stopReplications();
      const failed = await takeRoster();
      if (failed) return failed;
    }
    running ??= startReplications();
    return running.changes.round();
  }

  async function followUp(result: RoundResult): Promise<void> {
    if (result.kind === 'at_head') await live();
    else if (result.kind === 'refused') setOffline(result.code);
    else if (result.kind === 'stalled') await stopReplications();
    if (result.kind === 'log_changed' || result.kind === 'not_stored' || result.kind === 'far_behind')
      rosterNeeded = true;
  }

  async function live(): Promise<void> {
    failures = 0;
    const nowMs = clock.now();
    dataAsOf = isoTime(nowMs);
    if (phase.phase === 'live') tell();
    else setPhase({ phase: 'live', since: dataAsOf });
    await replica.rosterStore.foldIfDue();
    if (nowMs - savedAtMs > saveStateEveryMs) await save(nowMs);
  }

  async function save(nowMs: number): Promise<void> {
    savedAtMs = nowMs;
    await saveSyncState(replica.settings, { dataAsOf, anchor: clock.anchor() });
  }

  /** Waits for a hint, but not longer than the rule allows; a burst of hints is one pull. */
  async function rest(result: RoundResult): Promise<void> {
    if (result.kind !== 'at_head') await wait(retryDelayMs(failures++, options.random()), true);
    else if (hinted) await wait(pullAtMostEveryMs, false);
    else await wait(pullAtLeastEveryMs, true);
    hinted = false;
  }

  async function run(): Promise<void> {
    while (!closed && phase.phase !== 'locked') {
      const result = await step().catch(brokenStep);
      if (closed || result.kind === 'locked') break;
      await followUp(result).catch(brokenStep);
      await rest(result);
    }
    while (phase.phase === 'locked' && !closed) {
      const { code } = phase;
      const done = await afterLock(code).then(() => true, brokenStep);
      if (done === true) return;
      // People's data must not stay because a disk was full for a moment.
      await wait(retryDelayMs(failures++, options.random()), false);
    }
  }

  function setOffline(reason: string): void {
    if (phase.phase !== 'offline') setPhase({ phase: 'offline', since: isoTime(clock.now()), reason });
  }

  /** A disk that refuses, most likely: the kiosk says so and tries again. */
  function brokenStep(error: unknown): RoundResult {
    const reason = error instanceof Error ? error.name : 'unknown';
    setOffline(reason);
    return { kind: 'unreachable', reason };
  }

  async function afterLock(code: LockCode): Promise<void> {
    // What was noted about earlier replications goes too, also where none has run since the start.
    if (code === 'kiosk_revoked') running ??= startReplications();
    await stopReplications(code === 'kiosk_revoked');
    if (code === 'kiosk_revoked') {
      await options.beforeWipe?.(link.credentials());
      await replica.wipe();
    }
    tell();
  }

  const status = reportStatus(link, report, () => phase.phase === 'live', timers);
  const wakeUp = options.connectWakeUp({
    baseUrl: client.baseUrl,
    token: () => link.credentials().token,
    onHint: hint,
  });
  const endJournal = replica.journal.onChange(() => status.changed());
  const finished = run();

  function report(): StatusRequest {
    const printer = options.printer();
    return {
      pending: replica.journal.pending(),
      oldestUnsentAt: replica.journal.oldestPendingAt(),
      parked: replica.journal.parked().length,
      printer: printer.state,
      paper: printer.paper,
      printerMessage: printer.message,
      knownSeq: replica.cursor()?.seq ?? 0,
      dataAsOf,
      clockOffsetMs: clock.offsetMs(),
      clockTrusted: clock.trusted(),
      softwareVersion: options.softwareVersion,
    };
  }

  return {
    phase: () => phase,
    dataAsOf: () => dataAsOf,
    networkCut: () => client.cut(),
    setNetworkCut(cut) {
      client.setCut(cut);
      wakeUp.setOpen(!cut);
      hint();
      tell();
    },
    leaseExpired() {
      const leaseMs = parseTime(link.credentials().leaseExpiresAt);
      // A clock that nobody trusts judges no lease; it refuses codes for itself.
      return clock.trusted() && leaseMs !== null && clock.now() > leaseMs;
    },
    act: (action, input) => link.ask({ method: 'POST', path: `/api/v1/actions/events.${action}`, body: input }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    printerChanged: () => status.changed(),
    async close() {
      closed = true;
      endJournal();
      status.stop();
      wakeUp.close();
      link.close();
      hint();
      await stopReplications();
      await finished;
      if (phase.phase !== 'locked') await save(clock.now());
    },
  };
}
