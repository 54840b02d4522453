/** Reports to the doctor the nodes of a cluster, the tenants on them and the moves under way. */

import type { TenantRecord } from '../core/tenants/control.ts';
import type { Assembly } from '../start/assemble.ts';
import type { Cluster, ClusterNode, NodeLoad } from '../store/cluster.ts';

const megabyte = 1024 * 1024;

export interface ClusterReport {
  readonly title: string;
  /** Empty: the database is one PostgreSQL, not a cluster. */
  readonly nodes: () => Promise<readonly ClusterNode[]>;
  /** @returns the name of the node; null: it has no data, or there are no nodes */
  readonly nodeOf: (tenant: string) => Promise<string | null>;
  readonly moves: readonly string[];
}

async function movesOf(cluster: Cluster, tenants: readonly TenantRecord[]): Promise<readonly string[]> {
  const names = new Map(tenants.map(({ id, slug, sandboxOf }) => [id, sandboxOf ? `sandbox of ${slug}` : slug]));
  return (await cluster.moves([...names.keys()])).map(
    ({ tenant, from, to, bytes, bytesThere }) =>
      `${names.get(tenant)} from ${from} to ${to}: ${Math.round(bytesThere / megabyte)} of ${Math.round(bytes / megabyte)} MB`,
  );
}

/** @returns null: tenants are files */
export async function reportCluster(
  { store }: Assembly,
  tenants: readonly TenantRecord[],
): Promise<ClusterReport | null> {
  const engine = (await store.engine?.()) ?? null;
  if (engine === null) return null;
  const { title, cluster } = engine;
  if (cluster === null) return { title, nodes: async () => [], nodeOf: async () => null, moves: [] };
  return {
    title,
    nodes: cluster.nodes,
    nodeOf: async (tenant) => (await cluster.places([tenant])).get(tenant) ?? null,
    moves: await movesOf(cluster, tenants),
  };
}

/** @throws where the node does not answer, or a power cut may cost it records, with what that means */
export function checkNode({ isUp, isCoordinator, bytes, tenants, unsafe }: ClusterNode): string {
  const held = `${tenants} tenants and sandboxes`;
  if (!isUp) throw new Error(`does not answer: its ${held} can be neither read nor written until it does`);
  if (unsafe.length > 0)
    throw new Error(`${unsafe.join(' and ')} off: a power cut may cost acknowledged records; turn it on`);
  return `${isCoordinator ? 'coordinator, ' : ''}${held}, ${Math.round((bytes ?? 0) / megabyte)} MB in all`;
}

/** Describes how a server's connections are shared out among the nodes. @throws where one answers nothing */
export function checkLoads(loads: readonly NodeLoad[]): string {
  const silent = new Set(loads.filter((one) => one.isSilent).map(({ node }) => node));
  if (silent.size > 0) throw new Error(`${[...silent].join(', ')} takes connections and answers nothing`);
  const shares = new Map(loads.map(({ purpose, share }) => [purpose, share]));
  const each = [...shares].map(([purpose, share]) => `${share} ${purpose}`).join(', ');
  return `of a server's, tenants of one node hold at most ${each}; /metrics of the server says how many they do`;
}
