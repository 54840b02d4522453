/** The rules of access to a stream: by ticket, for everyone, for the organizer; and the count of a player's viewers. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePageToken } from '#server/modules/events/page-token.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { isoTime } from '#shared/base/time.ts';
import { type Answer, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { ada, sampleEvent, textAt } from './events-module.ts';

const dayMs = 86_400_000;
let house: TestServer;
let tenant: CreatedTenant;

beforeAll(async () => {
  house = await openTestServer({ STREAMING_SECRET: 'a-secret-for-tests-of-streaming-0123456789' });
  tenant = await house.tenant('hafen');
}, 60_000);
afterAll(() => house?.close());

const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
  house.send(method, path, { key: tenant.apiKey, ...(json !== undefined && { json }) });

const free = (id: string) => ({ id, name: id, price: 0, currency: 'USD', quantity: -1 });
const soon = () => ({ startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs) });

async function makeEvent(streaming: object | null): Promise<string> {
  const more = { ...soon(), tickets: [free('online'), free('hall')], ...(streaming && { streaming }) };
  const made = await send('POST', '/events', sampleEvent(more));
  expect(made.status, made.text).toBe(201);
  return textAt(made.body, 'id');
}

async function ticket(eventId: string, ticketType: string, email: string): Promise<string> {
  const made = await send('POST', `/events/${eventId}/registrations`, { ticketType, attendee: { ...ada, email } });
  expect(made.status, made.text).toBe(201);
  const id = textAt(made.body, 'id');
  // A free ticket is confirmed a moment after the answer.
  await vi.waitUntil(
    async () => (await send('GET', `/events/${eventId}/registrations/${id}`)).body['status'] === 'confirmed',
    { timeout: 20_000 },
  );
  const row = await (await house.admin.directory.open(tenant.tenant)).get('registrations', id);
  return `/t/${String(row?.['pageSecret'])}`;
}

const stateOf = (path: string) => house.send('GET', `${path}/state`).then(({ status }) => status);
const embedded = (eventId: string) => `/s/${makePageToken(tenant.tenant.id, eventId)}`;
const hasTab = async (path: string) => (await house.send('GET', path)).text.includes(`${path}/stream`);

describe('who may watch', () => {
  test('holders of a ticket of a chosen type; everyone where it is public, with a ticket of any type', async () => {
    const eventId = await makeEvent({ captions: { languages: ['en', 'de'] }, ticketTypes: ['online'] });
    const online = await ticket(eventId, 'online', 'ada@example.org');
    const hall = await ticket(eventId, 'hall', 'bo@example.org');
    const player = embedded(eventId);
    expect(await Promise.all([stateOf(`${online}/stream`), stateOf(`${hall}/stream`), stateOf(player)])).toEqual([
      200, 404, 404,
    ]);
    expect((await send('PATCH', `/api/v1/events/${eventId}`, { streaming: { access: 'public' } })).status).toBe(200);
    expect(await Promise.all([stateOf(`${hall}/stream`), stateOf(player)])).toEqual([200, 200]);
    expect((await house.send('GET', player)).headers.get('content-security-policy')).toContain('frame-ancestors *');
    const names = ['seg-000001.ts', '..%2F..%2Fcontrol.db', 'captions-fr.m3u8', 'captions-en-000001.vtt'];
    for (const name of [...names, 'q-low-index.m3u8', 'q-..-index.m3u8', 'q-low-..%2Findex.m3u8'])
      expect((await house.send('GET', `${online}/stream/${name}`)).status).toBe(404);
  });

  test('no one without the setting, nor once a target was added; the setting opens the player', async () => {
    const eventId = await makeEvent(null);
    const path = await ticket(eventId, 'online', 'ada@example.org');
    const shown = async () => [await hasTab(path), await stateOf(`${path}/stream`), await stateOf(embedded(eventId))];
    expect(await shown()).toEqual([false, 404, 404]);
    const targets = [{ name: 'Stage', url: 'rtmp://live.example.org/app', key: 'abc' }];
    expect((await send('PUT', `/events/${eventId}/streaming/targets`, { targets })).status).toBe(200);
    expect(await shown()).toEqual([false, 404, 404]);
    await send('PATCH', `/api/v1/events/${eventId}`, { streaming: { access: 'tickets' } });
    expect(await shown()).toEqual([true, 200, 404]);
    expect((await send('GET', `/events/${eventId}/streaming/targets`)).body['targets']).toMatchObject([
      { name: 'Stage', hasKey: true },
    ]);
  });

  test('a language of captions that is none is refused with its place', async () => {
    const eventId = await makeEvent(null);
    const streaming = { captions: { languages: ['en', 'Deutsch'] } };
    const { body, status } = await send('PATCH', `/api/v1/events/${eventId}`, { streaming });
    expect([status, body['errors']]).toMatchObject([422, [{ path: 'streaming.captions.languages[1]' }]]);
  });
});

describe('the preview of the organizer', () => {
  const closedEvent = () => makeEvent({});
  const preview = async (event: string): Promise<string> => {
    const { body } = await send('GET', `/events/${event}/streaming/status`);
    return new URL(textAt(body, 'preview')).pathname;
  };

  test('plays where access is not public, and is counted as no viewer', async () => {
    const event = await closedEvent();
    const metrics = `/events/${event}/streaming/metrics`;
    const before = (await send('GET', metrics)).body;
    const path = await preview(event);
    const shown = await house.send('GET', path);
    expect(shown.text).toContain('<video');
    expect(shown.headers.get('permissions-policy')).toContain('fullscreen=(self)');
    expect((await house.send('GET', `${path}/state`)).status).toBe(200);
    const beat = await house.send('POST', `${path}/alive/heartbeat/0123456789abcdef0123`);
    expect(beat.status).toBe(204);
    expect((await send('GET', metrics)).body).toEqual(before);
  });

  test('a changed link, a link of another event and one that is an hour old open nothing', async () => {
    const path = await preview(await closedEvent());
    const [plain = '', seal = ''] = path.split('~');
    const changed = `${plain}~${seal.slice(0, 8)}${seal[8] === 'A' ? 'B' : 'A'}${seal.slice(9)}`;
    const otherStatus = await send('GET', `/events/${await closedEvent()}/streaming/status`);
    const ofOther = `${new URL(textAt(otherStatus.body, 'player')).pathname}~${seal}`;
    for (const closed of [plain, `${plain}~`, changed, ofOther]) {
      expect([closed, (await house.send('GET', closed)).text.includes('<video')]).toEqual([closed, false]);
      expect((await house.send('GET', `${closed}/state`)).status).toBe(404);
    }
    const { config } = house.admin;
    const { nowOffsetMs } = config;
    Object.assign(config, { nowOffsetMs: nowOffsetMs + 61 * 60_000 });
    expect((await house.send('GET', `${path}/state`)).status).toBe(404);
    Object.assign(config, { nowOffsetMs });
  });
});

test('heartbeats after the first are counted before anything else looks at them, and records are written all the same', async () => {
  const event = await makeEvent({ access: 'public' });
  const { config } = house.admin;
  const { nowOffsetMs } = config;
  const player = `/s/${makePageToken(tenant.tenant.id, event)}/alive`;
  /** @returns whether it took the whole way */
  const beat = async (viewer: number, kind = 'heartbeat') => {
    const answer = await house.send('POST', `${player}/${kind}/viewer-0000000000${viewer}`);
    expect(answer.status).toBe(204);
    return answer.headers.has('x-request-id');
  };
  const all = [10, 11, 12, 13, 14, 15];
  const beatAll = async () => {
    const whole: boolean[] = [];
    for (const viewer of all) whole.push(await beat(viewer));
    return whole.filter(Boolean).length;
  };
  const metrics = async () => (await send('GET', `/events/${event}/streaming/metrics`)).body;
  expect(await beatAll()).toBe(all.length);
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 40_000 });
  expect(await beatAll(), 'the one that writes records').toBe(1);
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 80_000 });
  expect(await beat(10)).toBe(true);
  expect(await metrics()).toMatchObject({ currentViewers: all.length, uniqueViewers: all.length, watchMinutes: 4 });
  for (const viewer of all) await beat(viewer, 'leave');
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 90_000 });
  expect(await beat(10)).toBe(true);
  expect(await metrics()).toMatchObject({ currentViewers: 1, uniqueViewers: all.length });
  Object.assign(config, { nowOffsetMs });
});
