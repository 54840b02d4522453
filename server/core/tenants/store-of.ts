/** Finds the open store of a tenant by its id, for callers that know only the id. */
import type { TenantStore } from '../../store/contract.ts';
import type { Directory } from './directory.ts';

/** @returns null: there is no such tenant (any more) */
export type StoreOf = (tenant: string) => Promise<TenantStore | null>;

export function storeFinder(directory: Pick<Directory, 'byId' | 'open'>): StoreOf {
  return async (id) => {
    const tenant = await directory.byId(id);
    return tenant ? directory.open(tenant) : null;
  };
}
