/**
 * Opens a tenant of a store at its first use, and keeps it open while it is in use (a call runs, a walk goes on, something
 * listens to its commits). Of those that are not in use, as many stay open as the bound says: the one used longest ago is
 * closed first, and each of them after a while. However many are in use, all are served.
 */
import { WeakValues } from '#shared/base/weak-values.ts';
import { type InitialCollections, type MovedCollection, StoreFault, type TenantStore } from './contract.ts';
import { TenantHandle } from './tenant-handle.ts';

/** Maximum number of tenants that one process keeps open without their being in use. */
export const openTenantsMax = 200;
/** Time for which a tenant that nothing uses stays open, in ms. */
export const tenantIdleMs = 5 * 60_000;
/** Looks for idle tenants within that time. */
const looksPerIdle = 10;
const lookMsMin = 1_000;

/** A tenant's open database. */
export interface OpenTenant extends TenantStore {
  /** Plans that wait for their turn. */
  readonly waiting: number;
  /** The newest head that its listeners know; absent: a late word of an older one never comes. */
  readonly heard?: number;
  /** Names of tables that are made at their first use; absent: none. */
  readonly unmade?: ReadonlySet<string>;
  /** Finishes what was begun; takes nothing new. */
  close(): Promise<void>;
}

/** Called when a new release has moved values of a tenant. */
export type OnMoved = (tenant: string, moved: readonly MovedCollection[]) => void;

/** State kept of a tenant that was open before. */
export interface LastOpen {
  readonly logId: string;
  readonly heard: number;
  readonly unmade?: ReadonlySet<string>;
}

export interface OpenTenantsSetting<T extends OpenTenant> {
  /** Opens the database, making it where it is not there. */
  readonly open: (id: string, initial?: InitialCollections) => Promise<T>;
  /** Opens it once more. @throws StoreFault where it is gone */
  readonly reopen: (id: string, last: LastOpen) => Promise<T> | T;
  /** Number of tenants that may be open without being in use: `openTenantsMax` unless given. */
  readonly max?: number | undefined;
  /** Time for which a tenant that nothing uses stays open: `tenantIdleMs` unless given; 0: it is closed at once. */
  readonly idleMs?: number | undefined;
  readonly onMoved?: OnMoved | undefined;
  /** A clock that is never set back; tests turn it by hand. */
  readonly nowMs?: (() => number) | undefined;
}

interface Tenant<T> {
  readonly id: string;
  handle: TenantHandle | null;
  inner: T | null;
  opening: Promise<T> | null;
  /** Ends when the database that was open before is closed. */
  closing: Promise<void> | null;
  isInUse: boolean;
  /** Time since which it is not in use. */
  idleSinceMs: number;
  heard: number;
  unmade: ReadonlySet<string>;
  isGone: boolean;
}

export class OpenTenants<T extends OpenTenant> {
  readonly #setting: OpenTenantsSetting<T>;
  readonly #max: number;
  readonly #idleMs: number;
  /** Handles of tenants that are open or held by a caller. */
  readonly #handles = new WeakValues<TenantHandle>();
  readonly #first = new Map<string, Promise<TenantHandle>>();
  readonly #tenants = new WeakMap<TenantHandle, Tenant<T>>();
  readonly #open = new Set<Tenant<T>>();
  /** Open tenants that are not in use; the one that was used longest ago comes first. */
  readonly #idle = new Set<Tenant<T>>();
  readonly #opening = new Set<Promise<T>>();
  readonly #closing = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  readonly #nowMs: () => number;
  #isClosed = false;

  constructor(setting: OpenTenantsSetting<T>) {
    this.#setting = setting;
    this.#max = setting.max ?? openTenantsMax;
    this.#idleMs = setting.idleMs ?? tenantIdleMs;
    this.#nowMs = setting.nowMs ?? (() => performance.now());
  }

  /** The databases that are open now. */
  *all(): IterableIterator<T> {
    for (const { inner } of this.#open) if (inner) yield inner;
  }

  /** @throws StoreFault, and what opening throws */
  async tenant(id: string, initial?: InitialCollections): Promise<TenantHandle> {
    if (this.#isClosed) throw new StoreFault('the store is closed');
    const known = this.#handles.get(id);
    if (known) return known;
    let first = this.#first.get(id);
    if (!first) {
      first = this.#openFirst(id, initial).finally(() => this.#first.delete(id));
      this.#first.set(id, first);
    }
    return first;
  }

  /** Closes it for good: callers that hold it are refused from now on. Its data are the store's to remove. */
  async forget(id: string): Promise<void> {
    const handle = (await this.#first.get(id)?.catch(() => null)) ?? this.#handles.get(id);
    const tenant = handle && this.#tenants.get(handle);
    if (!tenant) return;
    tenant.isGone = true;
    this.#handles.delete(id);
    await tenant.opening?.catch(() => {});
    await this.#close(tenant);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const tenant of [...this.#open]) void this.#close(tenant);
    // Calls on tenants that are being opened are still served.
    await Promise.allSettled([...this.#first.values(), ...this.#opening]);
    for (const tenant of [...this.#open]) void this.#close(tenant);
    await Promise.all(this.#closing);
  }

  /** Closes what nothing has used for long enough; a timer does so while anything is open. */
  look(): void {
    const nowMs = this.#nowMs();
    for (const tenant of this.#idle) {
      if (nowMs - tenant.idleSinceMs < this.#idleMs) break;
      void this.#close(tenant);
    }
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #openFirst(id: string, initial?: InitialCollections): Promise<TenantHandle> {
    const tenant: Tenant<T> = {
      ...{ id, handle: null, inner: null, opening: null, closing: null },
      ...{ isInUse: false, idleSinceMs: 0, heard: 0, unmade: new Set(), isGone: false },
    };
    const inner = await this.#opened(tenant, () => this.#setting.open(id, initial));
    const handle = new TenantHandle(
      {
        now: () => tenant.inner,
        opened: () =>
          this.#opened(tenant, () => {
            const { heard, unmade } = tenant;
            return this.#setting.reopen(id, { logId: handle.logId, heard, unmade });
          }),
        inUse: (isInUse) => this.#inUse(tenant, isInUse),
        moved: (moved) => this.#setting.onMoved?.(id, moved),
      },
      inner,
    );
    tenant.handle = handle;
    this.#tenants.set(handle, tenant);
    this.#handles.set(id, handle);
    this.#rest(tenant);
    return handle;
  }

  #opened(tenant: Tenant<T>, open: () => Promise<T> | T): Promise<T> {
    if (this.#isClosed) return Promise.reject(new StoreFault('the store is closed'));
    if (tenant.isGone) return Promise.reject(new StoreFault('the tenant was removed'));
    if (tenant.opening) return tenant.opening;
    const opening: Promise<T> = this.#openNow(tenant, open).finally(() => {
      tenant.opening = null;
      this.#opening.delete(opening);
    });
    tenant.opening = opening;
    this.#opening.add(opening);
    return opening;
  }

  async #openNow(tenant: Tenant<T>, open: () => Promise<T> | T): Promise<T> {
    await tenant.closing;
    const inner = await open();
    tenant.handle?.attach(inner);
    tenant.inner = inner;
    this.#open.add(tenant);
    // Its listener may have gone meanwhile.
    if (tenant.handle && !tenant.isInUse) this.#rest(tenant);
    this.#timer ??= setInterval(() => this.look(), Math.max(lookMsMin, this.#idleMs / looksPerIdle)).unref();
    return tenant.inner;
  }

  #inUse(tenant: Tenant<T>, isInUse: boolean): void {
    tenant.isInUse = isInUse;
    if (isInUse) this.#idle.delete(tenant);
    else if (this.#idleMs === 0) void this.#close(tenant);
    else if (tenant.inner) this.#rest(tenant);
  }

  #rest(tenant: Tenant<T>): void {
    tenant.idleSinceMs = this.#nowMs();
    this.#idle.add(tenant);
    const [oldest] = this.#idle;
    if (oldest && this.#idle.size > this.#max) void this.#close(oldest);
  }

  #close(tenant: Tenant<T>): Promise<void> {
    const { inner } = tenant;
    this.#open.delete(tenant);
    this.#idle.delete(tenant);
    if (!inner) return tenant.closing ?? Promise.resolve();
    tenant.inner = null;
    tenant.heard = inner.heard ?? 0;
    tenant.unmade = inner.unmade ?? tenant.unmade;
    const closing: Promise<void> = inner
      .close()
      // Everything acknowledged is durable: at worst a connection stays open.
      .catch((fault: unknown) => process.emitWarning(fault instanceof Error ? fault : String(fault)))
      .finally(() => {
        this.#closing.delete(closing);
        if (tenant.closing === closing) tenant.closing = null;
      });
    this.#closing.add(closing);
    tenant.closing = closing;
    return closing;
  }
}
