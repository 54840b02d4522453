/**
 * The interface of a counter of a tenant's requests per minute: in this process (local-counter.ts) or in all
 * (shared-counter.ts).
 */

/** Counts one request of a tenant, or of another key that is counted together (guest-limit.ts). */
export interface RequestCounter {
  take(tenant: string, limit: number): Promise<Minute> | Minute;
}

export interface Minute {
  /** The number of the counted minute since 1970. */
  readonly minute: number;
  /** The request was one too many. */
  readonly isOver: boolean;
  /** Requests that are left in this minute; 0 where it is over. */
  readonly remaining: number;
}
