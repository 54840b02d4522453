/** Tenants and their sandbox twins: made, found, listed. Keeps the tenant's database migrated to its active modules. */
import type { Result } from '#shared/base/result.ts';
import type { DefinitionChange } from '#shared/schema/change-definition.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore } from '../../store/contract.ts';
import { withReadsUntilWritten, withRecentReads } from '../../store/recent-reads.ts';
import { controlTenant, type TenantRecord, tenants as tenantTable } from './control.ts';
import type { OwnCollection } from './own-collections.ts';
import { openPlacements, type Placements } from './placements.ts';
import { tenantRemoval } from './remove-tenant.ts';
import { type TenantChanges, tenantChanges } from './tenant-changes.ts';
import { TenantDatabases } from './tenant-databases.ts';
import { allTenants, sandboxOf, withModules } from './tenant-lookups.ts';

export interface Directory extends TenantChanges {
  readonly control: TenantStore;
  readonly placements: Placements;
  /** Removes the tenant, its sandbox, every credential of both, and their databases. */
  remove(live: TenantRecord): Promise<Result<{ id: string }>>;
  /** Finds a live tenant or a sandbox. */
  byId(id: string): Promise<TenantRecord | null>;
  /** Finds a live tenant. */
  bySlug(slug: string): Promise<TenantRecord | null>;
  sandboxOf(tenant: string): Promise<TenantRecord | null>;
  /** Tenants and sandboxes by id, read in pages as they are asked for: for administration, which looks at each. */
  all(): AsyncIterable<TenantRecord>;
  /** All tenants and sandboxes by id, in one list. */
  list(): Promise<readonly TenantRecord[]>;
  /** Tenants that have one of these modules: the live ones, or the sandboxes. More than `limit` are not looked for. */
  withModules(modules: readonly string[], sandbox: boolean, limit: number): Promise<readonly TenantRecord[]>;
  /** The tenant's open store, with its tables as its modules want them, and those of its own collections. */
  open(tenant: TenantRecord): Promise<TenantStore>;
  /** The tenant's own collections; the same list for as long as none of them changes. */
  own(tenant: TenantRecord): Promise<readonly OwnCollection[]>;
  /**
   * To be called after a change of the live tenant's own collections: its sandbox follows, and every server is notified.
   *
   * @param change null: one came or went
   */
  ownChanged(live: TenantRecord, change: DefinitionChange | null): Promise<void>;
  /** @returns whether the tenant's own collections differ from `known`: another server may have changed them */
  ownMoved(tenant: TenantRecord, known: readonly OwnCollection[]): Promise<boolean>;
}

export interface DirectoryTables {
  /** Tables of the control database: those of tenants/, and those that lead to a tenant (credentials, for example). */
  readonly controlTables: readonly CollectionDefinition[];
  /** Returns the collections of a tenant's database. */
  readonly collectionsOf: (modules: readonly string[]) => readonly CollectionDefinition[];
}

export async function openDirectory(
  store: Store,
  { controlTables, collectionsOf }: DirectoryTables,
  actor = 'system:tenants',
): Promise<Directory> {
  const controlStore = await store.tenant(controlTenant, async () => controlTables);
  // Every request asks the control database which tenant it is for, so that answers are kept: until the next write where the
  // store can tell, else for a moment.
  const control = controlStore.version
    ? withReadsUntilWritten(controlStore, () => controlStore.version?.() ?? Number.NaN)
    : withRecentReads(controlStore);
  await control.migrate(controlTables);
  const placements = openPlacements(control);
  const databases = new TenantDatabases({ store, control, collectionsOf, actor });
  return {
    control,
    placements,
    ...tenantChanges(control, actor),
    remove: tenantRemoval({ store, control, controlTables, placements, actor }),
    byId: async (id) => await control.get(tenantTable, id),
    bySlug: async (slug) => await control.findOne(tenantTable, { slug, sandboxOf: null }),
    sandboxOf: (live) => sandboxOf(control, live),
    all: () => allTenants(control),
    async list() {
      const found: TenantRecord[] = [];
      for await (const tenant of allTenants(control)) found.push(tenant);
      return found;
    },
    withModules: (modules, sandbox, limit) => withModules(control, modules, sandbox, limit),
    open: async (tenant) => (await databases.of(tenant)).store,
    own: async (tenant) => (await databases.of(tenant)).own,
    ownChanged: (live, change) => databases.ownChanged(live, change),
    ownMoved: (tenant, known) => databases.ownMoved(tenant, known),
  };
}
