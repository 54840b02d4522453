/** Changes on their way to the members of a tail: what a filter lets through, and what a member has not read itself. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Change } from '../../../store/contract.ts';
import type { Followed, SubscriptionFilter } from '../subscriptions/subscription-filter.ts';

/** Cost of filters before other work gets a turn: about 5 ms, in steps of 100 ns. */
export const stepsAtOnce = 50_000;

/** The same object for all members that receive the same, so that it is serialized once. */
export interface Batch {
  readonly changes: readonly Followed[];
  /** Number up to which the log was read. */
  readonly seq: number;
}

/** Costly filters give other work a turn after each part. */
export async function visibleChanges(
  { see, steps }: SubscriptionFilter,
  changes: readonly Change[],
): Promise<readonly Followed[]> {
  const atOnce = Math.max(1, Math.floor(stepsAtOnce / steps));
  const found: Followed[] = [];
  for (let at = 0; at < changes.length; at += atOnce) {
    if (at > 0) await turn();
    found.push(...changes.slice(at, at + atOnce).flatMap((change) => see(change) ?? []));
  }
  return found;
}

/** Drops the changes that the member has already read. */
export function changesAfter(batch: Batch, after: number): Batch {
  const [first] = batch.changes;
  if (!first || first.seq > after) return batch;
  return { ...batch, changes: batch.changes.filter(({ seq }) => seq > after) };
}
