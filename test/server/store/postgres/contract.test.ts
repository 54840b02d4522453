import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { storeContract } from '#test/contract/store.ts';
import { postgres } from '#test/fixtures/postgres.ts';

let url: Promise<string> | null = null;

storeContract('PostgreSQL', async (setting) => {
  const server = await postgres();
  url ??= server.database('contract');
  const options = { url: await url, ...setting };
  let store = openPostgresStore(options);
  return {
    store,
    reopen: async () => {
      store = openPostgresStore(options);
      return store;
    },
    dispose: async () => {
      await store.close();
      await server.dropSchemas('contract', 'gatehouse_%');
    },
  };
});
