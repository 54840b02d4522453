/** Open public pages over HTTP: what wakes them and what does not, coming back, bounds, 500 of them, and the end of the server. */
import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { storeFinder } from '#server/core/tenants/store-of.ts';
import { makePageSecret, pageSecretRandomBytes } from '#server/modules/events/page-secret.ts';
import { streamBounds } from '#server/surfaces/pages/page-streams.ts';
import { must } from '#shared/base/assert.ts';
import { ok } from '#shared/base/result.ts';
import { isoTime } from '#shared/base/time.ts';
import { registrations } from '#shared/modules/events/registration.ts';
import { openPageStream, type PageStream } from '#test/fixtures/page-stream.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const people = 500;
const patience = { timeout: 30_000, interval: 20 };
const hours = (n: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + n * 3_600_000);

let house: TestServer;
let key: string;
let eventId: string;
let sessionId: string;
let pollId: string;
let ids: readonly string[];
let paths: readonly string[];
const open: PageStream[] = [];

const send = (method: string, path: string, json: object = {}) =>
  house.send(method, `/events/${eventId}/${path}`, { key, json });
const at = (body: Readonly<Record<string, unknown>>, name: string) => String(body[name]);

async function stream(path: string, more: Parameters<typeof openPageStream>[1] = {}): Promise<PageStream> {
  const opened = await openPageStream(house.url + path, more);
  open.push(opened);
  return opened;
}
const closeAll = () => {
  for (const one of open.splice(0)) one.close();
};
const looks = ({ events }: PageStream) => events.filter(({ event }) => event === 'look').length;
const first = ({ events }: PageStream) => expect.poll(() => events[0]?.event, patience);

beforeAll(async () => {
  house = await openTestServer();
  const tenant = await house.tenant('hafen');
  key = tenant.apiKey;
  const about = {
    name: 'Harbour Days',
    type: 'conference',
    startsAt: hours(8),
    endsAt: hours(18),
    timezone: 'Europe/Oslo',
  };
  const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'EUR' }];
  eventId = at((await house.send('POST', '/events', { key, json: { ...about, tickets } })).body, 'id');
  sessionId = at(
    (await send('POST', 'sessions', { title: 'Opening', startsAt: hours(8), endsAt: hours(9) })).body,
    'id',
  );
  pollId = at((await send('POST', 'polls', { question: 'Lunch?', options: ['Soup', 'Bread'] })).body, 'id');
  await send('POST', `polls/${pollId}/open`);
  const store = must(await storeFinder(house.admin.directory)(tenant.tenant.id), 'a store');
  const one = at(
    (await send('POST', 'registrations', { ticketType: 'free', attendee: { name: 'Ada', email: 'a@example.org' } }))
      .body,
    'id',
  );
  await vi.waitUntil(async () => (await store.get(registrations, one))?.status === 'confirmed', patience);
  const { id: _, createdAt, updatedAt, version, ...values } = must(await store.get(registrations, one), 'a person');
  const made = await store.commit('system:test', async (tx) => {
    const all: { readonly id: string; readonly pageSecret: string }[] = [];
    for (let n = 0; n < people; n += 1) {
      const pageSecret = makePageSecret(tenant.tenant.id, randomBytes(pageSecretRandomBytes));
      const more = {
        email: `p${n}@example.org`,
        emailKey: `p${n}@example.org`,
        pageSecret,
        ticketNumber: `T${n}`,
        badgeCode: `B${n}`,
      };
      const own = Object.fromEntries(Object.entries({ ...values, ...more }).filter(([, value]) => value !== null));
      all.push({ id: (await tx.create(registrations.name, own)).id, pageSecret });
    }
    return ok(all);
  });
  if (!made.ok) throw new Error(JSON.stringify(made));
  ids = made.value.value.map(({ id }) => id);
  paths = made.value.value.map(({ pageSecret }) => `/t/${pageSecret}`);
}, 120_000);
afterAll(async () => {
  closeAll();
  await house?.close();
});

test('a page is woken by what it follows: the person’s own rows and the event’s, and nothing of others', async () => {
  const [own, other] = [await stream(`${paths[0]}/programme`), await stream(`${paths[1]}/more`)];
  expect([own.status, own.headers['content-type'], own.headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store, no-transform',
  ]);
  for (const one of [own, other]) await first(one).toBe('look');
  await send('POST', `sessions/${sessionId}/bookings`, { registrationId: ids[0] });
  await expect.poll(() => looks(own), patience).toBeGreaterThan(1);
  expect(looks(other)).toBe(1);
  expect(JSON.stringify([own.events, other.events])).not.toMatch(/booking|session|Opening/);
  closeAll();
});

test('a page that comes back is asked to look only where it has missed something, also from another log', async () => {
  const path = `${paths[2]}/programme`;
  const before = await stream(path);
  await first(before).toBe('look');
  const { id } = must(before.events[0], 'an event');
  closeAll();
  const same = await stream(path, { lastId: id });
  await first(same).toBe('here');
  closeAll();
  await send('POST', `sessions/${sessionId}/bookings`, { registrationId: ids[3] });
  const stranger = await stream(`${paths[2]}/more`, { lastId: id });
  await first(stranger).toBe('here');
  await send('POST', `sessions/${sessionId}/bookings`, { registrationId: ids[2] });
  const mine = await stream(path, { lastId: id });
  await first(mine).toBe('look');
  for (const lastId of ['1@other', '99999999@x', `99999999@${id.split('@')[1]}`, 'x', '', `${'9'.repeat(400)}@a`])
    await first(await stream(`${paths[4]}/more`, { lastId })).toBe('look');
  closeAll();
});

test('an address that is no page of ours has no live line, and a page without one answers as ever', async () => {
  const missing = await openPageStream(`${house.url}${paths[0]}x/programme`);
  const plain = await openPageStream(`${house.url}${paths[0]}/about-me.json`);
  expect([missing.status, plain.status, plain.headers['content-type']]).toEqual([
    404,
    200,
    'application/json; charset=utf-8',
  ]);
});

test('one address holds a bounded number of lines: one more is refused with a time to wait, and gets the page itself', async () => {
  const path = `${paths[5]}/more`;
  const held = await Promise.all(Array.from({ length: streamBounds.address }, () => stream(path)));
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
  const refused = await openPageStream(house.url + path);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 30]);
  expect((await house.send('GET', path, { headers: { accept: 'text/html' } })).status).toBe(200);
  expect((await stream(`${paths[6]}/more`)).status).toBe(200);
  closeAll();
  await expect.poll(async () => (await stream(path)).status, patience).toBe(200);
  closeAll();
});

test(`${people} people with a poll open see the result of a vote`, async () => {
  await send('POST', `polls/${pollId}/votes`, { registrationId: ids[0], option: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: people });
  const seen = new Map<string, number>();
  let voted = Number.POSITIVE_INFINITY;
  const look = (path: string) =>
    get(`${house.url}${path}/activity/news`, { agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => {
        const { texts } = JSON.parse(text) as { texts: Readonly<Record<string, string>> };
        const isNew = texts[`votes-${pollId}`]?.includes('2') ?? false;
        if (isNew && !seen.has(path)) seen.set(path, performance.now() - voted);
      });
    }).on('error', () => {});
  const streams = await Promise.all(
    paths.map((path) =>
      stream(`${path}/activity`, {
        onEvent: ({ data, event }) => {
          if (event === 'look') setTimeout(look, Math.random() * (data.spreadMs ?? 0), path);
        },
      }),
    ),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  for (const one of streams) await first(one).toBe('look');
  voted = performance.now();
  await send('POST', `polls/${pollId}/votes`, { registrationId: ids[1], option: 1 });
  await expect.poll(() => seen.size, patience).toBe(people);
  const times = [...seen.values()].sort((a, b) => a - b);
  const [median, last] = [times[Math.floor(people / 2)]!, times.at(-1)!];
  console.log(
    `${people} open pages: a vote is seen by the median after ${Math.round(median)} ms, by the last after ${Math.round(last)} ms`,
  );
  agent.destroy();
  closeAll();
}, 60_000);

test('a stop ends the lines at once, without waiting for them', async () => {
  const other = await openTestServer({ LOG_LEVEL: 'silent' });
  const made = await other.tenant('quay');
  const json = {
    name: 'Quay',
    type: 'conference',
    startsAt: hours(8),
    endsAt: hours(18),
    timezone: 'UTC',
    tickets: [{ id: 'free', name: 'Free', price: 0, currency: 'EUR' }],
  };
  const event = at((await other.send('POST', '/events', { key: made.apiKey, json })).body, 'id');
  const poll = await other.send('POST', `/events/${event}/polls`, {
    key: made.apiKey,
    json: { question: 'Q?', options: ['a', 'b'] },
  });
  const shown = await other.send('POST', `/events/${event}/polls/${at(poll.body, 'id')}/open`, {
    key: made.apiKey,
    json: {},
  });
  const line = await openPageStream(other.url + new URL(at(shown.body, 'page')).pathname);
  await first(line).toBe('look');
  await other.close();
  expect(line.isEnded()).toBe(true);
}, 60_000);
