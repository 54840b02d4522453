/** `/metrics` of the real server: what it counts, what it never tells, and who may look. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstruments } from '#server/endpoints/metrics/instruments.ts';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { readConfig } from '#server/start/config.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patience = { timeout: 60_000 };

/** `name{labels} value`, as Prometheus reads it. */
const linePattern = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|NaN)$/;

function read(text: string): ReadonlyMap<string, number> {
  const lines = text.trimEnd().split('\n');
  const values = lines.filter((line) => !line.startsWith('#'));
  for (const line of values) expect(line).toMatch(linePattern);
  const named = values.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))] as const);
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  return new Map(named);
}

describe('the server', () => {
  let house: TestServer;
  let demo: Demo;
  let key: string;

  beforeAll(async () => {
    house = await openTestServer();
    key = (await house.tenant('fair')).apiKey;
    demo = await createDemo(house.admin, { attendees: 3, slug: 'fair' });
  });
  afterAll(() => house.close());

  const look = async () => {
    const answer = await house.send('GET', '/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('version=0.0.4'),
    ]);
    return { values: read(answer.text), text: answer.text };
  };

  test('requests are counted by route pattern, method and status; durations add up to them', async () => {
    const path = `/events/${demo.eventId}/checkin/stats`;
    for (let i = 0; i < 3; i += 1) expect((await house.send('GET', path, { key })).status).toBe(200);
    await house.send('GET', '/nothing/of/the/kind');
    await house.send('PROPFIND', '/healthz');
    const route = 'route="/events/:eventId/checkin/stats"';
    // An answer may be there before it is counted.
    const counted = async () => {
      const { values } = await look();
      return [
        `http_requests_total{method="GET",${route},status="200"}`,
        `http_request_duration_seconds_count{method="GET",${route}}`,
        `http_request_duration_seconds_bucket{method="GET",${route},le="+Inf"}`,
        'http_requests_total{method="GET",route="none",status="404"}',
        'http_requests_total{method="other",route="none",status="405"}',
        'http_requests_in_progress',
      ].map((name) => values.get(name));
    };
    await expect.poll(counted, patience).toEqual([3, 3, 3, 1, 1, 1]);
  });

  test('queue, followers, connections, memory and event loop are there', async () => {
    // Followers commit, too, until they have looked at everything.
    const atRest = async () => {
      const { values } = await look();
      return ['gatehouse_follower_lag_changes{follower="events.reconcile"}', 'gatehouse_commit_queue'].map((name) =>
        values.get(name),
      );
    };
    await expect.poll(atRest, patience).toEqual([0, 0]);
    const { values } = await look();
    expect(values.get('gatehouse_connections{kind="kiosk"}')).toBe(0);
    expect(values.get('gatehouse_followed_tenants')).toBeGreaterThan(0);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    for (const stat of ['min', 'mean', 'p99', 'max'])
      expect(values.get(`nodejs_eventloop_lag_seconds{stat="${stat}"}`)).toBeGreaterThanOrEqual(0);
  });

  test('no tenant, person, id, address or secret is in it', async () => {
    for (const page of demo.ticketPages) await house.send('GET', new URL(page.url).pathname);
    await house.send('GET', '/somebody@example.org?name=Ada');
    const { text } = await look();
    const secrets = demo.ticketPages.map((page) => new URL(page.url).pathname.split('/').at(-1));
    for (const secret of ['fair', demo.tenant, demo.eventId, 'example.org', 'Ada', ...secrets])
      expect(text).not.toContain(secret);
    expect(text).toContain('route="/t/:secret"');
  });

  test('without a token only a direct caller on this machine sees it', async () => {
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
      expect((await house.send('GET', '/metrics', { headers: { [name]: '203.0.113.9' } })).status).toBe(404);
    expect((await house.send('POST', '/metrics', {})).status).toBe(405);
  });
});

test('with a token, the token alone opens it', async () => {
  const METRICS_TOKEN = 'a-token-of-some-length';
  const house = await openTestServer({ METRICS_TOKEN });
  try {
    const as = (token: string) => house.send('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect((await house.send('GET', '/metrics')).status).toBe(401);
    expect((await as(`${METRICS_TOKEN}x`)).status).toBe(401);
    expect((await as('')).status).toBe(401);
    expect((await as(METRICS_TOKEN)).status).toBe(200);
  } finally {
    await house.close();
  }
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN/);
});

test('series are bounded, labels are escaped', () => {
  const instruments = createInstruments();
  const counter = instruments.counter('tries_total', 'Tries.');
  for (let i = 0; i < 5_000; i += 1) counter.add({ who: `one ${i}` });
  counter.add({ who: 'one 1' });
  const lines = instruments.text().split('\n');
  expect(lines.length).toBeLessThan(1_010);
  expect(lines).toContain('tries_total{who="one 1"} 2');
  expect(lines).toContain('tries_total{who="other"} 4000');
  const odd = createInstruments();
  odd.counter('odd_total', 'Odd.').add({ text: 'a"b\\c\nd' });
  expect(odd.text()).toContain('odd_total{text="a\\"b\\\\c\\nd"} 1');
});
