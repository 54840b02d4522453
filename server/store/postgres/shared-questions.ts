/**
 * Equal questions that are asked at the same time are asked once. A question shares the answer of one that is sent after
 * it came, never of one that is on its way already: everyone reads what was committed before they asked. A thousand buyers
 * of one event ask the same five things (figures in README.md, `test/scenario/many-buyers.test.ts`).
 */
import type { Statement } from './compile-query.ts';
import type { Session } from './connection.ts';
import type { Row } from './table.ts';

type Answer = Promise<readonly Row[]>;

interface Asking {
  readonly running: Answer;
  /** The next query, shared by all callers that asked while the first was on its way. */
  next: Answer | null;
}

/** For a session that only reads: a statement that writes would run once for several calls. */
export class SharedQuestions implements Session {
  readonly #inner: Session;
  readonly #asking = new Map<string, Asking>();

  constructor(inner: Session) {
    this.#inner = inner;
  }

  /** The answer may be shared with other callers: the rows must not be changed. */
  rows(statement: Statement): Answer {
    const key = `${statement.text}\n${JSON.stringify(statement.values)}`;
    const known = this.#asking.get(key);
    if (known === undefined) return this.#send(key, statement);
    const send = () => this.#send(key, statement);
    known.next ??= known.running.then(send, send);
    return known.next;
  }

  moment<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inner.moment(work);
  }

  #send(key: string, statement: Statement): Answer {
    const running = this.#inner.rows(statement);
    const asking: Asking = { running, next: null };
    this.#asking.set(key, asking);
    const end = () => {
      // If more callers came meanwhile, the next query has taken its place.
      if (this.#asking.get(key) === asking && asking.next === null) this.#asking.delete(key);
    };
    running.then(end, end);
    return running;
  }
}
