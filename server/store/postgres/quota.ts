/**
 * The requests that a tenant has left in this minute, as one row from which all processes take shares. A share is an eighth
 * of the rest, at least one: some forty queries for a limit of 500, and few requests lie unused in a process near the end.
 * Unlogged, like the sharedBlobs: after a crash of the database the minute begins again.
 */
import type pg from 'pg';
import type { Quota } from '../contract.ts';
import { ask } from './connection.ts';
import { storedText } from './stored-text.ts';

const sharesOfRest = 8;

export function quotaTable(schema: string): string {
  return `CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.quota (
    tenant text COLLATE "C" PRIMARY KEY, minute bigint NOT NULL, taken bigint NOT NULL, given bigint NOT NULL) WITH (fillfactor = 50)`;
}

/** The row's lock puts these queries in order; requests that a process gives back count only in their own minute. */
function takeSql(schema: string): string {
  const before = 'CASE WHEN q.minute > $2 THEN q.taken WHEN q.minute = $2 THEN greatest(0, q.taken - $4) ELSE 0 END';
  const share = (taken: string) => `least(greatest(0, $3 - ${taken}), greatest(1, ($3 - ${taken}) / ${sharesOfRest}))`;
  return `INSERT INTO ${schema}.quota AS q (tenant, minute, taken, given) VALUES ($1, $2::bigint, ${share('0::bigint')}, ${share('0::bigint')})
    ON CONFLICT (tenant) DO UPDATE SET minute = greatest(q.minute, $2), taken = ${before} + ${share(`(${before})`)}, given = ${share(`(${before})`)}
    RETURNING minute, given, taken`;
}

/** @param schema quoted, the one with our functions */
export function openQuota(pool: pg.Pool, schema: string): Quota {
  const text = takeSql(schema).replaceAll('$3', '$3::bigint').replaceAll('$4', '$4::bigint');
  return {
    async take(tenant, { minute, limit, unused }) {
      const client = await pool.connect();
      try {
        const [row] = await ask(client, { text, values: [storedText(tenant), minute, limit, unused] });
        const [current, given, taken] = (row ?? []) as number[];
        client.release();
        return { minute: current ?? minute, given: given ?? 0, left: Math.max(0, limit - (taken ?? 0)) };
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}
