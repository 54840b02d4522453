/** Reports how many of a server's connections the tenants of each node of a cluster hold; nothing where there is no cluster. */
import type { Instruments } from './instruments.ts';

/** Connections of this process that the tenants of one node hold. */
export interface NodeLoad {
  readonly node: string;
  readonly purpose: string;
  readonly inUse: number;
  readonly share: number;
  readonly waiting: number;
  readonly refused: number;
  readonly isSilent: boolean;
}

export function measureNodes(instruments: Instruments, loads: () => readonly NodeLoad[]): void {
  const each = (value: (one: NodeLoad) => number) => () =>
    loads().map((one) => [{ node: one.node, purpose: one.purpose }, value(one)] as const);
  instruments.gauge(
    'gatehouse_node_connections',
    'Connections that tenants of a node of the cluster hold.',
    each((one) => one.inUse),
  );
  instruments.gauge(
    'gatehouse_node_share',
    'Connections that tenants of a node may hold at most.',
    each((one) => one.share),
  );
  instruments.gauge(
    'gatehouse_node_waiting',
    'What waits for a connection of a node.',
    each((one) => one.waiting),
  );
  instruments.gauge(
    'gatehouse_node_refused_total',
    'What was refused because too much waited for a node, or too long.',
    each((one) => one.refused),
    'counter',
  );
  instruments.gauge(
    'gatehouse_node_silent',
    '1: the node answers nothing, and is asked by one connection at a time.',
    each((one) => (one.isSilent ? 1 : 0)),
  );
}
