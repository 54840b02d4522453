/**
 * The schedule as one table in the schema of our functions, made by functions.ts. A statement names no other table and no
 * volatile function: on a cluster the table stands on one node.
 */
import type pg from 'pg';
import { Activations, clockSkewMs, cursorName, neverMs, type Schedule } from '../schedule.ts';
import { patiently } from './connection.ts';
import { storedText } from './stored-text.ts';

export function scheduleTables(schema: string): readonly string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${schema}.schedule (
      tenant text COLLATE "C" PRIMARY KEY, turn bigint NOT NULL, due_at bigint NOT NULL, rested_at bigint NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS schedule_due ON ${schema}.schedule (due_at)`,
    `CREATE INDEX IF NOT EXISTS schedule_rested ON ${schema}.schedule (rested_at)`,
  ];
}

export interface PostgresSchedule extends Schedule {
  /** Makes a tenant active whose schema says that it is not at rest; writes only where the schedule has it otherwise. */
  expectActive(tenant: string): Promise<void>;
}

/**
 * @param schema quoted, the one with our functions
 * @param prepare makes the table where it is not there
 */
export function openSchedule(pool: pg.Pool, schema: string, prepare: () => Promise<unknown>): PostgresSchedule {
  const table = `${schema}.schedule`;
  const activations = new Activations();
  const ask = async (text: string, values: readonly unknown[]) => {
    await prepare();
    return patiently([pool], () => pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' }));
  };
  const activateSql = `INSERT INTO ${table} AS known (tenant, turn, due_at, rested_at) SELECT tenant, 1, 0, 0
    FROM unnest($1::text[]) AS asked (tenant) ON CONFLICT (tenant) DO UPDATE SET turn = known.turn + 1, due_at = 0, rested_at = 0`;

  return {
    async activate(tenants) {
      // All processes use one order, so that two never wait for each other's rows.
      const names = [...new Set(tenants)].sort().map(storedText);
      await ask(activateSql, [names]);
      activations.announce();
    },
    async expectActive(tenant) {
      // Read first: an INSERT that changes nothing costs a transaction number all the same.
      const known = await ask(`SELECT 1 FROM ${table} WHERE tenant = $1 AND due_at = 0`, [storedText(tenant)]);
      if (known.rowCount === 1) return;
      const changed = await ask(`${activateSql} WHERE known.due_at <> 0`, [[storedText(tenant)]]);
      if ((changed.rowCount ?? 0) > 0) activations.announce();
    },
    async due(nowMs) {
      const text = `SELECT tenant, turn, due_at FROM ${table} WHERE due_at <= $1 OR rested_at > $2 ORDER BY due_at, tenant`;
      const { rows } = await ask(text, [nowMs, nowMs + clockSkewMs]);
      return rows.map(([tenant, turn, dueAtMs]) => ({
        tenant: String(tenant),
        turn: Number(turn),
        dueAtMs: Number(dueAtMs),
      }));
    },
    async rest(tenant, turn, { dueAtMs, nowMs }) {
      const text = `UPDATE ${table} SET turn = turn + 1, due_at = $3, rested_at = $4 WHERE tenant = $1 AND turn = $2`;
      const done = await ask(text, [storedText(tenant), turn, dueAtMs ?? neverMs, nowMs]);
      return done.rowCount === 1;
    },
    async forget(tenant) {
      await ask(`DELETE FROM ${table} WHERE tenant = $1`, [storedText(tenant)]);
    },
    async cursor(logId) {
      const { rows } = await ask(`SELECT turn FROM ${table} WHERE tenant = $1`, [cursorName(logId)]);
      return Number(rows[0]?.[0] ?? 0);
    },
    async saveCursor(logId, seq) {
      const text = `INSERT INTO ${table} AS known (tenant, turn, due_at, rested_at) VALUES ($1, $2, $3, 0)
        ON CONFLICT (tenant) DO UPDATE SET turn = greatest(known.turn, excluded.turn)`;
      await ask(text, [cursorName(logId), seq, neverMs]);
    },
    onActivate: (listener) => activations.listen(listener),
  };
}
