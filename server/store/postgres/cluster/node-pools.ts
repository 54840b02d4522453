/**
 * Pools that lead straight to the workers. Every node has the catalogue of the cluster and runs any statement ("query from
 * any node"): on the node that holds the tenant, a statement is planned once and passes through no other process. A node
 * that no longer holds it forwards the statement. Where a worker is not reached, statements go by the coordinator.
 */
import type pg from 'pg';
import { ask, type Pools, type Purpose } from '../connection.ts';
import type { OtherNodes } from '../engine.ts';

/** Placement of a schema, as the coordinator's catalogue has it. */
export interface Standing {
  /** Quoted. */
  readonly schema: string;
  /** `host:port` */
  readonly node: string;
  readonly group: number;
  readonly shard: number;
  /** The node's catalogue is kept up to date. */
  readonly isSynced: boolean;
}

interface Way {
  readonly pools: Pools<pg.Pool>;
  isOpen: boolean;
}

/** The same cluster, and the worker that the catalogue means: a tenant's schema has a name of its own. */
const sameSql = `SELECT 1 FROM pg_dist_local_group AS l JOIN pg_dist_shard AS s ON s.logicalrelid = to_regclass($1 || '._head')
  WHERE l.groupid = $2 AND s.shardid = $3`;

export class NodePools {
  readonly #nodes: OtherNodes;
  readonly #ways = new Map<string, Way>();
  readonly #trying = new Set<string>();

  constructor(nodes: OtherNodes) {
    this.#nodes = nodes;
  }

  /** @returns null: by the coordinator */
  of(node: string, purpose: Purpose): pg.Pool | null {
    const way = this.#ways.get(node);
    return way?.isOpen ? way.pools[purpose] : null;
  }

  /** Opens ways to nodes that answer, and closes those to nodes whose catalogue may be old. Never fails. */
  async look(found: readonly Standing[]): Promise<void> {
    const byNode = [...new Map(found.map((one) => [one.node, one])).values()];
    for (const { isSynced, node } of byNode) if (!isSynced) this.lost(node);
    const untried = byNode.filter(({ isSynced, node }) => isSynced && !this.#ways.get(node)?.isOpen);
    await Promise.all(untried.map((standing) => this.#try(standing)));
  }

  /** It could not be reached, or a connection to it broke: until it answers again, the coordinator is asked. */
  lost(node: string): void {
    const way = this.#ways.get(node);
    if (way) way.isOpen = false;
  }

  async #try({ group, node, schema, shard }: Standing): Promise<void> {
    if (this.#trying.has(node)) return;
    this.#trying.add(node);
    try {
      const client = await this.#nodes.connect(node);
      const found = await ask(client, { text: sameSql, values: [schema, group, shard] }).finally(() => client.end());
      if (found.length === 0) return;
      const way = this.#ways.get(node) ?? { pools: this.#nodes.pools(node), isOpen: true };
      way.isOpen = true;
      this.#ways.set(node, way);
    } catch {
      // The server need not reach the workers, and the address of the database may have no host to replace by a worker's.
    } finally {
      this.#trying.delete(node);
    }
  }
}
