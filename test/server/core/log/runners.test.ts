/** Runners go on for as long as a tenant is followed; a follower that wants nothing moves on unread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFollowers } from '#server/core/log/followers/run-followers.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { ok } from '#shared/base/result.ts';
import { sampleModule } from '#test/fixtures/sample-module.ts';
import { HandPace } from './hand-pace.ts';

const patience = { timeout: 60_000, interval: 5 };

let folder: string;
let sqlite: Store;
let store: TenantStore;
const pace = new HandPace();
const { clock } = pace;
const newId = idMaker(clock);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  sqlite = openSqliteStore({ folder, clock, newId });
  store = await sqlite.tenant('t');
  await store.migrate(sampleModule.collections);
});
afterEach(async () => {
  await sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (title: string) =>
  store.commit('user:a', async (tx) => ok(await tx.create('notes', { title, open: false, state: 'draft' })));

test('a runner that throws starts again after a pause; it ends when the tenant is released, which waits for it', async () => {
  const faults: unknown[] = [];
  const followers = startFollowers({ clock, newId, pace, onFault: ({ error }) => faults.push(error) });
  let begun = 0;
  let ended = false;
  await followers.attach(
    store,
    [],
    [],
    [
      {
        name: 'sample.run',
        nextDue: async () => null,
        async run({ signal, log, tenant }) {
          begun += 1;
          if (begun < 3) throw new Error(`no luck ${begun}`);
          expect([tenant, await log.head()]).toEqual(['t', 0]);
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          ended = true;
        },
      },
    ],
  );
  await expect
    .poll(() => {
      pace.pass(1_000);
      return begun;
    }, patience)
    .toBe(3);
  expect(faults.map(String)).toEqual(['Error: no luck 1', 'Error: no luck 2']);
  await followers.stop();
  expect(ended).toBe(true);
});

test('a follower that wants nothing is skipped without reading, and gets the changes that come once it wants some', async () => {
  const followers = startFollowers({ clock, newId, pace });
  const seen: unknown[] = [];
  let isWanted = false;
  await followers.attach(store, [
    {
      name: 'sample.see',
      collections: ['*'],
      wants: async () => isWanted,
      async handle(changes) {
        seen.push(...changes.map(({ record }) => record['title']));
      },
    },
  ]);
  await write('before');
  await expect.poll(() => followers.status()[0]?.cursor, patience).toBe(1);
  isWanted = true;
  await write('after');
  await expect.poll(() => seen, patience).toEqual(['after']);
  await followers.stop();
});
