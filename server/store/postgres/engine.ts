/**
 * What differs between one PostgreSQL and a cluster of them. The store is given the way to find out which it has
 * (assemble.ts hands in cluster/find-engine.ts) and knows no cluster itself.
 */
import type pg from 'pg';
import type { StoreEngine } from '../contract.ts';
import type { Statement } from './compile-query.ts';

export interface Engine extends StoreEngine {
  /** Runs in the transaction that makes a schema, before it; null: nothing. A tenant's, or one that all tenants share. */
  readonly beforeSchema: Readonly<Record<'tenant' | 'shared', string | null>>;
  /** Functions of its own. @param schema quoted, the one with our functions */
  functions(schema: string): readonly string[];
  /**
   * Tables as they are stored: name, rows when the planner last looked, pages then, bytes now, bytes of a page.
   *
   * @param schema quoted, the tenant's
   */
  tableSizes(schema: string, names: readonly string[]): Statement;
  /**
   * Gives another value when a transaction's reads go to another node than before: from there on they see a later
   * moment. Null: they cannot.
   *
   * @param schema quoted, the tenant's
   */
  witness(schema: string): Statement | null;
}

/** Quoted schemas. */
export interface EngineSetting {
  readonly sharedSchema: string;
  schemaOf(tenant: string): string;
  /** Not a tenant's. */
  readonly controlSchema: string | null;
  /** Runs work on a connection of its own. */
  alone<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

export type FindEngine = (client: pg.ClientBase, setting: EngineSetting) => Promise<Engine>;

export async function findPlainEngine(client: pg.ClientBase): Promise<Engine> {
  const { rows } = await client.query<[string]>({ text: 'SHOW server_version', rowMode: 'array' });
  return {
    title: `PostgreSQL ${rows[0]?.[0].split(' ')[0]}`,
    beforeSchema: { tenant: null, shared: null },
    functions: () => [],
    tableSizes: (schema, names) => ({
      text: `SELECT t.name, c.reltuples, c.relpages, pg_relation_size(c.oid), current_setting('block_size')::bigint
        FROM unnest($2::text[]) AS t (name) JOIN pg_class c ON c.oid = to_regclass($1 || '.' || quote_ident(t.name))`,
      values: [schema, [...names]],
    }),
    witness: () => null,
    cluster: null,
  };
}
