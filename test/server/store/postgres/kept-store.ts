/**
 * A store of the contract that goes on to the next test: what its connections cost, on a cluster on every node, is more than
 * what most tests do. Each test begins without the tenants of those before it; one that closes the store opens another.
 */
import type { Store } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { must } from '#shared/base/assert.ts';
import type { OpenedStore, StoreSetting } from '#test/contract/store.ts';

export class KeptStore {
  readonly #url: () => Promise<string>;
  readonly #more: { readonly tenantIdleMs?: number };
  /** Opened since the last test ended. */
  readonly #tenants = new Set<string>();
  #store: Store | null = null;
  #planTimeoutMs = 0;

  constructor(url: () => Promise<string>, more: { readonly tenantIdleMs?: number } = {}) {
    this.#url = url;
    this.#more = more;
  }

  /** @param setting the same for all tests, but for the time of a plan */
  async open(setting: StoreSetting): Promise<OpenedStore> {
    if (this.#planTimeoutMs !== setting.planTimeoutMs) await this.close();
    this.#planTimeoutMs = setting.planTimeoutMs;
    const url = await this.#url();
    const opened = async () => {
      this.#store ??= this.#opened(
        openPostgresStore({ url, findEngine, control: 'control', ...setting, ...this.#more }),
      );
      return this.#store;
    };
    await opened();
    return { store: must(this.#store, 'a store'), reopen: opened, dispose: async () => this.#empty(await opened()) };
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  #opened(store: Store): Store {
    return {
      ...store,
      tenant: async (id, initial) => {
        const tenant = await store.tenant(id, initial);
        this.#tenants.add(id);
        return tenant;
      },
      close: async () => {
        this.#store = null;
        await store.close();
      },
    };
  }

  async #empty(store: Store): Promise<void> {
    for (const id of this.#tenants) await store.drop(id);
    this.#tenants.clear();
  }
}
