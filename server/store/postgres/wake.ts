/**
 * Tells other processes that a tenant's log has grown, and hears it from them: NOTIFY and LISTEN on one connection,
 * which carries whispers, too.
 * A message is sent after the commit and not inside: a transaction that notifies holds a lock of the whole database through
 * its flush, and all tenants would commit one after the other. The looks at the heads, after every reconnection and every few
 * seconds, find what is lost that way (a crash in between, a broken connection).
 */
import type pg from 'pg';
import { connectAlone } from './connection.ts';
import { isBug } from './errors.ts';
import type { WhisperPost } from './whisper-post.ts';

/** Pause before a broken connection is tried again, and interval between two looks at the heads, in ms. */
const reconnectMs = 250;
const lookMs = 5_000;
/** Maximum number of heads asked for in one statement. */
const headsAtOnce = 50;
/** A connection that does not answer for so long is given up. */
const answerMs = 20_000;
/** Time for which unsent messages may delay the end, in ms. */
const lastWordsMs = 1_000;

export interface WakeSetting {
  readonly url: string;
  /** LISTEN's channel, of one installation; quoted it is a name. */
  readonly channel: string;
  readonly post: Pick<WhisperPost, 'hear' | 'missed' | 'take'>;
  /** Returns the schemas, quoted, of the tenants whose commits a listener of this process waits for. */
  readonly listening: () => readonly string[];
  /** Set on a cluster: reads heads over other connections, without waiting for them, so that no node blocks this connection. */
  readonly lookApart?: (schemas: readonly string[]) => void;
  /** May come more than once for the same head, and late. */
  readonly onHead: (schema: string, head: number) => void;
}

export class Wake {
  readonly #setting: WakeSetting;
  readonly #whispers: string;
  readonly #unsent = new Map<string, number>();
  #client: pg.Client | null = null;
  #sending: Promise<void> | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void>;

  constructor(setting: WakeSetting) {
    this.#setting = setting;
    this.#whispers = `${setting.channel} whispers`;
    this.#connecting = this.#connect();
  }

  /** Announces a commit of this process. Never fails: at worst the other processes notice the commit a little later. */
  committed(schema: string, head: number): void {
    this.#unsent.set(schema, head);
    this.#send();
  }

  /** Sends the whispers that wait. */
  said(): void {
    this.#send();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#connecting;
    let limit: NodeJS.Timeout | null = null;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, lastWordsMs);
    });
    await Promise.race([this.#sending, late]);
    if (limit !== null) clearTimeout(limit);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    try {
      const client = await connectAlone(this.#setting.url, 'wake', answerMs);
      client.on('notification', ({ channel, payload }) => {
        if (channel === this.#whispers) this.#setting.post.hear(payload ?? '');
        else this.#hear(payload ?? '');
      });
      client.once('end', () => this.#lost(client));
      // This connection commits nothing that must be durable, and must not delay other notifications by a flush.
      await client.query('SET synchronous_commit = off');
      await client.query(`LISTEN "${this.#setting.channel}"`);
      await client.query(`LISTEN "${this.#whispers}"`);
      this.#client = client;
      this.#setting.post.missed();
      // Commits may have come while no connection listened.
      await this.#look();
      this.#lookLater();
      this.#send();
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
    const { lookApart } = this.#setting;
    const schemas = this.#setting.listening();
    if (lookApart) return lookApart(schemas);
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

  #send(): void {
    this.#sending ??= this.#sendAll();
  }

  /** One statement at a time, for all that has grown or was said meanwhile. */
  async #sendAll(): Promise<void> {
    const text = 'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS said (channel, payload)';
    // Messages that arise in the same turn are sent together with these.
    await Promise.resolve();
    for (;;) {
      const client = this.#client;
      if (client === null) break;
      const heads = [...this.#unsent].map(([schema, head]) => [this.#setting.channel, `${schema} ${head}`] as const);
      this.#unsent.clear();
      const said = [...heads, ...this.#setting.post.take().map((piece) => [this.#whispers, piece] as const)];
      if (said.length === 0) break;
      // The others look at the heads; words are said once or never.
      await client.query(text, [said.map(([to]) => to), said.map(([, payload]) => payload)]).catch(() => {});
    }
    this.#sending = null;
  }
}
