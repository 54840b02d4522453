/**
 * Elects the process that runs a tenant's followers: one process at a time for each tenant, by advisory locks that last as
 * long as a connection. Tenants share locks in buckets, because the database holds only some thousands. A process that ends
 * in any way releases its locks with its connection; one whose connection breaks may run on for a moment, which followers
 * tolerate.
 */
import type pg from 'pg';
import { connectAlone } from './connection.ts';

const buckets = 256;
/** A connection that does not answer for so long is given up, and with it what it held. */
const answerMs = 10_000;
/** Time for which held leads are trusted without a check of the connection, in ms. */
const believedMs = 1_000;

export class Leads {
  readonly #url: string;
  readonly #installation: string;
  readonly #held = new Set<number>();
  #client: pg.Client | null = null;
  #seenMs = 0;
  /** One question after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** @param installation whose processes share the locks */
  constructor(url: string, installation: string) {
    this.#url = url;
    this.#installation = installation;
  }

  /**
   * Takes the lead where no other process has it, in one query for all. Ask every few seconds: it may be lost, and it
   * may be won.
   *
   * @returns those of the schemas that this process leads
   */
  leads(schemas: readonly string[]): Promise<ReadonlySet<string>> {
    const answer = this.#last.then(async () => {
      if (this.#closed) return new Set<string>();
      await this.#take(new Set(schemas.map(bucketOf)));
      return new Set(schemas.filter((schema) => this.#held.has(bucketOf(schema))));
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #take(wanted: ReadonlySet<number>): Promise<void> {
    // A lock that this connection holds already would be granted once more: then the query only checks the connection.
    const missing = [...wanted].filter((bucket) => !this.#held.has(bucket));
    if (missing.length === 0 && performance.now() - this.#seenMs < believedMs) return;
    const client = this.#client ?? (await this.#connect());
    try {
      const text =
        'SELECT bucket FROM unnest($2::int[]) AS asked (bucket) WHERE pg_try_advisory_lock(hashtext($1), bucket)';
      const values = [this.#installation, missing];
      const { rows } = await client.query<[number]>({ text, values, rowMode: 'array' });
      // The connection has ended meanwhile, and with it what it held.
      if (client !== this.#client) return;
      this.#seenMs = performance.now();
      for (const [bucket] of rows) this.#held.add(bucket);
    } catch (error) {
      this.#lost(client);
      void client.end().catch(() => {});
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = await connectAlone(this.#url, 'leads', answerMs);
    client.once('end', () => this.#lost(client));
    this.#client = client;
    return client;
  }

  #lost(client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = null;
    this.#held.clear();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    await this.#client?.end().catch(() => {});
  }
}

/** The same in every process. */
function bucketOf(schema: string): number {
  let hash = 0;
  for (let i = 0; i < schema.length; i++) hash = (Math.imul(hash, 31) + schema.charCodeAt(i)) >>> 0;
  return hash % buckets;
}
