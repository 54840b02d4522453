/**
 * Queues of calls to external services: a follower at once, a timed job again with growing pauses. Each row has its own
 * attempts, so that a failing row delays no other. An attempt is claimed in the store before it is made: after a
 * crash it is made again once the claim expires, under the same key.
 */
import { eachOfFew } from '#shared/base/each-of-few.ts';
import { ok } from '#shared/base/result.ts';
import { hourMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { type Follower, type FollowerContext, firstDue, type TimedJob } from '../../core/collections/follower.ts';
import type { Reader, Transaction } from '../../store/contract.ts';
import { throwIfRefused } from './throw-if-refused.ts';

/** Delays after each attempt. A row is given up after the attempt that has none, about three days after the first. */
export const retryDelaysMs: readonly number[] = [
  ...[2 * secondMs, 5 * secondMs, 10 * secondMs, 20 * secondMs, 45 * secondMs],
  ...[2 * minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 12 * hourMs, 24 * hourMs, 24 * hourMs],
];

export interface Pace {
  /** Delays after each attempt. */
  readonly retryDelaysMs: readonly number[];
  /** How long an attempt claims its row: another attempt is made after it, so the call must time out well before. */
  readonly claimMs: number;
  /** Attempts at one time. */
  readonly atOnceMax: number;
  /** Interval between two searches for due rows, in ms. */
  readonly everyMs: number;
}

const standardPace: Pace = { retryDelaysMs, claimMs: 2 * minuteMs, atOnceMax: 8, everyMs: 2 * secondMs };
const dueMax = 200;
const problemMax = 1_000;

export interface Attempted extends StoredRecord {
  readonly state: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
}

export type Worked =
  | {
      readonly kind: 'later';
      readonly problem: string;
      /** The next attempt comes after this time at the earliest, and not before the delay of the queue. */
      readonly afterMs?: number;
      /** Writes further changes beside the next attempt. */
      readonly plan?: (tx: Transaction) => Promise<void>;
    }
  /** `plan` writes the result of the attempt, and clears `nextAttemptAt` or sets the next time. */
  | { readonly kind: 'settle'; readonly plan: (tx: Transaction) => Promise<void> };

export interface AttemptQueue<R extends Attempted> {
  readonly name: string;
  readonly collection: string;
  /** States in which a row waits while `nextAttemptAt` is set. Two queues of one collection have different states. */
  readonly states: readonly string[];
  /** Absent: `retryDelaysMs`, a claim of 2 minutes, 8 attempts at once, a search every 2 seconds. */
  readonly pace?: Pace;
  readonly read: (reader: Reader, id: string) => Promise<R | null>;
  readonly work: (row: R, context: FollowerContext) => Promise<Worked>;
  /** Ends a row after its last attempt. */
  readonly giveUp: (tx: Transaction, row: R, problem: string) => Promise<void>;
}

/** Returns the fields that make a row due at once. */
export function dueNow(nowIso: string): { readonly attempts: 0; readonly nextAttemptAt: string } {
  return { attempts: 0, nextAttemptAt: nowIso };
}

function paceOf({ pace }: Pick<AttemptQueue<Attempted>, 'pace'>): Pace {
  return pace ?? standardPace;
}

function isWaiting(states: readonly string[], row: Pick<Attempted, 'state' | 'nextAttemptAt'>): boolean {
  return states.includes(row.state) && row.nextAttemptAt !== null;
}

async function claim<R extends Attempted>(queue: AttemptQueue<R>, { commit, clock }: FollowerContext, id: string) {
  const done = await commit(async (tx) => {
    const row = await queue.read(tx, id);
    if (!row || !isWaiting(queue.states, row)) return ok(null);
    if ((row.nextAttemptAt ?? '') > isoTime(clock())) return ok(null);
    await tx.update(queue.collection, id, {
      attempts: row.attempts + 1,
      nextAttemptAt: isoTime(clock() + paceOf(queue).claimMs),
    });
    return ok(await queue.read(tx, id));
  });
  return throwIfRefused(done);
}

async function worked<R extends Attempted>(queue: AttemptQueue<R>, context: FollowerContext, row: R): Promise<Worked> {
  try {
    return await queue.work(row, context);
  } catch (fault) {
    // A bug must not stop the queue; it is shown with the row, and the row is tried again.
    return { kind: 'later', problem: fault instanceof Error ? fault.message : String(fault) };
  }
}

async function attemptOne<R extends Attempted>(queue: AttemptQueue<R>, context: FollowerContext, id: string) {
  const row = await claim(queue, context, id);
  if (!row) return;
  const made = await worked(queue, context, row);
  const done = await context.commit(async (tx) => {
    if (made.kind === 'settle') {
      await made.plan(tx);
      return ok(null);
    }
    const current = await queue.read(tx, id);
    // The row got another task during the attempt (a payment that now has to be closed): its attempts start again.
    if (!current || !isWaiting(queue.states, current) || current.attempts !== row.attempts) return ok(null);
    await made.plan?.(tx);
    const problem = made.problem.slice(0, problemMax);
    const delayMs = paceOf(queue).retryDelaysMs[row.attempts - 1];
    if (delayMs === undefined) await queue.giveUp(tx, current, problem);
    else {
      const nextAttemptAt = isoTime(context.clock() + Math.max(delayMs, made.afterMs ?? 0));
      await tx.update(queue.collection, id, { problem, nextAttemptAt });
    }
    return ok(null);
  });
  throwIfRefused(done);
}

async function attemptAll<R extends Attempted>(
  queue: AttemptQueue<R>,
  context: FollowerContext,
  ids: readonly string[],
) {
  await eachOfFew(ids, paceOf(queue).atOnceMax, (id) => attemptOne(queue, context, id));
}

function follower<R extends Attempted>(queue: AttemptQueue<R>): Follower {
  return {
    name: `events.${queue.name}`,
    collections: [queue.collection],
    async handle(changes, context) {
      const fresh = changes.filter(({ op, record }) => {
        const { attempts, nextAttemptAt, state } = record as unknown as Attempted;
        return (
          op !== 'delete' && attempts === 0 && isWaiting(queue.states, { state, nextAttemptAt: nextAttemptAt ?? null })
        );
      });
      await attemptAll(queue, context, [...new Set(fresh.map(({ id }) => id))]);
    },
  };
}

function job<R extends Attempted>(queue: AttemptQueue<R>): TimedJob {
  const { collection, states } = queue;
  const { claimMs, everyMs, retryDelaysMs } = paceOf(queue);
  const waiting: Condition = { kind: 'field', path: 'state', op: 'in', value: states };
  return {
    name: `events.${queue.name}-again`,
    everyMs,
    scheduled: [
      {
        collection,
        field: 'nextAttemptAt',
        waiting,
        longestMs: (row) => Math.max(claimMs, retryDelaysMs[(row as Attempted).attempts - 1] ?? 0),
      },
    ],
    nextDue: (context, { lastRunMs }) =>
      firstDue(context, { collection, field: 'nextAttemptAt', where: waiting }, lastRunMs),
    async run(context) {
      const now = isoTime(context.clock());
      const due: Condition = { kind: 'field', path: 'nextAttemptAt', op: 'less_than_equal', value: now };
      const found = await context.reader.find(collection, {
        where: { kind: 'and', of: [waiting, due] },
        sort: [{ path: 'nextAttemptAt', direction: 'asc' }],
        limit: dueMax,
      });
      await attemptAll(
        queue,
        context,
        found.map(({ id }) => id),
      );
    },
  };
}

/** The follower that works through a queue, and the job that tries again. */
export function workers<R extends Attempted>(
  queue: AttemptQueue<R>,
): { readonly follower: Follower; readonly job: TimedJob } {
  return { follower: follower(queue), job: job(queue) };
}
