import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { storeContract } from '#test/contract/store.ts';
import { postgres } from '#test/fixtures/postgres.ts';

let url: Promise<string> | null = null;

/** A tenant that is closed after each call is the same to its callers. */
const openings = [
  ['PostgreSQL', {}, 'all'],
  ['PostgreSQL, closed whenever nothing uses it', { tenantIdleMs: 0 }, 'calls'],
] as const;

for (const [kind, opening, part] of openings)
  storeContract(
    kind,
    async (setting) => {
      const server = await postgres();
      url ??= server.database('contract');
      const options = { url: await url, ...setting, ...opening };
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
    },
    part,
  );
