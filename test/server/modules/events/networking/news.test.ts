/** A person’s page lists what others did, until the person marks it as seen. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { en } from '#server/modules/events/networking-page/words/en.ts';
import { fill } from '#server/modules/events/registration-page/page-words.ts';
import { dayMs, hourMs, isoTime } from '#shared/base/time.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { listAt, textAt } from '../events-module.ts';
import { founder, investor } from './people-lab.ts';

let house: TestServer;
let key: string;
let eventId: string;
const begin = Math.ceil(Date.now() / dayMs + 7) * dayMs + 8 * hourMs;
const hour = (n: number) => isoTime(begin + n * hourMs);
const ids: Record<string, string> = {};
const paths: Record<string, string> = {};
const send = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${eventId}/${path}`, { key, ...(json && { json }) });

async function join(name: string, profile: object) {
  const attendee = { name, email: `${name.toLowerCase()}@example.org` };
  const made = await send('POST', 'registrations', { ticketType: 'free', attendee, profile, networkingOptIn: true });
  const id = textAt(made.body, 'id');
  const read = async () => (await send('GET', `registrations/${id}`)).body;
  await vi.waitFor(async () => expect(textAt(await read(), 'status')).toBe('confirmed'), { timeout: 20_000 });
  ids[name] = id;
  paths[name] = `${new URL(textAt(await read(), 'ticketPage')).pathname}/networking`;
}
const match = async (verb: string, by: string, other: string) => {
  const { body } = await send('GET', `networking/matches?registrationId=${ids[by]}`);
  const found = listAt(body, 'matches').find(({ registrationId }) => registrationId === ids[other]);
  return send('POST', `networking/matches/${textAt(found, 'id')}/${verb}`, { registrationId: ids[by] });
};
const does = (verb: string, by: string, id: string, more: object = {}) =>
  send('POST', `networking/meetings/${id}/${verb}`, { registrationId: ids[by], ...more });

/** Sentences of the list, the newest first. */
async function newsOf(name: string): Promise<readonly string[]> {
  const { text } = await house.send('GET', `${paths[name]}?lang=en`);
  const list = /<section class="news".*?<\/section>/s.exec(text)?.[0] ?? '';
  return [...list.matchAll(/<a href="#([wg]-[^"]+)">([^<]+)<\/a>/g)].map(([, place, said]) => {
    expect(text).toContain(`id="${place}"`);
    return said ?? '';
  });
}
const waiting = async (name: string) => (await house.send('GET', `${paths[name]}/news?lang=en`)).body['waiting'];
async function sees(name: string) {
  const { text } = await house.send('GET', `${paths[name]}?lang=en`);
  const until = /name="until" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ do: 'seen', until });
  const done = await fetch(`${house.url}${paths[name]}`, { method: 'POST', body, redirect: 'manual' });
  expect(done.status).toBe(303);
}
const said = (kind: keyof typeof en.news.kinds, name: string) => fill(en.news.kinds[kind], { name });

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('hafen')).apiKey;
  const about = { name: 'Days', type: 'conference', startsAt: hour(0), endsAt: hour(10), timezone: 'UTC' };
  const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'EUR' }];
  eventId = textAt((await house.send('POST', '/events', { key, json: { ...about, tickets } })).body, 'id');
  await join('Ada', founder);
  for (const name of ['Bo', 'Cy', 'Di']) await join(name, investor);
}, 120_000);
afterAll(() => house?.close());

describe('what others did', () => {
  test('is listed with the way to it and counted, until the person marks it as seen', async () => {
    await match('accept', 'Ada', 'Bo');
    expect([await newsOf('Ada'), await newsOf('Bo')]).toEqual([[], [said('accepted', 'Ada')]]);
    expect([await waiting('Ada'), await waiting('Bo')]).toEqual([0, 1]);
    await match('accept', 'Bo', 'Ada');
    expect([await newsOf('Ada'), await newsOf('Bo')]).toEqual([[said('mutual', 'Bo')], []]);
    expect(await waiting('Ada')).toBe(1);
    await sees('Ada');
    expect([await newsOf('Ada'), await waiting('Ada')]).toEqual([[], 0]);
  });

  test('follows a meeting from its proposal to its end', async () => {
    const wanted = { registrationId: ids['Ada'], inviteeRegistrationId: ids['Bo'], startsAt: hour(1) };
    const id = textAt((await send('POST', 'networking/meetings', wanted)).body, 'meeting.id');
    expect(await newsOf('Bo')).toEqual([said('proposed', 'Ada')]);
    await does('reschedule', 'Bo', id, { startsAt: hour(2) });
    expect([await newsOf('Bo'), await newsOf('Ada')]).toEqual([[], [said('moved', 'Bo')]]);
    await does('accept', 'Ada', id);
    expect([await newsOf('Bo'), await waiting('Bo')]).toEqual([[said('confirmed', 'Ada')], 1]);
    await sees('Bo');
    await does('reschedule', 'Bo', id, { startsAt: hour(3) });
    await does('decline', 'Ada', id);
    expect(await newsOf('Bo')).toEqual([said('kept', 'Ada')]);
    await does('cancel', 'Ada', id);
    expect(await newsOf('Bo')).toEqual([said('cancelled', 'Ada')]);
    expect(await newsOf('Ada')).toEqual([]);
  });

  test('names a place that came from a waiting list, with the way to the session', async () => {
    const session = { title: 'Small & new', startsAt: hour(6), endsAt: hour(7), capacity: 1 };
    const id = textAt((await send('POST', 'sessions', session)).body, 'id');
    const book = (name: string) => send('POST', `sessions/${id}/bookings`, { registrationId: ids[name] });
    const holder = textAt((await book('Cy')).body, 'booking.id');
    await book('Ada');
    const text = async () => (await house.send('GET', `${paths['Ada']}?lang=en`)).text;
    expect([await waiting('Ada'), (await text()).includes('class="news"')]).toEqual([0, false]);
    await send('DELETE', `sessions/${id}/bookings/${holder}`);
    const list = /<section class="news".*?<\/section>/s.exec(await text())?.[0] ?? '';
    const [, address, sentence] = /<a href="([^"]+)">([^<]+)<\/a>/.exec(list) ?? [];
    expect(sentence).toBe(said('promoted', 'Small &amp; new'));
    expect(await waiting('Ada')).toBe(1);
    const programme = await house.send('GET', (address ?? '').split('#')[0] ?? '');
    expect([programme.status, programme.text.includes(`id="${address?.split('#')[1]}"`)]).toEqual([200, true]);
    await sees('Ada');
    expect([await waiting('Ada'), (await text()).includes('class="news"')]).toEqual([0, false]);
  });

  test('says nothing of a declined match, nor of a person who is blocked', async () => {
    await match('accept', 'Ada', 'Cy');
    await match('decline', 'Cy', 'Ada');
    expect(await newsOf('Ada')).toEqual([]);
    expect(await newsOf('Bo')).toHaveLength(1);
    await match('block', 'Bo', 'Ada');
    expect(await newsOf('Bo')).toEqual([]);
  });
});

describe('a meeting', () => {
  const card = async (name: string) => {
    const { text } = await house.send('GET', `${paths[name]}?lang=en`);
    return /<section aria-labelledby="meetings">.*?<\/section>/s.exec(text)?.[0] ?? '';
  };

  test('says who wrote the message under it, also after the other person has moved it', async () => {
    await match('accept', 'Ada', 'Di');
    await match('accept', 'Di', 'Ada');
    const wanted = { registrationId: ids['Ada'], inviteeRegistrationId: ids['Di'], startsAt: hour(4) };
    const made = await send('POST', 'networking/meetings', { ...wanted, message: 'By the crane' });
    const id = textAt(made.body, 'meeting.id');
    await does('reschedule', 'Di', id, { startsAt: hour(5) });
    await does('accept', 'Ada', id);
    const by = (author: string) => `<p class="soft">${author}</p><blockquote class="note" dir="auto">By the crane<`;
    expect(await card('Ada')).toContain(by(en.matches.written));
    expect(await card('Di')).toContain(by(fill(en.matches.writes, { name: 'Ada' })));
  });

  test('lets a person block and report the other one after the contact was ended', async () => {
    expect(await card('Ada')).not.toContain(en.matches.more);
    await match('decline', 'Di', 'Ada');
    const own = await card('Ada');
    expect(own.split(en.matches.more)).toHaveLength(2);
    const [, id = ''] = /name="do" value="block"><input type="hidden" name="match" value="([^"]+)"/.exec(own) ?? [];
    const body = new URLSearchParams({ do: 'report', match: id, reason: 'Pushy' });
    const done = await fetch(`${house.url}${paths['Ada']}`, { method: 'POST', body, redirect: 'manual' });
    expect(done.headers.get('location')).toContain('notice=report');
    expect(await card('Ada')).toContain(en.meetings.ended.cancelledByYou);
    expect(await card('Ada')).not.toContain(en.matches.more);
  });
});
