/** The stream page of the console: preview inside it, captions by keyboard alone, both languages and both looks. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type Publisher, publishTo } from '#test/fixtures/rtmp-publisher.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

let site: ConsoleSite;
let encoder: Publisher | null = null;
const slow = { timeout: visibleMs };

beforeAll(async () => {
  site = await openConsoleSite(3, { STREAMING_PORT: '0' });
  const { apiKey: key, eventId } = site.demo;
  const stream = { key: must(key, 'a new demo has a key') };
  await vi.waitUntil(
    async () => {
      const { body } = await site.house.send('GET', `/events/${eventId}/streaming/key`, stream);
      const { port } = new URL(String(body['ingestUrl']).replace('rtmp:', 'http:'));
      encoder = await publishTo(Number(port), String(body['streamKey'])).catch(() => null);
      return encoder !== null;
    },
    { ...slow, interval: 200 },
  );
  encoder?.run(2_000);
}, 900_000);
afterAll(async () => {
  encoder?.cut();
  await site?.close();
});

test('the preview plays inside the console, although the stream is not public', async () => {
  const { context, page } = await site.open('stream', { bypassCSP: false });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to frame/.test(message.text())) refused.push(message.text());
  });
  expect(await page.locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the preview' }).click();
  const player = page.frameLocator('iframe[title="Preview of the stream"]');
  await player.locator('video').waitFor({ state: 'attached', timeout: visibleMs });
  // The note beside it is hidden as soon as it begins to play.
  await expect.poll(() => player.locator('#state').textContent(), slow).toBe('Live');
  expect(refused).toEqual([]);
  await page.getByRole('button', { name: 'Hide the preview' }).click();
  expect(await page.locator('iframe').count()).toBe(0);
  await context.close();
});

test('captions are typed and sent by keyboard alone, and the field is ready for the next line', async () => {
  const { context, page } = await site.open('stream');
  const field = page.getByLabel('Caption', { exact: true });
  await field.focus();
  for (const text of ['Good morning.', 'We begin.']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
    await expect.poll(() => field.inputValue(), slow).toBe('');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('caption-lang');
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test.each([
  ['en-GB', 'Show the preview', 'light', 1_280],
  ['de-DE', 'Vorschau anzeigen', 'dark', 390],
] as const)('in %s it says "%s", %s, %d pixels wide', async (locale, name, colorScheme, width) => {
  const { context, page } = await site.open('stream', { locale, colorScheme, viewport: { width, height: 900 } });
  await page.getByRole('button', { name }).click();
  await page.locator('iframe').waitFor();
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/stream-${locale}.png`, fullPage: true });
  expect(await axeViolations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await context.close();
});
