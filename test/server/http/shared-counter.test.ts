/** A tenant's minute over several processes: never more than the plan says, in the end no less, and few questions for it. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts';
import { RefusalError } from '#server/http/refusal-error.ts';
import type { Quota, Store } from '#server/store/contract.ts';
import { findEngine } from '#server/store/postgres/cluster/find-engine.ts';
import { openPostgresStore } from '#server/store/postgres/open-store.ts';
import { must } from '#shared/base/assert.ts';
import { minuteMs } from '#shared/base/time.ts';
import { postgres } from '#test/fixtures/postgres.ts';
import { type ServerProcess, startServerProcess } from '#test/fixtures/server-process.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patient = { timeout: 60_000, interval: 20 };
const limit = 100;

let url: string;
let env: Readonly<Record<string, string>>;
let here: TestServer;
let there: ServerProcess;
const stores: Store[] = [];

beforeAll(async () => {
  url = await (await postgres()).database('minutes');
  env = { DATABASE_URL: url, DATABASE_CONNECTIONS: '6' };
  here = await openTestServer(env);
  there = await startServerProcess({ ...env, DATA_DIR: here.dataDir, PORT: '0' });
}, 300_000);
afterAll(async () => {
  await there?.kill();
  await here?.close();
  for (const store of stores) await store.close();
});

/** As a process of its own has it. */
function quotaOfAnother(): Quota {
  const store = openPostgresStore({ url, clock: Date.now, newId: () => 'x', findEngine, connections: 6 });
  stores.push(store);
  return must(store.quota ?? null, 'a quota');
}

type Answer = Parameters<RateLimit['count']>[2];

/** @returns what `Remaining` said; null: it was one too many */
async function ask(rateLimit: RateLimit, tenant: string, agreed = limit): Promise<number | null> {
  const seen = new Map<string, string>();
  const setHeader = (name: string, value: unknown) => seen.set(name.toLowerCase(), String(value));
  const response = Object.assign(new Writable(), { setHeader }) as unknown as Answer;
  try {
    await rateLimit.count(tenant, 'starter', response, agreed);
  } catch (fault) {
    expect(fault).toBeInstanceOf(RefusalError);
    expect(seen.get('x-ratelimit-remaining')).toBe('0');
    return null;
  }
  return Number(seen.get('x-ratelimit-remaining'));
}

/** Asks in turn until so many were let through, then often enough to see that there are no more. */
async function reach(count: number, all: readonly RateLimit[], tenant: string, agreed = limit): Promise<void> {
  let through = 0;
  const round = async () => {
    for (let n = 0; n < 50; n++)
      for (const rateLimit of all) if ((await ask(rateLimit, tenant, agreed)) !== null) through += 1;
    return through;
  };
  await expect.poll(round, patient).toBeGreaterThanOrEqual(count);
  await round();
  expect(through).toBe(count);
}

/** A minute that does not end while it is looked at. */
const still = (minute: number) => () => minute * minuteMs + 30_000;

test('two processes let through exactly the limit: what lies unused with one comes to the other', async () => {
  const [one, two] = [quotaOfAnother(), quotaOfAnother()].map((quota) => createRateLimit(still(1_000), quota));
  let through = 0;
  // One asks a single time and holds on to the rest of its share.
  if ((await ask(must(two, 'a second'), 'pair')) !== null) through += 1;
  await expect
    .poll(async () => {
      const remaining = await ask(must(one, 'a first'), 'pair');
      if (remaining !== null) {
        through += 1;
        expect(remaining).toBeLessThanOrEqual(limit - through);
      }
      return through;
    }, patient)
    .toBe(limit);
  for (const rateLimit of [one, two, one, two, one, two])
    expect(await ask(must(rateLimit, 'one of two'), 'pair')).toBeNull();
});

test('many at once at both: no more than the limit, and the next minute is a new one', async () => {
  let minute = 2_000;
  const both = [quotaOfAnother(), quotaOfAnother()].map((quota) => createRateLimit(() => still(minute)(), quota));
  for (; minute < 2_003; minute++) {
    const asked = both.flatMap((rateLimit) => Array.from({ length: 150 }, () => ask(rateLimit, 'crowd')));
    expect((await Promise.all(asked)).filter((remaining) => remaining !== null)).toHaveLength(limit);
  }
});

test('a process whose clock is slow uses no more of the new minute than what is left of it', async () => {
  const [late, early] = [quotaOfAnother(), quotaOfAnother()];
  const ahead = createRateLimit(still(3_001), early);
  const slow = createRateLimit(still(3_000), late);
  await reach(limit, [ahead, slow], 'clocks');
});

test('the database is asked once for many requests, and where it does not answer a process counts alone', async () => {
  const real = quotaOfAnother();
  let questions = 0;
  const counted: Quota = {
    take: (tenant, asked) => {
      questions += 1;
      return real.take(tenant, asked);
    },
  };
  const rateLimit = createRateLimit(still(4_000), counted);
  await reach(500, [rateLimit], 'many', 500);
  expect(questions).toBeLessThan(60);
  const alone = createRateLimit(still(4_000), { take: () => Promise.reject(new Error('gone')) });
  const answers: (number | null)[] = [];
  for (let n = 0; n < 2 * limit; n++) answers.push(await ask(alone, 'alone'));
  expect(answers.filter((remaining) => remaining !== null)).toHaveLength(limit);
});

test('two servers, asked in turn, are one to the client', async () => {
  const { apiKey } = await here.tenant('in-turn', 'starter');
  const began = Math.floor(Date.now() / minuteMs);
  const statuses: number[] = [];
  const headers = { authorization: `Bearer ${apiKey}` };
  for (let n = 0; n < 70; n++)
    for (const server of [here.url, there.url]) {
      const answer = await fetch(`${server}/api/v1/auth/me`, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
      expect(Number(answer.headers.get('x-ratelimit-limit'))).toBe(limit);
    }
  // A minute may turn over in between, and with a slow machine more than one.
  const minutes = Math.floor(Date.now() / minuteMs) - began + 1;
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(limit * minutes);
  expect([...new Set(statuses)].filter((status) => status !== 429)).toEqual([200]);
});
