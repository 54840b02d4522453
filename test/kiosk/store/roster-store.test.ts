/** The roster's changes on disk: changes that a fold or a wipe makes superfluous are deleted. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openRosterStore, type RosterStore } from '#kiosk/store/roster-store.ts';
import type { ChangeDoc } from '#kiosk/store/rows.ts';
import { deviceRights, deviceRoles } from '#server/core/policy/device-rights.ts';
import { diskChangeRows, diskRoster, plainSealer } from '#test/sim/disk-rows.ts';
import { finish } from '#test/sim/ground.ts';
import { randomOf } from '#test/sim/random.ts';
import { createSimDisk, type SimDisk } from '#test/sim/sim-disk.ts';
import { createVirtualTime, type VirtualTime, world } from '#test/sim/virtual-time.ts';

const healthy = { full: false, faultShare: 0, writeMs: 1 };
const foldAbove = 3;
const snapshot = { snapshot: 's', log: 'log', seq: 10, rows: 0, chunks: 1 };

let time: VirtualTime;
let disk: SimDisk;
let mood = healthy;

beforeEach(() => {
  time = createVirtualTime(0);
  mood = healthy;
  disk = createSimDisk(time, randomOf(1, 'disk'), () => mood);
});

/** As after a start of the window. */
async function open(): Promise<RosterStore> {
  const mounted = disk.mount(world);
  const store = openRosterStore({
    disk: diskRoster(mounted),
    sealer: plainSealer(),
    changes: diskChangeRows(mounted),
    yieldNow: () => time.sleep(world, 0),
    pauseBuilding: () => time.sleep(world, 1_000_000),
    foldAbove,
  });
  await finish(time, store.load());
  return store;
}

async function load(store: RosterStore): Promise<void> {
  const loading = await finish(time, store.beginLoad(snapshot));
  await finish(time, loading.put(0, { collection: 'registrations', records: [] }));
  await finish(
    time,
    loading.finish(() => {}),
  );
}

const taken = (store: RosterStore, from: number, to: number): Promise<readonly ChangeDoc[]> =>
  store.take(
    Array.from({ length: to - from }, (_, i) => ({
      collection: 'gates',
      id: `gate-${from + i}`,
      seq: from + i,
      record: { id: `gate-${from + i}`, name: `Gate ${from + i}` } as never,
    })),
    to - 1,
  );

/** As the feed does, some time after the changes were taken. */
const write = (docs: readonly ChangeDoc[]): Promise<void> =>
  finish(
    time,
    disk.mount(world).write('strict', (tables) => {
      for (const doc of docs) tables.put('changes', doc.key, doc);
    }),
  );

const onDisk = (): number => disk.tables().keys('changes').length;

/** Print jobs come by a feed of their own (`replicate-print-jobs.ts`). */
const rosterOf = (role: (typeof deviceRoles)[number]) =>
  Object.keys(deviceRights[role].holds).filter((collection) => collection !== 'print_jobs');

/** A box is a server: it holds records as one. */
const kioskRoles = deviceRoles.filter((role) => role !== 'box');

test.each(kioskRoles)(
  '%s: a record of every collection that the role holds is kept, of a first load and of a change',
  async (role) => {
    const store = await open();
    const collections = rosterOf(role);
    const record = (id: string) =>
      ({ id, name: 'Ada', registration: 'r', list: 'l', codeHash: id, ticketNumber: id }) as never;
    const loading = await finish(time, store.beginLoad({ ...snapshot, chunks: collections.length }));
    for (const [n, collection] of collections.entries())
      await finish(time, loading.put(n, { collection, records: [record('loaded')] }));
    await finish(
      time,
      loading.finish(() => {}),
    );
    await store.take(
      collections.map((collection, n) => ({ collection, id: 'changed', seq: 11 + n, record: record('changed') })),
      10 + collections.length,
    );
    const { roster } = store;
    const packed: Readonly<Record<string, () => readonly { readonly id: string }[]>> = {
      registrations: () => [...roster.registrations()],
      checkins: () => [roster.checkin('r', 'l')].flatMap((one) => one ?? []),
      external_codes: () => ['loaded', 'changed'].flatMap((hash) => roster.externalCode(hash) ?? []),
    };
    const lacking = collections.filter((collection) => {
      const held = packed[collection]?.() ?? roster.records(collection as 'gates');
      return !held.some(({ id }) => id === 'changed') || (collection !== 'checkins' && held.length !== 2);
    });
    expect(lacking).toEqual([]);
  },
);

describe('changes that the packed roster holds', () => {
  test('are deleted by the next round, also if they were written after the fold', async () => {
    const store = await open();
    await load(store);
    const docs = await taken(store, 11, 16);
    await finish(time, store.foldIfDue());
    await write(docs);
    expect(onDisk()).toBe(5);
    await write(await taken(store, 16, 17));
    await finish(time, store.foldIfDue());
    expect(disk.tables().keys('changes')).toEqual([expect.stringContaining('gate-16')]);
    expect((await open()).roster.records('gates')).toHaveLength(6);
  });

  test('are deleted after a restart, too, and a failed fold deletes none', async () => {
    const store = await open();
    await load(store);
    await write(await taken(store, 11, 16));
    mood = { ...healthy, full: true };
    await expect(finish(time, store.foldIfDue())).rejects.toThrow('the disk is full');
    mood = healthy;
    await write(await taken(store, 16, 17));
    await finish(time, (await open()).foldIfDue());
    const again = await open();
    expect(again.roster.records('gates')).toHaveLength(6);
    await finish(time, again.foldIfDue());
    expect(onDisk()).toBe(0);
  });
});

test('a wipe that was cut short between roster and changes is finished by the next', async () => {
  const store = await open();
  await load(store);
  // The epoch that a start without a roster would begin with is not above theirs.
  for (let n = 0; n < 3; n++) {
    await write(await taken(store, 11 + 5 * n, 16 + 5 * n));
    await finish(time, store.foldIfDue());
  }
  await write(await taken(store, 30, 33));
  await finish(time, diskRoster(disk.mount(world)).clear());
  expect(onDisk()).toBeGreaterThan(0);
  const next = await open();
  expect(next.ready()).toBe(false);
  await finish(time, next.clear());
  expect(onDisk()).toBe(0);
});
