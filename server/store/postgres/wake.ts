/**
 * Tells other processes that a tenant's log has grown, and hears it from them: NOTIFY and LISTEN on one connection.
 * It is sent after the commit and not inside: a transaction that notifies holds a lock of the whole database through
 * its flush, and all tenants would commit one after the other. What is lost that way (a crash in between, a broken
 * connection) the look at the heads makes good that follows every reconnection and, rarely, the clock.
 */
import type pg from 'pg';
import { connectAlone } from './connection.ts';
import { isBug } from './errors.ts';

/** How long until a broken connection is tried again, and how often heads are looked at when nothing was heard. */
const reconnectMs = 250;
const lookMs = 5_000;
/** Heads asked for in one statement. */
const headsAtOnce = 50;
/** A connection that does not answer for so long is given up. */
const answerMs = 20_000;

export interface WakeSetting {
  readonly url: string;
  /** LISTEN's channel, of one installation; quoted it is a name. */
  readonly channel: string;
  /** The quoted schemas somebody here listens for. */
  readonly listening: () => readonly string[];
  /** May come more than once for the same head, and late. */
  readonly onHead: (schema: string, head: number) => void;
}

export class Wake {
  readonly #setting: WakeSetting;
  readonly #unsent = new Map<string, number>();
  #client: pg.Client | null = null;
  #sending = false;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void>;

  constructor(setting: WakeSetting) {
    this.#setting = setting;
    this.#connecting = this.#connect();
  }

  /** After a commit of this process. Never fails: at worst the others hear of it a little later. */
  committed(schema: string, head: number): void {
    this.#unsent.set(schema, head);
    void this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    try {
      const client = await connectAlone(this.#setting.url, 'wake', answerMs);
      client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
      client.once('end', () => this.#lost(client));
      await client.query(`LISTEN "${this.#setting.channel}"`);
      this.#client = client;
      // Whatever was committed while nobody listened.
      await this.#look();
      this.#lookLater();
      void this.#send();
    } catch {
      this.#lost(null);
    }
  }

  #lost(client: pg.Client | null): void {
    if (client !== null && client !== this.#client) return;
    this.#client = null;
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, reconnectMs).unref();
  }

  #hear(payload: string): void {
    const [schema, head] = payload.split(' ');
    if (schema !== undefined && Number.isSafeInteger(Number(head))) this.#setting.onHead(schema, Number(head));
  }

  #lookLater(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      const client = this.#client;
      this.#look().then(
        () => this.#lookLater(),
        () => {
          void client?.end().catch(() => {});
          this.#lost(client);
        },
      );
    }, lookMs).unref();
  }

  async #look(): Promise<void> {
    const schemas = this.#setting.listening();
    for (let at = 0; at < schemas.length; at += headsAtOnce) {
      const some = schemas.slice(at, at + headsAtOnce);
      // One that was dropped meanwhile must not hide the others.
      await this.#lookAt(some).catch(async (error: unknown) => {
        if (!isBug(error)) throw error;
        for (const schema of some) await this.#lookAt([schema]).catch(() => {});
      });
    }
  }

  async #lookAt(schemas: readonly string[]): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    const text = schemas.map((schema, i) => `SELECT ${i} AS at, seq FROM ${schema}._head`).join(' UNION ALL ');
    const { rows } = await client.query<[number, number]>({ text, rowMode: 'array' });
    for (const [at, seq] of rows) this.#setting.onHead(schemas[at]!, seq);
  }

  /** One statement at a time, for all that has grown meanwhile. */
  async #send(): Promise<void> {
    const client = this.#client;
    if (this.#sending || client === null || this.#unsent.size === 0) return;
    this.#sending = true;
    const payloads = [...this.#unsent].map(([schema, head]) => `${schema} ${head}`);
    this.#unsent.clear();
    try {
      await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
        this.#setting.channel,
        payloads,
      ]);
    } catch {
      // The others look at the heads.
    } finally {
      this.#sending = false;
    }
    void this.#send();
  }
}
