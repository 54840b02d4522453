/**
 * The tenant's log, read on from a sequence number for one actor, with a filter: the source of GraphQL's subscriptions
 * and of whoever else pulls changes at a pace of its own. The log itself is the buffer: who reads slowly reads later, and
 * nothing piles up here but one batch. It ends by itself only with a word that says why.
 */
import { ok, type Refusal, type Result, refuse } from '#shared/base/result.ts';
import type { Clock } from '#shared/base/time.ts';
import { matcher } from '#shared/query/matches.ts';
import { parseWhere } from '#shared/query/parse-where.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { Actor } from '../access/actor.ts';
import { maySee } from '../access/policy.ts';
import type { LogView, Platform, Registry } from '../platform.ts';
import type { Change } from '../store/contract.ts';

const changesAtOnce = 100;

/** What ends a subscription; the client loads anew and subscribes again. */
export class Ended {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

export interface Asking {
  readonly actor: Actor;
  readonly platform: Platform;
  readonly registry: Registry;
  readonly clock: Clock;
}

export interface Following {
  readonly collection: string;
  /** In the words of shared/query, over the record itself; undefined: all. */
  readonly where: unknown;
  /** Changes after this; null: from now on. */
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

function testOf(asking: Asking, definition: CollectionDefinition, where: unknown): Result<(change: Change) => boolean> {
  if (where === undefined || where === null) return ok(() => true);
  // Without a lookup no path leads through a relation: what the far record is now says nothing of what it was.
  const parsed = parseWhere(definition, where, { dialect: 'json', visible: (field) => maySee(asking.actor, field) });
  if (!parsed.ok) return parsed;
  return ok(({ record }) => matcher(definition, parsed.value, { now: asking.clock(), timeZone: 'UTC' })(record));
}

/** @returns refusals of the filter, and `log_changed` where `since` lies ahead of the log */
export async function followChanges(
  asking: Asking,
  { collection, where, since }: Following,
): Promise<Result<AsyncGenerator<Change | Ended, void, void>>> {
  const { actor, platform, registry } = asking;
  const definition = registry.collections.get(collection);
  if (!definition) return refuse({ code: 'collection_unknown', message: `There is no collection ${collection} here.` });
  const test = testOf(asking, definition, where);
  if (!test.ok) return test;
  const view = await platform.follow(actor);
  const head = await view.head();
  const from = since ?? head;
  if (from > head)
    return refuse({
      code: 'log_changed',
      message: 'The server holds another log than this sequence number is of. Read the records anew, then subscribe.',
      detail: { head },
    });
  return ok(read(asking, view, definition, test.value, from));
}

async function endOf(asking: Asking, definition: CollectionDefinition): Promise<Refusal | null> {
  const { collections } = await asking.platform.registry(asking.actor.tenant);
  const now = collections.get(definition.name);
  if (now === definition) return null;
  if (!now) return { code: 'collection_unknown', message: `There is no collection ${definition.name} here any more.` };
  return {
    code: 'schema_changed',
    message: 'The collection was changed. Look at its definition, and subscribe again.',
  };
}

async function* reading(
  asking: Asking,
  view: LogView,
  definition: CollectionDefinition,
  holds: (change: Change) => boolean,
  from: number,
  news: WakeUps,
): AsyncGenerator<Change | Ended, void, void> {
  let cursor = from;
  while (!news.isOver()) {
    const { changes, seq } = await view.since(cursor, { limit: changesAtOnce, collections: [definition.name] });
    const ended = await endOf(asking, definition);
    if (ended) {
      yield new Ended({ ...ended, detail: { since: cursor } });
      return;
    }
    for (const change of changes) if (holds(change)) yield change;
    const isBehind = seq > cursor;
    cursor = seq;
    if (!isBehind) await news.next();
  }
}

/** `return` must end it at once, also while it waits for news: a generator alone would wait for the next commit. */
function read(
  asking: Asking,
  view: LogView,
  definition: CollectionDefinition,
  holds: (change: Change) => boolean,
  from: number,
): AsyncGenerator<Change | Ended, void, void> {
  const news = wakeUps(view);
  const all = reading(asking, view, definition, holds, from, news);
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
