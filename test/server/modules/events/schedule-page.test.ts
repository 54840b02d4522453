/** The schedule over HTTP and on the programme page: booking without a script and with one, offline, in every language. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { must } from '#shared/base/assert.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { at, listAt, textAt } from './events-module.ts';

let house: TestServer;
let browser: Browser;
let key: string;
let tenant: CreatedTenant['tenant'];
let eventId: string;
const ids: Record<string, string> = {};
const hours = (n: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + n * 3_600_000);
const words = scheduleWords.en;

const post = (path: string, json: object) => house.send('POST', `/events/${eventId}/${path}`, { key, json });
const book = (session: string, registrationId: string, more = {}) =>
  post(`sessions/${session}/bookings`, { registrationId, ...more });

let people = 0;
async function attendee(): Promise<{ readonly id: string; readonly page: string }> {
  people += 1;
  const made = await post('registrations', {
    ticketType: 'free',
    attendee: { name: `Person ${people} <b>`, email: `p${people}@example.org` },
  });
  const id = textAt(made.body, 'id');
  const read = async () => (await house.send('GET', `/events/${eventId}/registrations/${id}`, { key })).body;
  await expect.poll(async () => at(await read(), 'status'), { timeout: 20_000 }).toBe('confirmed');
  return { id, page: new URL(textAt(await read(), 'ticketPage')).pathname };
}

beforeAll(async () => {
  [house, browser] = await Promise.all([openTestServer(), openBrowser()]);
  const made = await house.tenant('hafen');
  ({ apiKey: key, tenant } = made);
  const created = await house.send('POST', '/events', {
    key,
    json: {
      ...{ name: 'Harbour Days', type: 'conference', startsAt: hours(8), endsAt: hours(18), timezone: 'Europe/Oslo' },
      tickets: [{ id: 'free', name: 'Community', price: 0, currency: 'EUR' }],
    },
  });
  eventId = textAt(created.body, 'id');
  const track = await post('tracks', { name: 'Data' });
  expect(track.status).toBe(201);
  const plan = [
    ['open', 'Opening <script>alert(1)</script>', 8, 9, {}],
    ['full', 'Full workshop', 9, 10, { capacity: 1 }],
    ['beside', 'Beside the workshop', 9, 10, { track: 'Data', room: 'R2', speakers: ['Ada Lovelace'] }],
  ] as const;
  for (const [name, title, from, to, more] of plan) {
    const session = await post('sessions', { title, startsAt: hours(from), endsAt: hours(to), ...more });
    expect([session.status, session.text]).toEqual([201, session.text]);
    ids[name] = textAt(session.body, 'id');
  }
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

const id = (name: string) => must(ids[name], name);
const card = (page: Page, name: string) => page.locator(`#s-${id(name)}`);
const openPage = async (path: string, more = {}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en', ...more });
  const page = await context.newPage();
  await page.goto(`${house.url}${path}/programme`);
  return page;
};

const entryIn = (file: string, uid: string) =>
  must(
    file.split('BEGIN:VEVENT').find((entry) => entry.includes(`UID:${uid}@gatehouse\r\n`)),
    `an entry ${uid}`,
  );
const lineOf = (entry: string, name: string) =>
  must(
    entry.split('\r\n').find((line) => line.startsWith(`${name}:`)),
    `${name} in ${entry}`,
  );
async function exportedEntry(dataset: string, uid: string): Promise<string> {
  const file = await house.send('GET', `/events/${eventId}/export?dataset=${dataset}&format=ics`, { key });
  return entryIn(file.text, uid);
}

describe('over HTTP', () => {
  test('places, a waiting list, and back again, as design/events.md 8 has them', async () => {
    const [a, b] = [await attendee(), await attendee()];
    const first = await book(id('full'), a.id);
    expect(first).toMatchObject({ status: 201, body: { booking: { status: 'booked' } } });
    const second = await book(id('full'), b.id);
    expect(second).toMatchObject({ status: 201, body: { booking: { status: 'waitlisted', position: 1 } } });
    const path = `/events/${eventId}/sessions/${id('full')}/bookings/${textAt(first.body, 'booking.id')}`;
    const given = await house.send('DELETE', path, { key });
    expect(given).toMatchObject({ status: 200, body: { booking: { status: 'cancelled' } } });
    expect(given.body['promoted']).toEqual([textAt(second.body, 'booking.id')]);
    const conflict = await book(id('beside'), b.id);
    expect(conflict).toMatchObject({ status: 409, codes: ['session_conflict'] });
    expect(at(listAt(conflict.body, 'errors')[0], 'detail.conflicts')).toEqual([{ kind: 'session', id: id('full') }]);
    await house.send('DELETE', `${path.replace(/[^/]+$/, '')}${textAt(second.body, 'booking.id')}`, { key });
  });

  test('a session that is over offers no place, and no one is said to have one', async () => {
    const title = 'Yesterday';
    const late = await post('sessions', { title, startsAt: hours(8), endsAt: hours(9) });
    const session = textAt(late.body, 'id');
    const { id: person, page } = await attendee();
    expect((await book(session, person)).status).toBe(201);
    const shown = async () => {
      const { text } = await house.send('GET', `${page}/programme?lang=en`);
      return must(text.split(`id="s-${session}"`)[1]?.split('</li>')[0], 'the card of the session');
    };
    expect(await shown()).toContain(words.booked);
    const store = await house.admin.directory.open(tenant);
    const done = await store.commit('system:test', async (tx) => {
      const ends = Date.now() - 60_000;
      await tx.update('sessions', session, { startsAt: isoTime(ends - 3_600_000), endsAt: isoTime(ends) });
      return { ok: true, value: null };
    });
    expect(done.ok).toBe(true);
    const over = await shown();
    expect(over).toContain(words.notices.session_over);
    for (const gone of [words.booked, words.giveUp]) expect(over).not.toContain(gone);
    await store.commit('system:test', async (tx) => ({ ok: true, value: await tx.delete('sessions', session) }));
  });

  test('a calendar follows the person until its address is renewed', async () => {
    const { id: person, page } = await attendee();
    await book(id('beside'), person);
    const own = await house.send('GET', `/events/${eventId}/registrations/${person}/schedule`, { key });
    const address = new URL(textAt(own.body, 'calendar')).pathname;
    const file = await house.send('GET', address);
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(file.text).toContain(`UID:session-${id('beside')}@gatehouse`);
    expect(file.text).toContain('LOCATION:R2');
    const slug = textAt((await house.send('GET', `/events/${eventId}`, { key })).body, 'slug');
    const named = { [`${page}/schedule.ics`]: 'Beside', [`${page}/sessions/${id('full')}/session.ics`]: 'Full' };
    for (const [path, title] of Object.entries({ [address]: 'Beside', ...named })) {
      const entry = (await house.send('GET', path)).text.replaceAll('\r\n ', '');
      expect(entry).toContain(`SUMMARY:${title}`);
      // Calendars are shared: who sees one must not be able to show the ticket.
      expect(entry).not.toContain(page);
      expect(entry).toMatch(new RegExp(`\r\nURL:http[^\r]+/e/hafen/${slug}\r\n`));
    }
    const whole = (await house.send('GET', `/e/hafen/${slug}/schedule.ics`)).text;
    expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    const renewed = await post(`registrations/${person}/calendar`, {});
    expect((await house.send('GET', address)).status).toBe(404);
    expect((await house.send('GET', new URL(textAt(renewed.body, 'calendar')).pathname)).status).toBe(200);
    expect((await house.send('GET', address.replace(/.(?=\/schedule)/, 'A'))).status).toBe(404);
  });

  test('a calendar holds the meetings that the person has agreed on, and the agreed time while a move is open', async () => {
    const [a, b] = [await attendee(), await attendee()];
    const about = { headline: 'Harbours', company: 'Quay', role: 'Pilot', lookingFor: [], offering: [], interests: [] };
    for (const one of [a, b])
      await house.send('PUT', `/events/${eventId}/registrations/${one.id}/profile`, {
        key,
        json: { ...about, networkingOptIn: true },
      });
    const own = await house.send('GET', `/events/${eventId}/registrations/${b.id}/schedule`, { key });
    const feed = async () => (await house.send('GET', new URL(textAt(own.body, 'calendar')).pathname)).text;
    const begin = (hour: number) => hours(hour).replace(/[-:]|\.\d+/g, '');
    const wanted = { registrationId: a.id, inviteeRegistrationId: b.id, startsAt: hours(12) };
    const meeting = textAt((await post('networking/meetings', wanted)).body, 'meeting.id');
    expect(await feed()).not.toContain(`UID:meeting-${meeting}`);
    const answer = (name: string, more: object) => post(`networking/meetings/${meeting}/${name}`, more);
    await answer('accept', { registrationId: b.id });
    expect(await feed()).toContain(`UID:meeting-${meeting}@gatehouse`);
    expect(await feed()).toContain(`DTSTART:${begin(12)}`);
    await answer('reschedule', { registrationId: a.id, startsAt: hours(14) });
    expect(await feed()).toContain(`DTSTART:${begin(12)}`);
    await answer('accept', { registrationId: b.id });
    expect(await feed()).toContain(`DTSTART:${begin(14)}`);
    const exported = async () => await exportedEntry('meetings', `meeting-${meeting}`);
    const agreed = await exported();
    expect(agreed).toMatch(/SUMMARY:Person \d+ <b> – Person \d+ <b>\r\n/);
    expect(agreed).toContain('STATUS:CONFIRMED');
    await answer('cancel', { registrationId: a.id });
    expect(await feed()).not.toContain(`UID:meeting-${meeting}`);
    expect(await exported()).toContain('STATUS:CANCELLED');
  });

  test('sessions and bookings can be exported', async () => {
    await book(id('beside'), (await attendee()).id);
    const get = (dataset: string) =>
      house.send('GET', `/events/${eventId}/export?dataset=${dataset}&format=csv`, { key });
    expect((await get('sessions')).text).toContain('Beside the workshop,Data');
    const moved = await post('sessions', { title: 'Exported', startsAt: hours(15), endsAt: hours(16) });
    const session = textAt(moved.body, 'id');
    const slug = textAt((await house.send('GET', `/events/${eventId}`, { key })).body, 'slug');
    for (const change of [{ room: 'R9' }, { status: 'cancelled' }]) {
      await house.send('PATCH', `/api/v1/sessions/${session}`, { key, json: change });
      const whole = (await house.send('GET', `/e/hafen/${slug}/schedule.ics`)).text;
      // Who has both files in one calendar sees the session once, in its last state.
      for (const name of ['SEQUENCE', 'STATUS'])
        expect(lineOf(await exportedEntry('sessions', `session-${session}`), name)).toBe(
          lineOf(entryIn(whole, `session-${session}`), name),
        );
    }
    expect(await exportedEntry('sessions', `session-${session}`)).toContain('STATUS:CANCELLED');
    await house.send('DELETE', `/api/v1/sessions/${session}`, { key });
    expect((await get('session_bookings')).text).toContain('Beside the workshop');
  });
});

describe('on the programme page', () => {
  test('a person books, waits, gives back and chooses between two, without a script', async () => {
    const [a, b] = [await attendee(), await attendee()];
    const page = await openPage(a.page, { javaScriptEnabled: false });
    await card(page, 'full').getByRole('button', { name: words.book }).click();
    await expect.poll(() => page.locator('.schedule [role=status]').textContent()).toBe(words.notices.booked);
    expect(await card(page, 'full').textContent()).toContain(words.booked);
    const calendars = (on: Page) => on.getByRole('link', { name: words.calendar }).count();
    expect(await calendars(page)).toBe(1);

    const other = await openPage(b.page, { javaScriptEnabled: false });
    expect(await card(other, 'full').textContent()).toContain(words.full);
    await card(other, 'full').getByRole('button', { name: words.wait }).click();
    expect(await card(other, 'full').textContent()).toContain(words.waiting.replace('{n}', '1'));
    // A calendar without an entry is refused by some programs.
    expect(await calendars(other)).toBe(0);

    expect(await card(page, 'beside').textContent()).toContain(words.conflicts);
    await card(page, 'beside').getByRole('button', { name: words.book }).click();
    expect(await page.locator('#problems').textContent()).toBe(words.notices.session_conflict);
    await card(page, 'beside').getByRole('button', { name: words.replace }).click();
    expect(await card(page, 'beside').textContent()).toContain(words.booked);
    await other.reload();
    expect(await card(other, 'full').textContent()).toContain(words.booked);
    await card(other, 'full').locator('summary', { hasText: words.giveUp }).click();
    expect(await card(other, 'full').locator('.ask').textContent()).toContain(words.ask.giveUp);
    await card(other, 'full').getByRole('button', { name: words.giveUp }).click();
    expect(await other.locator('.schedule [role=status]').textContent()).toBe(words.notices.cancelled);
    for (const one of [page, other]) await one.context().close();
  }, 60_000);

  test('what an organizer changes arrives by itself; the schedule opens offline', async () => {
    const { id: person, page: path } = await attendee();
    await book(id('open'), person);
    const page = await openPage(path);
    await page.locator('html[data-kept=true]').waitFor({ timeout: 30_000 });
    expect(await page.locator('h3 script').count()).toBe(0);
    await house.send('PATCH', `/api/v1/sessions/${id('open')}`, { key, json: { room: 'Moved hall' } });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => card(page, 'open').textContent(), { timeout: 20_000 }).toContain('Moved hall');
    await page.context().setOffline(true);
    await page.reload();
    expect(await card(page, 'open').textContent()).toContain(words.booked);
    await page.context().close();
  }, 90_000);

  test('reads well in every language, in both directions, without violations', async () => {
    const { id: person, page: path } = await attendee();
    await book(id('open'), person);
    const page = await openPage(path);
    for (const language of languages) {
      await page.goto(`${house.url}${path}/programme?lang=${language}&notice=booked`);
      const said = scheduleWords[language];
      expect(await page.locator('.schedule').textContent()).toContain(said.notices.booked);
      expect(await page.locator('h1').textContent()).toBe(said.title);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    const picture = process.env['SCHEDULE_PICTURE'];
    if (picture) await page.screenshot({ path: picture, fullPage: true });
    await page.context().close();
  }, 60_000);
});
