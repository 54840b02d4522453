/**
 * Reports to one client, by their addresses, which of the records that it follows have changed: of those that its actor may
 * see, and for as long as it may. One reader of the tenant's log serves all (core/log/tails/live-tail.ts). Streams of every
 * era use it.
 */
import type { Refusal } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import { openSubscriptionFilter, type SubscriptionFilter } from '../../core/log/subscriptions/subscription-filter.ts';
import type { Batch } from '../../core/log/tails/batch.ts';
import type { LiveTail, Member } from '../../core/log/tails/live-tail.ts';
import type { LiveTails } from '../../core/log/tails/live-tails.ts';
import type { Platform } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';
import { recordAt } from './resources.ts';

/** Maximum number of resources that one stream or session may follow. */
export const followedMax = 100;
export const sessionFull: Refusal = {
  code: 'limit_reached',
  message: `A session can follow at most ${followedMax} resources.`,
};
const faultPauseMs = 500;

export interface NewsParts {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly tails: LiveTails;
  readonly onFault: (fault: unknown) => void;
}

export interface RecordNews {
  /**
   * @param uris all it follows from here on; those that name no record of this server never get a notification
   * @param since the log's number from which on changes of those that are new are reported; null: from now on
   */
  follow(uris: readonly string[], since: number | null): void;
  /** Called where the rights of the credential have changed. */
  become(actor: Actor): void;
  stop(): void;
}

/** Follows some records of one collection. */
class Following implements Member {
  readonly filter: SubscriptionFilter;
  /** URIs of the records, by their ids. */
  readonly uris: Map<string, string>;
  readonly #tail: LiveTail;
  readonly #onChanged: (uri: string) => void;
  readonly #over: (since: number | null) => void;
  #isOver = false;

  constructor(
    tail: LiveTail,
    filter: SubscriptionFilter,
    uris: Map<string, string>,
    onChanged: (uri: string) => void,
    over: (since: number | null) => void,
  ) {
    this.#tail = tail;
    this.filter = filter;
    this.uris = uris;
    this.#onChanged = onChanged;
    this.#over = over;
  }

  /** Resolves when it is up to date and receives further changes by itself. */
  async begin(from: number, tails: LiveTails): Promise<void> {
    let cursor = from;
    while (!this.#isOver) {
      const read = await tails.inTurn(() => this.#tail.read(this.filter, cursor));
      if ('refusal' in read) return this.ended(read.refusal, cursor);
      this.take(read.batch);
      cursor = Math.max(cursor, read.batch.seq);
      if (read.isAll && !this.#isOver && (await this.#tail.join(this, cursor))) return;
    }
  }

  take({ changes }: Batch): boolean {
    if (this.#isOver) return false;
    for (const { id } of changes) {
      const uri = this.uris.get(id);
      if (uri !== undefined) this.#onChanged(uri);
    }
    return true;
  }

  ended(_refusal: unknown, since: number | null): void {
    if (this.#isOver) return;
    this.stop();
    this.#over(since);
  }

  stop(): void {
    this.#isOver = true;
    this.#tail.leave(this);
  }
}

/** Returns the URIs by collection, and in each by the records' ids. */
function recordsOf(uris: readonly string[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const uri of uris) {
    const at = recordAt(uri);
    if (!at) continue;
    const ids = found.get(at.collection) ?? new Map<string, string>();
    found.set(at.collection, ids.set(at.id, uri));
  }
  return found;
}

export function recordNews(parts: NewsParts, first: Actor, onChanged: (uri: string) => void): RecordNews {
  const { onFault, tails } = parts;
  const wanted = new Set<string>();
  const following = new Set<Following>();
  let actor = first;
  let isOver = false;

  async function open(collection: string, ids: Map<string, string>, since: number | null): Promise<void> {
    const asker = actor;
    const tail = await tails.of(asker.tenant);
    const from = since ?? (await tail.head());
    const filter = await openSubscriptionFilter(parts, asker, { collection, where: undefined });
    for (const [id, uri] of ids) if (!wanted.has(uri)) ids.delete(id);
    // Records that may not be read are treated as absent, and are not followed; a change of the actor begins all of this again.
    if (!filter.ok || isOver || asker !== actor || ids.size === 0) return;
    const one = new Following(tail, filter.value, ids, onChanged, (then) => {
      following.delete(one);
      // The collection or the log is another one: its records may read otherwise now.
      for (const uri of ids.values()) onChanged(uri);
      begin([...ids.values()], then);
    });
    following.add(one);
    try {
      await one.begin(from, tails);
    } catch (fault) {
      one.stop();
      following.delete(one);
      throw fault;
    }
  }

  function begin(uris: readonly string[], since: number | null): void {
    if (isOver) return;
    for (const [collection, ids] of recordsOf(uris))
      open(collection, ids, since).catch((fault: unknown) => {
        onFault(fault);
        setTimeout(() => begin([...ids.values()], since), faultPauseMs).unref();
      });
  }

  function leave(): void {
    for (const one of following) one.stop();
    following.clear();
  }

  return {
    follow(uris, since) {
      const added = uris.filter((uri) => !wanted.has(uri));
      const kept = new Set(uris);
      for (const uri of [...wanted].filter((one) => !kept.has(one))) wanted.delete(uri);
      for (const uri of added) wanted.add(uri);
      for (const one of [...following]) {
        for (const [id, uri] of one.uris) if (!wanted.has(uri)) one.uris.delete(id);
        if (one.uris.size === 0 && following.delete(one)) one.stop();
      }
      begin(added, since);
    },
    become(now) {
      actor = now;
      leave();
      begin([...wanted], null);
    },
    stop() {
      isOver = true;
      leave();
    },
  };
}
