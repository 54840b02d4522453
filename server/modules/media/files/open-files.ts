/** Opens the room of files: its store, its parts, resumable uploads, and the module. Called by start/open-modules.ts. */
import { join } from 'node:path';
import type { Clock } from '#shared/base/time.ts';
import type { Module } from '../../../core/collections/module.ts';
import type { TenantStore } from '../../../store/contract.ts';
import type { FileStore, MediaProcessor } from './contract.ts';
import { exportsPrefix, type FileParts, filesPrefix, photosPrefix, unfinishedPrefix } from './file-parts.ts';
import { openLocalStore, partsFolder } from './local-store.ts';
import { createMediaModule } from './media-module.ts';
import { openUploads, type Uploads } from './uploads.ts';

export interface Files {
  readonly parts: FileParts;
  readonly uploads: Uploads;
  readonly module: Module;
  /** Deletes all objects of a tenant that was removed. */
  forget(tenant: string): Promise<void>;
  /** Breaks off what is being processed, and closes the store. */
  close(): Promise<void>;
}

export interface FilesSetting {
  /** `DATA_DIR/files` */
  readonly folder: string;
  /** Store of the files; null: the folder. */
  readonly store: FileStore | null;
  readonly processors: readonly MediaProcessor[];
  readonly tenantStore: (tenant: string) => Promise<TenantStore | null>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly stamp: (payload: string) => string;
}

export function openFiles({ folder, ...setting }: FilesSetting): Files {
  const stop = new AbortController();
  const store = setting.store ?? openLocalStore(folder);
  const parts: FileParts = { ...setting, store, workshop: join(folder, partsFolder), stopping: stop.signal };
  return {
    parts,
    uploads: openUploads(parts),
    module: createMediaModule(parts),
    async forget(tenant) {
      for (const prefix of [filesPrefix, unfinishedPrefix, exportsPrefix, photosPrefix])
        await store.deleteAll(prefix(tenant));
    },
    async close() {
      stop.abort(new Error('the server is stopping'));
      await Promise.all(setting.processors.map((one) => one.close?.()));
      store.close();
    },
  };
}
