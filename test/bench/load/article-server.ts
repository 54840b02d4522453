/** Our server with the articles, filled, as a process of its own: started by articles.ts of the bench by runLoad's fork. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '#server/operations/demo/create-tenant.ts';
import { readConfig } from '#server/start/config.ts';
import { startServer } from '#server/start/open-server.ts';
import { ok } from '#shared/base/result.ts';
import { articleModule, articleValues, singleIndexModule } from './articles.ts';

export interface ServerJob {
  readonly rows: number;
  /** Null: SQLite. */
  readonly databaseUrl: string | null;
  /** Of each field that is asked for alone, and none of several. */
  readonly singleIndexes?: boolean;
  /** Of its tenant; `bench` where there is one server on the database. */
  readonly slug?: string;
}

export interface ServerAnswer {
  readonly url: string;
  readonly credential: string;
  readonly ids: readonly string[];
  /** The id of its tenant. */
  readonly tenant: string;
}

const rowsAtOnce = 500;

async function open({ rows, databaseUrl, singleIndexes = false, slug = 'bench' }: ServerJob): Promise<ServerAnswer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...database });
  const { assembly, url } = await startServer(config, [singleIndexes ? singleIndexModule : articleModule]);
  const made = await createTenant(assembly, { slug, plan: 'enterprise', modules: ['bench'] });
  if (!made.ok) throw new Error(made.errors[0].message);
  const store = await assembly.directory.open(made.value.tenant);
  const ids: string[] = [];
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const done = await store.commit('system:bench', async (tx) => {
      for (let n = from; n < Math.min(from + rowsAtOnce, rows); n++)
        ids.push((await tx.create('articles', { ...articleValues(n) })).id);
      return ok(null);
    });
    if (!done.ok) throw new Error('not filled');
  }
  await store.keepStatistics();
  return { url, credential: made.value.apiKey, ids, tenant: made.value.tenant.id };
}

process.once('message', (job) => {
  void open(job as ServerJob).then((answer) => process.send?.(answer));
});
