/**
 * The loop of sync, from top to bottom: load a roster where one is needed, start the replications, pull, then wait for a
 * hint. A failed request makes the kiosk offline until a pull reaches the head of the log. A locked kiosk leaves the loop,
 * and a revoked one erases its data. Started by open-sync.ts.
 */
import type { SyncedReplica } from '#kiosk/store/assemble-replica.ts';
import type { TrustedClock } from '#kiosk/store/trusted-clock.ts';
import { minuteMs, secondMs } from '#shared/base/time.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { retryDelayMs } from './backoff.ts';
import type { Hints } from './hints.ts';
import type { Link, LockCode } from './link.ts';
import { loadRoster } from './load-roster.ts';
import type { RoundResult } from './pull-changes.ts';
import type { Replications } from './replications.ts';
import { saveSyncState } from './sync-state.ts';
import type { SyncStatus } from './sync-status.ts';

/** A kiosk that misses a hint pulls after this (SY13). */
const pullAtLeastEveryMs = 30 * secondMs;
/** After a hint that came during a pull, the next pull waits this long: a burst of hints is one pull. */
const pullAtMostEveryMs = 200;
const saveStateEveryMs = minuteMs;

export interface SyncLoopParts {
  readonly replica: SyncedReplica;
  readonly link: Link;
  readonly clock: TrustedClock;
  readonly status: SyncStatus;
  readonly hints: Hints;
  readonly replications: Replications;
  /** Uniform in [0, 1), for the jitter. */
  readonly random: () => number;
  readonly beforeWipe?: (credentials: Credentials) => Promise<void>;
}

export interface SyncLoop {
  /** Stores the time of the last whole pull, and how far the clock is off, for the next start. */
  save(nowMs: number): Promise<void>;
  /** Resolves when the loop has ended. */
  close(): Promise<void>;
}

export function startSyncLoop(parts: SyncLoopParts): SyncLoop {
  const { replica, clock, status, hints, replications, random } = parts;
  let savedAtMs = Number.NEGATIVE_INFINITY;
  let rosterNeeded = !replica.ready();
  let failures = 0;
  let closed = false;

  async function step(): Promise<RoundResult> {
    if (rosterNeeded) {
      await replications.stop();
      const failed = await takeRoster(parts);
      if (failed) return failed;
      rosterNeeded = false;
    }
    return replications.start().changes.round();
  }

  async function followUp(result: RoundResult): Promise<void> {
    if (result.kind === 'at_head') await live();
    else if (result.kind === 'refused') status.setOffline(result.code);
    else if (result.kind === 'stalled') await replications.stop();
    if (result.kind === 'log_changed' || result.kind === 'not_stored' || result.kind === 'too_many_changes')
      rosterNeeded = true;
  }

  async function live(): Promise<void> {
    failures = 0;
    const nowMs = clock.now();
    status.setLive();
    await replica.rosterStore.foldIfDue();
    if (nowMs - savedAtMs > saveStateEveryMs) await save(nowMs);
  }

  async function save(nowMs: number): Promise<void> {
    savedAtMs = nowMs;
    await saveSyncState(replica.settings, { dataAsOf: status.dataAsOf(), anchor: clock.anchor() });
  }

  /** Waits for a hint, but not longer than the rule allows; a burst of hints is one pull. */
  async function rest(result: RoundResult): Promise<void> {
    if (result.kind !== 'at_head') await hints.wait(retryDelayMs(failures++, random()), true);
    else if (hints.hinted()) await hints.wait(pullAtMostEveryMs, false);
    else await hints.wait(pullAtLeastEveryMs, true);
    hints.clear();
  }

  /** A disk that refuses, most likely: the kiosk says so and tries again. */
  function brokenStep(error: unknown): RoundResult {
    const reason = error instanceof Error ? error.name : 'unknown';
    status.setOffline(reason);
    return { kind: 'unreachable', reason };
  }

  async function run(): Promise<void> {
    while (!closed && status.phase().phase !== 'locked') {
      const result = await step().catch(brokenStep);
      if (closed || result.kind === 'locked') break;
      await followUp(result).catch(brokenStep);
      await rest(result);
    }
    for (let phase = status.phase(); phase.phase === 'locked' && !closed; phase = status.phase()) {
      const done = await afterLock(phase.code, parts).then(() => true, brokenStep);
      if (done === true) return;
      // An erasure that failed is tried again: people's data must not stay because a disk was full for a moment.
      await hints.wait(retryDelayMs(failures++, random()), false);
    }
  }

  const finished = run();
  return {
    save,
    close() {
      closed = true;
      hints.close();
      return finished;
    },
  };
}

/** @returns null: there is a roster; else the reason why there is none */
async function takeRoster({ replica, link, status }: SyncLoopParts): Promise<RoundResult | null> {
  const before = replica.cursor();
  // SY2: a server with another log may have forgotten what this kiosk had sent to it.
  const expect = async (log: string) => {
    await replica.leads.expectRoster(log);
    return replica.journal.expectRoster(log);
  };
  const loaded = await loadRoster(replica.rosterStore, link, expect, (loadedRows, totalRows) => {
    // While an older roster answers, loading is nothing people wait for.
    if (before === null) status.set({ phase: 'loading', loadedRows, totalRows });
  });
  return loaded.kind === 'loaded' ? null : loaded;
}

async function afterLock(code: LockCode, parts: SyncLoopParts): Promise<void> {
  const { replica, link, replications, status } = parts;
  // The notes about earlier replications are removed too, also where none has run since the start.
  if (code === 'kiosk_revoked') replications.start();
  await replications.stop(code === 'kiosk_revoked');
  if (code === 'kiosk_revoked') {
    await parts.beforeWipe?.(link.credentials());
    await replica.wipe();
  }
  status.notify();
}
