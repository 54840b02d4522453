/** Requests of one tenant counted in minutes; by this process alone (own-minutes.ts) or by all (shared-minutes.ts). */

/** Takes one request off a tenant's minute. */
export interface Minutes {
  take(tenant: string, limit: number): Promise<Minute> | Minute;
}

export interface Minute {
  /** Since 1970: the one that was counted in. */
  readonly minute: number;
  readonly isOver: boolean;
  readonly remaining: number;
}
