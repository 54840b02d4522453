/**
 * Which database it is, whatever its address says: a word that is made once and stays in it. A name that leads to
 * another database than before would show tenants as empty, and two names for one would let a tenant be moved onto itself.
 */
import type pg from 'pg';
import { ask } from './connection.ts';

/** @param schema quoted, the one with our functions, which is there */
export async function identityOf(client: pg.ClientBase, schema: string, newId: () => string): Promise<string> {
  const [there] = await ask(client, { text: 'SELECT to_regclass($1) IS NOT NULL', values: [`${schema}.identity`] });
  if (there?.[0] !== true)
    await client.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('${schema.replaceAll('"', '')} identity', 0));
        CREATE TABLE IF NOT EXISTS ${schema}.identity (one boolean PRIMARY KEY DEFAULT true CHECK (one), id text NOT NULL)`,
    );
  await ask(client, {
    text: `INSERT INTO ${schema}.identity (id) VALUES ($1) ON CONFLICT DO NOTHING`,
    values: [newId()],
  });
  const [row] = await ask(client, { text: `SELECT id FROM ${schema}.identity`, values: [] });
  return String(row?.[0]);
}
