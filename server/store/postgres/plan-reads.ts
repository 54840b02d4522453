/**
 * What a plan has read or written is not asked for again: each question is a way to the database, for which all writers of
 * the tenant wait. Nothing can change meanwhile, because writers stand in one line (the lock on the tenant's head). A sale
 * asks for its seat counts and registrations three times over; `update` reads the record it is about to write.
 */
import type { Values } from '#shared/base/json.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

/** Records and answers that are kept; with more it begins again. */
const keptMax = 500;

type Ask = () => Promise<StoredRecord | null>;

/** A caller that changes what it was given changes its own. */
const copyOf = (record: StoredRecord | null) => record && { ...record };

export class PlanReads {
  readonly #records = new Map<string, StoredRecord | null>();
  /** Of each collection, by the values that were asked for. */
  readonly #answers = new Map<string, Map<string, StoredRecord | null>>();
  #answered = 0;
  /** Counts writes: an answer that was on its way during one is not kept. */
  #writes = 0;

  get(collection: string, id: string, ask: Ask): Promise<StoredRecord | null> {
    const key = `${collection} ${id}`;
    return this.#recall(this.#records.get(key), ask, (record) => this.#keepRecord(key, record));
  }

  findOne(collection: string, values: Values, ask: Ask): Promise<StoredRecord | null> {
    // Pairs: a value that is undefined asks for null, and is not the same question as none.
    const key = JSON.stringify(Object.entries(values));
    return this.#recall(this.#answers.get(collection)?.get(key), ask, (record) => {
      this.#keepAnswer(collection, key, record);
      if (record) this.#keepRecord(`${collection} ${record.id}`, record);
    });
  }

  /** @param record as it is now; null: it is gone */
  wrote(collection: string, id: string, record: StoredRecord | null): void {
    this.#writes += 1;
    this.#answered -= this.#answers.get(collection)?.size ?? 0;
    this.#answers.delete(collection);
    this.#keepRecord(`${collection} ${id}`, copyOf(record));
  }

  async #recall(
    known: StoredRecord | null | undefined,
    ask: Ask,
    keep: (record: StoredRecord | null) => void,
  ): Promise<StoredRecord | null> {
    if (known !== undefined) return copyOf(known);
    const writes = this.#writes;
    const record = await ask();
    if (writes === this.#writes) keep(copyOf(record));
    return record;
  }

  #keepRecord(key: string, record: StoredRecord | null): void {
    if (this.#records.size >= keptMax) this.#records.clear();
    this.#records.set(key, record);
  }

  #keepAnswer(collection: string, key: string, record: StoredRecord | null): void {
    if (this.#answered >= keptMax) {
      this.#answers.clear();
      this.#answered = 0;
    }
    const known = this.#answers.get(collection) ?? new Map<string, StoredRecord | null>();
    this.#answers.set(collection, known);
    known.set(key, record);
    this.#answered += 1;
  }
}
