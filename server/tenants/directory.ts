/** Tenants and their sandbox twins: made, found, listed. Keeps the tenant's database migrated to its active modules. */

import { ok, type Result, refuse } from '#shared/base/result.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore } from '../store/contract.ts';
import { controlCollections, controlTenant, type Plan, type TenantRecord } from './control.ts';

const tenantsMax = 10_000;

export interface Directory {
  readonly control: TenantStore;
  create(options: {
    slug: string;
    plan: Plan;
    modules: readonly string[];
    demo?: boolean;
  }): Promise<Result<{ live: TenantRecord; sandbox: TenantRecord }>>;
  byId(id: string): Promise<TenantRecord | null>;
  bySlug(slug: string): Promise<TenantRecord | null>;
  sandboxOf(tenant: string): Promise<TenantRecord | null>;
  all(): Promise<readonly TenantRecord[]>;
  /** The tenant's open store, with its tables as its modules want them. */
  open(tenant: TenantRecord): Promise<TenantStore>;
}

export async function openDirectory(
  store: Store,
  collectionsOf: (modules: readonly string[]) => readonly CollectionDefinition[],
  actor = 'system:tenants',
): Promise<Directory> {
  const control = await store.tenant(controlTenant);
  await control.migrate(controlCollections);
  /** What each open database was migrated to: a tenant whose modules changed is migrated again at its next use. */
  const migrated = new Map<string, { modules: string; store: Promise<TenantStore> }>();

  const record = (found: unknown) => found as TenantRecord;
  return {
    control,
    async create({ slug, plan, modules, demo = false }) {
      const created = await control.commit(actor, async (tx) => {
        if (await tx.findOne('tenants', { slug, sandboxOf: null }))
          return refuse({ code: 'duplicate', message: `There is a tenant ${slug} already.`, path: 'slug' });
        const values = { slug, plan, modules: [...modules], demo };
        const live = record(await tx.create('tenants', { ...values, sandboxOf: null }));
        const sandbox = record(await tx.create('tenants', { ...values, sandboxOf: live.id }));
        return ok({ live, sandbox });
      });
      return created.ok ? ok(created.value.value) : created;
    },
    byId: async (id) => {
      const found = await control.get('tenants', id);
      return found ? record(found) : null;
    },
    bySlug: async (slug) => {
      const found = await control.findOne('tenants', { slug, sandboxOf: null });
      return found ? record(found) : null;
    },
    sandboxOf: async (tenant) => {
      const found = await control.findOne('tenants', { sandboxOf: tenant });
      return found ? record(found) : null;
    },
    all: async () => (await control.find('tenants', { limit: tenantsMax })).map(record),
    open(tenant) {
      const modules = tenant.modules.join(',');
      const known = migrated.get(tenant.id);
      if (known?.modules === modules) return known.store;
      const opened = store.tenant(tenant.id).then(async (tenantStore) => {
        await tenantStore.migrate(collectionsOf(tenant.modules));
        return tenantStore;
      });
      // A failed opening is tried again by the next caller instead of being remembered.
      opened.catch(() => migrated.delete(tenant.id));
      migrated.set(tenant.id, { modules, store: opened });
      return opened;
    },
  };
}
