/** The settings with which the store of one tenant is opened: which tenant, where it stands, and what all tenants share. */
import type pg from 'pg';
import type { Clock } from '#shared/base/time.ts';
import type { Whispers } from '../contract.ts';
import type { ReadLine } from '../read-line.ts';
import type { Pools } from './connection.ts';
import type { Engine } from './engine.ts';
import type { Matchers } from './matcher.ts';
import type { OutcomeSetting } from './outcome.ts';

export interface TenantSetting {
  readonly tenant: string;
  readonly logId: string;
  /** All of `_meta`, just read; null: it was not. */
  readonly meta: ReadonlyMap<string, string> | null;
  /** A table is made when its collection is first used; else with the tenant. */
  readonly makesLate: boolean;
  /** Tables that were still unused when the tenant was open before. */
  readonly unmade: ReadonlySet<string>;
  /** The newest head that listeners know already. */
  readonly heard: number;
  /** Quoted: the tenant's, and the one with our functions. */
  readonly schema: string;
  readonly sharedSchema: string;
  readonly engine: Engine;
  /** Node of the tenant, on a cluster; null: it is on the coordinator, or there is no cluster. */
  readonly node: () => string | null;
  readonly pools: Pools;
  /** Queue of the long reads of all tenants. */
  readonly line: ReadLine;
  readonly matchers: Matchers;
  /** Runs work on a connection outside the pools. */
  readonly alone: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
  /** The same, for work that makes tables and bounds its statements. */
  readonly making: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
  /** Durable when it resolves: the tenant is active in the schedule. */
  readonly activate: () => Promise<void>;
  readonly whispers: Whispers;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly planTimeoutMs: number;
  readonly batchWorkMs: number;
  readonly outcome: OutcomeSetting;
  /** Called after a commit of this process. */
  readonly onCommit: (head: number) => void;
  readonly onClose: () => void;
}
