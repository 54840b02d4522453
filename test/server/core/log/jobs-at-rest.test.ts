/**
 * Every job and runner of every module, in a tenant that is put to rest between them: each does its work at its time. A
 * module that brings a new one fails here until the table below says what that one works off.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FollowerContext } from '#server/core/collections/follower.ts';
import { followTenants, type TenantFollowing } from '#server/core/log/followers/follow-tenants.ts';
import { openDirectory } from '#server/core/tenants/directory.ts';
import { tenantSource } from '#server/core/tenants/tenant-source.ts';
import { controlTables } from '#server/identity/control-tables.ts';
import { idMaker } from '#server/identity/credentials/new-id.ts';
import { type Assembly, assemble } from '#server/start/assemble.ts';
import { readConfig } from '#server/start/config.ts';
import type { Store, TenantStore } from '#server/store/contract.ts';
import { openSqliteStore } from '#server/store/sqlite/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { dayMs, hourMs, isoTime, minuteMs, secondMs } from '#shared/base/time.ts';
import { catalogue } from '#shared/modules/catalogue.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { type Values, valuesOf } from '#test/fixtures/valid-record.ts';
import { HandPace } from './hand-pace.ts';

/** A row that a job works off, and what shows that it has. */
interface Timed {
  readonly job: string;
  readonly collection: string;
  readonly row: (atMs: number) => Values;
  readonly isDone: (record: StoredRecord | null) => boolean;
  /** From the moment the row is made: where the job counts from that. */
  readonly afterMs?: number;
  /** The event that the row belongs to, where the job reads its time from that. */
  readonly event?: (atMs: number) => Values;
}

const isGone = (record: StoredRecord | null) => record === null;
const is = (field: string, value: string | null) => (record: StoredRecord | null) => record?.[field] === value;
const isNot = (field: string, value: string | null) => (record: StoredRecord | null) => record?.[field] !== value;

const noCondition = { kind: 'and', of: [] };

const someId = '018f3c5e-7a2b-7c3d-8e4f-5a6b7c8d9e0f';

const timed: readonly Timed[] = [
  {
    job: 'events.expire-holds',
    collection: 'registrations',
    row: (atMs) => ({ status: 'pending', paymentStatus: 'pending', holdExpiresAt: isoTime(atMs) }),
    isDone: is('status', 'expired'),
  },
  {
    job: 'events.status-by-clock',
    collection: 'events',
    row: (atMs) => ({ status: 'upcoming', startsAt: isoTime(atMs), endsAt: isoTime(atMs + 90 * dayMs) }),
    isDone: is('status', 'live'),
  },
  {
    job: 'events.status-by-clock',
    collection: 'events',
    row: (atMs) => ({ status: 'live', startsAt: isoTime(atMs - dayMs), endsAt: isoTime(atMs) }),
    isDone: is('status', 'completed'),
  },
  {
    job: 'events.keep-streams',
    collection: 'streams',
    row: (atMs) => ({ state: 'disconnected', resumableUntil: isoTime(atMs) }),
    event: (atMs) => ({ status: 'live', startsAt: isoTime(atMs - dayMs), endsAt: isoTime(atMs + 90 * dayMs) }),
    isDone: is('state', 'ended'),
  },
  {
    job: 'events.close-viewers',
    collection: 'viewer_stats',
    row: (atMs) => ({ currentViewers: 5, countsUntil: isoTime(atMs) }),
    isDone: (row) => row?.['currentViewers'] === 0,
  },
  {
    job: 'events.send-mails-again',
    collection: 'outgoing_mails',
    row: (atMs) => ({ state: 'queued', attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: isNot('state', 'queued'),
  },
  {
    job: 'events.send-message-mails-again',
    collection: 'outgoing_mails',
    row: (atMs) => ({ state: 'in_line', attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: isNot('state', 'in_line'),
  },
  {
    job: 'events.spread-messages-again',
    collection: 'message_batches',
    row: (atMs) => ({ state: 'scheduled', attempts: 1, nextAttemptAt: isoTime(atMs), condition: noCondition }),
    isDone: isNot('state', 'scheduled'),
  },
  {
    job: 'events.work-batches-again',
    collection: 'attendee_batches',
    row: (atMs) => ({ state: 'running', attempts: 1, nextAttemptAt: isoTime(atMs), condition: noCondition }),
    // Of an event that does not exist: the first page of people finds that out.
    isDone: is('state', 'failed'),
  },
  {
    job: 'events.expire-exports',
    collection: 'exports',
    row: (atMs) => ({ state: 'done', expiresAt: isoTime(atMs) }),
    isDone: is('state', 'expired'),
  },
  {
    job: 'events.expire-matches',
    collection: 'matches',
    row: () => ({ status: 'pending' }),
    event: (atMs) => ({ status: 'completed', startsAt: isoTime(atMs - dayMs), endsAt: isoTime(atMs) }),
    isDone: is('status', 'expired'),
  },
  {
    job: 'events.keep-meetings',
    collection: 'meetings',
    row: (atMs) => ({ status: 'proposed', heldStartsAt: null, expiresAt: isoTime(atMs) }),
    isDone: is('status', 'expired'),
  },
  {
    job: 'events.keep-meetings',
    collection: 'meetings',
    row: (atMs) => ({ status: 'confirmed', startsAt: isoTime(atMs - hourMs), endsAt: isoTime(atMs) }),
    isDone: is('status', 'completed'),
  },
  {
    job: 'events.keep-turns',
    collection: 'waitlist_entries',
    row: (atMs) => ({ state: 'offered', offerExpiresAt: isoTime(atMs) }),
    isDone: is('state', 'expired'),
  },
  {
    job: 'events.forfeit-prizes',
    collection: 'prize_entries',
    row: (atMs) => ({ state: 'pending', claimUntil: isoTime(atMs) }),
    isDone: is('state', 'forfeited'),
  },
  {
    job: 'events.store-leaderboards',
    collection: 'leaderboards',
    row: (atMs) => ({ event: someId, top: [], people: 0, snapshotDueAt: isoTime(atMs) }),
    isDone: is('snapshotDueAt', null),
  },
  {
    job: 'events.mark-absent',
    collection: 'sessions',
    row: (atMs) => ({ status: 'scheduled', endsAt: isoTime(atMs - hourMs), absentMarkedAt: null }),
    isDone: (record) => typeof record?.['absentMarkedAt'] === 'string',
  },
  {
    job: 'events.fail-unfinished-imports',
    collection: 'attendee_imports',
    row: () => ({ state: 'reading' }),
    isDone: is('state', 'failed'),
    afterMs: 30 * minuteMs,
  },
  {
    job: 'events.open-payments-again',
    collection: 'payments',
    row: (atMs) => ({ state: 'closing', livemode: null, attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: is('state', 'closed'),
  },
  {
    job: 'events.send-refunds-again',
    collection: 'refunds',
    row: (atMs) => ({ state: 'pending', paymentIntent: 'pi_1', attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: is('state', 'succeeded'),
  },
  {
    job: 'events.ask-accounts-again',
    collection: 'payment_accounts',
    row: (atMs) => ({ state: 'wanted', attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: is('state', 'known'),
  },
  {
    job: 'events.recover-disputes-again',
    collection: 'payment_disputes',
    row: (atMs) => ({ state: 'taking_back', livemode: null, attempts: 1, nextAttemptAt: isoTime(atMs) }),
    isDone: is('state', 'left'),
  },
  {
    job: 'media.expire_uploads',
    collection: 'uploads',
    row: (atMs) => ({ expiresAt: isoTime(atMs) }),
    isDone: isGone,
  },
  { job: 'mcp.sweep', collection: 'mcp_sessions', row: (atMs) => ({ goodUntil: isoTime(atMs) }), isDone: isGone },
  {
    job: 'webhooks.keep-bounds',
    collection: 'webhook_attempts',
    row: () => ({}),
    isDone: isGone,
    afterMs: 30 * dayMs,
  },
  {
    job: 'webhooks.send',
    collection: 'webhook_deliveries',
    row: (atMs) => ({ status: 'pending', attempts: 1, nextAttemptAt: isoTime(atMs), collection: 'gone' }),
    isDone: isNot('status', 'pending'),
  },
  ...catalogue.flatMap((module) =>
    module.rules.flatMap((rule) =>
      rule.kind !== 'due'
        ? []
        : [
            {
              job: `${module.name}.due`,
              collection: rule.collection,
              row: (atMs: number) => {
                const definition = must(
                  module.collections.find((c) => c.name === rule.collection),
                  rule.collection,
                );
                return { [definition.lifecycle?.field ?? 'status']: rule.from, [rule.at]: isoTime(atMs), ...full };
              },
              isDone: (record: StoredRecord | null) => Object.values(record ?? {}).includes(rule.to),
            },
          ],
    ),
  ),
];
/** What rules of the catalogue ask for where a record moves on. */
const full: Values = { body: 'text', fields: [] };

/** Work that has no time of its own: a tenant is not put to rest while it is there. */
const lasting: Readonly<Record<string, { readonly collection: string; readonly row: Values }>> = {
  'auth.retry-invitations': {
    collection: 'members',
    row: {
      status: 'invited',
      invitation: 'x',
      invitationProblem: 'no mail server',
      invitationExpiresAt: '2100-01-01T00:00:00.000Z',
    },
  },
  'collab.settle': { collection: 'collab_documents', row: { ahead: true } },
  'events.give-slugs': { collection: 'events', row: { slug: null } },
  'events.reconcile-payments': { collection: 'payments', row: { livemode: true } },
  'events.watch-presence': { collection: 'kiosks', row: { presence: 'online' } },
  'webhooks.replay': { collection: 'webhook_replays', row: { status: 'running' } },
};

/** Works off what changes leave: once more after the last change, and so long after it. */
const afterChanges: Readonly<Record<string, number>> = { 'collab.sweep': 0, 'media.sweep': dayMs };

const pace = new HandPace();
let folder: string;
let house: Assembly;
let store: Store;
let db: TenantStore;
let following: TenantFollowing;
const faults: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-jobs-'));
  house = await assemble(readConfig({ DATA_DIR: join(folder, 'house'), LOG_LEVEL: 'error' }));
  store = openSqliteStore({ folder: join(folder, 'data'), clock: pace.clock, newId: idMaker(pace.clock) });
  const directory = await openDirectory(store, { controlTables, collectionsOf: house.modules.collectionsOf });
  const modules = house.modules.all.map((m) => m.name);
  const made = expectOk(await directory.create({ slug: 'all', plan: 'enterprise', modules }));
  db = await directory.open(made.live);
  following = await followTenants({
    store,
    source: tenantSource(directory),
    modules: house.modules.all,
    clock: pace.clock,
    newId: idMaker(pace.clock),
    pace,
    quietMs: 0,
    onFault: ({ name, error }) => faults.push(`${name}: ${String(error)}`),
  });
});
afterAll(async () => {
  await following.stop();
  await store.close();
  await house.store.close();
  rmSync(folder, { recursive: true });
});

/** As little as the definition asks for. */
function rowOf(collection: string, own: Values): Values {
  const { fields } = must(db.shapeOf(collection), collection);
  const needed = fields
    .filter((field) => field.required || field.name in own)
    .map((field) => ({ ...field, readOnly: false, hidden: false }));
  const [made] = fc.sample(
    valuesOf(needed, () => [someId]),
    { numRuns: 1, seed: 5 },
  );
  const known = Object.entries(own).filter(([name]) => fields.some((field) => field.name === name));
  return { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...made, ...Object.fromEntries(known) };
}

async function add(collection: string, own: Values): Promise<string> {
  const done = await db.commit('user:a', async (tx) => ok((await tx.create(collection, rowOf(collection, own))).id));
  return done.ok ? done.value.value : expect.fail(done.errors[0].message);
}

/** How late it may be, at rest or not; a runner is not. */
const everyMs = (job: string) =>
  house.modules.all.flatMap((m) => m.jobs ?? []).find(({ name }) => name === job)?.everyMs ?? 0;

const isDue = async () => (await store.schedule.due(pace.nowMs)).some(({ tenant }) => tenant === db.tenant);

/** Looks, and lets time pass in small steps, until this is so. */
async function passUntil(what: () => Promise<boolean>, limitMs: number, why = 'at rest'): Promise<void> {
  let sleeping = -1;
  for (const endMs = pace.nowMs + limitMs; pace.nowMs < endMs; pace.pass(20 * secondMs)) {
    // Loops that the step has woken are at work until all of them sleep again; a tenant at rest has to be attached first.
    for (let i = 0; i < 10; i += 1) {
      await following.look();
      if (await what()) return;
      if (i > 0 && sleeping > 0 && pace.sleeping === sleeping) break;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    sleeping = pace.sleeping;
  }
  expect.fail(`${why}: did not come about within ${limitMs / minuteMs} minutes; ${faults.join('; ')}`);
}

const isAtRest = async () => !(await isDue()) && following.status().every(({ tenant }) => tenant !== db.tenant);

test('every job and runner is in one of the tables', () => {
  const all = house.modules.all.flatMap((m) => [...(m.jobs ?? []), ...(m.runners ?? [])]);
  const tables = new Set([...timed.map(({ job }) => job), ...Object.keys(lasting), ...Object.keys(afterChanges)]);
  expect(tables).toEqual(new Set(all.map(({ name }) => name)));
  const jobs = house.modules.all.flatMap((m) => m.jobs ?? []);
  expect(jobs.filter(({ everyMs, nextDue }) => everyMs < hourMs && !nextDue).map(({ name }) => name)).toEqual([]);
});

test('what is due by its time is done at that time, out of rest and to rest again', { timeout: 600_000 }, async () => {
  const hook = { status: 'active', url: 'https://hook.example/', events: ['nothing.happens'] };
  const webhook = await add('webhooks', hook);
  const beganMs = pace.nowMs;
  const rows: (Timed & { readonly atMs: number; readonly id: string })[] = [];
  for (const [nth, one] of timed.entries()) {
    const atMs = beganMs + (one.afterMs ?? 3 * (nth + 1) * hourMs);
    const event = one.event ? { event: await add('events', one.event(atMs)) } : {};
    const own = { ...one.row(atMs), ...event, ...(one.collection.startsWith('webhook_') ? { webhook } : {}) };
    rows.push({ ...one, atMs, id: await add(one.collection, own) });
  }
  const isDone = async ({ collection, id, isDone: done }: (typeof rows)[number]) => done(await db.get(collection, id));
  for (const row of rows.toSorted((a, b) => a.atMs - b.atMs)) {
    await passUntil(isAtRest, 30 * minuteMs);
    expect(pace.nowMs, row.job).toBeLessThan(row.atMs - minuteMs);
    pace.pass(row.atMs - minuteMs - pace.nowMs);
    expect(await isDone(row), row.job).toBe(false);
    await passUntil(() => isDone(row), everyMs(row.job) + 5 * minuteMs, `${row.job} of ${row.collection}`);
  }
  await passUntil(isAtRest, 30 * minuteMs);
});

test.each(Object.entries(afterChanges))(
  '%s runs once more after the last change, then no more',
  async (job, afterMs) => {
    const lastRun = () => db.cursor(`job:${job}`);
    await add('audit_entries', {});
    const changedMs = pace.nowMs;
    for (let hours = 0; hours < 48; hours += 1) {
      await passUntil(isAtRest, 30 * minuteMs);
      pace.pass(hourMs);
    }
    const ranMs = await lastRun();
    expect(ranMs).toBeGreaterThan(changedMs + afterMs);
    pace.pass(10 * dayMs);
    await passUntil(isAtRest, 30 * minuteMs);
    expect(await lastRun()).toBe(ranMs);
  },
);

test.each(Object.entries(lasting))('while there is work for %s, the tenant is not put to rest', async (name, work) => {
  const all = house.modules.all.flatMap((m) => [...(m.jobs ?? []), ...(m.runners ?? [])]);
  const one = must(
    all.find((job) => job.name === name),
    name,
  );
  const context: FollowerContext = {
    tenant: db.tenant,
    clock: pace.clock,
    newId: idMaker(pace.clock),
    reader: db,
    commit: () => expect.fail('asking writes nothing'),
  };
  const seen = { lastRunMs: pace.nowMs, lastChangeMs: 0 };
  expect(await one.nextDue?.(context, seen)).toBeNull();
  await following.stop();
  await add(work.collection, work.row);
  expect(await one.nextDue?.(context, seen)).toBe(pace.nowMs);
});
