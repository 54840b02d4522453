/** The store contract on one PostgreSQL, and on a cluster: that of `TEST_DATABASE_URL`, or one of this run. */
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { type OpenedStore, type StoreSetting, storeContract } from '#test/contract/store.ts';
import { makeDatabase, query } from '#test/fixtures/cluster/databases.ts';
import { hasCluster } from '#test/fixtures/cluster/find-script.ts';
import { sharedCluster } from '#test/fixtures/cluster/shared-cluster.ts';
import { plainPostgres } from '#test/fixtures/postgres.ts';

const urls = new Map<string, Promise<string>>();

type Setting = StoreSetting & { readonly tenantIdleMs?: number };

async function open(kind: string, make: () => Promise<string>, setting: Setting): Promise<OpenedStore> {
  const url = urls.get(kind) ?? make();
  urls.set(kind, url);
  const options = { url: await url, findEngine, control: 'control', ...setting };
  let store = openPostgresStore(options);
  return {
    store,
    reopen: async () => {
      store = openPostgresStore(options);
      return store;
    },
    dispose: async () => {
      await store.close();
      const text = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'gatehouse_%'";
      for (const { nspname } of await query(options.url, text))
        await query(options.url, `DROP SCHEMA "${nspname}" CASCADE`);
    },
  };
}

const plain = async () => (await plainPostgres()).database('contract');
storeContract('PostgreSQL', (setting) => open('one', plain, setting));

/** A tenant that is closed after each call is the same to its callers. */
storeContract(
  'PostgreSQL, closed whenever nothing uses it',
  (setting) => open('one', plain, { ...setting, tenantIdleMs: 0 }),
  'calls',
);

if (hasCluster)
  storeContract('Citus', (setting) =>
    open(
      'cluster',
      async () => makeDatabase(process.env['TEST_DATABASE_URL'] ?? (await sharedCluster()), `contract_${process.pid}`),
      setting,
    ),
  );
