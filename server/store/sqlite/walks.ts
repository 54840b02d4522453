/**
 * Walks a collection in id order at one moment, over a connection of its own. A read transaction keeps SQLite from
 * shortening its write-ahead log, so the number of walks and the time one may stand still are bounded.
 */
import type { Clock } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { StoreFault } from '../contract.ts';
import { TenantTables } from '../tenant-tables.ts';
import { readHead } from './change-log.ts';
import { Connection } from './connection.ts';
import { SqlReader, type Tables } from './reader.ts';

/** Maximum number of walks open at once in one tenant. */
const walksMax = 32;
/** Time for which a walk waits until the next page is asked for, in ms. */
const idleMs = 60_000;
/** Records per page of a walk, unless given. */
export const defaultWalkPage = 500;

export class Walks {
  readonly #path: string;
  readonly #tables: Tables;
  readonly #clock: Clock;
  readonly #open = new Set<Connection>();
  /** Connection of the latest walk, for the next: to open one reads the whole schema, which takes longer than many walks. */
  #resting: Connection | null = null;
  #isClosed = false;

  constructor(path: string, tables: Tables, clock: Clock) {
    this.#path = path;
    this.#tables = tables;
    this.#clock = clock;
  }

  async *walk(
    collection: string,
    where: Condition | undefined,
    pageSize: number,
  ): AsyncGenerator<readonly StoredRecord[]> {
    if (this.#open.size >= walksMax) throw new StoreFault(`more than ${walksMax} walks at once`);
    const connection = this.#resting ?? new Connection(this.#path, 'read');
    this.#resting = null;
    this.#open.add(connection);
    try {
      connection.exec('BEGIN');
      // A read transaction begins with its first read.
      readHead(connection);
      // The tables are taken as they are now: one that takes another shape meanwhile is still the old one in this walk.
      const reader = new SqlReader(connection, new TenantTables(this.#tables.tenant, this.#tables), this.#clock);
      let after: readonly unknown[] | undefined;
      for (;;) {
        const page = await reader.find(collection, {
          limit: pageSize,
          ...(where === undefined ? {} : { where }),
          ...(after === undefined ? {} : { after }),
        });
        if (page.length > 0) {
          const timer = setTimeout(() => this.#end(connection), idleMs).unref();
          yield page;
          clearTimeout(timer);
          if (!this.#open.has(connection))
            throw new StoreFault('the walk was ended: the store closed, or it stood still too long');
        }
        if (page.length < pageSize) break;
        after = [page.at(-1)?.id];
      }
      this.#rest(connection);
    } finally {
      this.#end(connection);
    }
  }

  /** Keeps the connection of a walk that came to its end. Its transaction is over: what rests holds no log back. */
  #rest(connection: Connection): void {
    if (this.#isClosed || this.#resting !== null || !this.#open.has(connection)) return;
    connection.exec('COMMIT');
    this.#open.delete(connection);
    this.#resting = connection;
  }

  #end(connection: Connection): void {
    if (this.#open.delete(connection)) connection.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#resting?.close();
    this.#resting = null;
    for (const connection of this.#open) this.#end(connection);
  }
}
