/**
 * Behaviour of a module that runs after a commit: followers of the log, jobs by the clock, and runners that live as long as a
 * tenant is followed.
 */
import { assert } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import { type Clock, isoTime } from '#shared/base/time.ts';
import type { Condition } from '#shared/query/query.ts';
import type { CollectionDefinition } from '#shared/schema/definition.ts';
import type { RecordOf, StoredRecord } from '#shared/schema/infer.ts';
import type { Change, Reader, TenantStore, Transaction } from '../../store/contract.ts';

export interface FollowerContext {
  readonly tenant: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly reader: Reader;
  /** A transaction in the name of the follower. */
  readonly commit: <T>(plan: (tx: Transaction) => Promise<Result<T>>) => Promise<Result<T>>;
}

/**
 * Sees every change of its collections at least once, in order, except where `wants` returned false. Throwing means "again
 * later": the loop waits longer after each failure and shows the failure in its status.
 */
export interface Follower {
  readonly name: string;
  /** At least one; `*`: all. */
  readonly collections: readonly string[];
  readonly handle: (changes: readonly Change[], context: FollowerContext) => Promise<void>;
  /**
   * Asked before the log is read, after its head was: false lets the cursor move to that head unread. For followers of
   * all collections, which would read every change of tenants that have no use for them.
   */
  readonly wants?: (context: FollowerContext) => Promise<boolean>;
  /** Milliseconds between two calls: what happens meanwhile is handed over together. Absent: as soon as it can. */
  readonly paceMs?: number;
}

/**
 * Rows that wait for a time which was counted from the clock: a retry, the end of a hold. Where the clock had jumped ahead
 * and was set back, they would wait for the wrong day; then each waits again for as long as it can at most.
 */
export interface Scheduled {
  readonly collection: string;
  /** A date field. */
  readonly field: string;
  /** Condition that the waiting rows meet. */
  readonly waiting: Condition;
  /** Returns how far ahead, in milliseconds, such a row can have been set; 0: it was due at once. */
  readonly longestMs: (record: StoredRecord) => number;
}

export interface SeenByJob {
  /** Time of the job's last run, which has seen every change, Unix milliseconds. */
  readonly lastRunMs: number;
  /** Time of the last change in the tenant's log, Unix milliseconds. */
  readonly lastChangeMs: number;
}

/** Work by the clock. `run` must be harmless when run twice. */
export interface TimedJob {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (context: FollowerContext) => Promise<void>;
  /**
   * Returns the time at which it has work again if nothing more is written, Unix milliseconds; null: never. Asked before the
   * tenant is put to rest, which lasts until then. Absent: `everyMs` after its last run, so jobs with a short period have it.
   */
  readonly nextDue?: (context: FollowerContext, seen: SeenByJob) => Promise<number | null>;
  /** Rows that it works off. */
  readonly scheduled?: readonly Scheduled[];
}

export interface RunnerContext extends FollowerContext {
  /** Aborted when the runner must end. */
  readonly signal: AbortSignal;
  readonly log: Pick<TenantStore, 'head' | 'since'>;
  /** Resolves after the time, or at once when the signal is aborted; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

/**
 * Work that goes on for as long as this process follows the tenant's log, at its own pace: sending, say. It ends, what
 * it has begun included, soon after its signal; where it throws, it is begun again after a pause.
 */
export interface Runner {
  readonly name: string;
  /**
   * Returns the time at which it has work if nothing more is written, Unix milliseconds; null: never. Asked before the tenant
   * is put to rest, which lasts until then.
   */
  readonly nextDue: (context: FollowerContext) => Promise<number | null>;
  readonly run: (context: RunnerContext) => Promise<void>;
}

/** Rows that fall due, one by one, when a date of theirs has passed. */
export interface DueRows {
  readonly collection: string;
  /** A date field. */
  readonly field: string;
  /** Absent: all rows. */
  readonly where?: Condition;
}

/** @returns Unix milliseconds: 1 after the earliest date at or after `afterMs` of these rows; null: no row has one */
export async function firstDue(
  { reader }: Pick<FollowerContext, 'reader'>,
  { collection, field, where }: DueRows,
  afterMs: number,
): Promise<number | null> {
  const ahead: Condition = { kind: 'field', path: field, op: 'greater_than_equal', value: isoTime(afterMs) };
  const [first] = await reader.find(collection, {
    where: where ? { kind: 'and', of: [where, ahead] } : ahead,
    sort: [{ path: field, direction: 'asc' }],
    limit: 1,
  });
  return first ? Date.parse(String(first[field])) + 1 : null;
}

/** The earliest of these; null: there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/**
 * The record of a change, typed by its collection.
 *
 * @throws where the change is of another collection
 */
export function recordIn<C extends CollectionDefinition>(
  { collection, record }: Pick<Change, 'collection' | 'record'>,
  definition: C,
): RecordOf<C> {
  assert(collection === definition.name, `the change is of ${collection}, not of ${definition.name}`);
  return record as StoredRecord as RecordOf<C>;
}
