/** Counts a tenant's requests in each minute: in this process alone (local-counter.ts), or in all together (shared-counter.ts). */

/** Takes one request off a tenant's minute. */
export interface RequestCounter {
  take(tenant: string, limit: number): Promise<Minute> | Minute;
}

export interface Minute {
  /** Since 1970: the one that was counted in. */
  readonly minute: number;
  readonly isOver: boolean;
  readonly remaining: number;
}
