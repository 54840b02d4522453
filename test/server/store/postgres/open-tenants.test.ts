/** Tenants on PostgreSQL are opened and closed as on SQLite; connections are the process's, however many tenants it uses. */
import { randomBytes } from 'node:crypto';
import { test } from 'vitest';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { checkOpening, walkOpenMax } from '#test/contract/store-opening.ts';
import { postgres } from '#test/fixtures/postgres.ts';

const connections = 6;
/** Beside the pools: one listens, one leads; those that change tables are as many as tenants being made. */
const alone = 2;
const made = 4;

test('nothing is lost, doubled or refused while tenants are opened and closed, on a bounded number of connections', async () => {
  const server = await postgres();
  const url = await server.database('opening');
  const newId = () => uuidv7(Date.now(), randomBytes(10));
  const store = openPostgresStore({
    url,
    clock: Date.now,
    newId,
    findEngine,
    connections,
    openTenants: walkOpenMax,
    tenantIdleMs: 0,
  });
  try {
    const excess = async () => {
      const [row] = await server.query(
        `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND usename = current_database() AND backend_type = 'client backend'`,
        'opening',
      );
      const open = Number(row?.['open']);
      return open > connections + alone + made ? `${open} connections` : null;
    };
    await checkOpening(store, { excess }, 3, 150);
  } finally {
    await store.close();
  }
});
