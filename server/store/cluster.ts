/** A cluster whose nodes hold the tenants: what operators ask of it. Implemented in postgres/cluster. */

export interface ClusterNode {
  /** `host:port` */
  readonly name: string;
  readonly isCoordinator: boolean;
  readonly isUp: boolean;
  /** Whether new tenants may be put there. */
  readonly takesTenants: boolean;
  /** Number of tenants on it, sandboxes among them. */
  readonly tenants: number;
  /** Size of the whole database there; null: it does not answer. */
  readonly bytes: number | null;
  /** Settings that are off there and with which an acknowledged commit may be lost. */
  readonly unsafe: readonly string[];
}

/** A tenant that is being moved. */
export interface ClusterMove {
  readonly tenant: string;
  readonly from: string;
  readonly to: string;
  /** Size of its tables on `from`. */
  readonly bytes: number;
  /** Size of what has arrived on `to`. */
  readonly bytesThere: number;
}

/** Connections of a server that the tenants of one node hold. */
export interface NodeLoad {
  /** `host:port` */
  readonly node: string;
  /** Pool that the connections are of (`read`, `write`, `scan`, `long`), or `outside` the pools. */
  readonly purpose: string;
  readonly inUse: number;
  /** Maximum of connections that it may hold. */
  readonly share: number;
  readonly waiting: number;
  /** Number of callers refused since the process began: too many waited, or one waited too long. */
  readonly refused: number;
  /** It answers nothing: one connection asks at a time until it does. */
  readonly isSilent: boolean;
}

export interface Cluster {
  nodes(): Promise<readonly ClusterNode[]>;
  /** @returns of each tenant that has data the name of the node where they are */
  places(tenants: readonly string[]): Promise<ReadonlyMap<string, string>>;
  moves(tenants: readonly string[]): Promise<readonly ClusterMove[]>;
  /** Counts the tenants that are being moved. */
  moving(): Promise<number>;
  /**
   * Returns when the tenant's data are on the node; its callers read and write meanwhile, and wait for a moment at the end.
   *
   * @param node its name
   * @throws StoreFault with what the database says
   */
  move(tenant: string, node: string): Promise<void>;
}
