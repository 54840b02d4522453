/** Around every page of the console: the command palette, the languages, test mode. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(20);
}, 900_000);
afterAll(() => site?.close());

test('the palette finds pages, actions and people by the keyboard, and closes without a trace', async () => {
  const { context, page } = await site.open('overview');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages, events, people and actions' });
  await field.fill('audit');
  await page.getByRole('option', { name: 'Audit log' }).waitFor(slow);
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await page.getByRole('option').first().getAttribute('id'),
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor(slow);
  await site.go(page, 'overview');
  await page.keyboard.press('Control+k');
  await field.fill('petra');
  await page.getByRole('option', { name: 'Petra Pending' }).first().click();
  await page.getByRole('heading', { name: 'Petra Pending' }).waitFor(slow);
  await page.keyboard.press('Control+k');
  await field.waitFor(slow);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await context.close();
});

test('a German browser gets German pages, and the switch changes the language for good', async () => {
  const { context, page } = await site.open('attendees', { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Teilnehmende', level: 1 }).waitFor(slow);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByRole('heading', { name: 'Attendees', level: 1 }).waitFor(slow);
  await page.reload();
  await page.getByRole('heading', { name: 'Attendees', level: 1 }).waitFor(slow);
  await context.close();
});

test('test mode is another console: a key of the live events does not open it, and it asks for a login', async () => {
  const { context, page } = await site.open('overview');
  await page.evaluate((key) => {
    localStorage.clear();
    sessionStorage.setItem('gatehouse-session', key);
  }, String(site.demo.apiKey));
  await page.reload();
  await page.getByRole('link', { name: 'Test mode' }).click();
  await page.getByText('no money moves').waitFor(slow);
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor(slow);
  expect(new URL(page.url()).pathname).toBe('/sandbox/console/');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Leave test mode' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor(slow);
  expect(await page.getByText('Log out').count()).toBe(1);
  await context.close();
});

/** From the live console into test mode and back. */
async function walksTestMode(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Test mode' }).click();
  await page.getByText('no money moves').waitFor(slow);
  await page.getByRole('heading', { level: 1 }).waitFor(slow);
  await page.getByText('Log out').waitFor(slow);
  const { pathname, search } = new URL(page.url());
  expect([pathname, search]).toEqual(['/sandbox/console/', '']);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Leave test mode' }).click();
  await page.getByRole('link', { name: 'Test mode' }).waitFor(slow);
  await page.getByText('Log out').waitFor(slow);
  expect(new URL(page.url()).pathname).toBe('/console/');
}

test('a person who came by a link is in test mode without a password, and back', async () => {
  const { context, page } = await site.open('overview');
  await walksTestMode(page);
  await context.close();
});

test('a person who logged in with a password, in place of another login that this browser had in test mode', async () => {
  await addMember(site.house, site.demo.tenant, 'pia@example.org', 'admin');
  const { context, page } = await site.open('overview');
  await walksTestMode(page);
  await page.getByText('Log out').click();
  await page.getByLabel('Email').fill('pia@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Log out').waitFor(slow);
  await walksTestMode(page);
  const who = await page.evaluate(async () => {
    const session = localStorage.getItem('gatehouse-session-sandbox');
    const answer = await fetch('/sandbox/api/v1/auth/me', { headers: { Authorization: `Bearer ${session}` } });
    return ((await answer.json()) as { data: { user: { email: string; role: string } } }).data.user;
  });
  expect(who).toMatchObject({ email: 'pia@example.org', role: 'admin' });
  await context.close();
});

test('an event that the list has no room for is shown by its address; one that does not exist is said to be missing', async () => {
  const { demo, house } = site;
  const { context, page } = await site.open('overview');
  const { body } = await house.send('GET', `/events/${demo.eventId}`, { key: demo.apiKey });
  const other = { ...body, id: '019a0000-0000-7000-8000-000000000001', name: 'Another event' };
  await page.route('**/events?limit=100', (route) =>
    route.fulfill({ json: { events: [other], meta: { nextCursor: null } } }),
  );
  await page.reload();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor(slow);
  await heading(String(body['name']));
  expect(await page.getByRole('combobox', { name: 'Event' }).inputValue()).toBe(demo.eventId);
  await page.evaluate(() => {
    location.hash = '#/overview/019a0000-0000-7000-8000-000000000002';
  });
  await heading('Event not found');
  await page.getByText('There is no event at this address.').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open “Another event”' }).click();
  await heading('Another event');
  await context.close();
});
