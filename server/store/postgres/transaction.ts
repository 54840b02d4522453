/**
 * The transaction as a plan sees it: reads and writes inside the batch's transaction. The writers of a tenant take turns, in
 * all processes, so that a unique value can be looked for before it is written: PostgreSQL would give the transaction up at a
 * violation. Made by writer.ts and ended by group-commit.ts; of no use after that.
 */

import { assert } from '#shared/base/assert.ts';
import type { Values } from '#shared/base/json.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import type { Query } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import { quoteName } from '../compile/name.ts';
import type { Bound } from '../compile/sql.ts';
import { type ChangeOp, type CollectionRef, MissingRecord, StoreFault, UniqueViolation } from '../contract.ts';
import { typesOfChange } from '../event-types.ts';
import { withDefaults } from '../field-defaults.ts';
import type { KeptPlan, PlanTransaction } from '../group-commit.ts';
import type { Batch } from './batch.ts';
import { decode, encode, sameValue } from './column.ts';
import { PlanSession } from './plan-session.ts';
import { type ReaderParts, SessionReader } from './reader.ts';
import { loadedJson, storedJson, storedText } from './stored-text.ts';
import { columnOfField, decodeRow, isSystemColumn, searchColumns, searchValues, type Table } from './table.ts';
import type { WriterReads } from './writer-reads.ts';

/** Time for which an idempotency key is remembered, in ms. */
const rememberMs = dayMs;
/** Expired keys cleared with each new one: the table cannot grow beyond a day's keys. */
const forgetPerRemember = 4;

export interface TransactionSetting {
  readonly actor: string;
  readonly nowMs: number;
  readonly newId: () => string;
  readonly schema: string;
}

export class PostgresTransaction extends SessionReader implements PlanTransaction {
  readonly now: string;
  readonly #batch: Batch;
  readonly #plan: PlanSession;
  readonly #setting: TransactionSetting;
  readonly #reads: WriterReads;

  constructor(batch: Batch, parts: ReaderParts, setting: TransactionSetting) {
    const plan = new PlanSession(batch, parts.unmade);
    super(plan, { ...parts, unmade: null, clock: () => setting.nowMs });
    this.#batch = batch;
    this.#plan = plan;
    this.#setting = setting;
    this.#reads = batch.reads;
    this.now = isoTime(setting.nowMs);
  }

  protected override check(): void {
    this.#plan.check();
  }

  override get<C extends CollectionDefinition>(collection: C, id: string): Promise<RecordOf<C> | null>;
  override get(collection: string, id: string): Promise<StoredRecord | null>;
  override async get(collection: CollectionRef, id: string): Promise<StoredRecord | null> {
    const { name } = await this.#inserted(collection);
    return this.#reads.get(name, id, () => super.get(name, id));
  }

  override findOne<C extends CollectionDefinition>(
    collection: C,
    values: Partial<RecordOf<C>>,
  ): Promise<RecordOf<C> | null>;
  override findOne(collection: string, values: Values): Promise<StoredRecord | null>;
  override async findOne(collection: CollectionRef, values: Values): Promise<StoredRecord | null> {
    const { name } = await this.#inserted(collection);
    return this.#reads.findOne(name, values, () => super.findOne(name, values));
  }

  override find<C extends CollectionDefinition>(collection: C, query: Query): Promise<readonly RecordOf<C>[]>;
  override find(collection: string, query: Query): Promise<readonly StoredRecord[]>;
  override async find(collection: CollectionRef, query: Query): Promise<readonly StoredRecord[]> {
    const { name } = await this.#inserted(collection);
    return this.#reads.find(name, query, () => super.find(name, query));
  }

  create<C extends CollectionDefinition>(collection: C, values: Values, id?: string): Promise<RecordOf<C>>;
  create(collection: string, values: Values, id?: string): Promise<StoredRecord>;
  create(collection: CollectionRef, values: Values, id?: string): Promise<StoredRecord> {
    return this.#plan.step(async () => {
      const table = this.table(collection);
      for (const name in values)
        assert(!isSystemColumn(columnOfField(table, name).name), `${table.name}.${name}: set by the store itself`);
      const system = { id: id ?? this.#setting.newId(), createdAt: this.now, updatedAt: this.now, version: 1 };
      const full: Values = { ...withDefaults(table.definition, values), ...system };
      const row = table.columns.map((column) => encode(column, full[column.name]));
      const record = decodeRow(table, row);
      const written = [...row, ...searchValues(table, record)];
      // An id made here has no twin: where nothing else is unique, no one need wait for the answer.
      const isSure = id === undefined && table.uniques.length === 1;
      if (!isSure || !(await this.#plan.insertLater(table, written))) {
        const made = await this.session.rows({ ...table.insert, values: written });
        if (made.length === 0) {
          await this.#refuseTwins(table, full, null);
          throw new StoreFault(`${table.name}: the database found a twin that is not there`);
        }
      }
      this.#wrote(table, record.id, record);
      this.#append(table, 'create', record, null);
      return record;
    });
  }

  update<C extends CollectionDefinition>(collection: C, id: string, patch: Values): Promise<RecordOf<C>>;
  update(collection: string, id: string, patch: Values): Promise<StoredRecord>;
  update(collection: CollectionRef, id: string, patch: Values): Promise<StoredRecord> {
    return this.#plan.step(async () => {
      const table = this.table(collection);
      const former = await this.get(table.name, id);
      if (former === null) throw new MissingRecord(table.name, id);
      const changed: string[] = [];
      const values: Bound[] = [];
      const previous: Record<string, unknown> = {};
      const after: Record<string, unknown> = {};
      for (const name in patch) {
        const column = columnOfField(table, name);
        assert(!isSystemColumn(name), `${table.name}.${name}: set by the store itself`);
        const value = encode(column, patch[name]);
        after[name] = decode(column, value);
        if (sameValue(column, former[name], after[name])) continue;
        changed.push(name);
        values.push(value);
        previous[name] = former[name];
      }
      if (changed.length === 0) return former;
      const system = { updatedAt: this.now, version: former.version + 1 };
      const record = { ...former, ...after, ...system } as StoredRecord;
      await this.#refuseTwins(table, record, changed);
      const written = [...changed];
      if (table.definition.searchable?.some((name) => name in previous)) {
        written.push(...searchColumns);
        values.push(...searchValues(table, record));
      }
      const set = ['updatedAt', 'version', ...written].map((name, i) => `${quoteName(name)} = $${i + 2}`).join(', ');
      await this.#plan.send({
        text: `UPDATE ${table.place} SET ${set} WHERE "id" = $1`,
        values: [storedText(id), system.updatedAt, system.version, ...values],
      });
      this.#wrote(table, id, record);
      this.#append(table, 'update', record, previous);
      return record;
    });
  }

  delete(collection: CollectionRef, id: string): Promise<void> {
    return this.#plan.step(async () => {
      const table = this.table(collection);
      const record = await this.get(table.name, id);
      if (record === null) throw new MissingRecord(table.name, id);
      await this.#plan.send({ ...table.deleteById, values: [storedText(id)] });
      this.#wrote(table, id, null);
      this.#append(table, 'delete', record, null);
    });
  }

  async recall(key: string): Promise<{ readonly bodyHash: string; readonly answer: unknown } | null> {
    const [row] = await this.session.rows({
      text: `SELECT body_hash, answer FROM ${this.#setting.schema}._idempotency WHERE key = $1 AND at_ms > $2`,
      values: [storedText(key), this.#setting.nowMs - rememberMs],
    });
    return row === undefined ? null : { bodyHash: String(row[0]), answer: loadedJson(String(row[1])) };
  }

  remember(key: string, bodyHash: string, answer: unknown): Promise<void> {
    const { nowMs, schema } = this.#setting;
    return this.#plan.step(async () => {
      await this.#plan.send({
        text: `DELETE FROM ${schema}._idempotency WHERE key IN (SELECT key FROM ${schema}._idempotency WHERE at_ms <= $1 ORDER BY at_ms LIMIT $2)`,
        values: [nowMs - rememberMs, forgetPerRemember],
      });
      await this.#plan.send({
        text: `INSERT INTO ${schema}._idempotency VALUES ($1, $2, $3, $4)
          ON CONFLICT (key) DO UPDATE SET body_hash = excluded.body_hash, answer = excluded.answer, at_ms = excluded.at_ms`,
        values: [storedText(key), bodyHash, storedJson(answer ?? null), nowMs],
      });
    });
  }

  /** Waits for what was written; throws where a write failed. Without this wait such a write would fail the whole batch. */
  settle(): Promise<void> {
    return this.#plan.settle();
  }

  /** Keeps what was written: part of the batch from here on. Throws when the transaction is not sound. */
  release(): KeptPlan {
    this.check();
    this.#plan.end('it was committed');
    return this.#plan.work;
  }

  /** Undoes what was written and gives the sequence numbers back. */
  rollback(why: string): Promise<void> {
    this.#plan.end(why);
    return this.#batch.undoPlan();
  }

  /** @param changed of an update: only what it touches can have become a twin; null: a new record */
  async #refuseTwins(table: Table, record: Values, changed: readonly string[] | null): Promise<void> {
    for (const unique of table.uniques) {
      if (changed !== null && !unique.some((column) => changed.includes(column.name))) continue;
      const values = unique.map((column) => encode(column, record[column.name]));
      if (values.includes(null)) continue;
      const equal = unique.map((column, i) => `${quoteName(column.name)} = $${i + 1}`);
      const own = changed === null ? [] : [storedText(String(record['id']))];
      const other = changed === null ? '' : ` AND "id" <> $${values.length + 1}`;
      const twins = await this.session.rows({
        text: `SELECT 1 FROM ${table.place} WHERE ${equal.join(' AND ')}${other} LIMIT 1`,
        values: [...values, ...own],
      });
      if (twins.length > 0)
        throw new UniqueViolation(
          table.name,
          unique.map((column) => column.name),
        );
    }
  }

  /** Returns the table once all rows of earlier plans are inserted: known answers for the collection are valid only then. */
  async #inserted(collection: CollectionRef): Promise<Table> {
    const table = this.table(collection);
    await this.#plan.whenInserted(table);
    return table;
  }

  #wrote(table: Table, id: string, record: StoredRecord | null): void {
    this.#plan.work.touched.add(table.name);
    this.#reads.wrote(table.name, id, record, (values) =>
      Object.entries(values).every(([name, value]) => {
        const column = columnOfField(table, name);
        return sameValue(column, decode(column, encode(column, value)), record?.[name] ?? null);
      }),
    );
  }

  #append(table: Table, op: ChangeOp, record: StoredRecord, previous: Values | null): void {
    const types = typesOfChange(table.definition, op, record, previous);
    const { actor } = this.#setting;
    this.#batch.append({
      at: this.now,
      collection: table.name,
      id: record.id,
      op,
      types,
      actor,
      record,
      previous,
    });
  }
}
