/** Limits how many bodies are received at once, so that memory is bounded and every tenant gets through. */
import type { Result } from '#shared/base/result.ts';
import { noUploadSlot } from './upload-refusals.ts';

/** Maximum number of bodies being received and files being joined, each with a piece in memory: in all, and of one tenant. */
const appendsMax = 64;
const appendsOfTenantMax = 16;

export function createUploadSlots(): <T>(tenant: string, work: () => Promise<Result<T>>) => Promise<Result<T>> {
  /** The tenant of each. */
  const appending: string[] = [];
  return async (tenant, work) => {
    const ofTenant = appending.filter((one) => one === tenant).length;
    if (appending.length >= appendsMax || ofTenant >= appendsOfTenantMax) return noUploadSlot();
    appending.push(tenant);
    try {
      return await work();
    } finally {
      appending.splice(appending.indexOf(tenant), 1);
    }
  };
}
