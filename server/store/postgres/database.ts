/**
 * The database of a store: its connections, and its engine (PostgreSQL or Citus), detected at the first use. The first use
 * also creates our SQL functions there, and on a cluster the bulkhead between its nodes.
 */
import type pg from 'pg';
import { NodeAway } from '../contract.ts';
import { ask, connectAlone, openPool, type Pools, patiently, type poolSizes } from './connection.ts';
import type { Bulkhead, Engine, FindEngine, OtherNodes } from './engine.ts';
import { asFault, isTooLate, isUnanswered, sqlState } from './errors.ts';
import { makeFunctions } from './functions.ts';
import type { SchemaNames } from './schema-names.ts';
import { makeStatementMs } from './system-tables.ts';

/** Another node that answers later than this is not asked directly. */
const nodeAnswerMs = 3_000;
/** A writer waits this long for another process's writer of the same tenant, and a plan for its question. */
const writeStatementMs = 10_000;
/** Maximum number of connections on which this process makes schemas and tables at a time. */
const makersMax = 3;
/** Name of these connections, which is part of their `application_name` in the database. */
const makerName = 'make';
/** Time limit of an answer, in ms: a coordinator may not end a statement that it gave up, as it waits for a silent node. */
const makerAnswerMs = makeStatementMs + 500;
/** Number of uses after which such a connection is replaced: it keeps in memory what it knows of the tables that it made. */
const makerUses = 100;

export interface DatabaseSetting {
  readonly url: string;
  readonly names: SchemaNames;
  readonly sizes: ReturnType<typeof poolSizes>;
  /** Time limit of one long read, in ms. */
  readonly readMs: number;
  readonly findEngine: FindEngine;
  /** The tenant whose schema is the control database. */
  readonly control: string | undefined;
  /** Quoted, of the tenants that are open. */
  readonly openSchemas: () => readonly string[];
  /** Takes the head of a log that was read. */
  readonly onHead: (schema: string, head: number) => void;
}

/**
 * A maker, of any process, that still waits for a node of the cluster long after it was given up: until that one answers, the
 * next would only wait beside it.
 */
async function refuseWhileMakerIsStuck(client: pg.ClientBase): Promise<void> {
  const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1
    AND state = 'active' AND query_start < clock_timestamp() - $2::int * interval '1 ms' LIMIT 1`;
  const stuck = await ask(client, { text, values: [`gatehouse ${makerName}`, makerAnswerMs] });
  if (stuck.length > 0) throw new NodeAway('a node of the cluster does not answer: no table is made until it does');
}

/** @returns what to throw: what the database said goes along */
function explained(error: unknown): unknown {
  return sqlState(error) === null ? error : asFault(`the database refused: ${(error as Error).message}`, error);
}

export type RunAlone = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

export class Database {
  readonly pools: Pools<pg.Pool>;
  readonly #setting: DatabaseSetting;
  readonly #makers: pg.Pool;
  readonly #others: pg.Pool;
  readonly #ofNodes: pg.Pool[] = [];
  #prepared: Promise<Engine> | null = null;
  #bulkhead: Bulkhead | null = null;

  constructor(setting: DatabaseSetting) {
    this.#setting = setting;
    this.pools = this.#poolsAt(setting.url);
    const { url } = setting;
    this.#makers = openPool({ url, name: makerName, max: makersMax, maxUses: makerUses, answerMs: makerAnswerMs });
    this.#others = openPool({ url, name: 'tables', max: Number.POSITIVE_INFINITY, maxUses: makerUses });
  }

  /** Null: the database has one node, or it was not prepared yet. */
  get bulkhead(): Bulkhead | null {
    return this.#bulkhead;
  }

  /** Runs work on a connection of its own: what changes tables may take longer than a pool's statements may. */
  readonly alone: RunAlone = async (work) => {
    const client = await patiently([this.pools.read], () => connectAlone(this.#setting.url, 'tables'));
    try {
      return await work(client);
    } catch (error) {
      throw explained(error);
    } finally {
      await client.end().catch(() => {});
    }
  };

  /** Like `alone`, on a connection that is kept for the next work: `work` leaves no transaction open and no setting changed. */
  readonly kept: RunAlone = (work) =>
    this.#lent(this.#others, work).catch((error: unknown) => {
      throw explained(error);
    });

  /**
   * Runs work that makes a schema or tables, in a transaction that bounds its statements, on one of few connections: opening
   * one, and learning the catalogue there, takes as long as making five tables.
   */
  readonly #making: RunAlone = async (work) => {
    try {
      return await this.#lent(this.#makers, async (client) => {
        if (this.#bulkhead) await refuseWhileMakerIsStuck(client);
        return work(client);
      });
    } catch (error) {
      if (this.#bulkhead && (isTooLate(error) || isUnanswered(error)))
        throw new NodeAway('a node of the cluster did not answer in time', { cause: error });
      throw explained(error);
    }
  };

  async #lent<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const client = await patiently([pool], () => pool.connect());
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Returns `alone` for a tenant: on a cluster it waits until the tenant's node may have one more connection. */
  aloneFor(tenant: string): RunAlone {
    return this.#outside(tenant, this.alone);
  }

  /** Returns the same for work that makes the tenant's schema or tables. */
  makingFor(tenant: string): RunAlone {
    return this.#outside(tenant, this.#making);
  }

  #outside(tenant: string, run: RunAlone): RunAlone {
    const bulkhead = this.#bulkhead;
    if (!bulkhead) return run;
    return (work) => bulkhead.outside(tenant, this.#setting.names.of(tenant), () => run(work));
  }

  poolsOf(tenant: string): Pools {
    return this.#bulkhead?.poolsOf(tenant, this.#setting.names.of(tenant)) ?? this.pools;
  }

  /** Finds out which engine it is, and makes our functions there; once, again after a failure. */
  prepare(): Promise<Engine> {
    this.#prepared ??= this.kept((client) => this.#makeReady(client)).catch((error: unknown) => {
      this.#prepared = null;
      throw error;
    });
    return this.#prepared;
  }

  async close(): Promise<void> {
    const all = [...Object.values(this.pools), this.#makers, this.#others, ...this.#ofNodes];
    await Promise.all(all.map((pool) => pool.end()));
  }

  #poolsAt(url: string): Pools<pg.Pool> {
    const { readMs, sizes } = this.#setting;
    return {
      read: openPool({ url, name: 'read', max: sizes.read }),
      write: openPool({ url, name: 'write', max: sizes.write, statementTimeoutMs: writeStatementMs }),
      scan: openPool({ url, name: 'scan', max: sizes.scan }),
      long: openPool({ url, name: 'long', max: sizes.long, statementTimeoutMs: readMs, endsWithClient: true }),
    };
  }

  #otherNodes(): OtherNodes {
    const addressOf = (node: string) => Object.assign(new URL(this.#setting.url), { host: node }).href;
    return {
      pools: (node) => {
        const pools = this.#poolsAt(addressOf(node));
        this.#ofNodes.push(...Object.values(pools));
        return pools;
      },
      connect: (node) => connectAlone(addressOf(node), 'node', nodeAnswerMs),
    };
  }

  async #makeReady(client: pg.ClientBase): Promise<Engine> {
    const { control, findEngine, names, onHead, openSchemas, sizes } = this.#setting;
    const engine = await findEngine(client, {
      alone: this.alone,
      sharedSchema: names.shared,
      controlSchema: control === undefined ? null : names.of(control),
      schemaOf: names.of,
    });
    await makeFunctions(client, names.shared, engine);
    this.#bulkhead ??= engine.openBulkhead({
      ...{ pools: this.pools, otherNodes: this.#otherNodes(), sizes, openSchemas, onHead },
    });
    return engine;
  }
}
