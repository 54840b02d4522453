/** A tenant's way to a pool through the places of its node, on a real PostgreSQL: what is given back, what is closed. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeConnections } from '#server/store/postgres/cluster/bulkhead/node-connections.ts';
import { NodePlaces } from '#server/store/postgres/cluster/bulkhead/node-places.ts';
import { PoolSession } from '#server/store/postgres/connection.ts';
import { postgres } from '#test/fixtures/postgres.ts';

let pool: pg.Pool;
const places = new NodePlaces({ connections: 6 });
let node: string | null = 'w1';

beforeAll(async () => {
  const server = await postgres();
  pool = new pg.Pool({ connectionString: await server.database('ways'), max: 1, statement_timeout: 300 });
});

afterAll(() => pool.end());

const ways = () => nodeConnections({ pool, places, tenant: 'acme', node: () => node });
const figures = () => places.figures().find((one) => one.node === 'w1');

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

test('a session reads through the places, and gives its place back after any answer', async () => {
  const session = new PoolSession(ways());
  expect(await session.rows({ text: 'SELECT 1', values: [] })).toEqual([[1]]);
  await expect(session.rows({ text: 'SELECT 1 FROM nowhere', values: [] })).rejects.toThrow();
  expect(figures()).toMatchObject({ inUse: 0 });
});

test('what stands on the coordinator takes no place', async () => {
  node = null;
  const client = await ways().connect();
  expect(figures()).toMatchObject({ inUse: 0 });
  client.release();
  node = 'w1';
});
