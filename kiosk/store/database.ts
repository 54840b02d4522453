/**
 * The RxDB database of a kiosk: the journal and what is small and live. Its transactions are strict: Chromium's default
 * would answer before the disk has it. Schemas hold one loose object beside what is indexed, so that a field added to a
 * shared collection never asks a kiosk in the field for a migration.
 */
import {
  createRxDatabase,
  defaultCacheReplacementPolicyMonad,
  type RxCollection,
  type RxDatabase,
} from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { dayMs } from '#shared/base/time.ts';
import { printJobConflicts } from './print-job-conflicts.ts';
import type { ChangeDoc, PrintJobDoc, RecordedScan } from './rows.ts';

/** A row of the journal as it lies on the disk. */
export interface StoredScan {
  readonly id: string;
  readonly counter: number;
  /** A readable scan was recorded by a version that did not seal. */
  readonly scan: RecordedScan | { readonly sealed: string };
}

/** An edit of a lead as it lies on the disk. */
export interface StoredLeadEdit {
  readonly id: string;
  readonly counter: number;
  readonly sealed: string;
}

/** An entry heard from another kiosk, sealed. */
export interface HeardDoc {
  readonly id: string;
  readonly sealed: string;
}

/** A photo of a business card, sealed, as base64url. */
export interface StoredLeadPhoto {
  /** Id of its edit. */
  readonly id: string;
  readonly sealed: string;
}

export interface SettingDoc {
  readonly name: string;
  readonly sealed: string;
}

export interface ReplicaCollections {
  readonly scans: RxCollection<StoredScan>;
  readonly changes: RxCollection<ChangeDoc>;
  readonly print_jobs: RxCollection<PrintJobDoc>;
  readonly lead_edits: RxCollection<StoredLeadEdit>;
  readonly lead_photos: RxCollection<StoredLeadPhoto>;
  readonly settings: RxCollection<SettingDoc>;
  readonly heard: RxCollection<HeardDoc>;
}

const counterMax = 1_000_000_000;
const id = { type: 'string', maxLength: 36 } as const;

const schemas = {
  scans: {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id,
      counter: { type: 'integer', minimum: 0, maximum: counterMax, multipleOf: 1 },
      scan: { type: 'object' },
    },
    required: ['id', 'counter', 'scan'],
    indexes: ['counter'],
  },
  changes: {
    version: 0,
    primaryKey: 'key',
    type: 'object',
    properties: {
      key: { type: 'string', maxLength: 120 },
      seq: { type: 'integer' },
      base: { type: 'string' },
      sealed: { type: 'string' },
    },
    required: ['key', 'seq', 'base', 'sealed'],
  },
  print_jobs: {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id,
      state: { type: 'string', maxLength: 16 },
      registration: id,
      queuedAt: { type: 'string', maxLength: 32 },
      job: { type: 'object' },
    },
    required: ['id', 'state', 'registration', 'queuedAt', 'job'],
    indexes: [['state', 'queuedAt'], 'registration', 'queuedAt'],
  },
  lead_edits: {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id,
      counter: { type: 'integer', minimum: 0, maximum: counterMax, multipleOf: 1 },
      sealed: { type: 'string' },
    },
    required: ['id', 'counter', 'sealed'],
    indexes: ['counter'],
  },
  lead_photos: {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: { id, sealed: { type: 'string' } },
    required: ['id', 'sealed'],
  },
  settings: {
    version: 0,
    primaryKey: 'name',
    type: 'object',
    properties: { name: { type: 'string', maxLength: 64 }, sealed: { type: 'string' } },
    required: ['name', 'sealed'],
  },
  heard: {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: { id, sealed: { type: 'string' } },
    required: ['id', 'sealed'],
  },
} as const;

export interface ReplicaDatabase {
  readonly collections: ReplicaCollections;
  close(): Promise<void>;
}

/**
 * RxDB keeps its notes on replication (what was sent, how far was pulled) in stores of its own. Those may lag after a
 * power failure: then something is sent or pulled twice, which is harmless. Waiting for the disk there would only make
 * the next scan wait.
 */
function strictForOurs(): Pick<DexieStorage, 'name' | 'rxdbVersion' | 'createStorageInstance'> {
  const strict = getRxStorageDexie({ chromeTransactionDurability: 'strict', cache: 'disabled' });
  const relaxed = getRxStorageDexie({ chromeTransactionDurability: 'relaxed', cache: 'disabled' });
  return {
    name: strict.name,
    rxdbVersion: strict.rxdbVersion,
    createStorageInstance: (params) =>
      (params.collectionName.startsWith(replicationNotes) ? relaxed : strict).createStorageInstance(params),
  };
}

const replicationNotes = 'rx-replication-meta-';

/**
 * RxDB would keep the last hundred queries with all documents that they found, such as the five thousand of a fold. Here
 * it keeps none: a query that is repeated has another answer by then.
 */
const keepNoAnswers = defaultCacheReplacementPolicyMonad(0, 0);
type DexieStorage = ReturnType<typeof getRxStorageDexie>;

/** The caller owns the replica's lock: one window at a time. */
export async function openReplicaDatabase(databaseName: string): Promise<ReplicaDatabase> {
  const database: RxDatabase<ReplicaCollections> = await createRxDatabase({
    name: databaseName,
    storage: strictForOurs(),
    multiInstance: false,
  });
  const collections = await database.addCollections({
    scans: { schema: schemas.scans, cacheReplacementPolicy: keepNoAnswers },
    changes: { schema: schemas.changes, cacheReplacementPolicy: keepNoAnswers },
    print_jobs: {
      schema: schemas.print_jobs,
      conflictHandler: printJobConflicts,
      cacheReplacementPolicy: keepNoAnswers,
    },
    lead_edits: { schema: schemas.lead_edits, cacheReplacementPolicy: keepNoAnswers },
    lead_photos: { schema: schemas.lead_photos, cacheReplacementPolicy: keepNoAnswers },
    settings: { schema: schemas.settings, cacheReplacementPolicy: keepNoAnswers },
    heard: { schema: schemas.heard, cacheReplacementPolicy: keepNoAnswers },
  });
  return {
    collections,
    close: async () => {
      await database.close();
    },
  };
}

/** Removes documents from the disk, not only from view: RxDB keeps a tombstone of each until it is cleaned up. */
export async function forgetDocuments<T>(collection: RxCollection<T>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await collection.bulkRemove([...ids]);
  // Tombstones carry the time of a clock that may have been set back since: those of the next 365 days go, too.
  await collection.storageInstance.cleanup(-365 * dayMs);
}
