/**
 * Whether a database answers, asked every few seconds on a connection of its own: so that a lost one is known, and the
 * callers of its tenants hear it at once instead of each waiting in vain. Only where there are several databases.
 */
import type pg from 'pg';
import type { DatabaseState } from '../databases.ts';
import { connectAlone } from './connection.ts';

const lookMs = 2_000;
/** A machine under load is slow; one that takes so long for nothing at all is of no use. */
const answerMs = 8_000;

export class Watch {
  readonly #name: string;
  readonly #url: string;
  #reason: string | null = null;
  #wasSilent = false;
  #client: pg.Client | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(name: string, url: string) {
    this.#name = name;
    this.#url = url;
  }

  get state(): DatabaseState {
    return { name: this.#name, isUp: this.#reason === null, reason: this.#reason };
  }

  /** Goes on looking until it is closed. */
  start(): void {
    if (this.#closed || this.#timer !== null) return;
    const again = () => {
      this.#timer = setTimeout(() => void this.#look().then(again), lookMs).unref();
      if (this.#closed) clearTimeout(this.#timer);
    };
    void this.#look().then(again);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #ask(): Promise<void> {
    try {
      // A connection may have ended for reasons of its own: what counts is whether there is another.
      if (!(await this.#answers())) await this.#connect();
      this.#reason = null;
      this.#wasSilent = false;
    } catch (error) {
      const said = error instanceof AggregateError ? error.errors[0] : error;
      const reason = said instanceof Error ? said.message : String(said);
      const isSilent = /timeout/i.test(reason);
      // Who says nothing may only be slow: the second time it counts.
      if (!isSilent || this.#wasSilent) this.#reason = reason;
      this.#wasSilent = isSilent;
    }
  }

  async #answers(): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    try {
      await client.query('SELECT 1');
      return true;
    } catch {
      this.#client = null;
      void client.end().catch(() => {});
      return false;
    }
  }

  /** Asks for something, too: a balancer may take connections for a database that is not there. */
  async #connect(): Promise<void> {
    this.#client = await connectAlone(this.#url, 'watch', answerMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await this.#client?.end().catch(() => {});
  }
}
