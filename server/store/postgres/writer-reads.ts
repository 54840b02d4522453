/**
 * Keeps what the writer of a tenant has read or written, so that it is not queried again: each query is a round trip to the
 * database, for which all writers of the tenant wait. Nothing can change meanwhile, because writers take turns (the lock on
 * the tenant's head). Buyers of one event ask for the same event, ticket types and seat counts one after the other. What a
 * plan that is undone has written is forgotten with it. Figures stand in README.md.
 */
import type { Values } from '#shared/base/json.ts';
import type { Condition, Query } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';

/** Number of answers from which on all that is kept is forgotten. */
const keptMax = 500;
/** Longer lists are not kept. */
const listMax = 50;

type Asked = StoredRecord | null;

/** A caller that changes what it was given changes its own. */
const copyOf = (record: Asked) => record && { ...record };

interface Answer {
  readonly values: Values;
  readonly record: Asked;
}

/** Records, answers and lists known of one collection. */
interface Known {
  readonly records: Map<string, Asked>;
  /** Answers of look-ups, keyed by the values that were asked for. */
  readonly answers: Map<string, Answer>;
  /** Lists that were read, keyed by their query. */
  readonly lists: Map<string, readonly StoredRecord[]>;
}

/** Operators whose answer changes with the time of day. */
const followsClock: readonly string[] = ['within_last', 'within_next'];

/** No moment that is counted from now, such as `now-P1D`. */
const isPlainValue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isPlainValue)
    : value === null || (typeof value === 'string' ? !value.startsWith('now') : typeof value !== 'object');

/** Only about fields of the record itself, and the same answer at any time. */
function isPlain(condition: Condition): boolean {
  if (condition.kind === 'field')
    return !condition.path.includes('.') && !followsClock.includes(condition.op) && isPlainValue(condition.value);
  return condition.kind === 'not' ? isPlain(condition.of) : condition.of.every(isPlain);
}

function isKeepable({ search, sort = [], where }: Query): boolean {
  return (
    search === undefined && sort.every(({ from, path }) => !from && !path.includes('.')) && (!where || isPlain(where))
  );
}

export class WriterReads {
  /** Collections whose table no one had made: no one else can have written to them since. */
  readonly rowless = new Set<string>();
  readonly #known = new Map<string, Known>();
  #size = 0;
  /** Counts writes: an answer that was on its way during one is not kept. */
  #writes = 0;

  async get(collection: string, id: string, ask: () => Promise<Asked>): Promise<Asked> {
    const known = this.#known.get(collection)?.records.get(id);
    if (known !== undefined) return copyOf(known);
    return this.#keep(ask, (record) => this.#of(collection).records.set(id, copyOf(record)));
  }

  async findOne(collection: string, values: Values, ask: () => Promise<Asked>): Promise<Asked> {
    // Pairs: a value that is undefined asks for null, and is not the same question as none.
    const key = JSON.stringify(Object.entries(values));
    const known = this.#known.get(collection)?.answers.get(key);
    if (known !== undefined) return copyOf(known.record);
    return this.#keep(ask, (record) => {
      const { answers, records } = this.#of(collection);
      answers.set(key, { values, record: copyOf(record) });
      if (record) records.set(record.id, copyOf(record));
    });
  }

  async find(
    collection: string,
    query: Query,
    ask: () => Promise<readonly StoredRecord[]>,
  ): Promise<readonly StoredRecord[]> {
    if (!isKeepable(query)) return ask();
    const key = JSON.stringify(query);
    const known = this.#known.get(collection)?.lists.get(key);
    const copy = (list: readonly StoredRecord[]) => list.map((record) => ({ ...record }));
    if (known !== undefined) return copy(known);
    return this.#keep(ask, (list) => {
      if (list.length <= listMax) this.#of(collection).lists.set(key, copy(list));
    });
  }

  /**
   * @param record as it is now; null: it is gone
   * @param fits whether the record has these values
   */
  wrote(collection: string, id: string, record: Asked, fits: (values: Values) => boolean): void {
    this.#writes += 1;
    const known = this.#of(collection);
    known.lists.clear();
    known.records.set(id, copyOf(record));
    for (const [key, answer] of known.answers) {
      const isIt = answer.record?.id === id;
      const may = record !== null && fits(answer.values);
      if (isIt && may) known.answers.set(key, { ...answer, record: copyOf(record) });
      else if (isIt || may) known.answers.delete(key);
    }
  }

  /** Forgets all that is known of these collections: what was written to them has been undone. */
  forget(collections: Iterable<string>): void {
    this.#writes += 1;
    for (const name of collections) this.#known.delete(name);
  }

  async #keep<T>(ask: () => Promise<T>, keep: (answer: T) => void): Promise<T> {
    const writes = this.#writes;
    const answer = await ask();
    if (writes !== this.#writes) return answer;
    keep(answer);
    this.#size += 1;
    return answer;
  }

  #of(collection: string): Known {
    if (this.#size >= keptMax) {
      this.#known.clear();
      this.#size = 0;
    }
    const known = this.#known.get(collection) ?? { records: new Map(), answers: new Map(), lists: new Map() };
    this.#known.set(collection, known);
    return known;
  }
}

/** Time for which reads are kept after a batch, in ms: longer than a queue under load needs, less than a database restart. */
const keptMs = 1_000;

/**
 * Keeps reads from one batch of the writer to the next: they are good as long as the log ends where the batch left it,
 * because nothing is written past the log.
 */
export class ReadsBetweenBatches {
  #kept: { readonly reads: WriterReads; readonly head: number } | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param head where the log ends now, locked */
  take(head: number): WriterReads {
    const kept = this.#kept;
    this.drop();
    return kept?.head === head ? kept.reads : new WriterReads();
  }

  /** @param head where the log ended when they were committed */
  keep(reads: WriterReads, head: number): void {
    this.#kept = { reads, head };
    this.#timer = setTimeout(() => this.drop(), keptMs);
    this.#timer.unref();
  }

  /** Tables were changed or filled, or the last batch failed. */
  drop(): void {
    this.#kept = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
