/**
 * One transaction of the writer: the tenant's head locked, plans one after another under a savepoint, the changes of
 * all of them written at the end in one statement. It asks the database what became of a commit whose answer was lost.
 *
 * New rows that nothing has to be asked for are inserted together, those of all plans in one statement for each table:
 * before a statement that names their table, before a plan changes something else (its savepoint must not hold them), and at
 * the end. Where the database refuses them, each plan's are inserted alone, and a plan whose rows are refused falls out.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Change, StoreFault } from '../contract.ts';
import { appendChanges, lockHead, moveHead } from './change-log.ts';
import { ask, ClientSession } from './connection.ts';
import { isLost, planFault } from './errors.ts';
import { insertsOf, type WaitingRow } from './insert-records.ts';
import { type BatchTrace, type OutcomeSetting, wasKept } from './outcome.ts';
import { PlanWork, type UnnumberedChange } from './plan-work.ts';
import { storedText } from './stored-text.ts';
import type { Row } from './table.ts';
import { WriterReads } from './writer-reads.ts';

/** A connection of a pool, or one that no one takes back. */
export type BatchClient = pg.ClientBase & Pick<pg.PoolClient, 'release'>;

export interface BatchPlace {
  readonly client: BatchClient;
  /** Quoted. */
  readonly schema: string;
  /** Marks the tenant as active in the schedule, over another connection; durable when it resolves. */
  readonly activate: () => Promise<void>;
  /** @param head where the log ends. Absent: nothing is known yet */
  readonly readsAt?: (head: number) => WriterReads;
}

/** Matches a statement that changes nothing; any other may. */
const isRead = /^\s*(SELECT|DECLARE|FETCH|CLOSE)\b/;

export class Batch extends ClientSession {
  /** Reads of all plans of the batch: each plan sees what those before it have written. */
  readonly reads: WriterReads;
  readonly #client: BatchClient;
  readonly #schema: string;
  /** Name of this batch and no other, which the log holds with its changes. */
  readonly #name = randomUUID();
  /** Plans in their order; the last one is at work. */
  #plans: PlanWork[] = [new PlanWork()];
  /** The last number that is written. */
  #head: number;
  #inserting: Promise<void> | null = null;
  #cursors: ReadonlyMap<string, number> = new Map();
  #mark: BatchTrace['mark'] = null;
  #flushed = false;
  /** Ends the rest of a tenant that is at rest; null: it is not at rest, or this was called. */
  #activate: (() => Promise<void>) | null;
  /** The savepoint `plan` is that of the plan at work: its further statements need no other. */
  #fresh = false;
  /** A savepoint `plan` stands. */
  #saved = false;

  private constructor({ activate, client, readsAt, schema }: BatchPlace, head: number, isResting: boolean) {
    super(client);
    this.#client = client;
    this.#schema = schema;
    this.#activate = isResting ? activate : null;
    this.#head = head;
    this.reads = readsAt?.(head) ?? new WriterReads();
  }

  /** Waits for other processes' writers of this tenant; up to the session's statement timeout. */
  static async begin(place: BatchPlace): Promise<Batch> {
    const { client, schema } = place;
    const [, [row]] = await Promise.all([client.query('BEGIN'), ask(client, lockHead(schema))]);
    if (row === undefined) throw new StoreFault('the tenant has no head: its database is gone or damaged');
    return new Batch(place, row[0] as number, row[1] === true);
  }

  /** Number at which the log ends with everything done so far. */
  get seq(): number {
    return this.#plans.reduce((sum, { changes }) => sum + changes.length, this.#head);
  }

  get changed(): boolean {
    return this.#flushed || this.#plans.some(({ changes }) => changes.length > 0);
  }

  get #plan(): PlanWork {
    return this.#plans.at(-1)!;
  }

  get #former(): readonly PlanWork[] {
    return this.#plans.slice(0, -1);
  }

  append(change: UnnumberedChange): void {
    this.#plan.changes.push(change);
  }

  /** Writes the changes so far: a change of many rows would hold them all. After it no plan can be undone alone. */
  async flush(): Promise<void> {
    const changes = this.#numbered();
    if (changes.length === 0) return;
    await this.#leaveRest();
    await this.inTurn(() => this.#writeChanges(changes));
    this.#head += changes.length;
    for (const plan of this.#plans) plan.changes = [];
    this.#flushed = true;
  }

  /** Numbers the changes of all plans. From here on no plan falls out. */
  #numbered(): readonly Change[] {
    let seq = this.#head;
    return this.#plans.flatMap((plan) => {
      const changes = plan.changes.map((change) => ({ seq: ++seq, ...change }));
      plan.seq = seq;
      return changes;
    });
  }

  /** Runs before the log grows: the mark that the tenant is at rest goes with the changes, and the lock keeps a new one out. */
  async #leaveRest(): Promise<void> {
    await this.#activate?.();
    this.#activate = null;
  }

  /** Both travel together. */
  async #writeChanges(changes: readonly Change[]): Promise<void> {
    const { seq } = changes.at(-1)!;
    this.#mark = { seq, batch: this.#name };
    await Promise.all([
      ask(this.#client, appendChanges(this.#schema, changes, this.#mark)),
      ask(this.#client, moveHead(this.#schema, seq)),
    ]);
  }

  async saveCursors(cursors: ReadonlyMap<string, number>): Promise<void> {
    this.#cursors = cursors;
    await this.rows({
      // The statement names a table of the tenant, as in `appendChanges`.
      text: `INSERT INTO ${this.#schema}._cursors SELECT w.name, w.seq
        FROM ${this.#schema}._head CROSS JOIN unnest($1::text[], $2::bigint[]) AS w (name, seq)
        ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`,
      values: [[...cursors.keys()].map(storedText), [...cursors.values()]],
    });
  }

  /** Starts a plan; `undoPlan` can undo its statements. @returns the notes about its work */
  startPlan(): PlanWork {
    this.#fresh = false;
    this.#plans.push(new PlanWork());
    return this.#plan;
  }

  /** Whether rows of plans that are over wait for this table. */
  holdsRowsOf(place: string): boolean {
    return this.#inserting !== null || this.#former.some((plan) => plan.isNamedIn(place));
  }

  /** The savepoint and the statement after it are sent together: one round trip for both. */
  override rows(asked: Parameters<ClientSession['rows']>[0]): Promise<readonly Row[]> {
    const isOwn = this.#plan.isNamedIn(asked.text);
    const isWriting = isOwn || !isRead.test(asked.text);
    // This counts from now on, although the statement may be sent later.
    if (isWriting) this.#plan.hasWritten = true;
    const send = () => {
      this.#savepoint();
      const own = isOwn ? this.#send(this.#plan.takeRows()) : null;
      const answer = ask(this.#client, asked);
      return own ? Promise.all([own, answer]).then(([, rows]) => rows) : answer;
    };
    const isWaiting = this.#former.some((plan) => (isWriting ? plan.rowCount > 0 : plan.isNamedIn(asked.text)));
    return isWaiting || this.#inserting ? this.insertRows().then(send) : send();
  }

  /** Inserts the rows of the plan at work, which learns the result itself. */
  async insertOwnRows(): Promise<void> {
    await this.insertRows();
    this.#savepoint();
    this.#plan.hasWritten = true;
    await this.#send(this.#plan.takeRows());
  }

  /** Inserts the rows of plans that are over; one whose rows are refused falls out. @throws where the connection is lost */
  insertRows(): Promise<void> {
    this.#inserting ??= this.#insertRowsOf(this.#former.filter(({ rowCount }) => rowCount > 0)).finally(() => {
      this.#inserting = null;
    });
    return this.#inserting;
  }

  async #insertRowsOf(plans: readonly PlanWork[]): Promise<void> {
    const all = plans.map((plan) => ({ plan, rows: plan.takeRows() }));
    const refused = await this.#tryRows(all.flatMap(({ rows }) => rows));
    if (refused === null) return;
    for (const { plan, rows } of all) {
      const fault = all.length === 1 ? refused : await this.#tryRows(rows);
      if (fault === null) continue;
      plan.drop();
      plan.fault = planFault(fault);
      this.reads.forget(plan.touched);
    }
  }

  /** @returns why they were refused: then none of them is there */
  async #tryRows(rows: readonly WaitingRow[]): Promise<unknown> {
    if (rows.length === 0) return null;
    this.#fresh = false;
    this.#savepoint();
    try {
      await this.#send(rows);
      return null;
    } catch (error) {
      if (isLost(error)) throw error;
      await this.#client.query('ROLLBACK TO SAVEPOINT plan');
      return error;
    } finally {
      // The plan at work has a savepoint of its own.
      this.#fresh = false;
    }
  }

  #send(rows: readonly WaitingRow[]): Promise<unknown> {
    return Promise.all(insertsOf(this.#schema, rows).map((statement) => ask(this.#client, statement)));
  }

  #savepoint(): void {
    if (this.#fresh) return;
    const text = this.#saved ? 'RELEASE SAVEPOINT plan; SAVEPOINT plan' : 'SAVEPOINT plan';
    // If it fails, the next statement fails as well.
    this.#client.query(text).catch(() => {});
    this.#saved = true;
    this.#fresh = true;
  }

  /** Undoes what was asked since `startPlan` and forgets its changes. The savepoint stands until the next one replaces it. */
  async undoPlan(): Promise<void> {
    this.#plan.drop();
    this.reads.forget(this.#plan.touched);
    await this.#inserting;
    await this.inTurn(async () => {
      if (this.#fresh) await this.#client.query('ROLLBACK TO SAVEPOINT plan');
    });
  }

  /** @throws where nothing of it was kept, or where that could not be learnt: the fault says which */
  async commit(outcome: OutcomeSetting): Promise<void> {
    // None is at work any more.
    this.startPlan();
    await this.insertRows();
    const numbered = this.#numbered();
    if (numbered.length > 0) await this.#leaveRest();
    await this.inTurn(async () => {
      const changes = numbered.length > 0 ? this.#writeChanges(numbered) : null;
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
