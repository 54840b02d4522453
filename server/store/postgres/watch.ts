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
  #client: pg.Client | null = null;
  #looking: Promise<DatabaseState> | null = null;
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
      this.#timer = setTimeout(() => void this.look().then(again), lookMs).unref();
      if (this.#closed) clearTimeout(this.#timer);
    };
    void this.look().then(again);
  }

  look(): Promise<DatabaseState> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #ask(): Promise<DatabaseState> {
    try {
      this.#client ??= await connectAlone(this.#url, 'watch', answerMs);
      await this.#client.query('SELECT 1');
      this.#reason = null;
    } catch (error) {
      void this.#client?.end().catch(() => {});
      this.#client = null;
      const said = error instanceof AggregateError ? error.errors[0] : error;
      this.#reason = said instanceof Error ? said.message : String(said);
    }
    return this.state;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await this.#client?.end().catch(() => {});
  }
}
