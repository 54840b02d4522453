/** The store contract on SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { storeContract } from '#test/contract/store.ts';

/** A database that is closed after each call is the same to its callers. */
const openings = [
  ['SQLite', {}, 'all'],
  ['SQLite, closed whenever nothing uses it', { tenantIdleMs: 0 }, 'calls'],
] as const;

for (const [kind, opening, part] of openings)
  storeContract(
    kind,
    async (setting) => {
      const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'));
      const options = { folder, ...setting, ...opening };
      let store = openSqliteStore(options);
      return {
        store,
        reopen: async () => {
          store = openSqliteStore(options);
          return store;
        },
        dispose: async () => {
          await store.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
    part,
  );
