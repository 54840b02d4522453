/** Tenants and their sandbox twins: made, found, listed. Keeps the tenant's database migrated to its active modules. */
import { ok, type Result, refuse } from '#shared/base/result.ts';
import { type Query, where } from '#shared/query/query.ts';
import type { DefinitionChange } from '#shared/schema/change-definition.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore, Transaction } from '../../store/contract.ts';
import { withReadsUntilWritten, withRecentReads } from '../../store/recent-reads.ts';
import { commitControl } from './commit-control.ts';
import {
  controlTenant,
  type Plan,
  placements as placementTable,
  type TenantRecord,
  tenants as tenantTable,
} from './control.ts';
import { mirrorCollections } from './mirror-collections.ts';
import { type OwnCollection, openOwn } from './own-collections.ts';
import { openPlacements, type Placements } from './placements.ts';

/** Of a list of tenants, read at once. */
const pageTenants = 500;

export interface Directory {
  readonly control: TenantStore;
  readonly placements: Placements;
  /** Made `unfinished`; `finish` ends that. */
  create(options: {
    slug: string;
    plan: Plan;
    modules: readonly string[];
    demo?: boolean;
  }): Promise<Result<{ live: TenantRecord; sandbox: TenantRecord }>>;
  /** Its keys are made and can be shown: from now on its slug is taken. */
  finish(live: TenantRecord): Promise<void>;
  /** Of the tenant and its sandbox. */
  setModules(live: TenantRecord, modules: readonly string[]): Promise<Result<TenantRecord>>;
  /** The tenant, its sandbox, every credential of both, and their databases. */
  /** Of this tenant alone: its twin has its own. */
  setAllowedOrigins(tenant: TenantRecord, origins: readonly string[]): Promise<Result<null>>;
  remove(live: TenantRecord): Promise<Result<{ id: string }>>;
  byId(id: string): Promise<TenantRecord | null>;
  bySlug(slug: string): Promise<TenantRecord | null>;
  sandboxOf(tenant: string): Promise<TenantRecord | null>;
  /** Tenants and sandboxes by id, read in pages as they are asked for: for administration, which looks at each. */
  all(): AsyncIterable<TenantRecord>;
  /** The same at once. */
  list(): Promise<readonly TenantRecord[]>;
  /** Those that have one of these modules: the live ones, or the sandboxes. More than `limit` are not looked for. */
  withModules(modules: readonly string[], sandbox: boolean, limit: number): Promise<readonly TenantRecord[]>;
  /** The tenant's open store, with its tables as its modules want them, and those of its own collections. */
  open(tenant: TenantRecord): Promise<TenantStore>;
  /** The tenant's own collections; the same list for as long as none of them changes. */
  own(tenant: TenantRecord): Promise<readonly OwnCollection[]>;
  /**
   * After a change of the live tenant's own collections: its sandbox follows, and every server hears of it.
   *
   * @param change null: one came or went
   */
  ownChanged(live: TenantRecord, change: DefinitionChange | null): Promise<void>;
  /** Looks whether the tenant's own collections are still those of `known`; another server may have changed them. */
  ownMoved(tenant: TenantRecord, known: readonly OwnCollection[]): Promise<boolean>;
}

interface Opened {
  readonly store: TenantStore;
  readonly own: readonly OwnCollection[];
}

/** Modules or own collections that differ are looked at again. */
function stampOf({ modules, schemaVersion }: TenantRecord): string {
  return `${modules.join(',')} ${schemaVersion ?? 0}`;
}

export interface DirectoryTables {
  /** Of the control database: those of this room, and what leads to a tenant (credentials, say). */
  readonly controlTables: readonly CollectionDefinition[];
  /** Of a tenant's database. */
  readonly collectionsOf: (modules: readonly string[]) => readonly CollectionDefinition[];
}

export async function openDirectory(
  store: Store,
  { controlTables, collectionsOf }: DirectoryTables,
  actor = 'system:tenants',
): Promise<Directory> {
  const controlStore = await store.tenant(controlTenant);
  // A database that several servers share may be far away, and every request asks it who sends it.
  const control = controlStore.version
    ? withReadsUntilWritten(controlStore, () => controlStore.version?.() ?? Number.NaN)
    : withRecentReads(controlStore);
  await control.migrate(controlTables);
  const credentials = namingTenant(controlTables);
  const placements = openPlacements(control);
  /** What each database was migrated to, as long as its store is held: one that has changed is migrated again. */
  const migrated = new WeakMap<TenantStore, { readonly stamp: string; readonly opened: Promise<Opened> }>();

  const sandboxOf = async (live: string) => await control.findOne(tenantTable, { sandboxOf: live });
  const both = async (live: TenantRecord) => [live, await sandboxOf(live.id)].filter((t) => t !== null);

  async function tenantOf(tenant: TenantRecord): Promise<Opened> {
    const tenantStore = await store.tenant(tenant.id);
    const stamp = stampOf(tenant);
    const known = migrated.get(tenantStore);
    if (known?.stamp === stamp) return known.opened;
    const opened = migrateTenant(tenant, tenantStore);
    const entry = { stamp, opened };
    // What failed is tried again by the next caller instead of being remembered.
    opened.catch(() => migrated.get(tenantStore) === entry && migrated.delete(tenantStore));
    migrated.set(tenantStore, entry);
    return opened;
  }

  async function migrateTenant(tenant: TenantRecord, tenantStore: TenantStore): Promise<Opened> {
    const live = tenant.sandboxOf === null ? null : await control.get(tenantTable, tenant.sandboxOf);
    // One that never had a collection of its own needs not be opened for its sandbox.
    if (live?.schemaVersion) await mirrorCollections((await tenantOf(live)).own, tenantStore, null);
    const own = await openOwn(tenantStore);
    // The process that defined the first one ended before it could announce it.
    if (tenant.sandboxOf === null && own.length > 0 && !tenant.schemaVersion) await announce(tenant.id);
    const taken = new Set(own.map(({ definition }) => definition.name));
    // A newer version may bring a collection of a name that the tenant has taken: its own one stays.
    await tenantStore.migrate(collectionsOf(tenant.modules).filter(({ name }) => !taken.has(name)));
    return { store: tenantStore, own };
  }

  /** Every server looks again at the collections of the tenant and its sandbox. */
  async function announce(live: string): Promise<void> {
    const ids = [live, (await sandboxOf(live))?.id].filter((id) => id !== undefined);
    const done = await control.commit(actor, async (tx) => {
      for (const id of ids) {
        const now = await tx.get(tenantTable, id);
        if (now) await tx.update('tenants', id, { schemaVersion: (now.schemaVersion ?? 0) + 1 });
      }
      return ok(null);
    });
    if (!done.ok) throw new Error(`a change of collections was not announced: ${done.errors[0].message}`);
  }

  return {
    control,
    placements,
    async create({ slug, plan, modules, demo = false }) {
      const created = await control.commit(actor, async (tx) => {
        if (await tx.findOne('tenants', { slug, sandboxOf: null }))
          return refuse({ code: 'duplicate', message: `A tenant ${slug} already exists.`, path: 'slug' });
        const values = { slug, plan, modules: [...modules], demo, unfinished: true };
        const live = await tx.create(tenantTable, { ...values, sandboxOf: null });
        const sandbox = await tx.create(tenantTable, { ...values, sandboxOf: live.id });
        return ok({ live, sandbox });
      });
      return created.ok ? ok(created.value.value) : created;
    },
    async finish(live) {
      const twins = await both(live);
      await commitControl(control, actor, async (tx) => {
        for (const { id } of twins) await tx.update('tenants', id, { unfinished: false });
        return ok(null);
      });
    },
    async setModules(live, modules) {
      const twins = await both(live);
      const done = await control.commit(actor, async (tx) => {
        for (const { id } of twins) await tx.update('tenants', id, { modules: [...modules] });
        return ok({ ...live, modules: [...modules] });
      });
      return done.ok ? ok(done.value.value) : done;
    },
    async setAllowedOrigins({ id }, origins) {
      const done = await control.commit(actor, async (tx) => {
        await tx.update('tenants', id, { allowedOrigins: [...origins] });
        return ok(null);
      });
      return done.ok ? ok(null) : done;
    },
    async remove(live) {
      const twins = await both(live);
      // Where its database does not answer, nothing is begun.
      for (const { id } of twins) await store.tenant(id);
      // First nobody can come in any more, then the data goes: a crash in between leaves a file, never an open door.
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
    },
    byId: async (id) => await control.get(tenantTable, id),
    bySlug: async (slug) => await control.findOne(tenantTable, { slug, sandboxOf: null }),
    sandboxOf,
    all: () => allTenants(control),
    async list() {
      const found: TenantRecord[] = [];
      for await (const tenant of allTenants(control)) found.push(tenant);
      return found;
    },
    async withModules(modules, sandbox, limit) {
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
    },
    open: async (tenant) => (await tenantOf(tenant)).store,
    own: async (tenant) => (await tenantOf(tenant)).own,
    async ownChanged(live, change) {
      const sandbox = await sandboxOf(live.id);
      migrated.delete(await store.tenant(live.id));
      const { own } = await tenantOf(live);
      if (sandbox) {
        // What goes wrong here is made good when the sandbox is opened next, which the new number sees to.
        await mirrorCollections(own, await store.tenant(sandbox.id), change).catch(() => {});
      }
      await announce(live.id);
    },
    async ownMoved(tenant, known) {
      const tenantStore = await store.tenant(tenant.id);
      const moved = stateOf(await openOwn(tenantStore)) !== stateOf(known);
      if (!moved) return false;
      migrated.delete(tenantStore);
      // The server that made the change may have ended before it could announce it; a second time does no harm.
      await announce(tenant.sandboxOf ?? tenant.id);
      return true;
    },
  };
}

async function* allTenants(control: TenantStore): AsyncGenerator<TenantRecord> {
  let after: readonly unknown[] | null = null;
  for (;;) {
    const query: Query = { limit: pageTenants, ...(after && { after }) };
    const page = await control.find(tenantTable, query);
    yield* page;
    if (page.length < pageTenants) return;
    after = [page.at(-1)?.id];
  }
}

/** Which definitions, in which state. */
function stateOf(own: readonly OwnCollection[]): string {
  return own.map(({ id, version }) => `${id}:${version}`).join();
}

/** Whatever names a tenant goes with it. Placements are left to placements.ts, which removes them in steps. */
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
