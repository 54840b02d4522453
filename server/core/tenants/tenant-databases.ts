/**
 * The databases of tenants, each migrated to its active modules and its own collections; again when one of them
 * changes.
 */
import { ok } from '#shared/base/result.ts';
import type { DefinitionChange } from '#shared/schema/change-definition.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Store, TenantStore } from '../../store/contract.ts';
import { type TenantRecord, tenants as tenantTable } from './control.ts';
import { mirrorCollections } from './mirror-collections.ts';
import { type OwnCollection, openOwn, storedDefinitions } from './own-collections.ts';
import { sandboxOf } from './tenant-lookups.ts';

interface Opened {
  readonly store: TenantStore;
  readonly own: readonly OwnCollection[];
}

/** Changes when the tenant's modules or own collections change; the database is then migrated again. */
function stampOf({ modules, schemaVersion }: TenantRecord): string {
  return `${modules.join(',')} ${schemaVersion ?? 0}`;
}

/** Changes when a definition is added, removed or edited. */
function stateOf(own: readonly OwnCollection[]): string {
  return own.map(({ id, version }) => `${id}:${version}`).join();
}

export interface DatabaseParts {
  readonly store: Store;
  readonly control: TenantStore;
  readonly collectionsOf: (modules: readonly string[]) => readonly CollectionDefinition[];
  readonly actor: string;
}

export class TenantDatabases {
  readonly #parts: DatabaseParts;
  /** State that each database was migrated to, as long as its store is held: one that has changed is migrated again. */
  readonly #migrated = new WeakMap<TenantStore, { readonly stamp: string; readonly opened: Promise<Opened> }>();

  constructor(parts: DatabaseParts) {
    this.#parts = parts;
  }

  async of(tenant: TenantRecord): Promise<Opened> {
    const tenantStore = await this.#parts.store.tenant(tenant.id, () => this.#initial(tenant));
    const stamp = stampOf(tenant);
    const known = this.#migrated.get(tenantStore);
    if (known?.stamp === stamp) return known.opened;
    const opened = this.#migrate(tenant, tenantStore);
    const entry = { stamp, opened };
    // A failed migration is not kept: the next caller tries again.
    opened.catch(() => this.#migrated.get(tenantStore) === entry && this.#migrated.delete(tenantStore));
    this.#migrated.set(tenantStore, entry);
    return opened;
  }

  /**
   * Returns the collections for a new database: none of modules where the live tenant has own ones, which may have their
   * names.
   */
  async #initial(tenant: TenantRecord): Promise<readonly CollectionDefinition[]> {
    const { control, collectionsOf } = this.#parts;
    const live = tenant.sandboxOf === null ? tenant : await control.get(tenantTable, tenant.sandboxOf);
    return [storedDefinitions, ...(live?.schemaVersion ? [] : collectionsOf(tenant.modules))];
  }

  async #migrate(tenant: TenantRecord, tenantStore: TenantStore): Promise<Opened> {
    const { control, collectionsOf } = this.#parts;
    const live = tenant.sandboxOf === null ? null : await control.get(tenantTable, tenant.sandboxOf);
    // A live tenant without own collections need not be opened for its sandbox.
    if (live?.schemaVersion) await mirrorCollections((await this.of(live)).own, tenantStore, null);
    const own = await openOwn(tenantStore);
    // The process that defined the first one ended before it could announce it.
    if (tenant.sandboxOf === null && own.length > 0 && !tenant.schemaVersion) await this.#announce(tenant.id);
    const taken = new Set(own.map(({ definition }) => definition.name));
    // A newer version may bring a collection of a name that the tenant has taken: its own one stays.
    await tenantStore.migrate(collectionsOf(tenant.modules).filter(({ name }) => !taken.has(name)));
    return { store: tenantStore, own };
  }

  /** Every server looks again at the collections of the tenant and its sandbox. */
  async #announce(live: string): Promise<void> {
    const { control, actor } = this.#parts;
    const ids = [live, (await sandboxOf(control, live))?.id].filter((id) => id !== undefined);
    const done = await control.commit(actor, async (tx) => {
      for (const id of ids) {
        const now = await tx.get(tenantTable, id);
        if (now) await tx.update('tenants', id, { schemaVersion: (now.schemaVersion ?? 0) + 1 });
      }
      return ok(null);
    });
    if (!done.ok) throw new Error(`a change of collections was not announced: ${done.errors[0].message}`);
  }

  /**
   * Called after a change of the live tenant's own collections: its sandbox follows, and every server looks at them again.
   *
   * @param change null: a collection was added or removed
   */
  async ownChanged(live: TenantRecord, change: DefinitionChange | null): Promise<void> {
    const { store, control } = this.#parts;
    const sandbox = await sandboxOf(control, live.id);
    this.#migrated.delete(await store.tenant(live.id));
    const { own } = await this.of(live);
    if (sandbox) {
      // A failure here is repaired when the sandbox is opened next, which the new number causes.
      await mirrorCollections(own, await store.tenant(sandbox.id), change).catch(() => {});
    }
    await this.#announce(live.id);
  }

  /** @returns whether the tenant's own collections differ from `known`: another server may have changed them */
  async ownMoved(tenant: TenantRecord, known: readonly OwnCollection[]): Promise<boolean> {
    const tenantStore = await this.#parts.store.tenant(tenant.id);
    const moved = stateOf(await openOwn(tenantStore)) !== stateOf(known);
    if (!moved) return false;
    this.#migrated.delete(tenantStore);
    // The server that made the change may have ended before it could announce it; a second time does no harm.
    await this.#announce(tenant.sandboxOf ?? tenant.id);
    return true;
  }
}
