import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { storeContract } from '#test/contract/store.ts';

storeContract('SQLite', async (setting) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
  let store = openSqliteStore({ folder, ...setting });
  return {
    store,
    reopen: async () => {
      store = openSqliteStore({ folder, ...setting });
      return store;
    },
    dispose: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
