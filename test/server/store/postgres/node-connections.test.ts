/**
 * A tenant's way to a pool through the slots of its node, on a real PostgreSQL: what is given back, what is closed, and
 * when a node is asked itself.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeConnections } from '#server/store/postgres/cluster/bulkhead/node-connections.ts';
import { NodeSlots } from '#server/store/postgres/cluster/bulkhead/node-slots.ts';
import { NodePools, type Standing } from '#server/store/postgres/cluster/node-pools.ts';
import { PoolSession } from '#server/store/postgres/connection.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';

let pool: pg.Pool;
/** As if it were a worker's: its address, and its catalogue. */
let worker: pg.Pool;
let workerUrl: string;
const slots = new NodeSlots({ connections: 6 });
let node: string | null = 'w1';

beforeAll(async () => {
  const server = await plainPostgres();
  pool = new pg.Pool({ connectionString: await server.database('ways'), max: 1, statement_timeout: 300 });
  workerUrl = await server.database('worker');
  worker = new pg.Pool({ connectionString: workerUrl, max: 1 });
  await worker.query('CREATE TABLE pg_dist_local_group (groupid int)');
  await worker.query('INSERT INTO pg_dist_local_group VALUES (2)');
  await worker.query('CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint)');
  await worker.query('CREATE TABLE _head (seq bigint)');
  await worker.query(`INSERT INTO pg_dist_shard VALUES ('_head', 7)`);
});

afterAll(() => Promise.all([pool.end(), worker.end()]));

const ways = () =>
  nodeConnections({ pool, slots, tenant: 'acme', node: () => node, direct: () => null, lost: () => {} });
const figures = () => slots.figures().find((one) => one.node === 'w1');

async function process(): Promise<number> {
  const client = await ways().connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  client.release();
  return rows[0]?.pid ?? 0;
}

test('a connection whose questions were answered is used again, also where the answer was an error', async () => {
  const first = await process();
  const client = await ways().connect();
  expect(figures()).toMatchObject({ inUse: 1 });
  await expect(client.query('SELECT 1 FROM nowhere')).rejects.toThrow(/nowhere/);
  client.release();
  expect(await process()).toBe(first);
  expect(figures()).toMatchObject({ inUse: 0, refused: 0, isSilent: false });
});

test('one on which a statement ended by its time is closed: the coordinator may still wait there', async () => {
  const first = await process();
  const client = await ways().connect();
  await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow(/statement timeout/);
  // The code that used it takes it to be sound, as it is on a plain PostgreSQL.
  client.release();
  expect(await process()).not.toBe(first);
  expect(figures()).toMatchObject({ inUse: 0 });
});

test('a session reads through the slots, and gives its slot back after any answer', async () => {
  const session = new PoolSession(ways());
  expect(await session.rows({ text: 'SELECT 1', values: [] })).toEqual([[1]]);
  await expect(session.rows({ text: 'SELECT 1 FROM nowhere', values: [] })).rejects.toThrow();
  expect(figures()).toMatchObject({ inUse: 0 });
});

test('what stands on the coordinator takes no slot', async () => {
  node = null;
  const client = await ways().connect();
  expect(figures()).toMatchObject({ inUse: 0 });
  client.release();
  node = 'w1';
});

const standing: Standing = { schema: 'public', node: 'w1', group: 2, shard: 7, isSynced: true };

function nodePools(url = workerUrl) {
  const connect = async () => {
    const client = new pg.Client(url);
    await client.connect();
    return client;
  };
  return new NodePools({ pools: () => ({ read: worker, write: worker, scan: worker, long: worker }), connect });
}

test.each([
  ['another node of the cluster', { group: 3 }],
  ['a node without the tenant', { shard: 8 }],
  ['a node whose catalogue may be old', { isSynced: false }],
])('%s is asked by way of the coordinator', async (_name, other) => {
  const pools = nodePools();
  await pools.look([{ ...standing, ...other }]);
  expect(pools.of('w1', 'read')).toBeNull();
  await pools.look([standing]);
  expect(pools.of('w1', 'read')).toBe(worker);
  await pools.look([{ ...standing, isSynced: false }]);
  expect(pools.of('w1', 'read')).toBeNull();
});

test('a node that is not reached is asked by way of the coordinator', async () => {
  const pools = nodePools('postgres://127.0.0.1:1/none');
  await pools.look([standing]);
  expect(pools.of('w1', 'write')).toBeNull();
});

test('a node is asked itself until a connection to it fails or breaks, and then by way of the coordinator', async () => {
  const pools = nodePools();
  await pools.look([standing]);
  let isUp = true;
  const down = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  const direct = (name: string) => (pools.of(name, 'read') === null ? null : isUp ? worker : down);
  const way = nodeConnections({
    pool,
    slots,
    tenant: 'acme',
    node: () => 'w1',
    direct,
    lost: (name) => pools.lost(name),
  });
  const databaseOf = async () =>
    (await new PoolSession(way).rows({ text: 'SELECT current_database()', values: [] }))[0];
  expect(await databaseOf()).toEqual(['worker']);
  const client = await way.connect();
  await expect(client.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  client.release(true);
  expect(await databaseOf()).toEqual(['ways']);
  await pools.look([standing]);
  expect(await databaseOf()).toEqual(['worker']);
  isUp = false;
  expect(await databaseOf()).toEqual(['ways']);
  expect(pools.of('w1', 'read')).toBeNull();
  expect(figures()).toMatchObject({ inUse: 0 });
  await down.end();
});
