/**
 * Earlier releases spread tenants over several databases and noted in the control database which tenant was in which.
 * This release keeps all tenants in one: it does not start where that note names another, because it would show such
 * tenants as empty.
 */
import { where } from '#shared/query/query.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import type { TenantStore } from '../../store/contract.ts';

/** The part that is read here; the table has more columns. */
const tenantHomes = defineCollection({
  name: 'tenant_homes',
  module: 'control',
  labels: { one: 'Tenant home', many: 'Tenant homes' },
  fields: [
    { name: 'resident', type: 'text', required: true, maxLength: 128 },
    { name: 'live', type: 'text', required: true, maxLength: 128 },
    { name: 'database', type: 'text', required: true, maxLength: 40 },
    { name: 'movingTo', type: 'text', maxLength: 40 },
  ],
});

/** Tables of the control database that only earlier releases use; a restore leaves their rows out. */
export const earlierTables: readonly string[] = [tenantHomes.name, 'databases'];
const readMax = 100;

/** @returns slugs of tenants that are in another database, or whose move was interrupted: some of them, if many */
export async function tenantsNotHere(control: TenantStore): Promise<readonly string[]> {
  if (!(await control.collections()).includes(tenantHomes.name)) return [];
  control.know([tenantHomes]);
  const isHere = where({ database: 'main', movingTo: null });
  const found = await control.find(tenantHomes.name, { where: { kind: 'not', of: isHere }, limit: readMax });
  const slugs = found.map(async ({ live }) => String((await control.get('tenants', String(live)))?.['slug'] ?? live));
  return [...new Set(await Promise.all(slugs))];
}
