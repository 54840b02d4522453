/**
 * One transaction of the writer: the tenant's head locked, plans one after another under a savepoint, the changes of
 * all of them written at the end in one statement. What became of a commit whose answer was lost, it asks the database.
 */
import type pg from 'pg';
import { type Change, CommitInDoubt, StoreFault } from '../contract.ts';
import { appendChanges, findChange } from './change-log.ts';
import { prepared } from './compile-query.ts';
import { ask, ClientSession } from './connection.ts';
import { isLost } from './errors.ts';

/** How long the outcome of a commit is asked for after its connection broke, unless told, and how often. */
export const defaultOutcomePatienceMs = 30_000;
const outcomePollMs = 200;

function inDoubt(cause: unknown): CommitInDoubt {
  const message = 'the connection broke during a commit, and whether it was kept could not be learnt';
  return new CommitInDoubt(message, { cause });
}

/** A connection of a pool, or one that nobody takes back. */
export type BatchClient = pg.ClientBase & Pick<pg.PoolClient, 'release'>;

export class Batch extends ClientSession {
  /** The last number given; a plan that is rolled back gives its numbers back. */
  seq: number;
  readonly #client: BatchClient;
  readonly #schema: string;
  /** The transaction's number, by which its outcome can be asked. */
  readonly #number: string;
  readonly #changes: Change[] = [];
  /** The last change of those written, by which the batch is known again. */
  #mark: Change | null = null;
  #flushed = false;
  /** The savepoint `plan` stands, and nothing was done since. */
  #fresh = false;
  #saved = false;

  private constructor(client: BatchClient, schema: string, head: number, number: string) {
    super(client);
    this.#client = client;
    this.#schema = schema;
    this.#number = number;
    this.seq = head;
  }

  /** Waits for other processes' writers of this tenant; up to the session's statement timeout. */
  static async begin(client: BatchClient, schema: string): Promise<Batch> {
    const text = `SELECT seq, pg_current_xact_id()::text FROM ${schema}._head FOR UPDATE`;
    const [, [row]] = await Promise.all([client.query('BEGIN'), ask(client, prepared({ text, values: [] }))]);
    if (row === undefined) throw new StoreFault('the tenant has no head: its database is gone or damaged');
    return new Batch(client, schema, row[0] as number, String(row[1]));
  }

  get changed(): boolean {
    return this.#flushed || this.#changes.length > 0;
  }

  append(change: Change): void {
    this.#changes.push(change);
  }

  /** Writes the changes that came together so far: a change of many rows would hold them all. None can be undone alone after. */
  async flush(): Promise<void> {
    if (this.#changes.length === 0) return;
    await this.inTurn(() => ask(this.#client, appendChanges(this.#schema, this.#changes, this.seq)));
    this.#mark = this.#changes.at(-1) ?? this.#mark;
    this.#changes.length = 0;
    this.#flushed = true;
  }

  /** What is asked from here on can be undone by `undoPlan`. */
  startPlan(): void {
    this.#fresh = false;
  }

  /** The savepoint travels with the question behind it: one way there and back for both. */
  override rows(asked: Parameters<ClientSession['rows']>[0]) {
    this.#savepoint();
    return ask(this.#client, asked);
  }

  #savepoint(): void {
    if (this.#fresh) return;
    const text = this.#saved ? 'RELEASE SAVEPOINT plan; SAVEPOINT plan' : 'SAVEPOINT plan';
    // Where it fails, so does what is asked behind it.
    this.#client.query(text).catch(() => {});
    this.#saved = true;
    this.#fresh = true;
  }

  /** Undoes what was asked since `startPlan` and forgets its changes. The savepoint stands and serves the next plan. */
  async undoPlan(seqBefore: number): Promise<void> {
    this.seq = seqBefore;
    while ((this.#changes.at(-1)?.seq ?? 0) > seqBefore) this.#changes.pop();
    await this.inTurn(async () => {
      if (this.#fresh) await this.#client.query('ROLLBACK TO SAVEPOINT plan');
    });
  }

  /** @throws where nothing of it was kept, or where that could not be learnt: the fault says which */
  async commit(connectAgain: () => Promise<pg.PoolClient>, patienceMs: number): Promise<void> {
    await this.inTurn(async () => {
      const changes =
        this.#changes.length > 0 ? ask(this.#client, appendChanges(this.#schema, this.#changes, this.seq)) : null;
      // Both at once: a COMMIT behind what failed is a ROLLBACK.
      const [written, ended] = await Promise.allSettled([changes, this.#client.query('COMMIT')]);
      if (ended.status === 'rejected') {
        const { reason } = ended;
        if (isLost(reason) && (await this.#wasKept(connectAgain, patienceMs, reason))) return;
        throw reason;
      }
      if (written.status === 'rejected') throw written.reason;
      if (ended.value.command !== 'COMMIT') throw new StoreFault('the database aborted the transaction');
    });
  }

  /**
   * The connection broke between COMMIT and its answer. PostgreSQL knows the outcome by the transaction's number; but a
   * number whose transaction left nothing on disk before a crash is given to another one after it, whose outcome is
   * not ours. So ours is kept where its last change stands in the log.
   */
  async #wasKept(connectAgain: () => Promise<pg.PoolClient>, patienceMs: number, cause: unknown): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while (performance.now() < until) {
      const outcome = await this.#outcomeBy(connectAgain).catch((error: unknown) => {
        if (!isLost(error)) throw error;
        return null;
      });
      if (outcome !== null) return outcome === 'kept';
      await new Promise((resolve) => setTimeout(resolve, outcomePollMs));
    }
    throw inDoubt(cause);
  }

  /** @returns null while the transaction is still under way */
  async #outcomeBy(connectAgain: () => Promise<pg.PoolClient>): Promise<'kept' | 'gone' | null> {
    const mark = this.#changes.at(-1) ?? this.#mark;
    const client = await connectAgain();
    try {
      const [row] = await ask(client, { text: 'SELECT pg_xact_status($1::xid8)', values: [this.#number] });
      const status = row?.[0];
      if (status === 'aborted') return 'gone';
      if (status !== 'committed') return null;
      // Cursors alone: a follower whose cursor was not kept sees again what it has seen.
      if (mark === null) return 'kept';
      const found = await ask(client, findChange(this.#schema, mark)).catch((error: unknown) => {
        throw isLost(error) ? error : inDoubt(error);
      });
      return found.length > 0 ? 'kept' : 'gone';
    } finally {
      client.release();
    }
  }

  /** Gives the connection back; of a transaction that did not end well, the connection is closed, and it with it. */
  end(committed: boolean): void {
    this.#client.release(!committed);
  }
}
