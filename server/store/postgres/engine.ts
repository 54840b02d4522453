/**
 * The differences between one PostgreSQL and a cluster of them. The store is given a function that finds out which it has
 * (start/open-data.ts hands in cluster/find-engine.ts) and knows no cluster itself.
 */
import type pg from 'pg';
import type { NodeLoad } from '../cluster.ts';
import type { StoreEngine } from '../contract.ts';
import type { Statement } from './compile-query.ts';
import type { Pools } from './connection.ts';

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
  /** Keeps what the tenants of one node do to the server's connections from those of the others; null: there is one node. */
  openBulkhead(setting: BulkheadSetting): Bulkhead | null;
}

/** Ways to nodes of the database that are not in its address. A node is `host:port`. */
export interface OtherNodes {
  /** Opens no connection by itself; ends with the database. */
  pools(node: string): Pools<pg.Pool>;
  /** A connection of its own, soon or not at all. */
  connect(node: string): Promise<pg.Client>;
}

export interface BulkheadSetting {
  readonly pools: Pools<pg.Pool>;
  readonly otherNodes: OtherNodes;
  readonly sizes: Pools<number>;
  /** Quoted, of the tenants that are open. */
  readonly openSchemas: () => readonly string[];
  /** Takes the head of a log that was read. */
  readonly onHead: (schema: string, head: number) => void;
}

/** Schemas are quoted. */
export interface Bulkhead {
  /** Learns on which node a schema is, where that is not known yet. */
  locate(schema: string): Promise<void>;
  /** Null: on the coordinator, or not known. */
  nodeOf(schema: string): string | null;
  poolsOf(tenant: string, schema: string): Pools;
  /** Runs work on a connection outside the pools, when the tenant's node may have one more. @throws NodeBusy */
  outside<T>(tenant: string, schema: string, work: () => Promise<T>): Promise<T>;
  /** Looks at the heads of logs, by connections of their own node, and waits for none. */
  lookAtHeads(schemas: readonly string[]): void;
  loads(): readonly NodeLoad[];
  close(): void;
}

/** Quoted schemas. */
export interface EngineSetting {
  readonly sharedSchema: string;
  schemaOf(tenant: string): string;
  /** The schema of the control database; null where it is not in this database. */
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
    openBulkhead: () => null,
    witness: () => null,
    cluster: null,
  };
}
