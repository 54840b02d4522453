/** Making and dropping tenants opens no connection that is there already: one costs a server as much as making five tables. */
import { expect, test } from 'vitest';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { visits } from '#test/contract/store-samples.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';

test('tenants after the first are made, written to and dropped by the connections of the first', async () => {
  const server = await plainPostgres();
  const url = await server.database('kept');
  const store = openPostgresStore({ url, clock: Date.now, newId: idMaker(Date.now), findEngine });
  const comeAndGo = async (id: string) => {
    const db = await store.tenant(id);
    await db.migrate([visits]);
    await db.commit('user:a', async (tx) => ok(await tx.create('visits', {})));
    await store.drop(id);
  };
  const connections = async () => {
    const sql = `SELECT application_name AS name, pid FROM pg_stat_activity WHERE usename = 'kept' ORDER BY backend_start`;
    return (await server.query(sql)).map(({ name, pid }) => `${name} ${pid}`);
  };
  try {
    await comeAndGo('one');
    const first = await connections();
    for (const name of ['read', 'write', 'make', 'tables'])
      expect(first.filter((one) => one.startsWith(`gatehouse ${name} `))).toHaveLength(1);
    for (const id of ['two', 'three', 'four']) await comeAndGo(id);
    expect(await connections()).toEqual(first);
  } finally {
    await store.close();
  }
});
