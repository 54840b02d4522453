/**
 * Many buyers at once over HTTP: never one seat too many, none left over, and everyone has a clear answer. Prints how long it
 * took. The buyers are a process of their own: in the server's they would take a third of its time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { dayMs, isoTime } from '#shared/base/time.ts';
import { where } from '#shared/query/query.ts';
import { runLoad } from '#test/bench/load/run-load.ts';
import type { RushAnswer, RushJob } from '#test/bench/load/rush.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patienceMs = 300_000;
const buyers = 1_000;
const mixedOrders = 200;
/** As many as a proxy opens; each carries the next request when it has an answer. */
const connections = 50;

let house: TestServer;
let key: string;
let tenant: string;

beforeAll(async () => {
  house = await openTestServer({});
  const made = await house.tenant('crush');
  key = made.apiKey;
  tenant = made.tenant.id;
}, patienceMs);
afterAll(() => house?.close());

async function sellEvent(quantity: number): Promise<string> {
  const made = await house.send('POST', '/events', {
    key,
    json: {
      name: 'A small hall',
      type: 'conference',
      startsAt: isoTime(Date.now() + dayMs),
      endsAt: isoTime(Date.now() + 2 * dayMs),
      timezone: 'UTC',
      tickets: [{ id: 'seat', name: 'Seat', price: 20, currency: 'EUR', quantity }],
    },
  });
  expect(made.status, made.text).toBe(201);
  return String(made.body['id']);
}

interface Timed {
  readonly status: number;
  readonly body: Body;
  readonly ms: number;
}

/** All at the same moment. */
async function rush(path: string, bodies: readonly Body[]): Promise<readonly Timed[]> {
  const job: RushJob = { url: house.url, path, key, bodies: bodies.map((body) => JSON.stringify(body)), connections };
  const { answers } = await runLoad<RushAnswer>('rush.ts', job);
  return answers.map(({ ms, status, text }) => ({ status, body: JSON.parse(text) as Body, ms }));
}

function print(what: string, done: readonly Timed[]): void {
  const times = done.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(must(times[Math.ceil(share * times.length) - 1], 'a time'));
  process.stdout.write(`${what}: ${done.length} at once, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`);
}

const attendee = (i: number, n = 0) => ({ name: `Buyer ${i}`, email: `b${i}.${n}@example.org` });

/** Accepted and refused; anything else is no clear answer. */
function sorted(done: readonly Timed[], refusal = 'ticket_sold_out') {
  const accepted = done.filter(({ status }) => status === 201);
  const refused = done.filter(({ status }) => status === 409);
  const other = done.filter((one) => !accepted.includes(one) && !refused.includes(one));
  expect(other.map(({ body, status }) => [status, JSON.stringify(body).slice(0, 200)])).toEqual([]);
  expect(new Set(refused.flatMap(({ body }) => (body['errors'] as Body[]).map((one) => one['code'])))).toEqual(
    new Set([refusal]),
  );
  return { accepted, refused };
}

async function held(eventId: string): Promise<{ readonly taken: number; readonly registrations: number }> {
  const store = await house.admin.directory.open(must(await house.admin.directory.byId(tenant), 'the tenant'));
  const [type] = await store.find('ticket_types', { where: where({ event: eventId }), limit: 1 });
  const count = await store.findOne('seat_counts', { scope: `ticket_type:${must(type, 'the type').id}` });
  return {
    taken: Number(count?.['taken']),
    registrations: await store.count('registrations', where({ event: eventId })),
  };
}

test(
  '1,000 buyers for 100 seats: exactly 100 have one',
  async () => {
    const eventId = await sellEvent(100);
    const bodies = Array.from({ length: buyers }, (_, i) => ({ eventId, ticketType: 'seat', attendee: attendee(i) }));
    const done = await rush('/events/registrations', bodies);
    print('registrations', done);
    expect(sorted(done).accepted).toHaveLength(100);
    expect(await held(eventId)).toEqual({ taken: 100, registrations: 100 });
  },
  patienceMs,
);

test(
  '200 orders of one to four for 80 seats: whole orders only, and none that still fitted was refused',
  async () => {
    const eventId = await sellEvent(80);
    const sizeOf = (i: number) => 1 + (i % 4);
    const bodies = Array.from({ length: mixedOrders }, (_, i) => ({
      items: Array.from({ length: sizeOf(i) }, (_item, n) => ({ ticketType: 'seat', attendee: attendee(i, n) })),
    }));
    const done = await rush(`/events/${eventId}/orders`, bodies);
    print('orders', done);
    const { accepted, refused } = sorted(done);
    const sold = accepted.reduce((sum, { body }) => sum + (body['registrations'] as Body[]).length, 0);
    expect(await held(eventId)).toEqual({ taken: sold, registrations: sold });
    const smallest = Math.min(...refused.map((one) => sizeOf(done.indexOf(one))));
    expect(80 - sold).toBeGreaterThanOrEqual(0);
    expect(80 - sold).toBeLessThan(smallest);
  },
  patienceMs,
);

test(
  '60 buyers for a voucher of 5 uses: five have it, and the others are refused',
  async () => {
    const eventId = await sellEvent(100);
    const json = { event: eventId, code: 'EARLY', effect: 'percent', percent: 20, maxUses: 5 };
    const made = await house.send('POST', '/api/v1/vouchers', { key, json });
    expect(made.status, made.text).toBe(201);
    const bodies = Array.from({ length: 60 }, (_, i) => ({
      items: [{ ticketType: 'seat', attendee: attendee(i) }],
      voucher: 'early',
    }));
    const done = await rush(`/events/${eventId}/orders`, bodies);
    expect(sorted(done, 'voucher_used_up').accepted).toHaveLength(5);
    const store = await house.admin.directory.open(must(await house.admin.directory.byId(tenant), 'the tenant'));
    expect(await store.findOne('vouchers', { event: eventId })).toMatchObject({ used: 5 });
    expect(await held(eventId)).toEqual({ taken: 5, registrations: 5 });
  },
  patienceMs,
);
