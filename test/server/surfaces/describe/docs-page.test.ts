/** The page at /api/docs in a real browser: with no other server to ask, by keyboard, in both schemes, and calls that are really made. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** Where a person who wants to look at the page finds pictures of it. */
const pictures = process.env['DOCS_PICTURES'];

let house: TestServer;
let browser: Browser;
let page: Page;
let key: string;
const strangers: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('acme')).apiKey;
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(house.url)) strangers.push(request.url());
  });
  page.on('console', (message) => {
    // What a server refuses, browsers log by themselves.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  page.on('pageerror', (fault) => problems.push(String(fault)));
  page.setDefaultTimeout(60_000);
  await page.goto(`${house.url}/api/docs`);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

async function look(name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

test('without a key it shows what is there for everyone, and asks for one', async () => {
  await page.getByText('Without a key').waitFor();
  expect(await page.getByRole('link', { name: 'Log in with address and password' }).count()).toBe(1);
  expect(await page.getByText('List notes').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await look('without-a-key');
});

test('with a key it lists the tenant’s own, searches them by keyboard, and shows one', async () => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use' }).click();
  await page.getByRole('link', { name: 'List notes' }).waitFor();
  await page.getByRole('link', { name: 'List notes' }).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('create note');
  await page.getByRole('link', { name: 'List notes' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Create a note' }).waitFor();
  await page.getByRole('link', { name: 'Create a note' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Create a note' }).waitFor();
  await expect.poll(() => page.evaluate(() => globalThis.document.activeElement?.id)).toBe('main');
  expect(await page.getByText('passwordHash').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await look('operation');
});

test('what is tried is really done, and what is refused is shown', async () => {
  await page.getByLabel('Body (JSON)').fill('{"title": "Tried from the page"}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#status', { hasText: '201' }).waitFor();
  const notes = await house.send('GET', '/api/v1/notes', { key });
  expect(notes.text).toContain('Tried from the page');
  await page.getByLabel('Body (JSON)').fill('{"title": 7}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#status', { hasText: '422' }).waitFor();
  await page.getByText('invalid_type').waitFor();

  await page.getByLabel('Search').fill('list notes');
  await page.getByRole('link', { name: 'List notes' }).click();
  await page.getByRole('heading', { level: 1, name: 'List notes' }).waitFor();
  await page.getByLabel(/^Filters/).fill('where[title][starts_with]=Tried');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#status', { hasText: '200' }).waitFor();
  await page.locator('#answer').getByText('Tried from the page').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await look('tried');
});

test('dark, on a narrow window, and below /sandbox', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeViolations(page)).toEqual([]);
  await look('dark');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await look('narrow');
  await page.goto(`${house.url}/sandbox/api/docs/`);
  await page.getByText(/do not work at the sandbox address/).waitFor();
});

test('the key stays in the tab, no other host got a request, and there was no error', async () => {
  const other = await page.context().newPage();
  await other.goto(`${house.url}/api/docs`);
  await other.getByText('Without a key').waitFor();
  expect(await other.getByLabel('API key').inputValue()).toBe('');
  await other.close();
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Forget' }).click();
  await page.getByText('Without a key').waitFor();
  expect(strangers).toEqual([]);
  expect(problems).toEqual([]);
});
