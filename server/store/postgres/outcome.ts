/**
 * Finds out what became of a COMMIT whose answer was lost or was an error: the tenant's log shows it, on one PostgreSQL and
 * on a cluster alike. A transaction number would not: on a cluster the coordinator's is not the one of the node that holds
 * the data, and after a crash PostgreSQL reuses the numbers of transactions of which nothing reached the disk.
 */
import type pg from 'pg';
import { CommitInDoubt } from '../contract.ts';
import { findBatch } from './change-log.ts';
import { ask } from './connection.ts';
import { isLost, isTooLate } from './errors.ts';
import { storedText } from './stored-text.ts';

/** Time for which the outcome is asked for, unless given, and interval between two questions, in ms. */
export const defaultOutcomePatienceMs = 30_000;
const pollMs = 200;

export interface OutcomeSetting {
  /** A connection of its own: those of the pools may all wait for their outcomes. */
  readonly connect: () => Promise<pg.Client>;
  readonly patienceMs: number;
}

/** Identifies a batch, to find out whether it was committed. */
export interface BatchTrace {
  readonly schema: string;
  /** Mark that the log holds with the last change of this batch and of no other; null: the batch wrote no changes. */
  readonly mark: { readonly seq: number; readonly batch: string } | null;
  readonly cursors: ReadonlyMap<string, number>;
}

/**
 * @param cause why it is not known
 * @returns whether the batch was committed
 * @throws CommitInDoubt where it could not be learnt in time
 */
export async function wasKept(trace: BatchTrace, { connect, patienceMs }: OutcomeSetting, cause: unknown) {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    try {
      return await readOutcome(trace, connect);
    } catch (error) {
      // Too late: the transaction is still under way, and holds the lock.
      if (!isLost(error) && !isTooLate(error)) throw inDoubt(error);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw inDoubt(cause);
}

function inDoubt(cause: unknown): CommitInDoubt {
  const message = 'the connection broke during a commit, and whether it was kept could not be learnt';
  return new CommitInDoubt(message, { cause });
}

/** Writers hold the head's lock until their transaction has ended: who has it reads what is settled. */
async function readOutcome({ schema, mark, cursors }: BatchTrace, connect: () => Promise<pg.Client>): Promise<boolean> {
  const client = await connect();
  try {
    await client.query('BEGIN');
    await ask(client, { text: `SELECT seq FROM ${schema}._head FOR UPDATE`, values: [] });
    if (mark !== null) return (await ask(client, findBatch(schema, mark))).length > 0;
    // Cursors alone: what counts is that they stand at least there.
    const names = [...cursors.keys()].map(storedText);
    const text = `SELECT count(*) FROM ${schema}._cursors AS c JOIN unnest($1::text[], $2::bigint[]) AS w (name, seq) ON c.name = w.name AND c.seq >= w.seq`;
    const [row] = await ask(client, { text, values: [names, [...cursors.values()]] });
    return names.length > 0 && Number(row?.[0]) === names.length;
  } finally {
    await client.end().catch(() => {});
  }
}
