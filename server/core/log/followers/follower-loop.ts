/**
 * One follower of one tenant's log: reads on from its stored cursor, hands bounded batches over in order, and moves the
 * cursor only after the follower has succeeded. At least once; a failure holds up this follower alone.
 */

import type { TenantStore } from '../../../store/contract.ts';
import type { Follower, FollowerContext } from '../../collections/follower.ts';
import type { ClockWatch } from './clock-watch.ts';
import { Failing, type LoopFault } from './loop-state.ts';
import type { Pace } from './pace.ts';
import type { SharedLog } from './shared-log.ts';

/**
 * Maximum of changes handed over at once. A batch that failed is handed over one by one: the changes before the one that fails
 * get through, and those after it wait.
 */
const maxBatchChanges = 200;
/** Number of changes without interest after which the cursor is stored: until then, a restart costs a little re-reading. */
const unsavedSeqs = 1_000;

export interface LoopSetting {
  readonly store: TenantStore;
  /** Log of the tenant, shared by all its followers. */
  readonly log: SharedLog;
  readonly pace: Pace;
  /** One for all loops of the process. */
  readonly watch: ClockWatch;
  readonly signal: AbortSignal;
  readonly onFault: (fault: LoopFault) => void;
}

export class FollowerLoop {
  readonly follower: Follower;
  readonly failing = new Failing();
  readonly #setting: LoopSetting;
  readonly #context: FollowerContext;
  #cursor = -1;
  #saved = 0;
  /** The end of the last batch that was handed over: a cursor before it means that the batch failed. */
  #singlyUpTo = 0;
  #awake = true;
  #wakeUp: (() => void) | null = null;

  constructor(follower: Follower, context: FollowerContext, setting: LoopSetting) {
    this.follower = follower;
    this.#context = context;
    this.#setting = setting;
  }

  /** Number up to which it has followed the log; 0 before the first look. */
  get cursor(): number {
    return Math.max(0, this.#cursor);
  }

  /** There is something new (attached-tenant.ts calls it after a commit), or it is time to end. */
  wake(): void {
    this.#awake = true;
    this.#wakeUp?.();
  }

  /** Ends when the signal is aborted and what was being handled is done. */
  async run(): Promise<void> {
    const { signal, store, pace, onFault } = this.#setting;
    const { name } = this.follower;
    while (!signal.aborted) {
      this.#awake = false;
      try {
        const caughtUp = await this.#step();
        this.#setting.log.passed(this, this.#cursor);
        this.failing.clear();
        if (caughtUp) await this.#rest();
      } catch (error) {
        if (signal.aborted) break;
        const delayMs = this.failing.add(error, pace);
        const { failures, nextTryAt } = this.failing.state!;
        onFault({ tenant: store.tenant, name, error, failures, nextTryAt });
        await pace.sleep(delayMs, signal);
      }
    }
    // Only spares the next start some reading; if it fails, nothing is lost.
    if (this.#cursor > this.#saved) await store.saveCursor(name, this.#cursor).catch(() => {});
  }

  /** @returns whether it has reached the head it saw */
  async #step(): Promise<boolean> {
    const { log, store } = this.#setting;
    const { name, collections, handle } = this.follower;
    if (this.#cursor < 0) {
      this.#saved = await store.cursor(name);
      this.#cursor = this.#saved;
    }
    const { head } = log;
    if (this.#cursor >= head) return true;
    if (this.follower.wants && !(await this.follower.wants(this.#context))) {
      if (head - this.#saved >= unsavedSeqs) {
        await store.saveCursor(name, head);
        this.#saved = head;
      }
      this.#cursor = head;
      return true;
    }
    const limit = this.#cursor < this.#singlyUpTo ? 1 : maxBatchChanges;
    const changes = await log.since(this.#cursor, { limit, collections });
    const last = changes.at(-1)?.seq ?? this.#cursor;
    // Fewer than asked for: nothing of interest is left up to the head that was read before.
    const next = changes.length < limit ? Math.max(head, last) : last;
    if (changes.length > 0) {
      this.#singlyUpTo = Math.max(this.#singlyUpTo, last);
      await handle.call(this.follower, changes, this.#context);
    }
    if (changes.length > 0 || next - this.#saved >= unsavedSeqs) {
      await store.saveCursor(name, next);
      this.#saved = next;
    }
    this.#cursor = next;
    const { paceMs } = this.follower;
    if (paceMs !== undefined && changes.length > 0) await this.#setting.pace.sleep(paceMs, this.#setting.signal);
    return changes.length < limit;
  }

  #rest(): Promise<void> {
    if (this.#awake || this.#setting.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wakeUp = () => {
        this.#wakeUp = null;
        resolve();
      };
    });
  }
}
