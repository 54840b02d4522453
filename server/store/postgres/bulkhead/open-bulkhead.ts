/**
 * Bulkheads between the nodes of a cluster: what the tenants of one node do to the connections of a server, those of the
 * others do not feel. Opened by open-store.ts where the database is a cluster; README.md says what it bounds.
 */
import type pg from 'pg';
import type { Connections } from '../connection.ts';
import { nodeConnections } from './node-connections.ts';
import { type NodeFigures, NodePlaces } from './node-places.ts';

/** What connections are for; `tables` are those outside the pools, which open tenants and change tables. */
export const purposes = ['read', 'write', 'scan', 'long'] as const;
export type Purpose = (typeof purposes)[number];
export type Pools<P = Connections> = Readonly<Record<Purpose, P>>;

export interface BulkheadFigures extends NodeFigures {
  readonly purpose: Purpose | 'tables';
}

/** Connections outside the pools that this process opens at a time, of which a node has its share. */
const tablesAtOnce = 9;
/** How soon after a move a tenant counts for its new node. */
const refreshMs = 15_000;

export interface BulkheadSetting {
  readonly pools: Pools<pg.Pool>;
  readonly sizes: Pools<number>;
  /** Quoted schemas → node, by the coordinator alone; those that stand on it, or are not there, are left out. */
  readonly placesOf: (schemas: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface Bulkhead {
  /** Learns on which node a schema is, if it was not learnt yet. */
  locate(schema: string): Promise<void>;
  forget(schema: string): void;
  /** Null: on the coordinator, or not known. */
  nodeOf(schema: string): string | null;
  poolsOf(tenant: string, schema: string): Pools;
  /** Runs work on a connection outside the pools, when the tenant's node may have one more. */
  outside<T>(tenant: string, schema: string, work: () => Promise<T>): Promise<T>;
  figures(): readonly BulkheadFigures[];
  close(): void;
}

export function openBulkhead({ placesOf, pools, sizes }: BulkheadSetting): Bulkhead {
  const nodes = new Map<string, string | null>();
  const places = Object.fromEntries(
    purposes.map((purpose) => [purpose, new NodePlaces({ connections: sizes[purpose] })]),
  ) as Pools<NodePlaces>;
  const tables = new NodePlaces({ connections: tablesAtOnce });
  /** Schemas to be looked up together. */
  let wanted: string[] = [];
  let asking: Promise<void> | null = null;

  async function learn(schemas: readonly string[]): Promise<void> {
    const found = await placesOf(schemas);
    for (const schema of schemas) nodes.set(schema, found.get(schema) ?? null);
  }

  async function locate(schema: string): Promise<void> {
    // One that is just being made has no node yet: it is asked for again.
    if ((nodes.get(schema) ?? null) !== null) return;
    wanted.push(schema);
    asking ??= Promise.resolve().then(() => {
      const schemas = [...new Set(wanted)];
      wanted = [];
      asking = null;
      return learn(schemas);
    });
    await asking;
  }

  // Where the coordinator does not answer just now, what is known serves on.
  const refresh = setInterval(() => nodes.size > 0 && void learn([...nodes.keys()]).catch(() => {}), refreshMs);
  refresh.unref();
  const nodeOf = (schema: string) => nodes.get(schema) ?? null;

  return {
    locate,
    forget: (schema) => void nodes.delete(schema),
    nodeOf,
    poolsOf(tenant, schema) {
      const node = () => nodeOf(schema);
      const way = (purpose: Purpose) =>
        nodeConnections({ pool: pools[purpose], places: places[purpose], tenant, node });
      return { read: way('read'), write: way('write'), scan: way('scan'), long: way('long') };
    },
    async outside(tenant, schema, work) {
      const node = nodeOf(schema);
      if (node === null) return work();
      const place = await tables.enter(node, tenant);
      try {
        return await work();
      } finally {
        place.leave();
      }
    },
    figures: () =>
      [...purposes, 'tables' as const].flatMap((purpose) =>
        (purpose === 'tables' ? tables : places[purpose]).figures().map((one) => ({ purpose, ...one })),
      ),
    close() {
      clearInterval(refresh);
      for (const one of [tables, ...Object.values(places)]) one.close();
    },
  };
}
