/**
 * The interface of a counter of a tenant's requests per minute: in this process (local-counter.ts) or in all
 * (shared-counter.ts).
 */

/** Counts one request of a tenant. */
export interface RequestCounter {
  take(tenant: string, limit: number): Promise<Minute> | Minute;
}

export interface Minute {
  /** The number of the counted minute since 1970. */
  readonly minute: number;
  readonly isOver: boolean;
  readonly remaining: number;
}
