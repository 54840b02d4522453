/** GraphiQL in a browser that reaches this server alone: it asks for a key, sends nothing before it has one, and shows what came back. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

let house: TestServer;
let browser: Browser;
let key: string;

beforeAll(async () => {
  house = await openTestServer();
  key = (await house.tenant('acme')).apiKey;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

test('loads from here alone, asks for a key first, sends it, and shows the answer', async () => {
  const page = await browser.newPage();
  const strange: string[] = [];
  const faults: string[] = [];
  const statuses: number[] = [];
  const asked: string[] = [];
  page.on('response', (response) => statuses.push(response.status()));
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith('data:') || url.startsWith('blob:')) return route.continue();
    if (url.startsWith(house.url)) return route.continue();
    strange.push(url);
    return route.abort();
  });
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${house.url}/graphql`);
  await page.getByLabel('API key or access token').fill(key);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Open explorer' }).click();
  await page.locator('.graphiql-execute-button').click({ timeout: 60_000 });
  await expect
    .poll(() => page.locator('.result-window').textContent(), { timeout: 60_000 })
    .toMatch(/"__typename":\s"Query"/);
  expect([strange, faults]).toEqual([[], []]);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  await page.close();
}, 180_000);
