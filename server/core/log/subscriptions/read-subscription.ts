/**
 * A subscription that its client reads at its own pace, from a sequence number on: GraphQL's subscriptions. The log itself is
 * the buffer: a slow client reads later, and nothing piles up here but one batch. It ends by itself only with a refusal
 * that says why.
 */
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import type { LogView, Platform } from '../../platform.ts';
import { type Actor, systemActor } from '../../policy/actor.ts';
import {
  endOfSubscription,
  type Followed,
  openSubscriptionFilter,
  type SubscriptionFilter,
  type SubscriptionRequest,
} from './subscription-filter.ts';

const changesAtOnce = 100;

/** Ends a subscription; the client loads the records again and subscribes again. */
export class Ended {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

export interface Asking {
  readonly actor: Actor;
  readonly platform: Platform;
  readonly clock: Clock;
}

export interface SubscriptionStart extends SubscriptionRequest {
  /** Sequence number: changes after it are sent; null: from the head on. */
  readonly since: number | null;
}

interface WakeUps {
  /** Resolves at the first commit since it was asked last, or when it is stopped. */
  next(): Promise<void>;
  isOver(): boolean;
  stop(): void;
}

function wakeUps(view: LogView): WakeUps {
  let isNew = false;
  let isOver = false;
  let wake = () => {};
  const say = () => {
    isNew = true;
    wake();
  };
  const stopListening = view.onCommit(say);
  return {
    async next() {
      if (!isNew && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      isNew = false;
    },
    isOver: () => isOver,
    stop() {
      isOver = true;
      stopListening();
      say();
    },
  };
}

/** The whole log. The subscription's filter decides what of it is sent to the subscriber. */
export function wholeLog(platform: Platform, tenant: string): Promise<LogView> {
  return platform.follow(systemActor(tenant, 'following'));
}

/** Refusal of a sequence number that no reader can have come to in this log. */
export function aheadOfLog(head: number): Refusal {
  return {
    code: 'log_changed',
    message: 'This sequence number belongs to another log. Reload the records, then subscribe.',
    detail: { head },
  };
}

/** @returns refusals of the collection and the filter, and `log_changed` where `since` lies ahead of the log */
export async function readSubscription(
  asking: Asking,
  following: SubscriptionStart,
): Promise<Result<AsyncGenerator<Followed | Ended, void, void>>> {
  const filter = await openSubscriptionFilter(asking, asking.actor, following);
  if (!filter.ok) return filter;
  const view = await wholeLog(asking.platform, asking.actor.tenant);
  const head = await view.head();
  const from = following.since ?? head;
  if (from > head) return refuse(aheadOfLog(head));
  return ok(read(asking, view, filter.value, from));
}

async function* reading(
  { actor, platform }: Asking,
  view: LogView,
  { definition, see }: SubscriptionFilter,
  from: number,
  news: WakeUps,
): AsyncGenerator<Followed | Ended, void, void> {
  let cursor = from;
  while (!news.isOver()) {
    const { changes, seq } = await view.since(cursor, { limit: changesAtOnce, collections: [definition.name] });
    const ended = await endOfSubscription(platform, actor.tenant, definition);
    if (ended) {
      yield new Ended({ ...ended, detail: { since: cursor } });
      return;
    }
    for (const change of changes) {
      const seen = see(change);
      if (seen) yield seen;
    }
    const hasMore = seq > cursor;
    cursor = seq;
    if (!hasMore) await news.next();
  }
}

/** `return` must end it at once, also while it waits for news: a generator alone would wait for the next commit. */
function read(
  asking: Asking,
  view: LogView,
  filter: SubscriptionFilter,
  from: number,
): AsyncGenerator<Followed | Ended, void, void> {
  const news = wakeUps(view);
  const all = reading(asking, view, filter, from, news);
  let isOver = false;
  const over = { done: true, value: undefined } as const;
  const finish = async () => {
    isOver = true;
    news.stop();
    return over;
  };
  return {
    async next() {
      if (isOver) return over;
      const step = await all.next();
      if (isOver || step.done) return finish();
      return step;
    },
    return: finish,
    async throw(fault: unknown) {
      await finish();
      throw fault;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await finish();
    },
  };
}
