/** Links that pair a device name the address of the server for the public, also where the console has another one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleSite, openConsoleSite } from './console-site.ts';

const publicUrl = 'https://gate.example';
let site: ConsoleSite;
beforeAll(async () => {
  site = await openConsoleSite(2, { PUBLIC_URL: publicUrl, PUBLIC_PAGES_URL: 'https://pages.example' });
}, 180_000);
afterAll(() => site?.close());

test('of a kiosk, of a box, and on the board', async () => {
  const { context, page } = await site.open('kiosks');
  await page.getByRole('button', { name: 'Main entrance' }).click();
  const link = page.locator('.pairing a');
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/gate\.example\/kiosk\/\?pair=[2-9A-Z]{8}$/);
  await page.getByRole('button', { name: 'Create a code for a box' }).click();
  await page.locator('code', { hasText: `npm run venue -- --server ${publicUrl} --code` }).waitFor();
  await site.go(page, 'board');
  await page.locator('code', { hasText: `${publicUrl}/kiosk/` }).waitFor();
  await context.close();
}, 120_000);
