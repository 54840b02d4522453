/**
 * Long reads of all tenants of a process: few at once, the tenants in turns, and, of several places, never all for one
 * tenant. A read that waits too long, takes too long or whose caller is gone is ended. Each store implements the reading
 * itself.
 */
import { ReadAbandoned, ReadsWaiting, ReadTimeout } from './contract.ts';
import { FairQueue } from './fair-queue.ts';

/** Time limit of one read, in ms, unless a store's setting says otherwise. */
export const readMs = 2_000;
/** Time limit for its beginning, in ms: a thread starts, a connection is made. */
const beginMs = 10_000;
/** Time limit for the wait for its turn, in ms. */
const waitMs = 5_000;
/** Maximum of waiting reads per tenant. */
const waitingMax = 64;
/** Interval between two checks whether an answer is still wanted, in ms. */
const lookMs = 100;

export interface LongRead<T> {
  readonly tenant: string;
  /** Node of the tenant, on a cluster: the reads of one node may not take all places either. */
  readonly node?: string | null;
  /** Key within its tenant: equal reads that wait for their turn are made once. Absent: no other read is equal. */
  readonly question?: string;
  /** Calls `onBegin` when the reading itself begins, and ends soon after `signal` is aborted; only then its place is free. */
  readonly work: (signal: AbortSignal, onBegin: () => void) => Promise<T>;
  readonly isWanted: () => boolean;
}

interface Waiting {
  readonly tenant: string;
  readonly node: string | null;
  readonly sinceMs: number;
  readonly isWanted: () => boolean;
  readonly start: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** A read that waits, with all its askers. A read that has started is not shared: it may miss what was committed since. */
interface Shared {
  readonly askers: (() => boolean)[];
  readonly answer: Promise<unknown>;
}

interface Running {
  /** Time by which the read has to be over. */
  untilMs: number;
  readonly isWanted: () => boolean;
  readonly end: (reason: Error) => void;
}

export interface ReadLineSetting {
  /** Time limit of one read, in ms; 2 s unless given. */
  readonly readMs?: number;
  readonly nowMs?: () => number;
}

export class ReadLine {
  readonly #atOnce: number;
  readonly #perTenant: number;
  readonly #nowMs: () => number;
  readonly #readMs: number;
  #queue = new FairQueue<Waiting>();
  readonly #waiting = new Map<string, number>();
  readonly #shared = new Map<string, Shared>();
  readonly #running = new Map<Running, Pick<Waiting, 'tenant' | 'node'>>();
  #looking: NodeJS.Timeout | null = null;
  /** Reads that were asked here so far. */
  asked = 0;

  /** @param atOnce reads at a time; one tenant, or one node, has all but one of them at most, but always one */
  constructor(atOnce: number, { readMs: limitMs = readMs, nowMs = () => performance.now() }: ReadLineSetting = {}) {
    this.#atOnce = atOnce;
    this.#readMs = limitMs;
    this.#perTenant = Math.max(1, atOnce - 1);
    this.#nowMs = nowMs;
  }

  /** @throws ReadTimeout, ReadsWaiting, ReadAbandoned, and what `work` throws */
  run<T>(read: LongRead<T>): Promise<T> {
    this.asked += 1;
    const { isWanted, question, tenant } = read;
    const key = question === undefined ? null : `${tenant} ${question}`;
    const equal = key === null ? undefined : this.#shared.get(key);
    if (equal) {
      equal.askers.push(isWanted);
      return equal.answer as Promise<T>;
    }
    if ((this.#waiting.get(tenant) ?? 0) >= waitingMax)
      return Promise.reject(new ReadsWaiting(`${waitingMax} long reads of this tenant wait already`));
    const askers = [isWanted];
    const answer = this.#wait({ ...read, isWanted: () => askers.some((one) => one()) }, () => {
      if (key !== null) this.#shared.delete(key);
    });
    if (key !== null) this.#shared.set(key, { askers, answer });
    this.#next();
    return answer;
  }

  /** @param onLeave called when it waits no longer */
  #wait<T>(read: LongRead<T>, onLeave: () => void): Promise<T> {
    const { isWanted, node = null, tenant } = read;
    return new Promise<T>((resolve, reject) => {
      this.#count(tenant, 1);
      this.#queue.push(tenant, {
        ...{ tenant, node, isWanted, sinceMs: this.#nowMs() },
        start: () => {
          onLeave();
          void this.#work(read).then(resolve, reject);
        },
        giveUp: (reason) => {
          onLeave();
          reject(reason);
        },
      });
    });
  }

  /** Ends the reads that are over their limits; a timer calls this while there are any. */
  look(): void {
    const nowMs = this.#nowMs();
    for (const { end, isWanted, untilMs } of this.#running.keys()) {
      if (nowMs >= untilMs) end(new ReadTimeout(`reading took longer than ${this.#readMs} ms`));
      else if (!isWanted()) end(new ReadAbandoned('no request waits for the result'));
    }
    const stay = new FairQueue<Waiting>();
    for (const waiting of this.#queue.takeAll()) {
      const reason = !waiting.isWanted()
        ? new ReadAbandoned('no request waits for the result')
        : nowMs - waiting.sinceMs >= waitMs
          ? new ReadsWaiting(`no turn within ${waitMs} ms`)
          : null;
      if (reason === null) stay.push(waiting.tenant, waiting);
      else {
        this.#count(waiting.tenant, -1);
        waiting.giveUp(reason);
      }
    }
    this.#queue = stay;
    this.#watch();
  }

  close(reason: Error): void {
    for (const { giveUp, tenant } of this.#queue.takeAll()) {
      this.#count(tenant, -1);
      giveUp(reason);
    }
    for (const { end } of this.#running.keys()) end(reason);
  }

  #count(tenant: string, by: 1 | -1): void {
    const count = (this.#waiting.get(tenant) ?? 0) + by;
    if (count > 0) this.#waiting.set(tenant, count);
    else this.#waiting.delete(tenant);
  }

  /** Whether its tenant, or its node, has all the places that one may have. */
  #hasItsShare({ node, tenant }: Waiting): boolean {
    const all = [...this.#running.values()];
    const ofTenant = all.filter((one) => one.tenant === tenant).length;
    const ofNode = node === null ? 0 : all.filter((one) => one.node === node).length;
    return Math.max(ofTenant, ofNode) >= this.#perTenant;
  }

  /** Starts the waiting reads whose turn it is. */
  #next(): void {
    const passed: Waiting[] = [];
    while (this.#running.size < this.#atOnce) {
      const waiting = this.#queue.shift();
      if (waiting === undefined) break;
      if (this.#hasItsShare(waiting)) passed.push(waiting);
      else {
        this.#count(waiting.tenant, -1);
        waiting.start();
      }
    }
    for (const waiting of passed) this.#queue.push(waiting.tenant, waiting);
    this.#watch();
  }

  async #work<T>({ tenant, node = null, work, isWanted }: LongRead<T>): Promise<T> {
    const ending = new AbortController();
    let tellEnd: (reason: Error) => void = () => {};
    const ended = new Promise<never>((_resolve, reject) => {
      tellEnd = reject;
    });
    const running: Running = {
      untilMs: this.#nowMs() + beginMs,
      isWanted,
      end(reason) {
        ending.abort(reason);
        tellEnd(reason);
      },
    };
    this.#running.set(running, { tenant, node });
    const begin = () => {
      running.untilMs = this.#nowMs() + this.#readMs;
    };
    const done = work(ending.signal, begin).finally(() => {
      this.#running.delete(running);
      this.#next();
    });
    return Promise.race([done, ended]);
  }

  #watch(): void {
    const isIdle = this.#running.size === 0 && this.#queue.length === 0;
    if (isIdle && this.#looking) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
    if (!isIdle) this.#looking ??= setInterval(() => this.look(), lookMs);
  }
}
