/** Tenants on SQLite are opened when they are used and closed when they are idle; counted by the files this process has open. */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Store, StoreFault } from '#server/store/contract.ts';
import { tenantIdleMs } from '#server/store/open-tenants.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { checkOpening, walkOpenMax } from '#test/contract/store-opening.ts';
import { gadget, gadgets } from '#test/contract/store-samples.ts';

const onLinux = process.platform === 'linux';
let folder = '';
let store: Store;
let made = 0;
const newId = () => {
  const counter = new Uint8Array(10);
  new DataView(counter.buffer).setUint32(6, ++made);
  return uuidv7(Date.now(), counter);
};

function open(options: { readonly openTenants?: number; readonly tenantIdleMs?: number } = {}): Store {
  store = openSqliteStore({ folder, clock: Date.now, newId, ...options });
  return store;
}

/** Tenants whose file this process has open. */
function openFiles(): readonly string[] {
  const found = new Set<string>();
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      const path = readlinkSync(join('/proc/self/fd', fd));
      if (path.startsWith(`${folder}/`) && path.endsWith('.db')) found.add(basename(path, '.db'));
    } catch {
      // The look at the folder itself is over.
    }
  }
  return [...found].sort();
}

async function opened(id: string) {
  const db = await store.tenant(id);
  await db.migrate([gadgets]);
  return db;
}

const add = async (db: Awaited<ReturnType<typeof opened>>, code: string) => {
  const done = await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget(code))));
  expect(done.ok).toBe(true);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-open-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

test.runIf(onLinux)(
  'a tenant is closed when nothing has used it for five minutes, and opened by the next call',
  async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    open();
    const [one, two] = [await opened('one'), await opened('two')];
    await add(one, 'a');
    const heads: number[] = [];
    const stop = two.onCommit((head) => heads.push(head));
    vi.advanceTimersByTime(tenantIdleMs - 60_000);
    expect(openFiles()).toEqual(['one', 'two']);
    vi.advanceTimersByTime(120_000);
    // What closes a file waits for its writer.
    await vi.waitFor(() => expect(openFiles()).toEqual(['two']));
    expect(await one.findOne('gadgets', { code: 'a' })).toMatchObject({ code: 'a' });
    expect(openFiles()).toEqual(['one', 'two']);
    await add(two, 'b');
    expect(heads).toEqual([1]);
    stop();
    vi.advanceTimersByTime(2 * tenantIdleMs);
    await vi.waitFor(() => expect(openFiles()).toEqual([]));
  },
);

test.runIf(onLinux)('not more stay open than the bound says; those used longest ago are closed', async () => {
  open({ openTenants: 2 });
  for (const id of ['a', 'b', 'c']) await add(await opened(id), id);
  expect(openFiles()).toEqual(['b', 'c']);
  await (await store.tenant('b')).head();
  await add(await opened('d'), 'd');
  expect(openFiles()).toEqual(['b', 'd']);
});

test.runIf(onLinux)('tenants that are listened to stay open, and more of them than the bound are served', async () => {
  open({ openTenants: 2 });
  const names = Array.from({ length: 6 }, (_, n) => `t${n}`);
  const heard: string[] = [];
  const stops = [];
  for (const id of names) stops.push((await opened(id)).onCommit(() => heard.push(id)));
  expect(openFiles()).toEqual(names);
  await Promise.all(names.map(async (id) => add(await opened(id), id)));
  expect(heard.sort()).toEqual(names);
  for (const stop of stops) stop();
  await vi.waitFor(() => expect(openFiles()).toHaveLength(2));
});

test('a removed tenant is refused to those that still hold it, and leaves no file', async () => {
  open({ tenantIdleMs: 0 });
  const db = await opened('one');
  await add(db, 'a');
  await store.drop('one');
  await expect(db.head()).rejects.toThrow(StoreFault);
  db.onCommit(() => {})();
  await expect(db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('b'))))).rejects.toThrow(
    StoreFault,
  );
  expect(existsSync(join(folder, 'one.db'))).toBe(false);
  expect(await (await opened('one')).count('gadgets')).toBe(0);
});

test('a file that was removed by another process is not made again for those that hold the tenant', async () => {
  open({ tenantIdleMs: 0 });
  const db = await opened('one');
  rmSync(join(folder, 'one.db'));
  await expect(db.head()).rejects.toThrow('the file of the tenant is gone');
  expect(existsSync(join(folder, 'one.db'))).toBe(false);
});

test.runIf(onLinux)('tenants that were opened and closed again keep less than 20 KB each', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = async () => {
    for (let n = 0; n < 3; n++) {
      collect();
      // What was collected is forgotten in a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return process.memoryUsage().heapUsed + process.memoryUsage().external;
  };
  open({ tenantIdleMs: 0 });
  const use = async (from: number, to: number) => {
    for (let n = from; n < to; n++) await (await opened(`t${n}`)).head();
  };
  await use(0, 20);
  const before = await heap();
  await use(20, 120);
  expect(openFiles()).toEqual([]);
  expect(((await heap()) - before) / 100).toBeLessThan(20 * 1024);
});

test.each([1, 2])('nothing is lost, doubled or refused while tenants are opened and closed (seed %i)', async (seed) => {
  open({ openTenants: walkOpenMax, tenantIdleMs: seed === 1 ? 0 : 300_000 });
  const excess = async (inUse: number) => {
    const files = onLinux ? openFiles() : [];
    // One more is being closed.
    return files.length > walkOpenMax + inUse + 1 ? `open: ${files.join()}` : null;
  };
  await checkOpening(store, { excess }, seed, 400);
});
