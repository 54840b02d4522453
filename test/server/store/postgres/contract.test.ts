/** The store contract on one PostgreSQL, and on a cluster: that of `TEST_DATABASE_URL`, or one of this run. */
import { afterAll } from 'vitest';
import { storeContract } from '#test/contract/store.ts';
import { makeDatabase } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { sharedCluster } from '#test/fixtures/cluster/shared-cluster.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';
import { KeptStore } from './kept-store.ts';

const plain = (name: string) => async () => (await plainPostgres()).database(name);
const onCluster = async () =>
  makeDatabase(process.env['TEST_DATABASE_URL'] ?? (await sharedCluster()), `contract_${process.pid}`);

const stores = {
  one: new KeptStore(plain('contract')),
  closing: new KeptStore(plain('contract_closing'), { tenantIdleMs: 0 }),
  cluster: new KeptStore(onCluster),
};
afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
});

storeContract('PostgreSQL', (setting) => stores.one.open(setting));

/** A tenant that is closed after each call is the same to its callers. */
storeContract('PostgreSQL, closed whenever nothing uses it', (setting) => stores.closing.open(setting), 'calls');

if (hasCluster) storeContract('Citus', (setting) => stores.cluster.open(setting));
