/**
 * A store of the contract that goes on to the next test: what its connections cost, on a cluster on every node, is more than
 * what most tests do. Each test begins without the tenants of those before it; one that closes the store opens another.
 */
import type { Store } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import type { OpenedStore, StoreSetting } from '#test/contract/store.ts';

export class KeptStore {
  readonly #database: () => Promise<string>;
  readonly #more: { readonly tenantIdleMs?: number };
  /** Opened since the last test ended. */
  readonly #tenants = new Set<string>();
  #url: Promise<string> | null = null;
  #store: Store | null = null;
  #planTimeoutMs = 0;

  /** @param database makes one, at the first test; of this store alone */
  constructor(database: () => Promise<string>, more: { readonly tenantIdleMs?: number } = {}) {
    this.#database = database;
    this.#more = more;
  }

  /** @param setting the same for all tests, but for the time of a plan */
  async open(setting: StoreSetting): Promise<OpenedStore> {
    if (this.#planTimeoutMs !== setting.planTimeoutMs) await this.close();
    this.#planTimeoutMs = setting.planTimeoutMs;
    this.#url ??= this.#database();
    const options = { url: await this.#url, findEngine, control: 'control', ...setting, ...this.#more };
    const opened = () => {
      this.#store ??= this.#opened(openPostgresStore(options));
      return this.#store;
    };
    return { store: opened(), reopen: async () => opened(), dispose: () => this.#empty(opened()) };
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
