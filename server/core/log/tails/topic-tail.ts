/**
 * Tail of a tenant's log for open public pages: it finds by its index which pages follow a record that has changed, and wakes
 * them. The tail sends a watcher its place in the log and no data: the page then reads with its own rights.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { secondMs } from '#shared/base/time.ts';
import type { Change } from '../../../store/contract.ts';
import type { Topic } from '../../collections/public-page.ts';
import type { LogView } from '../../platform.ts';
import { startLogTail } from './log-tail.ts';

/** Watchers woken before other work gets a turn. */
const wokenAtOnce = 200;
/**
 * Watchers woken per second of one topic that changes all the time, such as a poll with many votes: more reads than a server
 * answers make it late for all (figure in surfaces/pages/README.md).
 */
export const wokenPerSecond = 700;
/** Maximum number of changes that are read for a watcher that comes back; at that number it reads its page in any case. */
const missedMax = 200;

export interface Watcher {
  /**
   * Asks the page to read again: a record of one of its topics has changed.
   *
   * @param id the place in the log, as `<seq>@<log id>`
   * @param together how many watchers are woken at the same moment
   */
  look(id: string, together: number): void;
  /** The log cannot be read any more, or the server stops: the watcher comes back to a new tail. */
  ended(): void;
}

interface Watching {
  readonly watcher: Watcher;
  /** Time at which the watcher was last woken, in milliseconds of `performance.now()`. */
  sentMs: number;
  /** Time at which it is due, in the same milliseconds; infinite: it is not due. */
  dueMs: number;
}

type Key = string;
const keyOf = (collection: string, field: string, value: unknown): Key => `${collection} ${field} ${value}`;

export class TopicTail {
  readonly #view: LogView;
  readonly #onFault: (fault: unknown) => void;
  /** Watchings by topic, each with the pace of the topic. */
  readonly #byKey = new Map<Key, Map<Watching, number>>();
  /** Number of topics that name a field, by collection. */
  readonly #fields = new Map<string, Map<string, number>>();
  readonly #watchings = new Set<Watching>();
  readonly #due = new Set<Watching>();
  #seq = 0;
  #timer: NodeJS.Timeout | null = null;
  #timerMs = Number.POSITIVE_INFINITY;
  #stopTail: (() => void) | null = null;

  private constructor(view: LogView, onFault: (fault: unknown) => void) {
    this.#view = view;
    this.#onFault = onFault;
  }

  static async open(view: LogView, onFault: (fault: unknown) => void): Promise<TopicTail> {
    const tail = new TopicTail(view, onFault);
    tail.#seq = await view.head();
    tail.#stopTail = await startLogTail({
      store: {
        head: () => view.head(),
        since: async (seq, { limit, collections = [] }) => (await view.since(seq, { limit, collections })).changes,
        onCommit: (listener) => view.onCommit(listener),
      },
      collections: () => [...tail.#fields.keys()],
      hear: (changes) => tail.#hear(changes),
      onFault: (fault) => tail.#fail(fault),
    });
    return tail;
  }

  /** Whether no page watches. */
  get isIdle(): boolean {
    return this.#watchings.size === 0;
  }

  /** Whether the tail was closed, or could not read the log. */
  get isOver(): boolean {
    return this.#stopTail === null;
  }

  /** The place up to which watchers have been woken. */
  get id(): string {
    return `${this.#seq}@${this.#view.logId}`;
  }

  /** @returns how to stop */
  watch(topics: readonly Topic[], watcher: Watcher): () => void {
    const watching: Watching = { watcher, sentMs: Number.NEGATIVE_INFINITY, dueMs: Number.POSITIVE_INFINITY };
    this.#watchings.add(watching);
    for (const { collection, field, paceMs, value } of topics) {
      const key = keyOf(collection, field, value);
      const known = this.#byKey.get(key) ?? new Map<Watching, number>();
      this.#byKey.set(key, known.set(watching, paceMs));
      const fields = this.#fields.get(collection) ?? new Map<string, number>();
      this.#fields.set(collection, fields.set(field, (fields.get(field) ?? 0) + 1));
    }
    return () => this.#forget(topics, watching);
  }

  /**
   * @param id the last place in the log that the watcher was sent, as `<seq>@<log id>`
   * @returns whether something that it follows has changed since; true also where that cannot be known
   */
  async hasMissed(topics: readonly Topic[], id: string): Promise<boolean> {
    const [place = '', logId] = id.split('@');
    const since = /^\d{1,15}$/.test(place) ? Number(place) : Number.NaN;
    const head = await this.#view.head();
    if (logId !== this.#view.logId || Number.isNaN(since) || since > head) return true;
    if (since === head) return false;
    const collections = [...new Set(topics.map(({ collection }) => collection))];
    const { changes } = await this.#view.since(since, { limit: missedMax, collections });
    const follows = (change: Change) =>
      topics.some(
        (topic) => topic.collection === change.collection && valuesOf(change, topic.field).includes(topic.value),
      );
    return changes.length >= missedMax || changes.some(follows);
  }

  /** Stops reading, and calls `ended` of every watcher. */
  close(): void {
    this.#stopTail?.();
    this.#stopTail = null;
    if (this.#timer) clearTimeout(this.#timer);
    for (const { watcher } of [...this.#watchings]) watcher.ended();
  }

  /** After a fault the tenant may have been restored or moved: watchers come back, and the log is opened again. */
  #fail(fault: unknown): void {
    this.#onFault(fault);
    this.close();
  }

  #forget(topics: readonly Topic[], watching: Watching): void {
    if (!this.#watchings.delete(watching)) return;
    this.#due.delete(watching);
    for (const { collection, field, value } of topics) {
      const key = keyOf(collection, field, value);
      const known = this.#byKey.get(key);
      known?.delete(watching);
      if (known?.size === 0) this.#byKey.delete(key);
      const fields = this.#fields.get(collection);
      const left = (fields?.get(field) ?? 1) - 1;
      if (left > 0) fields?.set(field, left);
      else fields?.delete(field);
      if (fields?.size === 0) this.#fields.delete(collection);
    }
  }

  #hear(changes: readonly Change[]): void {
    const nowMs = performance.now();
    for (const change of changes) {
      this.#seq = Math.max(this.#seq, change.seq);
      for (const field of this.#fields.get(change.collection)?.keys() ?? [])
        for (const value of valuesOf(change, field)) {
          const watchings = this.#byKey.get(keyOf(change.collection, field, value));
          if (watchings) this.#setDue(watchings, nowMs);
        }
    }
    this.#plan();
  }

  /** A watcher is due once in its topic's pace at most, and `wokenPerSecond` watchers of one topic in a second. */
  #setDue(watchings: ReadonlyMap<Watching, number>, nowMs: number): void {
    const leastMs = (watchings.size / wokenPerSecond) * secondMs;
    for (const [watching, paceMs] of watchings) {
      watching.dueMs = Math.min(watching.dueMs, Math.max(nowMs, watching.sentMs + Math.max(paceMs, leastMs)));
      this.#due.add(watching);
    }
  }

  #plan(): void {
    if (this.#due.size === 0 || this.isOver) return;
    let firstMs = Number.POSITIVE_INFINITY;
    for (const { dueMs } of this.#due) firstMs = Math.min(firstMs, dueMs);
    // One that is due earlier does not wait for the others.
    if (firstMs >= this.#timerMs) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timerMs = firstMs;
    const inMs = Math.max(0, Math.ceil(firstMs - performance.now()));
    this.#timer = setTimeout(() => void this.#wake().catch(this.#onFault), inMs);
    this.#timer.unref();
  }

  async #wake(): Promise<void> {
    this.#timer = null;
    this.#timerMs = Number.POSITIVE_INFINITY;
    const nowMs = performance.now();
    const now = [...this.#due].filter(({ dueMs }) => dueMs <= nowMs);
    const { id } = this;
    for (const [at, watching] of now.entries()) {
      if (at > 0 && at % wokenAtOnce === 0) await turn();
      if (!this.#due.delete(watching)) continue;
      watching.sentMs = nowMs;
      watching.dueMs = Number.POSITIVE_INFINITY;
      watching.watcher.look(id, now.length);
    }
    this.#plan();
  }
}

/** The values of a field after a change, and before it where they differ: an update wakes the watchers of both. */
function valuesOf({ id, previous, record }: Change, field: string): readonly unknown[] {
  if (field === 'id') return [id];
  const [now, before] = [record[field], previous?.[field]];
  return before === undefined || before === null || before === now ? [now] : [now, before];
}
