/**
 * Two attendees meet by their phones: match, accept, propose, move, confirm, calendar file; a third books a full session and
 * moves up. Phones lose their network in between, and no page is loaded again: what the others do arrives by itself.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { attendeeWords } from '#server/modules/events/attendee-page/frame-words.ts';
import { placeNews } from '#server/modules/events/attendee-page/place-news.ts';
import { en } from '#server/modules/events/networking-page/words/en.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import { fill } from '#server/modules/events/registration-page/page-words.ts';
import { languages } from '#shared/base/languages.ts';
import { zonedInput } from '#shared/base/zoned-input.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import {
  hours,
  type MeetingEvent,
  openMeetingEvent,
  openQuestion,
  patience,
  zone,
} from '#test/fixtures/meeting-event.ts';
import type { TestServer } from '#test/fixtures/test-server.ts';
import { textAt } from '#test/server/modules/events/events-module.ts';
import { founder, investor } from '#test/server/modules/events/networking/people-lab.ts';

let opened: MeetingEvent;
let house: TestServer;
let browser: Browser;
let key: string;
let eventId: string;
let ada: Page;
let bo: Page;
let cy: Page;
let workshop: string;
/** What the policy of a page refused of the page itself. */
const refused: string[] = [];

const post = (path: string, json: object) => house.send('POST', `/events/${eventId}/${path}`, { key, json });

/** @returns the path of the ticket page */
async function join(name: string, profile: object | null): Promise<string> {
  const attendee = { name, email: `${name.toLowerCase()}@example.org`, company: 'Quay' };
  const optIn = profile && { profile, networkingOptIn: true };
  const made = await post('registrations', { ticketType: 'free', attendee, ...optIn });
  const read = () =>
    house.send('GET', `/events/${eventId}/registrations/${textAt(made.body, 'id')}`, { key }).then(({ body }) => body);
  await vi.waitFor(async () => expect(textAt(await read(), 'status')).toBe('confirmed'), patience);
  return new URL(textAt(await read(), 'ticketPage')).pathname;
}

async function phone(path: string, more = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en', ...more });
  const page = await context.newPage();
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
  await page.goto(house.url + path);
  return page;
}

/** The script sends a form without leaving the page and counts what was answered; without a script the page is loaded again. */
const pressed = async (page: Page, form: string) => {
  const settled = () => page.locator('html').getAttribute('data-settled');
  const hasScript = (await page.locator('html').getAttribute('data-connection')) !== null;
  const before = await settled();
  await openQuestion(page, form);
  const button = page.locator(`${form} button`).last();
  if (!hasScript) return void (await Promise.all([page.waitForEvent('load'), button.click()]));
  await button.click();
  await expect.poll(settled, patience).not.toBe(before);
};
/** What the page says, as it changes by itself. */
const says = (page: Page) => expect.poll(() => page.textContent('main'), patience);
const unsent = (page: Page) => expect.poll(() => page.locator('html').getAttribute('data-waiting'), patience);
/** Gone when the page is loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSamePage: true })).then(() => {});
const isSame = (page: Page) => page.evaluate(() => 'isSamePage' in globalThis);
const lose = (page: Page) => page.context().setOffline(true);
const find = (page: Page) => page.context().setOffline(false);
const isLive = (page: Page) => expect.poll(() => page.locator('html').getAttribute('data-live'), patience).toBe('true');
const status = (page: Page) => page.locator('article[data-status]').first().getAttribute('data-status');

beforeAll(async () => {
  opened = await openMeetingEvent(['Table 1', 'Table 2']);
  ({ browser, eventId, house, key } = opened);
  const session = await post('sessions', { title: 'Workshop', startsAt: hours(9), endsAt: hours(10), capacity: 1 });
  workshop = textAt(session.body, 'id');
  ada = await phone(`${await join('Ada', null)}?lang=en`);
  bo = await phone(`${await join('Bo', { ...investor, phone: '+47 99 88 77 66' })}?lang=en`);
}, 180_000);
afterAll(async () => {
  await opened?.close();
});

describe('two phones', () => {
  test('a person writes a profile, within its limits, and sees whom to meet and why', async () => {
    await ada.click('a[href*="/networking"]');
    expect(await ada.textContent('main')).toContain(en.profile.hidden);
    const lists = Object.entries(founder).map(([name, value]) => [name, [value].flat().join('\n')] as const);
    for (const [name, value] of lists) await ada.fill(`#save-profile [name="${name}"]`, value);
    await ada.check('#save-profile [name="networkingOptIn"]');
    await ada.fill('#save-profile [name="offering"]', '1\n2\n3\n4\n5\n6');
    await pressed(ada, '#save-profile');
    expect(await ada.locator('#problems').count()).toBe(1);
    expect(await ada.inputValue('#save-profile [name="headline"]')).toBe(founder.headline);
    await ada.fill('#save-profile [name="offering"]', founder.offering.join('\n'));
    await pressed(ada, '#save-profile');
    const card = await ada.textContent('section[aria-labelledby="matches"]');
    expect(card).toContain('Bo');
    expect(card).toContain('Seed funding');
    expect(card).not.toContain('@');
  }, 60_000);

  test('one accepts without a network; both have accepted, and only then see how to reach each other', async () => {
    await bo.click('a[href*="/networking"]');
    for (const page of [ada, bo]) await Promise.all([mark(page), isLive(page)]);
    await lose(ada);
    await ada.locator('form[id^="accept-"] summary').click();
    await ada.fill('form[id^="accept-"] textarea', 'Coffee?');
    await ada.locator('form[id^="accept-"] button').last().click();
    await unsent(ada).toBe('1');
    expect(await ada.textContent('#att-connection')).toBe(attendeeWords.en.script.offline);
    const waiting = await ada.textContent('#unsent');
    expect([waiting?.includes('Bo'), waiting?.includes('Bo · Bo')]).toEqual([true, false]);
    await find(ada);
    await unsent(ada).toBe('0');
    expect(await ada.textContent('#att-said')).not.toMatch(/Bo.*Bo/);
    await says(ada).toContain(en.matches.waiting);
    await says(bo).toContain('Coffee?');
    expect(await bo.textContent('main')).not.toContain('ada@example.org');
    await bo.locator('form[id^="accept-"] summary').click();
    await bo.fill('form[id^="accept-"] textarea', 'At the bar');
    await pressed(bo, 'form[id^="accept-"]');
    expect(await bo.textContent('main')).toContain('ada@example.org');
    await says(ada).toContain('+47 99 88 77 66');
    // What they wrote stays, and the page says what is new where the person looks.
    for (const page of [ada, bo])
      for (const written of ['Coffee?', 'At the bar']) expect(await page.textContent('main')).toContain(written);
    expect(await ada.textContent('#att-said')).toBe(fill(en.news.kinds.mutual, { name: 'Bo' }));
    expect([await isSame(ada), await isSame(bo)]).toEqual([true, true]);
  }, 90_000);

  test('one proposes, the other moves it, it is confirmed, and is a calendar file', async () => {
    await ada.locator('summary', { hasText: en.meetings.propose }).click();
    await ada.fill('form[id^="propose-"] [name="startsAt"]', zonedInput(Date.parse(hours(12)), zone));
    await ada.selectOption('form[id^="propose-"] [name="locationId"]', { label: 'Table 2' });
    await pressed(ada, 'form[id^="propose-"]');
    expect(await status(ada)).toBe('proposed');
    await says(bo).toContain('Table 2');
    // Ada's phone is in a pocket without a network while Bo answers.
    await lose(ada);
    await bo.locator('article[data-status] summary', { hasText: en.meetings.move }).click();
    await bo.fill('form[id^="move-"] [name="startsAt"]', zonedInput(Date.parse(hours(20)), zone));
    // As where the times of the event have changed since.
    await bo.locator('form[id^="move-"] [name="startsAt"]').evaluate((field) => field.removeAttribute('max'));
    await pressed(bo, 'form[id^="move-"]');
    expect(await bo.textContent('#problems')).toContain(en.refused.outside_event);
    await bo.fill('form[id^="move-"] [name="startsAt"]', zonedInput(Date.parse(hours(14)), zone));
    await pressed(bo, 'form[id^="move-"]');
    expect(await ada.locator('form[id^="accept-meeting-"]').count()).toBe(0);
    await find(ada);
    await ada.locator('form[id^="accept-meeting-"]').waitFor(patience);
    await pressed(ada, 'form[id^="accept-meeting-"]');
    expect(await status(ada)).toBe('confirmed');
    await expect.poll(() => status(bo), patience).toBe('confirmed');
    for (const page of [ada, bo]) {
      const address = await page.getAttribute('a[href*="meeting.ics"]', 'href');
      const file = await (await fetch(house.url + address)).text();
      const other = page === ada ? 'Bo' : 'Ada';
      // A calendar is shared with others.
      expect(file.replaceAll('\r\n ', '')).not.toContain(new URL(page.url()).pathname.split('/')[2]);
      expect(file).toMatch(new RegExp(`SUMMARY:${other}[^\\r\\n]* · `));
      expect(file).toContain(`DTSTART:${hours(14).replace(/[-:]|\.\d+/g, '')}`);
    }
    expect([await isSame(ada), await isSame(bo)]).toEqual([true, true]);
  }, 90_000);

  test('a third books a full session, waits, and moves up when its place is given back', async () => {
    const programme = scheduleWords.en;
    const card = (page: Page) => page.locator(`#s-${workshop}`);
    const cardSays = (page: Page) => expect.poll(() => card(page).textContent(), patience);
    const holder = await phone(`${new URL(bo.url()).pathname.replace('/networking', '')}/programme?lang=en`);
    await card(holder).getByRole('button', { name: programme.book }).click();
    await cardSays(holder).toContain(programme.booked);
    cy = await phone(`${await join('Cy', null)}/programme?lang=en`);
    await card(cy).getByRole('button', { name: programme.wait }).click();
    await cardSays(cy).toContain(programme.waiting.replace('{n}', '1'));
    expect(await cy.textContent('#att-said')).toContain(programme.notices.waitlisted);
    await isLive(cy);
    await mark(cy);
    await lose(cy);
    await card(holder).locator('summary', { hasText: programme.giveUp }).click();
    await card(holder).getByRole('button', { name: programme.giveUp }).click();
    await cardSays(holder).not.toContain(programme.booked);
    expect(await card(cy).textContent()).toContain(programme.waiting.replace('{n}', '1'));
    await find(cy);
    await cardSays(cy).toContain(programme.booked);
    expect(await cy.textContent('main')).not.toContain(programme.notices.waitlisted);
    const movedUp = fill(placeNews.en.promoted, { name: 'Workshop' });
    expect(await cy.textContent('#att-said')).toBe(movedUp);
    // And back again, with both phones online: nothing but the live line says so.
    await isLive(cy);
    await card(holder).getByRole('button', { name: programme.wait }).click();
    await cardSays(holder).toContain(programme.waiting.replace('{n}', '1'));
    await isLive(holder);
    await card(cy).locator('summary', { hasText: programme.giveUp }).click();
    await card(cy).getByRole('button', { name: programme.giveUp }).click();
    await cardSays(holder).toContain(programme.booked);
    expect(await holder.textContent('#att-said')).toBe(movedUp);
    expect(await isSame(cy)).toBe(true);
    await holder.context().close();
  }, 90_000);

  test.each(languages)(
    'in %s: nothing is too wide, and no rule is broken',
    async (language) => {
      const page = await phone(`${new URL(ada.url()).pathname}?lang=${language}`);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      for (const one of await page.locator('main details').all())
        await one.evaluate((details: HTMLDetailsElement) => {
          details.open = true;
        });
      const picture = process.env['NETWORKING_PICTURE'];
      for (const [width, colorScheme] of [
        [390, 'light'],
        [390, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await axeViolations(page)]).toEqual([width, colorScheme, []]);
        // What others wrote begins where the page begins its lines, in any language.
        const written = page.locator('main [dir="auto"]').first();
        const begins = await written.evaluate((element) => getComputedStyle(element).textAlign);
        expect(begins).toBe(language === 'ar' ? 'right' : 'left');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (picture)
          await page.screenshot({ path: `${picture}-${language}-${width}-${colorScheme}.png`, fullPage: true });
      }
      await page.context().close();
    },
    60_000,
  );

  test('what was never opened is read without a network, and without a script', async () => {
    const ticket = new URL(bo.url()).pathname.replace('/networking', '');
    const page = await phone(`${ticket}?lang=en`);
    for (const name of ['activity', 'networking']) {
      const isKept = () =>
        page.evaluate(
          async (path) => (await caches.match(path, { ignoreSearch: true })) !== undefined,
          `${ticket}/${name}`,
        );
      await expect.poll(isKept, { timeout: 40_000 }).toBe(true);
    }
    await page.context().setOffline(true);
    await page.goto(`${house.url}${ticket}/networking?lang=en`);
    expect(await page.textContent('main')).toContain('ada@example.org');
    await page.context().close();
    const plain = await phone(`${ticket}/networking?lang=en`, { javaScriptEnabled: false });
    await pressed(plain, 'form[id^="cancel-meeting-"]');
    expect(await status(plain)).toBe('cancelled');
    await plain.context().close();
  }, 90_000);

  test('a person who withdraws is at once seen by no one', async () => {
    await pressed(ada, '#withdraw');
    expect(await ada.textContent('main')).toContain(en.profile.hidden);
    await bo.reload();
    expect(await bo.textContent('section[aria-labelledby="matches"]')).not.toContain('Ada');
  }, 60_000);

  test('no page broke its own policy', () => {
    expect(refused).toEqual([]);
  });
});
