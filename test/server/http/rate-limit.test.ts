/** Requests per tenant and minute by plan, with the headers of the IETF draft; kiosks do not count. */
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localCounter } from '#server/http/local-counter.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { RefusalError } from '#server/http/refusal-error.ts';
import { createDemo } from '#server/operations/demo/create-demo.ts';
import { minuteMs } from '#shared/base/time.ts';
import { pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { addMember, loggedIn } from '#test/fixtures/people.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** An answer that only collects headers. */
function headersOnly(): Parameters<ReturnType<typeof createRateLimit>['count']>[2] & {
  readonly seen: Map<string, string>;
} {
  const seen = new Map<string, string>();
  const response = new Writable() as unknown as ReturnType<typeof headersOnly>;
  return Object.assign(response, {
    seen,
    setHeader: (name: string, value: unknown) => {
      seen.set(name.toLowerCase(), String(value));
      return response;
    },
  });
}

describe('the counter', () => {
  /** Mostly a burst, at times a pause of up to a minute. */
  const step = fc.oneof(
    { weight: 60, arbitrary: fc.nat({ max: 400 }) },
    { weight: 1, arbitrary: fc.nat({ max: minuteMs }) },
  );
  test('no window of a minute allows more than the plan, and Reset is the time until the next window', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 150, maxLength: 500 }), async (steps) => {
        let now = 1_750_000_000_000;
        const limit = createRateLimit(() => now);
        const taken = new Map<number, number>();
        for (const step of steps) {
          now += step;
          const window = Math.floor(now / minuteMs);
          const answer = headersOnly();
          let refused = false;
          try {
            await limit.count('a', 'starter', answer);
          } catch (fault) {
            refused = fault instanceof RefusalError;
          }
          const asked = (taken.get(window) ?? 0) + 1;
          taken.set(window, asked);
          const resetSeconds = Number(answer.seen.get('x-ratelimit-reset'));
          expect(refused).toBe(asked > 100);
          expect(answer.seen.get('x-ratelimit-remaining')).toBe(String(Math.max(0, 100 - asked)));
          expect(Math.floor((now + resetSeconds * 1_000) / minuteMs)).toBe(window + 1);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('however many others come in a minute, a busy key keeps its count, and a new one is let through', async () => {
    const minutes = localCounter(() => 1_750_000_000_000);
    const busy = async () => (await minutes.take('busy', 60)).isOver;
    for (let i = 0; i < 60; i += 1) expect(await busy()).toBe(false);
    let refused = 0;
    for (let i = 0; i < 250_000; i += 1) if ((await minutes.take(`other ${i}`, 60)).isOver) refused += 1;
    expect([await busy(), refused]).toEqual([true, 0]);
    // A key that was dropped never gets more requests than the limit.
    for (let i = 0; i < 60; i += 1) await minutes.take('other 0', 60);
    expect((await minutes.take('other 0', 60)).isOver).toBe(true);
  });
});

describe('over HTTP', () => {
  let house: TestServer;
  beforeAll(async () => {
    house = await openTestServer();
  });
  afterAll(() => house.close());

  const spend = async (key: string, count: number, prefix = '') =>
    (
      await Promise.all(Array.from({ length: count }, () => house.send('GET', `${prefix}/api/v1/auth/me`, { key })))
    ).map((a) => a.status);

  test('the 101st request of a starter is 429 with Retry-After; other tenants and the sandbox have their own count', async () => {
    const small = await house.tenant('small', 'starter');
    const other = await house.tenant('other', 'business');
    const first = await house.send('GET', '/api/v1/notes', { key: small.apiKey });
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=99;t=\d+$/);
    expect(first.headers.get('x-ratelimit-limit')).toBe('100');
    const statuses = [first.status, ...(await spend(small.apiKey, 110))];
    // A minute may turn over in between: then there is a second hundred.
    expect(statuses.filter((s) => s === 200).length).toBeGreaterThanOrEqual(100);
    const late = await house.send('POST', '/api/v1/notes', { key: small.apiKey, json: { title: 'late' } });
    if (late.status !== 201) {
      expect([late.status, late.codes]).toEqual([429, ['rate_limited']]);
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(late.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(late.headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect((await spend(other.apiKey, 3)).every((s) => s === 200)).toBe(true);
    expect((await spend(small.sandbox.apiKey, 3, '/sandbox')).every((s) => s === 200)).toBe(true);
    expect((await house.send('GET', '/api/v1/notes', { key: other.apiKey })).headers.get('x-ratelimit-limit')).toBe(
      '500',
    );
  });

  test('every answer says where the tenant stands, also without a limit, on refusals, and to people', async () => {
    const big = await house.tenant('big', 'enterprise');
    await addMember(house, big.tenant.id, 'ada@big.example', 'owner');
    const { accessToken } = await loggedIn(house, 'ada@big.example');
    const answers = [
      await house.send('GET', '/api/v1/notes', { key: big.apiKey }),
      await house.send('GET', '/api/v1/notes', { key: accessToken }),
      await house.send('GET', '/api/v1/nothing', { key: big.apiKey }),
      await house.send('POST', '/api/v1/notes', { key: big.apiKey, json: { title: 7 } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 404, 422]);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"minute";q=999999999999999;w=60');
      expect(headers.get('ratelimit')).toMatch(/^"minute";r=999999999999999;t=\d+$/);
      expect(headers.get('x-ratelimit-limit')).toBe('999999999999999');
      expect(headers.get('x-ratelimit-remaining')).toBe('999999999999999');
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(0);
    }
  });

  test('what was agreed with a tenant outranks its plan, from the next request on', async () => {
    const agreed = await house.tenant('agreed', 'enterprise');
    const { control } = house.admin.directory;
    const set = (requestsPerMinute: number | null) =>
      control.commit('system:test', async (tx) => ({
        ok: true,
        value: await tx.update('tenants', agreed.tenant.id, { requestsPerMinute }),
      }));
    await set(20);
    const statuses = await spend(agreed.apiKey, 60);
    // A minute may turn over in between: then there are twenty more.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(40);
    expect(statuses).toContain(429);
    await set(null);
    expect((await spend(agreed.apiKey, 5)).every((status) => status === 200)).toBe(true);
  });

  test('a wrong credential is not counted against anyone', async () => {
    const tiny = await house.tenant('tiny', 'starter');
    await spend(`${tiny.apiKey}x`, 120);
    const after = await house.send('GET', '/api/v1/notes', { key: tiny.apiKey });
    expect([after.status, after.headers.get('x-ratelimit-remaining')]).toEqual([200, '99']);
  });

  test('a kiosk is never refused for a quota, nor does it use up its tenant’s', async () => {
    const demo = await createDemo(house.admin, { attendees: 2, slug: 'doors' });
    const { directory } = house.admin;
    const tenant = await directory.byId(demo.tenant);
    await directory.control.commit('system:test', async (tx) => ({
      ok: true,
      value: await tx.update('tenants', demo.tenant, { plan: 'starter' }),
    }));
    const kiosk = await pairKiosk(house, demo.tenant, demo.eventId, String(demo.gates[0]));
    const pulls = await Promise.all(Array.from({ length: 150 }, () => kiosk.send('GET', '/api/v1/replication/pull')));
    expect(new Set(pulls.map((p) => p.status))).toEqual(new Set([200]));
    expect(pulls[0]?.headers.get('x-ratelimit-limit')).toBeNull();
    const console = await house.send('GET', '/api/v1/notes', { key: String(demo.apiKey) });
    expect([tenant?.plan, console.status, console.headers.get('x-ratelimit-remaining')]).toEqual([
      'enterprise',
      404,
      '99',
    ]);
  });
});
