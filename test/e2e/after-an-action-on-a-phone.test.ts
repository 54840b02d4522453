/**
 * Tests the attendee’s page in a browser of a phone’s size. After an action the page shows the card that the action concerns,
 * no notice covers it, and the page keeps the person’s choice, also after a reload without a network. Also tests the
 * direction of sentences with an Arabic name, and that each page leads to the ticket after a cancellation.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { en } from '#server/modules/events/networking-page/words/en.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import { hours, type MeetingEvent, openMeetingEvent, patience } from '#test/fixtures/meeting-event.ts';
import type { TestServer } from '#test/fixtures/test-server.ts';
import { textAt } from '#test/server/modules/events/events-module.ts';
import { founder, investor } from '#test/server/modules/events/networking/people-lab.ts';

const arabicName = 'محمد الأنصاري';
let opened: MeetingEvent;
let house: TestServer;
let browser: Browser;
let ticket: string;
/** Her registration. */
let ada: string;
const sessions: string[] = [];

const send = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${opened.eventId}/${path}`, { key: opened.key, ...(json && { json }) });

async function join(name: string, email: string, profile: object): Promise<[id: string, path: string]> {
  const attendee = { name, email, company: 'Quay' };
  const made = await send('POST', 'registrations', { ticketType: 'free', attendee, profile, networkingOptIn: true });
  const id = textAt(made.body, 'id');
  const read = async () => (await send('GET', `registrations/${id}`)).body;
  await vi.waitFor(async () => expect(textAt(await read(), 'status')).toBe('confirmed'), patience);
  return [id, new URL(textAt(await read(), 'ticketPage')).pathname];
}

async function phone(tab: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${house.url}${ticket}/${tab}?lang=en`);
  return page;
}

beforeAll(async () => {
  opened = await openMeetingEvent([]);
  ({ browser, house } = opened);
  [ada, ticket] = await join('Ada', 'ada@example.org', founder);
  await join(arabicName, 'bo@example.org', investor);
  for (let n = 0; n < 8; n += 1) {
    const times = { startsAt: hours(9), endsAt: hours(10) };
    const about = { title: `Talk ${n}`, description: n === 0 ? 'Bring a crane.' : null };
    sessions.push(textAt((await send('POST', 'sessions', { ...about, ...times })).body, 'id'));
  }
}, 180_000);
afterAll(async () => {
  await opened?.close();
});

test('a question that opens is seen whole, and no notice lies over its button', async () => {
  const page = await phone('networking');
  await page.locator('summary', { hasText: en.profile.edit }).click();
  await page.locator('#save-profile button').click();
  await expect.poll(() => page.textContent('#att-said'), patience).toBe(en.done['save-profile']);
  await page.locator('details.ask:has(#withdraw) > summary').click();
  const button = page.locator('#withdraw button');
  await button.waitFor(patience);
  // At once: a notice goes by itself after some time.
  expect(await page.textContent('#att-said')).toBe('');
  const isOnTop = () =>
    button.evaluate((one) => {
      const { bottom, left, right } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint((left + right) / 2, bottom - 4));
    });
  await expect.poll(isOnTop, patience).toBe(true);
  await page.context().close();
}, 60_000);

test('reasons are sentences of the page, in any script that their first name has', async () => {
  const page = await phone('networking');
  const card = page.locator('article', { has: page.locator('h3', { hasText: arabicName }) });
  const reasons = card.locator('ul li');
  expect((await reasons.allTextContents()).some((text) => text.startsWith(arabicName))).toBe(true);
  const directions = await reasons.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
  expect(new Set(directions)).toEqual(new Set(['ltr']));
  await page.context().close();
}, 60_000);

test('a booking that is refused leads to its card, which offers what can be done', async () => {
  const words = scheduleWords.en;
  const page = await phone('programme');
  const card = (n: number) => page.locator(`#s-${sessions[n]}`);
  await card(0).locator('summary', { hasText: words.about }).click();
  expect(await card(0).getByText('Bring a crane.').isVisible()).toBe(true);
  await card(0).getByRole('button', { name: words.book }).click();
  await expect.poll(() => card(0).textContent(), patience).toContain(words.booked);
  // A card that has moved up leaves the person at the one after it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), patience).toBe(`s-${sessions[1]}`);
  await card(7).getByRole('button', { name: words.book }).click();
  const replace = card(7).getByRole('button', { name: words.replace });
  await replace.waitFor(patience);
  await expect.poll(() => replace.evaluate((one) => one === document.activeElement), patience).toBe(true);
  const { bottom, top } = await replace.evaluate((one) => one.getBoundingClientRect());
  const notice = await page.locator('.toasts').evaluate((one) => one.getBoundingClientRect().top);
  expect([top >= 0, bottom <= notice]).toEqual([true, true]);
  await page.context().close();
}, 60_000);

test('a vote that waits for a network stands in its form after a reload', async () => {
  const poll = await send('POST', 'polls', { question: 'Tea?', options: ['Yes', 'No'] });
  await send('POST', `polls/${textAt(poll.body, 'id')}/open`, {});
  const page = await phone('activity');
  await expect.poll(() => page.locator('html').getAttribute('data-kept'), { timeout: 40_000 }).toBe('true');
  await page.context().setOffline(true);
  await page.locator('form[id^="vote-"] [type="radio"]').nth(1).check();
  await page.locator('form[id^="vote-"] button').click();
  await expect.poll(() => page.locator('html').getAttribute('data-waiting'), patience).toBe('1');
  await page.reload();
  await expect.poll(() => page.locator('form[id^="vote-"] [type="radio"]').nth(1).isChecked(), patience).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(() => page.locator('html').getAttribute('data-waiting'), patience).toBe('0');
  const [counted] = (await send('GET', 'polls')).body['polls'] as { readonly votes: number }[];
  expect(counted?.votes).toBe(1);
  await page.context().close();
}, 90_000);

test('whose registration is cancelled is led from any page to the ticket, which says so', async () => {
  const page = await phone('networking');
  await expect.poll(() => page.locator('html').getAttribute('data-live'), patience).toBe('true');
  expect((await send('DELETE', `registrations/${ada}`)).status).toBe(200);
  await expect.poll(() => new URL(page.url()).pathname, patience).toBe(ticket);
  expect(new URL(page.url()).search).toBe('?lang=en');
  await page.goto(`${house.url}${ticket}/programme?lang=de`);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(await page.textContent('main')).toContain('storniert');
  const unknown = await fetch(`${house.url}${ticket}x/networking`, { redirect: 'manual' });
  expect(unknown.status).toBe(404);
  await page.context().close();
}, 60_000);
