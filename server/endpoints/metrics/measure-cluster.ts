/** Reports the engine that holds the data, and of a cluster its nodes; the database is asked at each request for metrics. */
import type { Instruments } from './instruments.ts';

export interface ClusterFigures {
  readonly title: string;
  /** Empty: one PostgreSQL. */
  readonly nodes: readonly {
    readonly name: string;
    readonly isUp: boolean;
    readonly tenants: number;
    readonly bytes: number | null;
  }[];
  /** Number of tenants and sandboxes that are being moved. */
  readonly moving: number;
}

const lookMs = 5_000;

/** @returns a function that asks again; its promise resolves within 5 s, also where the database does not answer */
export function measureCluster(instruments: Instruments, look: () => Promise<ClusterFigures>): () => Promise<void> {
  let figures: ClusterFigures | null = null;
  let looking: Promise<void> | null = null;
  const nodes = () => figures?.nodes ?? [];
  instruments.gauge('gatehouse_database_info', 'Which engine holds the data.', () =>
    figures === null ? [] : [[{ engine: figures.title }, 1]],
  );
  instruments.gauge('gatehouse_database_node_up', 'Whether the node of the cluster answers.', () =>
    nodes().map(({ name, isUp }) => [{ node: name }, isUp ? 1 : 0] as const),
  );
  instruments.gauge('gatehouse_database_node_tenants', 'Tenants and sandboxes on the node.', () =>
    nodes().map(({ name, tenants }) => [{ node: name }, tenants] as const),
  );
  instruments.gauge('gatehouse_database_node_bytes', 'Size of the database on the node.', () =>
    nodes().flatMap(({ name, bytes }) => (bytes === null ? [] : [[{ node: name }, bytes] as const])),
  );
  instruments.gauge('gatehouse_database_moving', 'Tenants and sandboxes that are being moved to another node.', () =>
    nodes().length === 0 ? [] : [[{}, figures?.moving ?? 0]],
  );
  return async () => {
    looking ??= look()
      .then(
        (found) => {
          figures = found;
        },
        // The coordinator does not answer: nothing is known of the nodes.
        () => {
          figures = null;
        },
      )
      .finally(() => {
        looking = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, lookMs);
    });
    await Promise.race([looking, late]);
    clearTimeout(timer);
  };
}
