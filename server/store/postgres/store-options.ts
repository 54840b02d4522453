/** The settings of a store over a PostgreSQL database. */
import type { Clock } from '#shared/base/time.ts';
import type { OnMoved } from '../open-tenants.ts';
import type { FindEngine } from './engine.ts';

/** How a store over a PostgreSQL database is opened. */
export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. The user may create schemas in it. */
  readonly url: string;
  readonly clock: Clock;
  /** Ids of records that no device named, and of logs. */
  readonly newId: () => string;
  /** What our schemas' names begin with, `gatehouse` unless given: two installations in one database need two. */
  readonly schemaPrefix?: string;
  /** How long a plan may take, 20 s unless given. */
  readonly planTimeoutMs?: number;
  /** How long one transaction goes on taking plans, 10 ms unless given: others wait for it, one flush serves all of it. */
  readonly batchWorkMs?: number;
  /** How long the outcome of a commit is asked for after its connection broke, 30 s unless given. */
  readonly outcomePatienceMs?: number;
  /** How long one long read may take, 2 s unless given. */
  readonly readMs?: number;
  /** The tenant whose schema is the control database: on a cluster it stays on the coordinator. */
  readonly control?: string;
  /** Which engine the database is, a plain PostgreSQL unless given. */
  readonly findEngine?: FindEngine;
  /** Of this process, 18 unless given, six at least; three more do what needs one alone. */
  readonly connections?: number;
  /** How many tenants may be open without being in use, and how long one stays open: open-tenants.ts. */
  readonly openTenants?: number;
  readonly tenantIdleMs?: number;
  readonly onMoved?: OnMoved;
}
