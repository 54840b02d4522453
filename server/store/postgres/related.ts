/** Records at the other end of relations, fetched as they are asked for by what matches records in memory. */
import type { StoredRecord } from '#shared/schema/infer.ts';
import type { Session } from './connection.ts';
import { storedText } from './stored-text.ts';
import { decodeRow, type Table } from './table.ts';

export type TableOf = (collection: string) => Table;

/** Number of related records beyond which all that are held are forgotten, and maximum number fetched in one query. */
const relatedMax = 10_000;
const relatedAtOnce = 1_000;

/** Records at the other end of relations: what is missing is noted, fetched, and the question asked again. */
export class Related {
  readonly #session: Session;
  readonly #tableOf: TableOf;
  readonly #known = new Map<string, Map<string, StoredRecord | null>>();
  readonly #missing = new Map<string, Set<string>>();
  #count = 0;

  constructor(session: Session, tableOf: TableOf) {
    this.#session = session;
    this.#tableOf = tableOf;
  }

  readonly related = (collection: string, id: string): StoredRecord | null => {
    const record = this.#known.get(collection)?.get(id);
    if (record !== undefined) return record;
    const missing = this.#missing.get(collection) ?? new Set();
    this.#missing.set(collection, missing.add(id));
    return null;
  };

  /** Returns the result of `answer` once every record that it asks for is known. It ends: each round loads one more hop. */
  async settled<T>(answer: () => T): Promise<T> {
    if (this.#count > relatedMax) {
      this.#known.clear();
      this.#count = 0;
    }
    for (;;) {
      this.#missing.clear();
      const value = answer();
      if (this.#missing.size === 0) return value;
      for (const [collection, ids] of this.#missing) await this.#fetch(collection, [...ids]);
    }
  }

  /** Returns these records; null: it is gone. */
  async load(collection: string, ids: readonly string[]): Promise<readonly [string, StoredRecord | null][]> {
    const known = this.#known.get(collection);
    const missing = ids.filter((id) => known?.get(id) === undefined);
    if (missing.length > 0) await this.#fetch(collection, missing);
    return ids.map((id) => [id, this.#known.get(collection)?.get(id) ?? null]);
  }

  async #fetch(collection: string, ids: readonly string[]): Promise<void> {
    const table = this.#tableOf(collection);
    const known = this.#known.get(collection) ?? new Map<string, StoredRecord | null>();
    this.#known.set(collection, known);
    for (const id of ids) known.set(id, null);
    this.#count += ids.length;
    for (let at = 0; at < ids.length; at += relatedAtOnce) {
      const values = [ids.slice(at, at + relatedAtOnce).map(storedText)];
      const rows = await this.#session.rows({ text: `${table.select} WHERE "id" = ANY($1)`, values });
      for (const record of rows.map((row) => decodeRow(table, row))) known.set(record.id, record);
    }
  }
}
