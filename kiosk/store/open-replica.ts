/**
 * Opens the kiosk's replica: lock, keys, database, roster from disk. The one way in; everything else in this folder is
 * a part of it. What it hands to sync beyond the public face stands in `assemble-replica.ts`.
 */
import type { RxCollection } from 'rxdb/plugins/core';
import { assembleReplica, type SyncedReplica } from './assemble-replica.ts';
import { forgetDocuments, openReplicaDatabase, type ReplicaCollections } from './database.ts';
import { rxdbHeardRows } from './heard-rows.ts';
import type { KeyStore } from './key-store.ts';
import { openLeadPhotos } from './lead-photos.ts';
import { rxdbLeadRows } from './lead-rows.ts';
import { openPrintJobs } from './print-jobs.ts';
import { takeReplicaLock } from './replica-lock.ts';
import { openRosterDisk } from './roster-disk.ts';
import { openRosterStore } from './roster-store.ts';
import { rxdbFeeds } from './rxdb-feeds.ts';
import { rxdbChangeRows, rxdbScanRows } from './rxdb-rows.ts';
import { createSealer } from './sealer.ts';
import { openSettings } from './settings.ts';
import { realTimers } from './timers.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** The replica of a window, with the collections it lies in. */
export interface OpenedReplica extends SyncedReplica {
  readonly collections: ReplicaCollections;
}

export type OpenReplicaResult =
  | { readonly kind: 'opened'; readonly replica: OpenedReplica }
  | { readonly kind: 'already_open'; readonly whenFree: Promise<void> };

export interface OpenReplicaOptions {
  readonly databaseName: string;
  readonly keyStore: KeyStore;
  /** Changes beyond the packed roster above which they are folded into it; for tests. */
  readonly foldAbove?: number;
}

export async function openReplica(options: OpenReplicaOptions): Promise<OpenReplicaResult> {
  const { databaseName, keyStore } = options;
  const lock = await takeReplicaLock(databaseName);
  if (lock.kind === 'already_open') return lock;
  try {
    return { kind: 'opened', replica: await openOwned(databaseName, keyStore, options.foldAbove, lock.release) };
  } catch (cause) {
    lock.release();
    throw new Error('the replica could not be opened', { cause });
  }
}

async function openOwned(
  databaseName: string,
  keyStore: KeyStore,
  foldAbove: number | undefined,
  release: () => void,
): Promise<OpenedReplica> {
  const persisting = navigator.storage.persist();
  const opening = openReplicaDatabase(databaseName);
  const sealer = await createSealer(keyStore);
  const disk = openRosterDisk(databaseName);
  const rosterStore = openRosterStore({
    disk,
    sealer,
    // Still being opened while the packed roster is read: a start has no time for one after the other.
    changes: rxdbChangeRows(opening.then(({ collections }) => collections.changes)),
    yieldNow: yieldToEventLoop,
    ...(foldAbove === undefined ? {} : { foldAbove }),
  });
  const loading = rosterStore.load();
  const [database, loaded] = await Promise.all([opening, loading]);
  const { collections } = database;
  const printJobs = openPrintJobs(collections.print_jobs);
  const heardRows = rxdbHeardRows(collections.heard, sealer);

  const replica = await assembleReplica({
    rosterStore,
    loaded,
    scanRows: rxdbScanRows(collections.scans, sealer),
    leadRows: rxdbLeadRows(collections.lead_edits, sealer),
    photos: await openLeadPhotos(collections.lead_photos, sealer),
    settings: openSettings(collections.settings, sealer),
    printJobs,
    heardRows,
    feeds: rxdbFeeds(collections, sealer),
    keyStore,
    sealer,
    timers: realTimers,
    storage: async () => {
      const { usage, quota } = await navigator.storage.estimate();
      return { persistent: await persisting, usedBytes: usage ?? 0, quotaBytes: quota ?? 0 };
    },
    async forgetSmall() {
      await printJobs.forget();
      await heardRows.forgetAll();
      await forgetDocuments(collections.settings, await idsOf(collections.settings));
    },
    async close() {
      await database.close();
      rosterStore.close();
      release();
    },
  });
  return { ...replica, collections };
}

async function idsOf<T>(collection: RxCollection<T>): Promise<string[]> {
  return (await collection.find().exec()).map((doc) => doc.primary);
}
