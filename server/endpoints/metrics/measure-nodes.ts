/**
 * Reports for each node of a cluster, and each purpose, how many connections of this server are in use, how many may be, how
 * many callers wait or were refused, and whether the node is silent. Without a cluster it reports nothing.
 */
import type { Instruments } from './instruments.ts';

/** The load of one node, for one purpose. */
export interface MeasuredNode {
  readonly node: string;
  readonly purpose: string;
  /** Connections that tenants of the node hold. */
  readonly inUse: number;
  /** Connections that they may hold at most. */
  readonly share: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
  /** Callers refused since the start of the process, because too many waited or one waited too long. */
  readonly refused: number;
  /** The node does not answer: one connection at a time tries it. */
  readonly isSilent: boolean;
}

/** @param loads called at each measurement */
export function measureNodes(instruments: Instruments, loads: () => readonly MeasuredNode[]): void {
  const each = (value: (one: MeasuredNode) => number) => () =>
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
