/**
 * The contract of the schedule of tenants whose log has to be followed, and of the mark by which a commit knows that
 * its tenant is at rest.
 */
import { expect } from 'vitest';
import type { DumpPart, Store, TenantStore } from '#server/store/contract.ts';
import { clockSkewMs, type DueTenant } from '#server/store/schedule.ts';
import { ok, refuse } from '#shared/base/result.ts';
import { dayMs, hourMs } from '#shared/base/time.ts';
import { gadget, gadgets, visits } from './store-samples.ts';

const nowMs = Date.UTC(2026, 4, 1, 8);

const dueOf = async ({ schedule }: Store, tenant: string, atMs = nowMs): Promise<DueTenant | undefined> =>
  (await schedule.due(atMs)).find((one) => one.tenant === tenant);

async function turnOf(store: Store, tenant: string): Promise<number> {
  return (await dueOf(store, tenant))?.turn ?? expect.fail(`${tenant} is not due`);
}

async function putToRest(store: Store, db: TenantStore, dueAtMs: number | null = null): Promise<void> {
  const turn = await turnOf(store, db.tenant);
  expect(await db.rest(await db.head())).toBe(true);
  expect(await store.schedule.rest(db.tenant, turn, { dueAtMs, nowMs })).toBe(true);
  expect(await dueOf(store, db.tenant)).toBeUndefined();
}

async function opened(store: Store, tenant: string): Promise<TenantStore> {
  const db = await store.tenant(tenant);
  await db.migrate([gadgets, visits]);
  return db;
}

async function oneVisit(from: Store): Promise<readonly DumpPart[]> {
  const db = await opened(from, 'source');
  await db.commit('user:a', async (tx) => ok(await tx.create('visits', { note: 'loaded' })));
  const parts: DumpPart[] = [];
  for await (const part of db.dump(['visits'])) parts.push(part);
  return parts;
}

/** Every way in which a log grows. */
const growing: Readonly<Record<string, (db: TenantStore, parts: readonly DumpPart[]) => Promise<unknown>>> = {
  commit: (db) => db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a')))),
  'reshape by its plan': (db) => {
    const change = { collection: 'visits', definition: visits, convert: null };
    return db.reshape('user:a', change, async (tx) => ok(await tx.create('gadgets', gadget('b'))));
  },
  load: (db, parts) => db.load(parts),
};

export async function checkLeavesRest(store: Store): Promise<void> {
  const parts = await oneVisit(store);
  for (const [way, grow] of Object.entries(growing)) {
    const db = await opened(store, way.replaceAll(' ', '-'));
    await putToRest(store, db, nowMs + dayMs);
    let activated = 0;
    const stop = store.schedule.onActivate(() => {
      activated += 1;
    });
    const before = await db.head();
    await grow(db, parts);
    expect(await db.head(), way).toBeGreaterThan(before);
    const due = await dueOf(store, db.tenant);
    expect(due, way).toMatchObject({ dueAtMs: 0 });
    // It was put to rest, and activated once: what follows costs nothing more.
    await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('c'))));
    expect(await turnOf(store, db.tenant), way).toBe(due?.turn);
    expect(activated, way).toBe(1);
    stop();
  }
}

/** Nothing that leaves the log as it is ends a rest. */
export async function checkStaysAtRest(store: Store): Promise<void> {
  const db = await opened(store, 'quiet');
  await putToRest(store, db);
  await db.saveCursor('mail', 1);
  await db.commit('user:a', async (tx) => {
    await tx.create('gadgets', gadget('a'));
    return refuse({ code: 'nope', message: 'No.' });
  });
  await db.commit('user:a', async () => ok(null));
  const broken = db.commit('user:a', async (tx) => {
    await tx.create('gadgets', gadget('a'));
    throw new Error('broken plan');
  });
  await expect(broken).rejects.toThrow('broken plan');
  expect(await dueOf(store, 'quiet')).toBeUndefined();
}

/** A rest that was decided on what has changed meanwhile is refused by one of its two steps. */
export async function checkLateRest(store: Store): Promise<void> {
  const db = await opened(store, 'late');
  const turn = await turnOf(store, 'late');
  const head = await db.head();
  await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a'))));
  expect(await db.rest(head)).toBe(false);
  expect(await db.rest(head + 1)).toBe(true);
  // A writer between the two steps.
  await db.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('b'))));
  expect(await store.schedule.rest('late', turn, { dueAtMs: null, nowMs })).toBe(false);
  expect(await dueOf(store, 'late')).toMatchObject({ dueAtMs: 0 });
  await putToRest(store, db);
  // Two processes that believe they lead.
  expect(await store.schedule.rest('late', turn + 1, { dueAtMs: nowMs, nowMs })).toBe(false);
  expect(await dueOf(store, 'late')).toBeUndefined();
}

export async function checkDue(store: Store): Promise<void> {
  const db = await opened(store, 'timed');
  await putToRest(store, db, nowMs + hourMs);
  expect(await dueOf(store, 'timed', nowMs + hourMs - 1)).toBeUndefined();
  expect(await dueOf(store, 'timed', nowMs + hourMs)).toMatchObject({ dueAtMs: nowMs + hourMs });
  // A clock that shows less than when the tenant was put to rest was set back, or is another server's.
  expect(await dueOf(store, 'timed', nowMs - clockSkewMs)).toBeUndefined();
  expect(await dueOf(store, 'timed', nowMs - clockSkewMs - 1)).toBeDefined();
  await store.schedule.activate(['b', 'a', 'timed', 'a']);
  const due = await store.schedule.due(nowMs);
  expect(due.map(({ tenant }) => tenant)).toEqual(expect.arrayContaining(['a', 'b', 'timed']));
  await putToRest(store, db, nowMs + 1);
  // What was written to comes before what is due by its time.
  expect((await store.schedule.due(nowMs + 1)).at(-1)).toMatchObject({ tenant: 'timed' });
  await store.schedule.forget('a');
  expect(await dueOf(store, 'a')).toBeUndefined();
  // A name of this run alone: the contract may run more than once on a database.
  const name = `log ${process.hrtime.bigint()}`;
  expect(await store.schedule.cursor(name)).toBe(0);
  await store.schedule.saveCursor(name, 5);
  await store.schedule.saveCursor(name, 3);
  expect(await store.schedule.cursor(name)).toBe(5);
  expect(await store.schedule.due(nowMs + dayMs)).not.toContainEqual(expect.objectContaining({ tenant: name }));
  expect(await store.leads(['a', 'b'])).toEqual(new Set(['a', 'b']));
}

/** All of it is durable, and what a tenant's own mark says counts where the schedule was lost. */
export async function checkScheduleReopened(store: Store, reopen: () => Promise<Store>): Promise<void> {
  const [resting, lost] = [await opened(store, 'resting'), await opened(store, 'lost')];
  await putToRest(store, resting);
  await putToRest(store, lost);
  await store.schedule.activate(['active']);
  await lost.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a'))));
  await store.schedule.forget('lost');
  await store.close();
  const again = await reopen();
  expect(await dueOf(again, 'active')).toMatchObject({ dueAtMs: 0 });
  await opened(again, 'resting');
  expect(await dueOf(again, 'resting')).toBeUndefined();
  await opened(again, 'lost');
  expect(await dueOf(again, 'lost')).toMatchObject({ dueAtMs: 0 });
  const other = await opened(again, 'resting');
  await other.commit('user:a', async (tx) => ok(await tx.create('gadgets', gadget('a'))));
  expect(await dueOf(again, 'resting')).toMatchObject({ dueAtMs: 0 });
  await again.drop('resting');
  expect(await dueOf(again, 'resting')).toBeUndefined();
}
