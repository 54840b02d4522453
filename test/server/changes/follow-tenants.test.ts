/** Tenants come and go while the server runs: each is followed for as long as it is there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idMaker } from '#server/access/new-id.ts';
import { followTenants } from '#server/changes/follow-tenants.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';

test('a tenant that comes is followed, one that goes is let go, the others go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  const clock = () => Date.now();
  const newId = idMaker(clock);
  const store = openSqliteStore({ folder, clock, newId });
  const tenant = (id: string) => ({ id, modules: ['sample'] });
  const seen: string[] = [];
  let all = [tenant('first'), tenant('second')];
  const following = await followTenants({
    all: async () => all,
    async open({ id }) {
      const db = await store.tenant(id);
      await db.migrate(sampleModule.collections);
      return db;
    },
    modules: [
      {
        ...sampleModule,
        followers: [
          {
            name: 'sample.see',
            collections: ['notes'],
            async handle(changes, context) {
              for (const { record } of changes) seen.push(`${context.tenant} ${record['title']}`);
            },
          },
        ],
      },
    ],
    clock,
    newId,
    onFault: ({ error }) => {
      throw error;
    },
  });
  try {
    const followed = () => following.status().map((status) => status.tenant);
    const write = async (id: string, title: string) =>
      (await store.tenant(id)).commit('user:a', async (tx) =>
        ok(await tx.create('notes', { title, open: false, state: 'draft' })),
      );
    expect(followed()).toEqual(['first', 'second']);
    all = [tenant('second'), tenant('third')];
    await expect.poll(followed).toEqual(['second', 'third']);
    for (const id of ['first', 'second', 'third']) await write(id, 'after');
    await expect.poll(() => seen.toSorted()).toEqual(['second after', 'third after']);
  } finally {
    await following.stop();
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
