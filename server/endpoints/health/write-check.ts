/**
 * Checks whether the server can store anything: a server that reads and cannot write (a read-only database, a full or failing
 * disk) would refuse every scan and sale, so that a balancer should choose another one.
 */
import { statfs } from 'node:fs/promises';
import type { TenantStore } from '../../store/contract.ts';

/** @returns what is wrong, as a sentence; null: writing works, or worked within the last 5 s */
export type WriteCheck = () => Promise<string | null>;

export interface WriteCheckParts {
  /** The check saves a cursor of its own here, which no surface shows. */
  readonly control: Pick<TenantStore, 'saveCursor'>;
  /** Folder of files, mails and, without a database server, all data. */
  readonly folder: string;
  /** A folder whose free bytes cannot be read counts as one with room. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

const cursor = 'health.write-check';
/** A write that takes longer does not serve a gate. */
const answersMs = 2_000;
/** A good result serves so long: each check is a flush of the disk. */
const keptMs = 5_000;
/** Minimum number of free bytes in the folder: below it, the check fails while there is still room for running work to end. */
export const freeBytesMin = 32 * 1024 * 1024;

async function bytesFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function openWriteCheck({ control, folder, freeBytes = bytesFree }: WriteCheckParts): WriteCheck {
  let goodUntil = 0;
  let underWay: Promise<string | null> | null = null;
  let checks = 0;

  async function check(): Promise<string | null> {
    const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
    if (free < freeBytesMin) return 'The disk of this server is full.';
    checks += 1;
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), answersMs);
    const written = control.saveCursor(cursor, checks).then(
      () => true,
      () => false,
    );
    const isWritten = await Promise.race([written, late]).finally(() => clearTimeout(timer));
    if (!isWritten) return 'The database cannot be written right now.';
    goodUntil = performance.now() + keptMs;
    return null;
  }

  return () => {
    if (performance.now() < goodUntil) return Promise.resolve(null);
    underWay ??= check().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
