/** A store on data of its own for each test of the contract, with a clock that stands still and ids that count. */

import type { Store, TenantStore } from '#server/store/contract.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

export interface StoreSetting {
  readonly clock: () => number;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  /** How long a batch may go on taking plans. */
  readonly batchWorkMs: number;
  /** How long one long read may take. */
  readonly readMs: number;
}

/** A store on data of its own. */
export interface OpenedStore {
  readonly store: Store;
  /** Opens the same data again, after `store` was closed. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

export const startMs = Date.UTC(2026, 4, 1, 8);
export const nope = refuse({ code: 'nope', message: 'No.' });
/** Longer than any plan here takes on any machine; short enough to wait for one that hangs. */
export const planTimeoutMs = 60_000;
export const hangingPlanMs = 3_000;
/** Never reached: what shares a batch must not depend on how busy the machine is. */
const batchWorkMs = 20_000;
/** Likewise. */
const readMs = 60_000;

/** What the tests of the contract share; `opened` and `db` are those of the test that runs. */
export class StoreLab {
  nowMs = startMs;
  opened!: OpenedStore;
  db!: TenantStore;
  #made = 0;
  readonly #open: (setting: StoreSetting) => Promise<OpenedStore>;

  constructor(open: (setting: StoreSetting) => Promise<OpenedStore>) {
    this.#open = open;
  }

  /** A test begins: another store, and time and ids from the start. */
  async reset(): Promise<void> {
    this.nowMs = startMs;
    this.#made = 0;
    await this.begin(planTimeoutMs);
  }

  async begin(patienceMs: number): Promise<void> {
    const newId = () => {
      const counter = new Uint8Array(10);
      this.#made += 1;
      new DataView(counter.buffer).setUint32(6, this.#made);
      return uuidv7(this.nowMs, counter);
    };
    const setting = { clock: () => this.nowMs, newId, planTimeoutMs: patienceMs, batchWorkMs, readMs };
    this.opened = await this.#open(setting);
    this.db = await this.opened.store.tenant('one');
    await this.db.migrate([gadgets, visits]);
  }

  async add(code: string, values: Readonly<Record<string, unknown>> = {}) {
    const result = expectOk(
      await this.db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget(code, values)))),
    );
    return result.value;
  }

  log() {
    return this.db.since(0, { limit: 10_000 });
  }

  async codes() {
    return (await this.db.find('gadgets', { limit: 1_000 })).map((g) => g['code']);
  }
}
