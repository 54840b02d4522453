/**
 * Connections to one database: bounded pools, how values are parsed, and reading that outlives a restart of the
 * database. A Session is what readers and plans ask through; whether it is one transaction is its own affair.
 */
import pg from 'pg';
import { assert } from '#shared/base/assert.ts';
import type { Statement } from './compile-query.ts';
import { asFault, isBug, isLost, sqlState } from './errors.ts';
import type { Row } from './table.ts';

export interface Session {
  rows(statement: Statement): Promise<readonly Row[]>;
  /** Signal of a long read: once it is aborted, nothing more is worth doing. */
  readonly signal?: AbortSignal | undefined;
  /** All that `work` reads it sees as of one moment. */
  moment<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

/** Connections in the four pools of one process, unless given; those that listen, lead and change tables come besides. */
export const defaultConnections = 18;

/** Purposes of connections. */
export const purposes = ['read', 'write', 'scan', 'long'] as const;
export type Purpose = (typeof purposes)[number];
/** One of each: what a tenant reads and writes by, unless something else is said. */
export type Pools<P = Connections> = Readonly<Record<Purpose, P>>;

/** Shares the connections out among the purposes: a reader must not wait because writers wait, nor the reverse. */
export function poolSizes(connections: number): Pools<number> {
  assert(connections >= 6, 'each purpose has a connection');
  const write = Math.floor(connections / 3);
  const scan = Math.floor((connections * 2) / 9);
  // Work that may take seconds has a few connections of its own, so that nothing else waits for it.
  const long = Math.max(1, Math.floor(connections / 9));
  return { read: connections - write - scan - long, write, scan, long };
}
/** Time limit for a caller's wait for a connection of its pool, in ms. */
const connectTimeoutMs = 10_000;
/** Number of uses after which a connection is replaced: prepared statements are never forgotten while it lives. */
const defaultMaxUses = 5_000;
const statementTimeoutMs = 30_000;
/** An answer that does not come this long after the database should have given up: the network swallows it. */
const silenceMs = 10_000;
/** A transaction that no one goes on with is ended by the database: its process may be gone without a word. */
const abandonedMs = 90_000;
/** Interval at which the database checks whether the client of a long read is gone, in ms. */
const clientLookMs = 500;
/**
 * Time for which callers go on trying while the database is away, and pause between two attempts, in ms: as long as a restart
 * takes. It counts from the first failure on, for all callers together; after that, each asks once and has its answer at once.
 */
const restartPatienceMs = 5_000;
const retryMs = 100;

/** `2026-05-01 08:00:00.1+00`, as the sessions are set up, in our spelling. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? text.slice(20, -3).padEnd(3, '0') : '000'}Z`;
}

// Object ids of types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: Number,
  23: Number,
  701: Number,
  1184: isoOf,
};
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text),
};

export interface PoolSetting {
  readonly url: string;
  readonly max: number;
  readonly name: string;
  readonly statementTimeoutMs?: number;
  /** The database looks now and then whether its client is still there, and gives up what it does for one that is gone. */
  readonly endsWithClient?: boolean;
  /** Time limit of an answer, in ms; absent: somewhat longer than the database gives a statement. */
  readonly answerMs?: number;
  /** Number of uses after which a connection is replaced. */
  readonly maxUses?: number;
}

function clientConfig({ url, name }: Pick<PoolSetting, 'url' | 'name'>): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: `gatehouse ${name}`,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silenceMs,
    // Questions go out as they are asked, without waiting for the answer to the one before; answers keep their order.
    pipeline: true,
    types,
  };
}

/** Returns the settings of every session: times are printed in UTC, and a commit that is acknowledged is on disk. */
function settings(timeoutMs: number): string {
  return [
    "SET TimeZone = 'UTC'",
    "SET DateStyle = 'ISO, YMD'",
    'SET synchronous_commit = on',
    'SET standard_conforming_strings = on',
    `SET statement_timeout = ${timeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${abandonedMs}`,
  ].join('; ');
}

/**
 * A connection outside the pools: to listen, and to change tables, which may take long.
 *
 * @param answerMs how long an answer may take at most; absent: as long as it takes
 */
export async function connectAlone(url: string, name: string, answerMs?: number): Promise<pg.Client> {
  const limit = answerMs === undefined ? {} : { query_timeout: answerMs };
  const client = new pg.Client({ ...clientConfig({ url, name }), ...limit });
  // A pending query rejects with the error; an `error` event without a listener would end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(settings(statementTimeoutMs));
  return client;
}

export function openPool({
  url,
  max,
  name,
  statementTimeoutMs: timeoutMs = statementTimeoutMs,
  endsWithClient = false,
  maxUses = defaultMaxUses,
  answerMs = timeoutMs + silenceMs,
}: PoolSetting): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig({ url, name }),
    query_timeout: answerMs,
    max,
    maxUses,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      await client.query(settings(timeoutMs));
      // Not every system can: then the statement's own time ends it.
      if (endsWithClient) await client.query(`SET client_connection_check_interval = ${clientLookMs}`).catch(() => {});
    },
  });
  // An idle connection that breaks is simply replaced.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Source of connections of one kind: a pool, or a tenant's access to it. */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
}

type Asked = Parameters<Session['rows']>[0];

export async function ask(client: pg.ClientBase, asked: Asked): Promise<readonly Row[]> {
  const result = await client.query<unknown[]>({ ...asked, values: [...asked.values], rowMode: 'array' });
  return result.rows;
}

/** One question after the other on one connection: pg wants them so, and a plan may ask several at once. */
export class ClientSession implements Session {
  readonly signal: AbortSignal | undefined;
  readonly #client: pg.ClientBase;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.ClientBase, signal?: AbortSignal) {
    this.#client = client;
    this.signal = signal;
  }

  rows(asked: Asked): Promise<readonly Row[]> {
    return this.inTurn(() => ask(this.#client, asked));
  }

  protected inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** It is in a transaction already: the one who made it saw to that. */
  moment<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }
}

export async function inTransaction<T>(
  client: pg.PoolClient,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    await client.query(begin);
    const value = await work(client);
    const { command } = await client.query('COMMIT');
    assert(command === 'COMMIT', 'a transaction without an error is committed');
    client.release();
    return value;
  } catch (error) {
    const undone = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    client.release(!undone);
    throw error;
  }
}

/** Reads on any connection of a pool; while the database restarts it asks again, because asking changes nothing. */
export class PoolSession implements Session {
  readonly #pool: Connections;

  constructor(pool: Connections) {
    this.#pool = pool;
  }

  async rows(asked: Asked): Promise<readonly Row[]> {
    return patiently([this.#pool, this], async () => {
      const client = await this.#pool.connect();
      try {
        const rows = await ask(client, asked);
        client.release();
        return rows;
      } catch (error) {
        // A statement that was refused, as that for a tenant's tables before there are any, leaves its connection whole.
        client.release(sqlState(error) === null || isLost(error));
        throw error;
      }
    });
  }

  moment<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return patiently([this.#pool, this], async () =>
      inTransaction(await this.#pool.connect(), 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (client) =>
        work(new ClientSession(client)),
      ),
    );
  }
}

/** Time since which there was no answer, by caller: a pool for all its callers, and a tenant's reader or writer. */
const lostSince = new WeakMap<object, number>();

/**
 * @param askers the pool, and the tenant's own: on a cluster its node may be gone while others answer the same pool
 * @returns whether a caller whose connection was lost or could not be had should try again
 */
export function waitsForRestart(...askers: readonly object[]): boolean {
  const now = performance.now();
  for (const asker of askers) if (!lostSince.has(asker)) lostSince.set(asker, now);
  return askers.every((asker) => now - (lostSince.get(asker) ?? now) <= restartPatienceMs);
}

export function hasAnswered(...askers: readonly object[]): void {
  for (const asker of askers) lostSince.delete(asker);
}

/**
 * Does the work, again and again while the database is away.
 *
 * @param askers as waitsForRestart has them: what is known of them serves all their callers
 * @throws StoreFault
 */
export async function patiently<T>(askers: readonly object[], work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const value = await work();
      hasAnswered(...askers);
      return value;
    } catch (error) {
      if (isBug(error)) throw error;
      if (!isLost(error) || !waitsForRestart(...askers)) throw asFault('the database did not answer', error);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
