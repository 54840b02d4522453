/** A button can be read in each of its looks and states, by day and by night, also under the pointer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { root } from '#test/fixtures/import-graph.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const sheet = ['tokens', 'base', 'controls']
  .map((name) => readFileSync(join(root, 'shared/look', `${name}.css`), 'utf8'))
  .join('\n');
const looks = ['', 'primary', 'quiet', 'danger', 'small'];
const states = ['', 'aria-pressed="true"', 'aria-pressed="false"'];
const buttons = looks.flatMap((look) => states.map((state) => `<button class="btn ${look}" ${state}>Yes</button>`));

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
  const page = await browser.newPage({ colorScheme });
  await page.setContent(`<!doctype html><html lang="en"><title>Buttons</title><style>${sheet}
.btn { transition: none !important }</style><main><h1>Buttons</h1>${buttons.join('\n')}</main>`);
  const rules = { runOnly: ['color-contrast'] };
  expect(await axeViolations(page, { rules })).toEqual([]);
  for (const button of await page.getByRole('button').all()) {
    await button.hover();
    expect(await axeViolations(page, { rules })).toEqual([]);
  }
  await page.close();
});
