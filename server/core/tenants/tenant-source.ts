/** The tenants as the processes that follow their logs see them: which came, which changed, which are there. */

import type { TenantStore } from '../../store/contract.ts';
import { controlTenant, type TenantRecord, tenants } from './control.ts';
import type { Directory } from './directory.ts';

/** Maximum number of changes of tenants read at once. */
const pageMax = 200;

export interface TenantNews {
  readonly tenants: readonly string[];
  /** Number up to which the log was read. */
  readonly seq: number;
}

/** @param after sequence number of the control log */
async function newsAfter(control: TenantStore, after: number): Promise<TenantNews> {
  const changes = await control.since(after, { limit: pageMax, collections: ['tenants'] });
  const concerns = changes.filter(
    ({ op, previous }) => op === 'create' || (previous !== null && 'modules' in previous),
  );
  return { tenants: [...new Set(concerns.map(({ id }) => id))], seq: changes.at(-1)?.seq ?? after };
}

async function findTenants(control: TenantStore, ids: readonly string[]): Promise<readonly TenantRecord[]> {
  if (ids.length === 0) return [];
  const where = { kind: 'field', path: 'id', op: 'in', value: [...ids] } as const;
  // Reads with `find` instead of `get`, whose cached answers may be older than the change.
  return await control.find(tenants, { where, limit: ids.length });
}

export function tenantSource({ control, open }: Pick<Directory, 'control' | 'open'>) {
  return {
    control: controlTenant,
    logId: control.logId,
    news: (after: number) => newsAfter(control, after),
    find: (ids: readonly string[]) => findTenants(control, ids),
    open,
  };
}
