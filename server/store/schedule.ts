/**
 * Records which tenants of a store have to be followed now: one table for all of them, so that a tenant without news costs no
 * query. The rule that nothing is missed, and why it needs no clock, stands in server/core/log/followers/README.md.
 */

/** A tenant whose followers and jobs have to run. */
export interface DueTenant {
  readonly tenant: string;
  /** Rises with each activation and each rest: what was decided on an earlier one is refused. */
  readonly turn: number;
  /** 0: it is active, something was written. Else the time for which it was put to rest, Unix milliseconds. */
  readonly dueAtMs: number;
}

export interface Rest {
  /** Time at which it is due again without a change of its own, Unix milliseconds; null: never. */
  readonly dueAtMs: number | null;
  /** Now on the same clock. If a later reading is smaller, the clock was set back, and the tenant is due at once. */
  readonly nowMs: number;
}

/** Maximum difference between the clocks of processes that share a store, in ms. */
export const clockSkewMs = 60_000;

export interface Schedule {
  /** Resolves when it is durable that these are followed from the next look on. Ids that are unknown are added. */
  activate(tenants: readonly string[]): Promise<void>;
  /** All tenants to be followed, those that were written to first. One query for any number. */
  due(nowMs: number): Promise<readonly DueTenant[]>;
  /** @returns false where the turn has passed: the tenant was activated meanwhile, or another process put it to rest */
  rest(tenant: string, turn: number, until: Rest): Promise<boolean>;
  /** Removes a tenant from the schedule. */
  forget(tenant: string): Promise<void>;
  /** Returns the number up to which this log was read for new or changed tenants; 0 where the schedule itself is new. */
  cursor(logId: string): Promise<number>;
  saveCursor(logId: string, seq: number): Promise<void>;
  /** Called after an activation by this process; must not throw. Returns how to stop. */
  onActivate(listener: () => void): () => void;
}

/** The time of a tenant that is due never: beyond every date. */
export const neverMs = Number.MAX_SAFE_INTEGER;

/** A log's cursor stands in the same table, under a name that no tenant can have. */
export const cursorName = (logId: string): string => `log ${logId}`;

/** Listeners for activations by this process. */
export class Activations {
  readonly #listeners = new Set<() => void>();

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
