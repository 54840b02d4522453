/**
 * Keeps every process from committing to a tenant's schema, whatever it believes: constraints that no row can meet, on
 * the tables of which each commit writes at least one. The database itself refuses; nobody has to look, nobody can have
 * looked too early. Raising it waits for the commits under way, because writers hold `_head` to their end.
 */
import type pg from 'pg';
import { isObject } from '#shared/base/json.ts';
import { isTooLate, sqlState } from './errors.ts';

export const fenceName = 'gatehouse_fenced';
/** `_head` first: whoever writes has it. */
const fencedTables = ['_head', '_changes', '_cursors', '_idempotency', '_meta'] as const;
/** How long readers are kept waiting at a time, how often and how long in all. */
const lockMs = 1_000;
const pauseMs = 100;
const patienceMs = 60_000;

/** Runs changes of tables in one transaction, which gives way to readers again and again until it has all locks. */
export async function withTables(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockMs}`);
      await work();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      // 40P01: a reader held what we waited for and waited for what we held.
      if (!(isTooLate(error) || sqlState(error) === '40P01') || performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** @param schema quoted */
export function raiseFence(client: pg.ClientBase, schema: string): Promise<void> {
  return withTables(client, async () => {
    for (const table of fencedTables) {
      await client.query(`ALTER TABLE ${schema}.${table} DROP CONSTRAINT IF EXISTS ${fenceName}`);
      // Not valid: rows that stand there are left in peace.
      await client.query(`ALTER TABLE ${schema}.${table} ADD CONSTRAINT ${fenceName} CHECK (false) NOT VALID`);
    }
  });
}

export function dropFence(client: pg.ClientBase, schema: string): Promise<void> {
  return withTables(client, async () => {
    for (const table of fencedTables)
      await client.query(`ALTER TABLE ${schema}.${table} DROP CONSTRAINT IF EXISTS ${fenceName}`);
  });
}

function someCause(error: unknown, is: (error: Error) => boolean): boolean {
  return error instanceof Error && (is(error) || someCause(error.cause, is));
}

/** A commit met the fence: nothing of it was kept. */
export function isFenced(error: unknown): boolean {
  return someCause(error, (one) => isObject(one) && one['constraint'] === fenceName);
}

/** 42P01 no such table, 3F000 no such schema: the tenant may live elsewhere by now. */
export function isElsewhere(error: unknown): boolean {
  return someCause(error, (one) => ['42P01', '3F000'].includes(sqlState(one) ?? ''));
}
