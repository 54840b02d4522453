/** Tenants and their sandbox twins: made, found, listed. Keeps the tenant's database migrated to its active modules. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { where } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore, Transaction } from '../store/contract.ts';
import { withRecentReads } from '../store/recent-reads.ts';
import { controlCollections, controlTenant, type Plan, type TenantRecord } from './control.ts';
import { openPlacements, type Placements } from './placements.ts';

const tenantsMax = 10_000;

export interface Directory {
  readonly control: TenantStore;
  readonly placements: Placements;
  create(options: {
    slug: string;
    plan: Plan;
    modules: readonly string[];
    demo?: boolean;
  }): Promise<Result<{ live: TenantRecord; sandbox: TenantRecord }>>;
  /** Of the tenant and its sandbox. */
  setModules(live: TenantRecord, modules: readonly string[]): Promise<Result<TenantRecord>>;
  /** The tenant, its sandbox, every credential of both, and their databases. */
  remove(live: TenantRecord): Promise<Result<{ id: string }>>;
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
  const controlStore = await store.tenant(controlTenant);
  // A database that several servers share may be far away, and every request asks it who sends it.
  const control = store.shelf ? withRecentReads(controlStore) : controlStore;
  await control.migrate(controlCollections);
  const placements = openPlacements(control);
  /** What each open database was migrated to: a tenant whose modules changed is migrated again at its next use. */
  const migrated = new Map<string, { modules: string; store: Promise<TenantStore> }>();

  const record = (found: unknown) => found as TenantRecord | null;
  const sandboxOf = async (live: string) => record(await control.findOne('tenants', { sandboxOf: live }));
  const both = async (live: TenantRecord) => [live, await sandboxOf(live.id)].filter((t) => t !== null);

  return {
    control,
    placements,
    async create({ slug, plan, modules, demo = false }) {
      const created = await control.commit(actor, async (tx) => {
        if (await tx.findOne('tenants', { slug, sandboxOf: null }))
          return refuse({ code: 'duplicate', message: `There is a tenant ${slug} already.`, path: 'slug' });
        const values = { slug, plan, modules: [...modules], demo };
        const live = (await tx.create('tenants', { ...values, sandboxOf: null })) as unknown as TenantRecord;
        const sandbox = (await tx.create('tenants', { ...values, sandboxOf: live.id })) as unknown as TenantRecord;
        return ok({ live, sandbox });
      });
      return created.ok ? ok(created.value.value) : created;
    },
    async setModules(live, modules) {
      const twins = await both(live);
      const done = await control.commit(actor, async (tx) => {
        for (const { id } of twins) await tx.update('tenants', id, { modules: [...modules] });
        return ok({ ...live, modules: [...modules] });
      });
      return done.ok ? ok(done.value.value) : done;
    },
    async remove(live) {
      const twins = await both(live);
      // First nobody can come in any more, then the data goes: a crash in between leaves a file, never an open door.
      const done = await control.commit(actor, async (tx) => {
        for (const { id } of twins) await forget(tx, id);
        return ok({ id: live.id });
      });
      if (!done.ok) return done;
      for (const { id } of twins) {
        migrated.delete(id);
        await store.drop(id);
        await placements.forget(id);
      }
      return ok(done.value.value);
    },
    byId: async (id) => record(await control.get('tenants', id)),
    bySlug: async (slug) => record(await control.findOne('tenants', { slug, sandboxOf: null })),
    sandboxOf,
    all: async () => (await control.find('tenants', { limit: tenantsMax })) as unknown as readonly TenantRecord[],
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

const credentialCollections = [
  'api_keys',
  'sessions',
  'pairing_codes',
  'kiosk_homes',
  'memberships',
  'login_sessions',
] as const;
const pageRows = 500;

async function forget(tx: Transaction, tenant: string): Promise<void> {
  for (const collection of credentialCollections)
    for (;;) {
      const rows = await tx.find(collection, { where: where({ tenant }), limit: pageRows });
      for (const { id } of rows) await tx.delete(collection, id);
      if (rows.length < pageRows) break;
    }
  await tx.delete('tenants', tenant);
}
