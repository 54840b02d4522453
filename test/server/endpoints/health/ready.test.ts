/** `/readyz` says no where nothing can be written: a balancer must not send scans there. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { freeBytesMin, openWriteCheck } from '#server/endpoints/health/write-check.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer | null = null;
afterEach(async () => {
  await house?.close();
  house = null;
});

const isReady = async () => (await house?.send('GET', '/readyz'))?.status === 200;

test('a database file that another process keeps locked', async () => {
  house = await openTestServer({ DATABASE_URL: '', LOG_LEVEL: 'silent' });
  const other = new DatabaseSync(join(house.dataDir, 'tenants', 'control.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await house.send('GET', '/readyz');
  expect([refused.status, refused.codes]).toEqual([503, ['storage_unavailable']]);
  other.exec('ROLLBACK');
  other.close();
  await expect.poll(isReady).toBe(true);
});

test('a PostgreSQL that has become read-only', async () => {
  const database = await postgres();
  const url = await database.database('readonly');
  house = await openTestServer({ DATABASE_URL: url, LOG_LEVEL: 'silent' });
  const name = new URL(url).pathname.slice(1);
  const setReadOnly = async (to: 'on' | 'off') => {
    await database.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${to}`);
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  await setReadOnly('on');
  const refused = await house.send('GET', '/readyz');
  expect([refused.status, refused.codes]).toEqual([503, ['storage_unavailable']]);
  await setReadOnly('off');
  await expect.poll(isReady).toBe(true);
});

test('a disk without room, and a write that fails', async () => {
  let writes = 0;
  let free = freeBytesMin - 1;
  const check = openWriteCheck({
    control: {
      saveCursor: async () => {
        writes += 1;
        if (writes === 1) throw new Error('EIO');
      },
    },
    folder: '/',
    freeBytes: async () => free,
  });
  expect(await check()).toMatch(/full/);
  free = freeBytesMin;
  expect(await check()).toMatch(/cannot be written/);
  // Callers at the same time share one write, and a good one serves for a while.
  expect(await Promise.all([check(), check()])).toEqual([null, null]);
  expect(await check()).toBeNull();
  expect(writes).toBe(2);
});
