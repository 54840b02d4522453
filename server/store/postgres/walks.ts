/**
 * Walks a collection in id order at one moment, over a connection of its own from a small pool. The number of walks is
 * bounded by the pool, and the time one may stand still: an old moment keeps the database from tidying up.
 */
import type pg from 'pg';
import type { Condition } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { StoreFault } from '../contract.ts';
import { ClientSession, type Connections, patiently } from './connection.ts';
import { asFault } from './errors.ts';
import { type ReaderParts, SessionReader, watchMoment } from './reader.ts';

/** Time for which a walk waits until the next page is asked for, in ms. */
const idleMs = 60_000;
/** Records per page of a walk, unless given. */
export const defaultWalkPage = 500;

export class Walks {
  readonly #pool: Connections;
  readonly #parts: ReaderParts;
  readonly #open = new Set<pg.PoolClient>();

  constructor(pool: Connections, parts: ReaderParts) {
    this.#pool = pool;
    this.#parts = parts;
  }

  async *walk(
    collection: string,
    where: Condition | undefined,
    pageSize: number,
  ): AsyncGenerator<readonly StoredRecord[]> {
    const client = await patiently([this.#pool, this], async () => {
      const taken = await this.#pool.connect();
      try {
        await taken.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return taken;
      } catch (error) {
        taken.release(true);
        throw error;
      }
    });
    this.#open.add(client);
    try {
      const session = new ClientSession(client);
      const ended = await watchMoment(session, this.#parts);
      const reader = new SessionReader(session, this.#parts);
      let after: readonly unknown[] | undefined;
      for (;;) {
        const page = await reader.find(collection, {
          limit: pageSize,
          ...(where === undefined ? {} : { where }),
          ...(after === undefined ? {} : { after }),
        });
        if (page.length < pageSize) await ended();
        if (page.length > 0) {
          const timer = setTimeout(() => this.#abandon(client), idleMs).unref();
          yield page;
          clearTimeout(timer);
          if (!this.#open.has(client))
            throw new StoreFault('the walk was ended: the store closed, or it stood still too long');
        }
        if (page.length < pageSize) return;
        after = [page.at(-1)?.id];
      }
    } catch (error) {
      throw asFault(`the walk over ${collection} broke off`, error);
    } finally {
      if (this.#open.delete(client)) await finish(client);
    }
  }

  #abandon(client: pg.PoolClient): void {
    if (this.#open.delete(client)) client.release(true);
  }

  close(): void {
    for (const client of this.#open) this.#abandon(client);
  }
}

async function finish(client: pg.PoolClient): Promise<void> {
  const undone = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.release(!undone);
}
