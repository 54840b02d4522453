import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Follower, TimedJob } from '#server/core/collections/follower.ts';
import type { LoopFault } from '#server/core/log/followers/loop-state.ts';
import { type Followers, startFollowers } from '#server/core/log/followers/run-followers.ts';
import type { Change, Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { gadget, gadgets, visits } from '#test/contract/store-samples.ts';
import { aMoment, HandPace, until } from './hand-pace.ts';

let folder: string;
let pace: HandPace;
let store: Store;
let db: TenantStore;
let followers: Followers;
let faults: LoopFault[];
const newId = () => uuidv7(Date.now(), randomBytes(10));

async function open(): Promise<void> {
  store = openSqliteStore({ folder, clock: pace.clock, newId });
  db = await store.tenant('one');
  await db.migrate([gadgets, visits]);
  followers = startFollowers({ clock: pace.clock, newId, pace, onFault: (fault) => faults.push(fault) });
}

async function shut(): Promise<void> {
  await followers.stop();
  await store.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-followers-'));
  pace = new HandPace();
  faults = [];
  await open();
});

afterEach(async () => {
  await shut();
  rmSync(folder, { recursive: true });
});

let made = 0;
const add = (count = 1, to = db) =>
  to.commit('user:a', async (tx) => {
    for (let i = 0; i < count; i++) await tx.create('gadgets', gadget(`c${++made}`));
    return ok(null);
  });
const addVisit = () => db.commit('user:a', async (tx) => ok(await tx.create('visits', { gadget: null, note: 'x' })));

/** Notes the numbers it was handed; `before` may throw or wait. */
function noting(
  name: string,
  before: (changes: readonly Change[]) => unknown = () => {},
): Follower & { readonly seen: number[] } {
  const seen: number[] = [];
  return {
    name,
    collections: ['gadgets'],
    seen,
    handle: async (changes) => {
      await before(changes);
      seen.push(...changes.map((c) => c.seq));
    },
  };
}
const statusOf = (name: string) => followers.status().find((s) => s.name === name);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('hands over everything that was and that comes, in order, in bounded batches', async () => {
  await add(450);
  const sizes: number[] = [];
  const mail = noting('mail', (changes) => sizes.push(changes.length));
  await followers.attach(db, [mail]);
  await until(() => mail.seen.length === 450);
  await add(3);
  await until(() => statusOf('mail')?.cursor === 453);
  expect(mail.seen).toEqual(range(1, 453));
  expect(Math.max(...sizes)).toBe(200);
  expect(statusOf('mail')).toEqual({ tenant: 'one', name: 'mail', cursor: 453, head: 453, lag: 0 });
  expect(await db.cursor('mail')).toBe(453);
});

test('a restart goes on where it stopped; what was done is not done again', async () => {
  const first = noting('mail');
  await followers.attach(db, [first]);
  await add(5);
  await until(() => first.seen.length === 5);
  await shut();
  await open();
  await add(2);
  const second = noting('mail');
  await followers.attach(db, [second]);
  await until(() => second.seen.length === 2);
  expect(second.seen).toEqual([6, 7]);
});

test('changes of no interest move the cursor without being handed over', async () => {
  const mail = noting('mail');
  const all: Follower & { seen: number[] } = { ...noting('all'), collections: ['*'], seen: [] };
  const everything: Follower = { ...all, handle: async (changes) => void all.seen.push(...changes.map((c) => c.seq)) };
  await followers.attach(db, [mail, everything]);
  await addVisit();
  await add();
  await addVisit();
  await until(() => statusOf('mail')?.cursor === 3 && all.seen.length === 3);
  expect(mail.seen).toEqual([2]);
  expect(all.seen).toEqual([1, 2, 3]);
  await followers.stop();
  expect(await db.cursor('mail')).toBe(3);
});

test('a follower that throws is tried again, later and later; the state says so; nothing is lost', async () => {
  let broken = true;
  const mail = noting('mail', () => {
    if (broken) throw new Error('no connection');
  });
  const stats = noting('stats');
  await followers.attach(db, [mail, stats]);
  await add(3);
  await until(() => faults.length === 1 && statusOf('stats')?.cursor === 3);
  const since = new Date(pace.nowMs).toISOString();
  expect(statusOf('mail')).toMatchObject({
    cursor: 0,
    lag: 3,
    failures: 1,
    failingSince: since,
    lastError: 'no connection',
    nextTryAt: new Date(pace.nowMs + 375).toISOString(),
  });
  expect(statusOf('stats')).toEqual({ tenant: 'one', name: 'stats', cursor: 3, head: 3, lag: 0 });
  for (const expected of [375, 750, 1_500, 3_000]) {
    const before = faults.length;
    pace.pass(expected - 1);
    await aMoment();
    expect(faults).toHaveLength(before);
    pace.pass(1);
    await until(() => faults.length === before + 1);
  }
  expect(statusOf('mail')).toMatchObject({ failures: 5, failingSince: since });
  expect(mail.seen).toEqual([]);
  broken = false;
  await add(1);
  await until(() => stats.seen.length === 4);
  pace.pass(6_000);
  await until(() => statusOf('mail')?.cursor === 4);
  expect(mail.seen).toEqual([1, 2, 3, 4]);
  expect(statusOf('mail')).toEqual({ tenant: 'one', name: 'mail', cursor: 4, head: 4, lag: 0 });
});

test('after a failure it goes change by change, so that only the poisoned one waits', async () => {
  const handed: number[][] = [];
  let poisoned = true;
  const mail = noting('mail', (changes) => {
    handed.push(changes.map((c) => c.seq));
    if (poisoned && changes.some((c) => c.seq === 6)) throw new Error('cannot do 6');
  });
  await add(8);
  await followers.attach(db, [mail]);
  await until(() => faults.length === 1);
  pace.pass(1_000);
  await until(() => faults.length === 2);
  expect(handed).toEqual([range(1, 8), [1], [2], [3], [4], [5], [6]]);
  expect(mail.seen).toEqual([1, 2, 3, 4, 5]);
  expect(await db.cursor('mail')).toBe(5);
  poisoned = false;
  pace.pass(2_000);
  await until(() => mail.seen.length === 8);
});

test('one that hangs holds up no other follower and no other tenant', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stuck = noting('stuck', () => gate);
  const mail = noting('mail');
  const two = await store.tenant('two');
  await two.migrate([gadgets]);
  const other = noting('mail');
  await followers.attach(db, [stuck, mail]);
  await followers.attach(two, [other]);
  await add(2);
  await add(3, two);
  await until(() => mail.seen.length === 2 && other.seen.length === 3);
  expect(statusOf('stuck')).toMatchObject({ cursor: 0, lag: 2 });
  release();
  await until(() => stuck.seen.length === 2);
});

test('stop waits for what is in progress and keeps its cursor; nothing begins after it', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const mail = noting('mail', () => {
    begun++;
    return gate;
  });
  await followers.attach(db, [mail]);
  await add();
  await until(() => begun === 1);
  await add();
  let stopped = false;
  const stopping = followers.stop().then(() => {
    stopped = true;
  });
  await aMoment();
  expect(stopped).toBe(false);
  release();
  await stopping;
  expect(mail.seen).toEqual([1]);
  expect(await db.cursor('mail')).toBe(1);
  expect(begun).toBe(1);
});

test('stop does not wait for ever for one that hangs', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = false;
  const stuck = noting('stuck', () => {
    begun = true;
    return gate;
  });
  await followers.attach(db, [stuck]);
  await add();
  await until(() => begun);
  const stopping = followers.stop();
  pace.pass(10_000);
  await stopping;
  expect(await db.cursor('stuck')).toBe(0);
  release();
});

test('a follower commits in its own name', async () => {
  const visiting: Follower = {
    name: 'visiting',
    collections: ['gadgets'],
    handle: async (changes, context) => {
      for (const change of changes) {
        await context.commit(async (tx) => ok(await tx.create('visits', { gadget: change.id, note: context.tenant })));
      }
    },
  };
  await followers.attach(db, [visiting]);
  await add(2);
  await until(() => statusOf('visiting')?.cursor === 4);
  const written = await db.since(2, { limit: 10 });
  expect(written.map((c) => [c.collection, c.actor, c.record['note']])).toEqual([
    ['visits', 'system:visiting', 'one'],
    ['visits', 'system:visiting', 'one'],
  ]);
});

test('what another process wrote is noticed by looking again', async () => {
  const mail = noting('mail');
  const head = vi.spyOn(db, 'head');
  await followers.attach(db, [mail]);
  // Attaching and the first look read the log; only another look finds what is committed after them.
  await until(() => head.mock.calls.length === 2);
  await Promise.all(head.mock.results.map(({ value }) => value));
  await aMoment();
  const process2 = openSqliteStore({ folder, clock: pace.clock, newId });
  const sameTenant = await process2.tenant('one');
  await sameTenant.migrate([gadgets]);
  await add(2, sameTenant);
  await process2.close();
  await aMoment();
  expect(mail.seen).toEqual([]);
  pace.pass(5_000);
  await until(() => mail.seen.length === 2);
});

test('a job runs at once when it never ran, then at its interval; a restart neither forgets nor repeats', async () => {
  let runs = 0;
  const job: TimedJob = { name: 'remind', everyMs: 3_600_000, run: async () => void runs++ };
  await followers.attach(db, [], [job]);
  await until(() => runs === 1 && pace.slept.includes(60_000));
  expect(followers.jobStatus()).toEqual([
    { tenant: 'one', name: 'remind', lastRunAt: new Date(pace.nowMs).toISOString() },
  ]);
  await shut();
  await open();
  await followers.attach(db, [], [job]);
  pace.pass(3_599_000);
  await aMoment();
  expect(runs).toBe(1);
  pace.pass(60_000);
  await until(() => runs === 2);
  await shut();
  pace.nowMs += 10 * 3_600_000;
  await open();
  await followers.attach(db, [], [job]);
  await until(() => runs === 3);
  await aMoment();
  expect(runs).toBe(3);
});

test('a job that throws is tried again; a clock set back does not silence it', async () => {
  let tries = 0;
  const job: TimedJob = {
    name: 'remind',
    everyMs: 3_600_000,
    run: async () => {
      if (++tries === 1) throw new Error('no connection');
    },
  };
  await followers.attach(db, [], [job]);
  await until(() => faults.length === 1);
  expect(followers.jobStatus()[0]).toMatchObject({ lastRunAt: null, failures: 1, lastError: 'no connection' });
  pace.pass(375);
  await until(() => tries === 2);
  await until(() => followers.jobStatus()[0]?.lastRunAt !== null);
  expect(followers.jobStatus()[0]).not.toHaveProperty('failures');
  await shut();
  pace.nowMs -= 48 * 3_600_000;
  await open();
  pace.slept.length = 0;
  await followers.attach(db, [], [job]);
  const naps = () => pace.slept.filter((ms) => ms === 60_000).length;
  // At once: nothing says what was written since it ran.
  await until(() => naps() === 1);
  expect(tries).toBe(3);
  for (let minute = 1; minute < 60; minute++) {
    pace.pass(60_000);
    await until(() => naps() === minute + 1);
  }
  expect(tries).toBe(3);
  pace.pass(60_000);
  await until(() => tries === 4);
});

test('the same name twice, a follower of nothing, and a tenant twice are bugs that show', async () => {
  await expect(followers.attach(db, [noting('mail'), noting('mail')])).rejects.toThrow(/same name/);
  await expect(followers.attach(db, [{ ...noting('mail'), collections: [] }])).rejects.toThrow(/no collection/);
  await followers.attach(db, [noting('mail')]);
  await expect(followers.attach(db, [noting('stats')])).rejects.toThrow(/followed already/);
});

test('a follower with a pace is handed what happens meanwhile together, once the time has passed', async () => {
  const batches: number[] = [];
  const slow = { ...noting('slow', (changes) => batches.push(changes.length)), paceMs: 250 };
  await followers.attach(db, [slow]);
  await add();
  await until(() => batches.length === 1);
  for (let n = 0; n < 5; n += 1) await add();
  await aMoment();
  expect(batches).toEqual([1]);
  pace.pass(249);
  await aMoment();
  expect(batches).toEqual([1]);
  pace.pass(1);
  await until(() => batches.length === 2);
  expect([batches, slow.seen]).toEqual([[1, 5], range(1, 6)]);
});
