/** A tenant goes: what leads to it first, then its databases and those of its sandbox. */
import { ok, type Result } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore, Transaction } from '../../store/contract.ts';
import { placements as placementTable, type TenantRecord, tenants as tenantTable } from './control.ts';
import type { Placements } from './placements.ts';
import { withSandbox } from './tenant-lookups.ts';

export interface RemovalParts {
  readonly store: Store;
  readonly control: TenantStore;
  readonly controlTables: readonly CollectionDefinition[];
  readonly placements: Placements;
  readonly actor: string;
}

/** @returns what removes a live tenant with its sandbox, every credential of both, and their databases */
export function tenantRemoval({ store, control, controlTables, placements, actor }: RemovalParts) {
  const credentials = namingTenant(controlTables);
  return async (live: TenantRecord): Promise<Result<{ id: string }>> => {
    const twins = await withSandbox(control, live);
    // Where its database does not answer, nothing is begun.
    for (const { id } of twins) await store.tenant(id);
    // Access ends first, then the data goes: a crash in between leaves a file, never access to it.
    const done = await control.commit(actor, async (tx) => {
      const accounts = live.unfinished ? await accountsOf(tx, twins) : [];
      for (const { id } of twins) await forget(tx, id, credentials);
      for (const account of accounts) await forgetUnlessMember(tx, account);
      return ok({ id: live.id });
    });
    if (!done.ok) return done;
    for (const { id } of twins) {
      await store.drop(id);
      await placements.forget(id);
    }
    return ok(done.value.value);
  };
}

/** The tables that name a tenant: their rows go with it. Placements are left to placements.ts, which removes them in steps. */
function namingTenant(tables: readonly CollectionDefinition[]): readonly string[] {
  return tables
    .filter((table) => table !== tenantTable && table !== placementTable)
    .filter((table) => table.fields.some((field) => field.name === 'tenant'))
    .map((table) => table.name);
}

const pageRows = 500;

async function accountsOf(tx: Transaction, tenants: readonly TenantRecord[]): Promise<readonly string[]> {
  const members = await tx.find('memberships', {
    where: { kind: 'field', path: 'tenant', op: 'in', value: tenants.map(({ id }) => id) },
    limit: pageRows,
  });
  return [...new Set(members.map((one) => String(one['account'])))];
}

/** The password that a stopped creation made was shown to none: with the account left, it could not be made again. */
async function forgetUnlessMember(tx: Transaction, account: string): Promise<void> {
  if ((await tx.findOne('memberships', { account })) === null) await tx.delete('accounts', account);
}

async function forget(tx: Transaction, tenant: string, collections: readonly string[]): Promise<void> {
  for (const collection of collections)
    for (;;) {
      const rows = await tx.find(collection, { where: where({ tenant }), limit: pageRows });
      for (const { id } of rows) await tx.delete(collection, id);
      if (rows.length < pageRows) break;
    }
  await tx.delete('tenants', tenant);
}
