/** What doctor says of the nodes of a cluster, of the tenants on them and of what is being moved. */
import type { Assembly } from '../assemble.ts';
import type { Cluster, ClusterNode } from '../store/cluster.ts';
import type { TenantRecord } from '../tenants/control.ts';

const megabyte = 1024 * 1024;

export interface ClusterReport {
  readonly title: string;
  readonly nodes: readonly ClusterNode[];
  /** @returns the name of the node; null: it has no data, or there are no nodes */
  readonly nodeOf: (tenant: string) => string | null;
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
  if (cluster === null) return { title, nodes: [], nodeOf: () => null, moves: [] };
  const places = await cluster.places(tenants.map(({ id }) => id));
  return {
    title,
    nodes: await cluster.nodes(),
    nodeOf: (tenant) => places.get(tenant) ?? null,
    moves: await movesOf(cluster, tenants),
  };
}

/** @throws where it does not answer, with what that means */
export function checkNode({ isUp, isCoordinator, bytes, tenants }: ClusterNode): string {
  const held = `${tenants} tenants and sandboxes`;
  if (!isUp) throw new Error(`does not answer: its ${held} can be neither read nor written until it does`);
  return `${isCoordinator ? 'coordinator, ' : ''}${held}, ${Math.round((bytes ?? 0) / megabyte)} MB in all`;
}
