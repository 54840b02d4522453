/**
 * The transaction as a plan sees it: reads and writes on the writer's connection inside the batch's transaction, under a
 * savepoint of its own that is set at its first write. Made by batch.ts and ended by group-commit.ts; of no use after that.
 */

import type { SQLInputValue } from 'node:sqlite';
import { assert } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import { type ChangeOp, type CollectionRef, MissingRecord, StoreFault } from '../contract.ts';
import { typesOfChange } from '../event-types.ts';
import type { KeptPlan, PlanTransaction } from '../group-commit.ts';
import { changeParameters, insertChange } from './change-log.ts';
import { decode, encode, sameEncoded } from './column.ts';
import type { Connection } from './connection.ts';
import { asUniqueViolation } from './errors.ts';
import { SqlReader, type Tables } from './reader.ts';
import { touchesSearch, type Written } from './search-index.ts';
import { columnAt, decodeRow, encodeNew, placeOf, quoteName, type Row, systemColumns, type Table } from './table.ts';

/** Time for which an idempotency key is remembered, in ms. */
const rememberMs = dayMs;
/** Expired keys cleared with each new one: the table cannot grow beyond a day's keys. */
const forgetPerRemember = 4;

const forgetKeys = `DELETE FROM _idempotency WHERE key IN (SELECT key FROM _idempotency WHERE atMs <= ? ORDER BY atMs LIMIT ${forgetPerRemember})`;
const rememberKey = 'INSERT OR REPLACE INTO _idempotency VALUES (?, ?, ?, ?)';

/** The batch's place in the log; a plan that is rolled back gives its numbers back. */
export interface LogPosition {
  seq: number;
  /** Records that the full-text indexes have to follow; a plan that is rolled back takes its own back. */
  readonly written: Written[];
}

export interface TransactionSetting {
  readonly actor: string;
  readonly nowMs: number;
  readonly newId: () => string;
  readonly position: LogPosition;
}

export class SqliteTransaction extends SqlReader implements PlanTransaction {
  readonly now: string;
  readonly #setting: TransactionSetting;
  readonly #startSeq: number;
  readonly #startWritten: number;
  #saved = false;
  #over: string | null = null;
  #fault: StoreFault | null = null;

  constructor(connection: Connection, tables: Tables, setting: TransactionSetting) {
    super(connection, tables, () => setting.nowMs);
    this.#setting = setting;
    this.#startSeq = setting.position.seq;
    this.#startWritten = setting.position.written.length;
    this.now = isoTime(setting.nowMs);
  }

  protected override check(): void {
    if (this.#over !== null) throw new Error(`the transaction is over: ${this.#over}`);
    if (this.#fault !== null) throw this.#fault;
  }

  protected override isIndexed(table: Table): boolean {
    return super.isIndexed(table) && !this.#setting.position.written.some((one) => one.table.name === table.name);
  }

  create<C extends CollectionDefinition>(collection: C, values: Values, id?: string): Promise<RecordOf<C>>;
  create(collection: string, values: Values, id?: string): Promise<StoredRecord>;
  async create(collection: CollectionRef, values: Values, id?: string): Promise<StoredRecord> {
    const table = this.table(collection);
    const row = encodeNew(table, values, { id: id ?? this.#setting.newId(), now: this.now });
    this.#write(table.name, table.insert, row);
    const record = decodeRow(table, row as Row);
    this.#append(table, 'create', record, null);
    return record;
  }

  update<C extends CollectionDefinition>(collection: C, id: string, patch: Values): Promise<RecordOf<C>>;
  update(collection: string, id: string, patch: Values): Promise<StoredRecord>;
  async update(collection: CollectionRef, id: string, patch: Values): Promise<StoredRecord> {
    const table = this.table(collection);
    const row = this.rowOf(table, id);
    if (row === undefined) throw new MissingRecord(table.name, id);
    const changed: string[] = [];
    const values: SQLInputValue[] = [];
    const previous: Record<string, unknown> = {};
    for (const name in patch) {
      const place = placeOf(table, name);
      assert(place >= systemColumns.length, `${table.name}.${name}: set by the store itself`);
      const column = columnAt(table, place);
      const value = encode(column, patch[name]);
      const former = row[place]!;
      if (sameEncoded(column, former, value)) continue;
      changed.push(name);
      values.push(value);
      previous[name] = decode(column, former);
      row[place] = value as Row[number];
    }
    if (changed.length === 0) return decodeRow(table, row);
    row[2] = this.now;
    row[3] = (row[3] as number) + 1;
    const set = ['updatedAt', 'version', ...changed].map((name) => `${quoteName(name)} = ?`).join(', ');
    this.#write(table.name, `UPDATE ${quoteName(table.name)} SET ${set} WHERE "id" = ?`, [
      row[2],
      row[3],
      ...values,
      id,
    ]);
    const record = decodeRow(table, row);
    this.#append(table, 'update', record, previous);
    return record;
  }

  async delete(collection: CollectionRef, id: string): Promise<void> {
    const table = this.table(collection);
    const row = this.rowOf(table, id);
    if (row === undefined) throw new MissingRecord(table.name, id);
    this.#write(table.name, table.deleteById, [id]);
    this.#append(table, 'delete', decodeRow(table, row), null);
  }

  async recall(key: string): Promise<{ readonly bodyHash: string; readonly answer: unknown } | null> {
    this.check();
    const row = this.connection.row(
      'SELECT bodyHash, answer FROM _idempotency WHERE key = ? AND atMs > ?',
      key,
      this.#setting.nowMs - rememberMs,
    );
    return row === undefined ? null : { bodyHash: String(row[0]), answer: JSON.parse(String(row[1])) };
  }

  async remember(key: string, bodyHash: string, answer: unknown): Promise<void> {
    this.check();
    const { nowMs } = this.#setting;
    this.#write('_idempotency', forgetKeys, [nowMs - rememberMs]);
    this.#write('_idempotency', rememberKey, [key, bodyHash, JSON.stringify(answer ?? null), nowMs]);
  }

  /** Statements are done when they return. */
  settle(): void {}

  /** Keeps what was written: part of the batch from here on. Throws when the transaction is not sound. */
  release(): KeptPlan {
    this.check();
    if (this.#saved) this.connection.run('RELEASE plan');
    this.#over = 'it was committed';
    return { seq: this.#setting.position.seq, fault: null };
  }

  /** Undoes what was written and gives the sequence numbers back. */
  rollback(why: string): void {
    this.#over = why;
    this.#setting.position.seq = this.#startSeq;
    this.#setting.position.written.length = this.#startWritten;
    if (!this.#saved || !this.connection.isTransaction) return;
    this.connection.run('ROLLBACK TO plan');
    this.connection.run('RELEASE plan');
  }

  #append(table: Table, op: ChangeOp, record: StoredRecord, previous: Readonly<Record<string, unknown>> | null): void {
    const { actor, position } = this.#setting;
    const types = typesOfChange(table.definition, op, record, previous);
    position.seq += 1;
    const change = {
      seq: position.seq,
      at: this.now,
      collection: table.name,
      id: record.id,
      op,
      types,
      actor,
      record,
      previous,
    };
    this.#write(table.name, insertChange, changeParameters(change));
    if (table.search !== null && (previous === null || touchesSearch(table, previous)))
      position.written.push({ table, id: record.id, record: op === 'delete' ? null : record });
  }

  /**
   * Anything but a unique violation spoils the whole transaction: a plan that caught the error must not go on and
   * commit a row without its change.
   */
  #write(collection: string, sql: string, parameters: readonly SQLInputValue[]): void {
    this.check();
    try {
      if (!this.#saved) {
        this.connection.run('SAVEPOINT plan');
        this.#saved = true;
      }
      this.connection.run(sql, ...parameters);
    } catch (error) {
      const violation = asUniqueViolation(collection, error);
      if (violation !== null) throw violation;
      this.#fault = new StoreFault(`writing to ${collection} failed`, { cause: error });
      throw this.#fault;
    }
  }
}
