/**
 * One transaction of the writer: the tenant's head locked, plans one after another under a savepoint, the changes of
 * all of them written at the end in one statement. What became of a commit whose answer was lost, it asks the database.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Change, StoreFault } from '../contract.ts';
import { appendChanges, lockHead, moveHead } from './change-log.ts';
import { ask, ClientSession } from './connection.ts';
import { type BatchTrace, type OutcomeSetting, wasKept } from './outcome.ts';
import { storedText } from './stored-text.ts';
import { WriterReads } from './writer-reads.ts';

/** A connection of a pool, or one that no one takes back. */
export type BatchClient = pg.ClientBase & Pick<pg.PoolClient, 'release'>;

export interface BatchPlace {
  readonly client: BatchClient;
  /** Quoted. */
  readonly schema: string;
  /** By another connection; durable when it resolves: the tenant is active in the schedule. */
  readonly activate: () => Promise<void>;
  /** @param head where the log ends. Absent: nothing is known yet */
  readonly readsAt?: (head: number) => WriterReads;
}

export class Batch extends ClientSession {
  /** The last number given; a plan that is rolled back gives its numbers back. */
  seq: number;
  /** Of all its plans: each sees what those before it have written. */
  readonly reads: WriterReads;
  readonly #client: BatchClient;
  readonly #schema: string;
  /** Of this batch and no other, in the log with its changes. */
  readonly #name = randomUUID();
  readonly #changes: Change[] = [];
  #cursors: ReadonlyMap<string, number> = new Map();
  #mark: BatchTrace['mark'] = null;
  #flushed = false;
  /** Of a tenant at rest, until it has been called. */
  #activate: (() => Promise<void>) | null;
  /** The savepoint `plan` stands, and nothing was done since. */
  #fresh = false;
  #saved = false;

  private constructor({ activate, client, readsAt, schema }: BatchPlace, head: number, isResting: boolean) {
    super(client);
    this.#client = client;
    this.#schema = schema;
    this.#activate = isResting ? activate : null;
    this.seq = head;
    this.reads = readsAt?.(head) ?? new WriterReads();
  }

  /** Waits for other processes' writers of this tenant; up to the session's statement timeout. */
  static async begin(place: BatchPlace): Promise<Batch> {
    const { client, schema } = place;
    const [, [row]] = await Promise.all([client.query('BEGIN'), ask(client, lockHead(schema))]);
    if (row === undefined) throw new StoreFault('the tenant has no head: its database is gone or damaged');
    return new Batch(place, row[0] as number, row[1] === true);
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
    await this.#leaveRest();
    await this.inTurn(() => this.#writeChanges());
    this.#changes.length = 0;
    this.#flushed = true;
  }

  /** Before the log grows: the mark that the tenant is at rest goes with the changes, and the lock keeps a new one out. */
  async #leaveRest(): Promise<void> {
    await this.#activate?.();
    this.#activate = null;
  }

  /** Both travel together. */
  async #writeChanges(): Promise<void> {
    this.#mark = { seq: this.seq, batch: this.#name };
    await Promise.all([
      ask(this.#client, appendChanges(this.#schema, this.#changes, this.#mark)),
      ask(this.#client, moveHead(this.#schema, this.seq)),
    ]);
  }

  async saveCursors(cursors: ReadonlyMap<string, number>): Promise<void> {
    this.#cursors = cursors;
    await this.rows({
      // With a table of the tenant, as in `appendChanges`.
      text: `INSERT INTO ${this.#schema}._cursors SELECT w.name, w.seq
        FROM ${this.#schema}._head CROSS JOIN unnest($1::text[], $2::bigint[]) AS w (name, seq)
        ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`,
      values: [[...cursors.keys()].map(storedText), [...cursors.values()]],
    });
  }

  /** What is asked from here on can be undone by `undoPlan`. */
  startPlan(): void {
    this.#fresh = false;
  }

  /** The savepoint and the statement after it are sent together: one round trip for both. */
  override rows(asked: Parameters<ClientSession['rows']>[0]) {
    this.#savepoint();
    return ask(this.#client, asked);
  }

  #savepoint(): void {
    if (this.#fresh) return;
    const text = this.#saved ? 'RELEASE SAVEPOINT plan; SAVEPOINT plan' : 'SAVEPOINT plan';
    // Where it fails, the statement after it fails too.
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
  async commit(outcome: OutcomeSetting): Promise<void> {
    if (this.#changes.length > 0) await this.#leaveRest();
    await this.inTurn(async () => {
      const changes = this.#changes.length > 0 ? this.#writeChanges() : null;
      // Both at once: a COMMIT after a failed statement is a ROLLBACK.
      const [written, ended] = await Promise.allSettled([changes, this.#client.query('COMMIT')]);
      if (ended.status === 'rejected') {
        // Only the answer may have been lost, also between a cluster's node and its coordinator: the commit may have
        // been kept.
        const trace = { schema: this.#schema, mark: this.#mark, cursors: this.#cursors };
        if (await wasKept(trace, outcome, ended.reason)) return;
        throw ended.reason;
      }
      if (written.status === 'rejected') throw written.reason;
      if (ended.value.command !== 'COMMIT') throw new StoreFault('the database aborted the transaction');
    });
  }

  /** Gives the connection back; of a transaction that did not end well, the connection is closed, and it with it. */
  end(committed: boolean): void {
    this.#client.release(!committed);
  }
}
