/** The limits on what a tenant may keep and send, by its plan; and the one record that counts what it keeps. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { StorageUsage } from '#shared/modules/media/files.ts';
import type { Plan } from '../../../core/tenants/control.ts';
import type { Transaction } from '../../../store/contract.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** Maximum of bytes in one request (100 MB in the given interface); a larger file needs the resumable upload. */
export const requestBytesMax = 100 * 1_000_000;

export interface FileLimits {
  /** All files together, with what is announced; null: no limit. */
  readonly bytesMax: number | null;
  /** One file, by the resumable upload. */
  readonly fileBytesMax: number;
  /** Resumable uploads that are not finished. */
  readonly unfinishedMax: number;
}

export const fileLimits: Readonly<Record<Plan, FileLimits>> = {
  starter: { bytesMax: 5 * gibibyte, fileBytesMax: 2 * gibibyte, unfinishedMax: 100 },
  business: { bytesMax: 100 * gibibyte, fileBytesMax: 10 * gibibyte, unfinishedMax: 500 },
  enterprise: { bytesMax: null, fileBytesMax: 50 * gibibyte, unfinishedMax: 2_000 },
};

const scope = 'tenant';

async function usageOf(tx: Transaction): Promise<StorageUsage | null> {
  return (await tx.findOne('storage_usage', { scope })) as StorageUsage | null;
}

/** @param by bytes and files that came, negative for what goes */
export async function countUsage(tx: Transaction, by: { bytes: number; files: number }): Promise<void> {
  const usage = await usageOf(tx);
  const values = {
    bytes: Math.max(0, (usage?.bytes ?? 0) + by.bytes),
    files: Math.max(0, (usage?.files ?? 0) + by.files),
  };
  if (usage) await tx.update('storage_usage', usage.id, values);
  else await tx.create('storage_usage', { scope, ...values });
}

/** @returns in bytes; infinite without a limit */
export async function roomLeft(tx: Transaction, { bytesMax }: FileLimits, announced: number): Promise<number> {
  if (bytesMax === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, bytesMax - ((await usageOf(tx))?.bytes ?? 0) - announced);
}

/**
 * @param announced bytes of unfinished uploads that will come
 * @returns `storage_quota_exceeded` where so much more is more than the plan allows
 */
export async function needRoom(
  tx: Transaction,
  { bytesMax }: FileLimits,
  bytes: number,
  announced = 0,
): Promise<Result<null>> {
  if (bytesMax === null) return ok(null);
  const used = ((await usageOf(tx))?.bytes ?? 0) + announced;
  if (used + bytes <= bytesMax) return ok(null);
  return refuse({
    code: 'storage_quota_exceeded',
    message: `Your plan stores up to ${bytesMax} bytes of files, and ${used} are used. Delete some files, or choose a larger plan.`,
    detail: { bytesMax, used, wanted: bytes },
  });
}
