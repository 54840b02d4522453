/** Tenants as the control database has them: each with its sandbox twin, all of them in pages, those of some modules. */
import { type Query, where } from '#shared/query/query.ts';
import type { TenantStore } from '../../store/contract.ts';
import { type TenantRecord, tenants as tenantTable } from './control.ts';

/** Number of tenants per page of a list. */
const pageTenants = 500;

export async function sandboxOf(control: TenantStore, live: string): Promise<TenantRecord | null> {
  return await control.findOne(tenantTable, { sandboxOf: live });
}

/** @returns the live tenant, and its sandbox where it has one */
export async function withSandbox(control: TenantStore, live: TenantRecord): Promise<readonly TenantRecord[]> {
  return [live, await sandboxOf(control, live.id)].filter((tenant) => tenant !== null);
}

export async function* allTenants(control: TenantStore): AsyncGenerator<TenantRecord> {
  let after: readonly unknown[] | null = null;
  for (;;) {
    const query: Query = { limit: pageTenants, ...(after && { after }) };
    const page = await control.find(tenantTable, query);
    yield* page;
    if (page.length < pageTenants) return;
    after = [page.at(-1)?.id];
  }
}

/** Tenants that have one of these modules: the live ones, or the sandboxes; `limit` at most. */
export async function withModules(
  control: TenantStore,
  modules: readonly string[],
  sandbox: boolean,
  limit: number,
): Promise<readonly TenantRecord[]> {
  const live = where({ sandboxOf: null });
  const query: Query = {
    where: {
      kind: 'and',
      of: [
        { kind: 'field', path: 'modules', op: 'any_of', value: [...modules] },
        sandbox ? { kind: 'not', of: live } : live,
      ],
    },
    limit,
  };
  return await control.find(tenantTable, query);
}
