/** Rules for every page of the console: it fits a phone, explains errors in a sentence, and opens for every role. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventSections } from '#server/web/console/screens/section-labels.ts';
import { secondMs } from '#shared/base/time.ts';
import { letIn, registerApp } from '#test/fixtures/app-access.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { linkIn, waitForMail } from '#test/fixtures/outbox.ts';
import { addMember, loggedIn, password } from '#test/fixtures/people.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
const phone = { width: 390, height: 844 };
const ofEvent = Object.keys(eventSections);
const ofOrders = ['refunds', 'alerts', 'waiting', 'accounts'];
const eventPages = [
  ...['overview', 'attendees', 'attendees/new', 'orders', ...ofOrders.map((view) => `orders?show=${view}`)],
  ...[
    'tickets',
    'tickets/new',
    'tickets/voucher-new',
    'schedule',
    'stream',
    'schedule/new',
    ...['questions', 'polls', 'draws', 'badges', 'leaderboard', 'reports'].map((section) => `audience/${section}`),
    'messages',
    'messages/new',
    'new',
    'start',
  ],
  ...ofEvent.map((section) => `event/${section}`),
  ...['gate', 'board', 'kiosks', 'exhibitors', 'badge', 'supervisors', 'import'],
];
const settingsPages = ['members', 'roles', 'keys', 'apps', 'origins', 'webhooks', 'sso', 'logins', 'audit'];

let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(30);
  await addMember(site.house, site.demo.tenant, 'eda@example.org', 'editor');
  await addMember(site.house, site.demo.tenant, 'mia@example.org', 'admin');
  await letIn(site.house, await registerApp(site.house, 'events:read'), { email: 'mia@example.org', password });
}, 900_000);

afterAll(async () => {
  await site?.close();
});

/** What can be scrolled sideways; code and the page's own navigation may. */
function sideways(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll';
      return scrolls && element.scrollWidth > element.clientWidth + 1 && element.tagName !== 'PRE';
    };
    return [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(isScrolled)
      .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}`);
  });
}

/** Advances the page's clock until this is shown: retries and intervals of reading again are not waited for. */
async function comes(page: Page, shown: Locator): Promise<void> {
  const seen = async () => {
    await page.clock.fastForward(secondMs);
    return shown.count();
  };
  await expect.poll(seen, { ...slow, interval: 100 }).toBeGreaterThan(0);
}

const loaded = (page: Page) => expect.poll(() => page.getByText('Loading…').count(), slow).toBe(0);

test.each(['light', 'dark'] as const)('fits a phone without scrolling sideways, %s', async (colorScheme) => {
  const { context, page } = await site.open('gate', { viewport: phone, colorScheme, reducedMotion: 'reduce' });
  for (const name of [...eventPages, ...settingsPages.map((one) => `settings/${one}`)]) {
    await site.go(page, name);
    await page.locator('main h1').waitFor();
    await loaded(page);
    expect([name, await sideways(page)]).toEqual([name, []]);
    expect([name, await axeViolations(page)]).toEqual([name, []]);
  }
  await context.close();
});

test('an unreachable server leads to a sentence that says what to do, in a list and in a form', async () => {
  const { context, page } = await site.open('settings/roles');
  await loaded(page);
  await page.getByRole('button', { name: 'Add a role' }).click();
  await page.getByLabel('Name', { exact: true }).fill('gate-staff');
  await page.getByLabel('write Module events', { exact: true }).check();
  await page.clock.install();
  await context.route(/\/api\/|\/events/, (route) => route.abort());
  await page.getByRole('button', { name: 'Save role' }).click();
  await comes(page, page.getByRole('alert').getByText('cannot be reached. Check your connection'));
  expect(await page.locator('main').textContent()).not.toMatch(/Failed to fetch|TypeError|connection_failed/);
  page.on('dialog', (dialog) => void dialog.accept());
  await site.go(page, 'attendees');
  await comes(page, page.getByRole('alert').getByText('cannot be reached. Check your connection'));
  expect(await page.locator('main').textContent()).not.toMatch(/Failed to fetch|TypeError|connection_failed/);
  await context.unroute(/\/api\/|\/events/);
  await comes(page, page.getByRole('table'));
  await context.close();
});

test.each(['editor', 'viewer'])(
  'the settings of %s open on a page that is theirs, and offer no other',
  async (role) => {
    const email = role === 'editor' ? 'eda@example.org' : 'vera@example.org';
    if (role === 'viewer') await addMember(site.house, site.demo.tenant, email, role);
    const { accessToken } = await loggedIn(site.house, email);
    const context = await site.browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(visibleMs);
    await page.addInitScript((key) => sessionStorage.setItem('gatehouse-session', key), accessToken);
    await page.goto(`${site.house.url}/console/`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.locator('main h1').waitFor();
    await loaded(page);
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    for (const name of await links.allTextContents()) {
      await links.filter({ hasText: name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await loaded(page);
      expect([name, await page.getByText('needs the scope').count()]).toEqual([name, 0]);
    }
    expect(await links.count()).toBeGreaterThan(0);
    // The editor changes attendees, and the viewer only reads them.
    await site.go(page, 'attendees');
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('link', { name: 'Add attendee' }).count()).toBe(role === 'editor' ? 1 : 0);
    await context.close();
  },
);

describe('apps that registered themselves', () => {
  test('are listed with who authorized them, and their access is ended', async () => {
    const { context, page } = await site.open('settings/apps');
    page.on('dialog', (dialog) => void dialog.accept());
    const row = page.getByRole('row').filter({ hasText: 'Planner' });
    await row.getByText('mia@example.org').waitFor(slow);
    await row.getByRole('button', { name: 'End access of Planner' }).click();
    await page.getByText('Planner no longer has access.').waitFor(slow);
    await page.getByText('No app that registered itself has been authorized.').waitFor(slow);
    await context.close();
  });
});

test('an invitation’s page has the name that the inviter gave, and keeps what was typed when it is refused', async () => {
  const { context, page } = await site.open('settings/members');
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.getByLabel('Email', { exact: true }).fill('nora@example.org');
  await page.getByLabel('Name (optional)').fill('Nora "N" Næss');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const mail = await waitForMail(site.house.dataDir, 'nora@example.org', /invited/);
  await page.goto(linkIn(mail).href);
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nora "N" Næss');
  await page.getByLabel('Your name').fill('Nora Næss');
  await page.getByLabel('Choose a password').fill('aaaaaaaaaaaaaaaa');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Nora Næss');
  await context.close();
});
