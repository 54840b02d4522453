/**
 * Opens the kiosk's replica: lock, keys, database, roster from disk. The one way in; everything else in this folder is
 * a part of it. What it hands to sync beyond the public face stands in `SyncedReplica`.
 */
import type { RxCollection } from 'rxdb/plugins/core';
import { forgetDocuments, openReplicaDatabase, type ReplicaCollections } from './database.ts';
import { type JournalStore, openJournal } from './journal.ts';
import type { KeyStore } from './key-store.ts';
import { openPrintJobs } from './print-jobs.ts';
import type { Replica } from './replica.ts';
import { takeReplicaLock } from './replica-lock.ts';
import { openRosterStore, type RosterStore } from './roster-store.ts';
import { createSealer } from './sealer.ts';
import { openSettings } from './settings.ts';

/** What kiosk/sync needs beyond the face that everybody sees. */
export interface SyncedReplica extends Replica {
  readonly journal: JournalStore;
  readonly rosterStore: RosterStore;
  readonly collections: ReplicaCollections;
  /** The roster on disk could not be opened: a new one must be loaded. Told once, at opening. */
  readonly rosterDamaged: boolean;
  /** For a revoked kiosk: everything but unsent scans leaves the disk, and its keys with it. */
  wipe(): Promise<void>;
}

export type OpenReplicaResult =
  | { readonly kind: 'opened'; readonly replica: SyncedReplica }
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
): Promise<SyncedReplica> {
  const persisting = navigator.storage.persist();
  const opening = openReplicaDatabase(databaseName);
  const sealer = await createSealer(keyStore);
  const rosterStore = openRosterStore({
    databaseName,
    sealer,
    changes: opening.then(({ collections }) => collections.changes),
    ...(foldAbove === undefined ? {} : { foldAbove }),
  });
  const loading = rosterStore.load();
  const [database, loaded] = await Promise.all([opening, loading]);
  const { collections } = database;
  const settings = openSettings(collections.settings, sealer);
  const journal = await openJournal(collections.scans, settings, rosterStore.roster);
  const printJobs = openPrintJobs(collections.print_jobs);

  return {
    roster: rosterStore.roster,
    people: rosterStore.people,
    rosterStore,
    rosterDamaged: loaded === 'damaged',
    collections,
    journal,
    printJobs,
    settings,
    ready: () => rosterStore.ready(),
    cursor: () => rosterStore.cursor(),
    onChange: (listener) => {
      const ends = [rosterStore.onChange(listener), journal.onChange(listener), printJobs.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    storage: async () => {
      const { usage, quota } = await navigator.storage.estimate();
      return { persistent: await persisting, usedBytes: usage ?? 0, quotaBytes: quota ?? 0 };
    },
    async wipe() {
      await rosterStore.clear();
      await forgetDocuments(collections.print_jobs, await idsOf(collections.print_jobs));
      await forgetDocuments(collections.settings, await idsOf(collections.settings));
      await keyStore.forget();
      await sealer.renew();
      await journal.dropSent();
    },
    close: async () => {
      await journal.close();
      await database.close();
      rosterStore.close();
      release();
    },
  };
}

async function idsOf<T>(collection: RxCollection<T>): Promise<string[]> {
  return (await collection.find().exec()).map((doc) => doc.primary);
}
