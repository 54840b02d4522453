/** GraphiQL in a browser that reaches this server alone: it loads, asks with a key, and shows what came back. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { type OpenHouse, openHouse } from '#test/fixtures/open-house.ts';

let house: OpenHouse;
let browser: Browser;
let key: string;

beforeAll(async () => {
  house = await openHouse();
  key = (await house.tenant('acme')).apiKey;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

test('loads from here alone, asks with the key it is given, and shows the answer', async () => {
  const page = await browser.newPage();
  const strange: string[] = [];
  const faults: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith('data:') || url.startsWith('blob:')) return route.continue();
    // As if the key had been written into the headers' editor.
    if (url.startsWith(house.url))
      return route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${key}` } });
    strange.push(url);
    return route.abort();
  });
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${house.url}/graphql`);
  await page.locator('.graphiql-execute-button').click({ timeout: 60_000 });
  await expect
    .poll(() => page.locator('.result-window').textContent(), { timeout: 60_000 })
    .toMatch(/"__typename":\s"Query"/);
  expect([strange, faults]).toEqual([[], []]);
  await page.close();
}, 180_000);
