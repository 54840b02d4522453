/**
 * Reads that may take long: over a small pool of their own, where the database ends a statement after two seconds, in
 * turns of the tenants. Decides by its cost whether a read is long; a short one stays with the pool of all readers.
 */
import type pg from 'pg';
import { questionCost } from '#shared/query/cost.ts';
import type { Query } from '#shared/query/query.ts';
import type { Lookup } from '#shared/query/target.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import { ReadTimeout } from '../contract.ts';
import type { ReadLine } from '../read-line.ts';
import { ask, ClientSession, type Connections, patiently, type Session } from './connection.ts';
import { isTooLate } from './errors.ts';

/** Cost limit of a read in the pool of all readers: about 10 ms, in steps of 100 ns. */
const quickSteps = 100_000;
/** Time for which a number of records is used again, in ms. */
const knownMs = 2_000;

export interface LongReadsSetting {
  readonly tenant: string;
  readonly pool: Connections;
  /** Node of the tenant, on a cluster. */
  readonly node: () => string | null;
  readonly line: ReadLine;
  readonly lookup: Lookup;
  readonly recordsOf: (collection: string) => Promise<number>;
}

export interface LongQuestion {
  readonly definition: CollectionDefinition;
  readonly query: Pick<Query, 'where' | 'search' | 'sort' | 'limit'>;
  readonly counted: boolean;
}

export class LongReads {
  readonly #setting: LongReadsSetting;
  readonly #sizes = new Map<string, { readonly records: number; readonly untilMs: number }>();

  constructor(setting: LongReadsSetting) {
    this.#setting = setting;
  }

  async isLong({ counted, definition, query }: LongQuestion): Promise<boolean> {
    // If that fails as well, the query itself fails with the reason.
    const records = await this.#recordsOf(definition.name).catch(() => 0);
    const { lookup } = this.#setting;
    return questionCost(definition, query, { records, counted, lookup }).steps > quickSteps;
  }

  async #recordsOf(collection: string): Promise<number> {
    const known = this.#sizes.get(collection);
    if (known && known.untilMs > performance.now()) return known.records;
    const records = await this.#setting.recordsOf(collection);
    this.#sizes.set(collection, { records, untilMs: performance.now() + knownMs });
    return records;
  }

  /** @throws ReadTimeout, ReadsWaiting, ReadAbandoned, StoreFault */
  read<T>(work: (session: Session) => Promise<T>, isWanted: () => boolean): Promise<T> {
    const { line, node, pool, tenant } = this.#setting;
    return line.run({
      tenant,
      node: node(),
      isWanted,
      work: (signal, onBegin) => readOn(pool, this, work, signal, onBegin),
    });
  }
}

/** Statements each of their own moment, and moments of several, on one connection. */
function sessionOn(client: pg.ClientBase, signal: AbortSignal): Session {
  return {
    signal,
    rows: (asked) => ask(client, asked),
    async moment(work) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      try {
        return await work(new ClientSession(client, signal));
      } finally {
        await client.query('ROLLBACK');
      }
    },
  };
}

async function readOn<T>(
  pool: Connections,
  asker: object,
  work: (session: Session) => Promise<T>,
  signal: AbortSignal,
  onBegin: () => void,
): Promise<T> {
  try {
    return await patiently([pool, asker], async () => {
      signal.throwIfAborted();
      const client = await pool.connect();
      onBegin();
      // Its socket breaks, and the database sees that.
      const end = () => void client.end().catch(() => {});
      signal.addEventListener('abort', end);
      let isSound = false;
      try {
        const value = await work(sessionOn(client, signal));
        isSound = true;
        return value;
      } catch (error) {
        // Its connection was ended by us: that says nothing of the database.
        if (signal.aborted) throw signal.reason;
        // The connection is as good as before where the database said no.
        isSound = isTooLate(error);
        throw error;
      } finally {
        signal.removeEventListener('abort', end);
        client.release(!isSound || signal.aborted);
      }
    });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (isTooLate(cause)) throw new ReadTimeout('the database stopped a statement that took too long', { cause });
    throw error;
  }
}
