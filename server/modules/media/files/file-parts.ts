/** Ports and types that the files of this room share: the store, a folder for work in progress, and the sender of a file. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/base/time.ts';
import type { Actor } from '../../../core/policy/actor.ts';
import type { TenantStore } from '../../../store/contract.ts';
import type { FileStore, MediaProcessor } from './contract.ts';
import type { FileLimits } from './file-limits.ts';

export interface FileParts {
  readonly store: FileStore;
  /** Folder on this machine's disk; what a crash leaves there is swept away. */
  readonly workshop: string;
  readonly processors: readonly MediaProcessor[];
  /** The tenant's open store; null: there is no such tenant. */
  readonly tenantStore: (tenant: string) => Promise<TenantStore | null>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Returns a proof that this server made the payload: for signed addresses. */
  readonly stamp: (payload: string) => string;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** The actor that sends a file, and its limits. */
export interface Sender {
  readonly actor: Actor;
  readonly limits: FileLimits;
}

export const filesPrefix = (tenant: string) => `${tenant}/files/`;
/** Exports, each under its id. */
export const exportsPrefix = (tenant: string) => `${tenant}/exports/`;
/** Photos of business cards, each under the id of its edit: a record of `lead_edits`. */
export const photosPrefix = (tenant: string) => `${tenant}/lead-photos/`;
export const photoKey = (tenant: string, id: string, sha256: string) => `${photosPrefix(tenant)}${id}/${sha256}`;
export const unfinishedPrefix = (tenant: string) => `${tenant}/unfinished/`;
/** The content of one file: the original and what was made of it, each under its hash. */
export const contentKey = (tenant: string, id: string, sha256: string) => `${filesPrefix(tenant)}${id}/${sha256}`;

export function processorFor({ processors }: FileParts, type: string): MediaProcessor | null {
  return processors.find((one) => one.handles(type)) ?? null;
}

/** A temporary path for one task; the file there is deleted afterwards. */
export async function withPart<T>({ workshop }: FileParts, work: (path: string) => Promise<T>): Promise<T> {
  await mkdir(workshop, { recursive: true });
  const path = join(workshop, `${randomUUID()}.part`);
  try {
    return await work(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}
