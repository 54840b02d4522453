/** A clock that leaps ahead and is set back: nothing is taken away too early, and nothing waits for the wrong day. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TimedJob } from '#server/core/collections/follower.ts';
import { settleMs } from '#server/core/log/followers/clock-watch.ts';
import { type Followers, startFollowers } from '#server/core/log/followers/run-followers.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime, minuteMs } from '#shared/base/time.ts';
import { defineCollection } from '#shared/schema/definition.ts';
import { openTestServer } from '#test/fixtures/test-server.ts';
import { aMoment, HandPace, until } from './hand-pace.ts';

const letters = defineCollection({
  name: 'letters',
  module: 'sample',
  labels: { one: 'Letter', many: 'Letters' },
  fields: [
    { name: 'state', type: 'select', options: ['queued', 'sent'], required: true },
    { name: 'attempts', type: 'integer', required: true },
    { name: 'at', type: 'date' },
  ],
  indexes: [['state', 'at']],
});
const retryMs = 3 * hourMs;

let folder: string;
let pace: HandPace;
let store: Store;
let db: TenantStore;
let followers: Followers;
let runs = 0;

const sweep: TimedJob = {
  name: 'sweep',
  everyMs: minuteMs,
  run: async () => {
    runs += 1;
  },
  scheduled: [
    {
      collection: 'letters',
      field: 'at',
      waiting: { kind: 'field', path: 'state', op: 'equals', value: 'queued' },
      longestMs: ({ attempts }) => Number(attempts) * retryMs,
    },
  ],
};

async function open(): Promise<void> {
  store = openSqliteStore({ folder, clock: pace.clock, newId: () => uuidv7(Date.now(), randomBytes(10)) });
  db = await store.tenant('one');
  await db.migrate([letters]);
  const onFault = ({ error }: { error: unknown }) => expect.fail(String(error));
  followers = startFollowers({ clock: pace.clock, newId: () => uuidv7(Date.now(), randomBytes(10)), pace, onFault });
  await followers.attach(db, [], [sweep]);
}
async function shut(): Promise<void> {
  await followers.stop();
  await store.close();
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-clock-'));
  pace = new HandPace();
  runs = 0;
  await open();
  await until(() => runs === 1);
});
afterEach(async () => {
  await shut();
  rmSync(folder, { recursive: true });
});

async function add(attempts: number, atMs: number): Promise<string> {
  const made = await db.commit('user:a', async (tx) =>
    ok((await tx.create('letters', { state: 'queued', attempts, at: isoTime(atMs) })).id),
  );
  return made.ok ? made.value.value : expect.fail();
}
const timeOf = async (id: string) => Date.parse(String((await db.get('letters', id))?.['at']));
async function minutes(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await aMoment();
    pace.pass(minuteMs);
  }
  await aMoment();
}

test('a clock that leaps ahead is not believed for five minutes; set back meanwhile, no job has run', async () => {
  await minutes(1);
  const before = runs;
  pace.nowMs += dayMs;
  await minutes(settleMs / minuteMs - 1);
  expect(runs).toBe(before);
  pace.nowMs -= dayMs;
  await minutes(2);
  expect(runs).toBeGreaterThan(before);
});

test('a clock that stays ahead is believed in the end', async () => {
  await minutes(1);
  const before = runs;
  pace.nowMs += dayMs;
  await minutes(settleMs / minuteMs + 2);
  expect(runs).toBeGreaterThan(before);
});

test.each([false, true])(
  'what was scheduled meanwhile waits as long as it can, no longer (restarted: %s)',
  async (restarted) => {
    await minutes(1);
    pace.nowMs += 3 * dayMs;
    await minutes(settleMs / minuteMs + 2);
    const ahead = pace.nowMs;
    const ids = [await add(0, ahead), await add(1, ahead + retryMs), await add(2, ahead + minuteMs)];
    if (restarted) await shut();
    pace.nowMs -= 3 * dayMs;
    const right = await (restarted ? open() : Promise.resolve()).then(() => add(1, pace.nowMs + retryMs - minuteMs));
    const rightAt = await timeOf(right);
    await minutes(2);
    const waits = [];
    for (const id of ids) waits.push(Math.round(((await timeOf(id)) - pace.nowMs) / hourMs) + 0);
    expect(waits).toEqual([0, 3, 6]);
    expect(await timeOf(right)).toBe(rightAt);
  },
);

test('of rows that were scheduled for the same time, none keeps the wrong day, however many they are', async () => {
  await minutes(1);
  pace.nowMs += 3 * dayMs;
  await minutes(settleMs / minuteMs + 2);
  const at = isoTime(pace.nowMs);
  await db.commit('user:a', async (tx) => {
    for (let i = 0; i < 450; i += 1) await tx.create('letters', { state: 'queued', attempts: 0, at });
    return ok(null);
  });
  pace.nowMs -= 3 * dayMs;
  await minutes(2);
  const late = { kind: 'field', path: 'at', op: 'greater_than', value: isoTime(pace.nowMs) } as const;
  expect(await db.find('letters', { where: late, limit: 1_000 })).toHaveLength(0);
});

test('every built-in queue that counts its times from the clock says how far ahead they can be', async () => {
  const house = await openTestServer();
  try {
    const modules = house.admin.modules.all;
    const counted = modules.flatMap((m) =>
      m.collections.flatMap(({ name, fields }) =>
        fields
          .filter(
            (f) =>
              f.type === 'date' &&
              /^(nextAttemptAt|holdExpiresAt|offerExpiresAt|snapshotDueAt|claimUntil)$/.test(f.name),
          )
          .map((f) => `${name}.${f.name}`),
      ),
    );
    // The other times of this name are promises to people and are not moved: a link, an upload, a lease, a hosted page.
    counted.push('meetings.expiresAt');
    const said = modules.flatMap((m) => (m.jobs ?? []).flatMap((job) => job.scheduled ?? []));
    // Two queues may share a collection.
    expect(new Set(said.map(({ collection, field }) => `${collection}.${field}`))).toEqual(new Set(counted));
    expect(counted.length).toBeGreaterThanOrEqual(3);
  } finally {
    await house.close();
  }
});
