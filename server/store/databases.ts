/**
 * Tenants over several databases: what a store offers for it, and what it asks of the table that says who lives where
 * (tenants/homes.ts). The first database holds that table; a store on files has none of this.
 */

/** The name of the database with the control schema, where a tenant lives of which the table says nothing. */
export const mainDatabase = 'main';

export interface Home {
  readonly database: string;
  /** Set while it is being copied: nothing is written there meanwhile. */
  readonly movingTo: string | null;
  /** The tenant it moves with: itself, or of a sandbox its live twin. */
  readonly live: string;
}

export interface HomeBook {
  homeOf(tenant: string): Promise<Home>;
  /** Told of each change, by whatever process; more than once, and late. Returns how to stop. */
  onNews(listener: (tenant: string, home: Home) => void): () => void;
  /** Ends a move that nobody makes any more: who lived there stays. @returns the tenants it was of */
  abandon(live: string): Promise<readonly string[]>;
  /** Whether the database of that name is the one it was; the first time, it becomes it. @returns what is wrong, or null */
  recognize(name: string, identity: string): Promise<string | null>;
}

export interface DatabaseState {
  readonly name: string;
  readonly isUp: boolean;
  /** Why not. */
  readonly reason: string | null;
}

export interface CopyFigures {
  readonly tables: number;
  readonly rows: number;
  /** Changes in the log. */
  readonly changes: number;
}

export interface Databases {
  /** All that are configured, the main one first. */
  readonly names: readonly string[];
  /** As it was a moment ago; where there is only one, nobody looks. */
  states(): readonly DatabaseState[];
  /** How large it is. @throws where it does not answer, or is another one than it was */
  bytes(name: string): Promise<number>;
  /**
   * The right to move this tenant, for one process of all; ends with the process, however it ends.
   * @returns how to let go; null: another process has it
   */
  hold(live: string): Promise<(() => Promise<void>) | null>;
  /** From here on no commit to the tenant's schema there can succeed, whichever process tries; reading goes on. */
  fence(name: string, tenant: string): Promise<void>;
  unfence(name: string, tenant: string): Promise<void>;
  /** All of the tenant's schema, compared row by row at the end, or nothing; what lay at its place there goes. */
  copy(tenant: string, from: string, to: string): Promise<CopyFigures>;
  /** Leaves a stone in the place of the tenant's schema, so that a process that has not heard makes no new one. */
  bury(name: string, tenant: string): Promise<void>;
  /** The schema goes altogether. */
  discard(name: string, tenant: string): Promise<void>;
}
