/** The settings of a store over a PostgreSQL database. */
import type { Clock } from '#shared/base/time.ts';
import type { OnMoved } from '../open-tenants.ts';
import type { FindEngine } from './engine.ts';

/** Options for opening a store over a PostgreSQL database. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. The user may create schemas in it. */
  readonly url: string;
  readonly clock: Clock;
  /** Ids of records that no device named, and of logs. */
  readonly newId: () => string;
  /** Prefix of our schemas' names, `gatehouse` unless given: two installations in one database need two. */
  readonly schemaPrefix?: string;
  /** Time limit of a plan, 20 s unless given. */
  readonly planTimeoutMs?: number;
  /** Time for which one transaction takes plans, 50 ms unless given: others wait for it, one flush serves all of it. */
  readonly batchWorkMs?: number;
  /** Time for which the outcome of a commit is asked for after its connection broke, 30 s unless given. */
  readonly outcomePatienceMs?: number;
  /** Time limit of one long read, 2 s unless given. */
  readonly readMs?: number;
  /** The tenant whose schema is the control database: on a cluster it stays on the coordinator. */
  readonly control?: string;
  /** Finds out which engine the database is, a plain PostgreSQL unless given. */
  readonly findEngine?: FindEngine;
  /** Connections in the pools of this process, 18 unless given, at least six; work that needs one alone opens others. */
  readonly connections?: number;
  /** Number of tenants that may be open without being in use, and the time for which one stays open: open-tenants.ts. */
  readonly openTenants?: number;
  readonly tenantIdleMs?: number;
  readonly onMoved?: OnMoved;
}
