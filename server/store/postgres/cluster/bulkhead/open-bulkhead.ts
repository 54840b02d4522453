/**
 * Bulkheads between the nodes of a cluster: the tenants of one node can use up only a part of a server's connections, so that
 * the tenants of the other nodes have the rest. README.md says what is bounded.
 */
import { ask, type Purpose, purposes } from '../../connection.ts';
import type { Bulkhead, BulkheadSetting } from '../../engine.ts';
import { NodePools, type Standing } from '../node-pools.ts';
import { lookAtHeads } from './look-at-heads.ts';
import { nodeConnections } from './node-connections.ts';
import { NodeSlots } from './node-slots.ts';

/**
 * Number of connections outside the pools of which the tenants of each node may hold the share that node-slots.ts names. There
 * is no bound for all nodes together.
 */
const outsideAtOnce = 9;
/** Interval between two refreshes of the tenants' nodes, in ms: a moved tenant counts for its new node after the next one. */
const refreshMs = 15_000;
/** Maximum number of closed schemas whose node is remembered. */
const closedMax = 1_000;

/** Asks the coordinator's catalogue alone; schemas on the coordinator itself, and unknown ones, are left out. */
const workersSql = `
  SELECT t.schema, n.nodename || ':' || n.nodeport, n.groupid, s.shardid, n.isactive AND n.hasmetadata AND n.metadatasynced
  FROM unnest($1::text[]) AS t (schema)
  JOIN pg_dist_shard AS s ON s.logicalrelid = to_regclass(t.schema || '._head')
  JOIN pg_dist_placement AS p ON p.shardid = s.shardid AND p.groupid <> 0
  JOIN pg_dist_node AS n ON n.noderole = 'primary' AND n.groupid = p.groupid`;

export function openBulkhead({ onHead, openSchemas, otherNodes, pools, sizes }: BulkheadSetting): Bulkhead {
  const nodes = new Map<string, string | null>();
  const direct = new NodePools(otherNodes);
  const slots = {
    read: new NodeSlots({ connections: sizes.read }),
    write: new NodeSlots({ connections: sizes.write }),
    scan: new NodeSlots({ connections: sizes.scan }),
    long: new NodeSlots({ connections: sizes.long }),
  };
  const outside = new NodeSlots({ connections: outsideAtOnce });
  /** Schemas that are looked up together. */
  let wanted = new Set<string>();
  let asking: Promise<void> | null = null;

  async function find(schemas: readonly string[]): Promise<readonly Standing[]> {
    const client = await pools.read.connect();
    try {
      const rows = await ask(client, { text: workersSql, values: [[...schemas]] });
      client.release();
      return rows.map(([schema, node, group, shard, isSynced]) => ({
        ...{ schema: String(schema), node: String(node), group: Number(group), shard: Number(shard) },
        isSynced: isSynced === true,
      }));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function learn(schemas: readonly string[]): Promise<void> {
    const found = await find(schemas);
    const byName = new Map(found.map(({ schema, node }) => [schema, node]));
    for (const schema of schemas) nodes.set(schema, byName.get(schema) ?? null);
    // Until it is known, the coordinator is asked.
    void direct.look(found);
  }

  async function learnWanted(): Promise<void> {
    await Promise.resolve();
    const schemas = [...wanted];
    wanted = new Set();
    asking = null;
    await learn(schemas);
  }

  async function refresh(): Promise<void> {
    const schemas = openSchemas();
    if (nodes.size > schemas.length + closedMax) nodes.clear();
    if (schemas.length > 0) await learn(schemas);
  }

  const nodeOf = (schema: string) => nodes.get(schema) ?? null;
  const wayOf = (tenant: string, schema: string) => (purpose: Purpose) =>
    nodeConnections({
      ...{ tenant, node: () => nodeOf(schema), slots: slots[purpose] },
      pool: pools[purpose],
      direct: (node) => direct.of(node, purpose),
      lost: (node) => direct.lost(node),
    });
  const look = lookAtHeads({ nodeOf, onHead, connectionsOf: (schema) => wayOf('heads', schema)('read') });
  // If the coordinator does not answer, the nodes known so far stay in use.
  const refreshing = setInterval(() => void refresh().catch(() => {}), refreshMs);
  refreshing.unref();

  return {
    nodeOf,
    async locate(schema) {
      if (nodeOf(schema) !== null) return;
      wanted.add(schema);
      asking ??= learnWanted();
      // If the node cannot be learnt, the operation on the tenant that follows reports why.
      await asking.catch(() => {});
    },
    poolsOf(tenant, schema) {
      const way = wayOf(tenant, schema);
      return { read: way('read'), write: way('write'), scan: way('scan'), long: way('long') };
    },
    async outside(tenant, schema, work) {
      const node = nodeOf(schema);
      if (node === null) return work();
      const slot = await outside.enter(node, tenant);
      return work().finally(slot.leave);
    },
    lookAtHeads: look,
    loads: () => [
      ...purposes.flatMap((purpose) => slots[purpose].figures().map((one) => ({ purpose, ...one }))),
      ...outside.figures().map((one) => ({ purpose: 'outside', ...one })),
    ],
    close() {
      clearInterval(refreshing);
      for (const one of [outside, ...Object.values(slots)]) one.close();
    },
  };
}
