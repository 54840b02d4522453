/**
 * Databases for the tenants of benchmark D1 on PostgreSQL: an embedded server, and a cluster where the script for one
 * is there; with `TEST_DATABASE_URL` the server or cluster of that address (a superuser's). `TEST_STORE` chooses one of
 * them.
 */
import { dropDatabase, makeDatabase, nodesOf, query } from '../fixtures/cluster/databases.ts';
import { hasCluster } from '../fixtures/cluster/find-script.ts';
import { startCluster } from '../fixtures/cluster/start-cluster.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';

export type StoreKind = 'sqlite' | 'postgres' | 'cluster';

export interface TenantDatabases {
  /** As the rows name it. */
  readonly name: string;
  readonly isCluster: boolean;
  /** @returns the address of a database of its own, owned by a plain role */
  database(name: string): Promise<string>;
  /** Meanwhile nothing is written through to the disk: for what is thrown away should the machine fail. */
  hurriedly<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** @returns those that the environment asks for; all of this machine where it names none */
export function storeKinds(): readonly StoreKind[] {
  const { TEST_DATABASE_URL, TEST_STORE } = process.env;
  const all = ['sqlite', 'postgres', 'cluster'] as const;
  const asked = all.find((kind) => kind === TEST_STORE);
  if (asked) return [asked];
  if (TEST_DATABASE_URL !== undefined) return ['postgres'];
  return all.filter((kind) => kind !== 'cluster' || hasCluster);
}

/** @param nodes addresses of a superuser's */
async function hurriedly<T>(nodes: readonly string[], work: () => Promise<T>): Promise<T> {
  const set = async (change: string) => {
    for (const node of nodes) {
      await query(node, `ALTER SYSTEM ${change}`);
      await query(node, 'SELECT pg_reload_conf()');
    }
  };
  await set('SET fsync = off');
  try {
    return await work();
  } finally {
    await set('RESET fsync');
    for (const node of nodes) await query(node, 'CHECKPOINT');
  }
}

async function givenDatabases(url: string): Promise<TenantDatabases> {
  const made: string[] = [];
  const isCluster = (await nodesOf(url)).length > 1;
  return {
    name: isCluster ? 'cluster' : 'PostgreSQL',
    isCluster,
    // Other databases may be on it.
    hurriedly: (work) => work(),
    async database(name) {
      const one = await makeDatabase(url, `bench_${process.pid}_${name}`);
      made.push(one);
      return one;
    },
    async end() {
      for (const one of made) await dropDatabase(url, one);
    },
  };
}

export async function openDatabases(kind: Exclude<StoreKind, 'sqlite'>): Promise<TenantDatabases> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return givenDatabases(given);
  if (kind === 'cluster') {
    const cluster = await startCluster();
    const nodes = await nodesOf(cluster.url);
    const given = await givenDatabases(cluster.url);
    return { ...given, hurriedly: (work) => hurriedly(nodes, work), end: () => cluster.stop() };
  }
  const server = await startPostgres();
  return {
    name: 'PostgreSQL',
    isCluster: false,
    database: (name) => server.database(name),
    hurriedly: (work) => hurriedly([server.adminUrl], work),
    async end() {
      await server.stop('fast');
      server.remove();
    },
  };
}
