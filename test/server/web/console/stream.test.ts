/** The stream page of the console: who may watch, preview inside it, captions by keyboard alone, both languages and looks. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { languages } from '#server/web/parts/text/text.ts';
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

const setting = async () => {
  const { body } = await site.house.send('GET', `/events/${site.demo.eventId}`, {
    key: must(site.demo.apiKey, 'a new demo has a key'),
  });
  return body['streaming'];
};

test('who may watch is chosen with the pointer; what else the setting holds stays, and a refusal stands beside its field', async () => {
  const { context, page } = await site.open('stream');
  const form = page.getByRole('form', { name: 'Who may watch' });
  const access = form.getByLabel('The player is for');
  expect(await access.inputValue()).toBe('none');
  const key = must(site.demo.apiKey, 'a new demo has a key');
  const targets = [{ name: 'Stage', url: 'rtmp://live.example.org/app', key: 'abc' }];
  const saved = await site.house.send('PUT', `/events/${site.demo.eventId}/streaming/targets`, {
    key,
    json: { targets },
  });
  expect(saved.status, saved.text).toBe(200);
  await access.selectOption({ label: 'Attendees with a ticket' });
  const types = form.getByRole('group', { name: 'Ticket types' }).getByRole('checkbox');
  await types.first().check();
  await form.getByLabel('Keep a recording').check();
  const languages = form.getByLabel('Languages of captions');
  await languages.fill('en, Deutsch');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('does not match the required pattern').waitFor();
  expect(await languages.getAttribute('aria-invalid')).toBe('true');
  expect(await languages.evaluate((element) => element === document.activeElement)).toBe(true);
  await languages.fill('en, de');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved.').waitFor();
  expect(await setting()).toMatchObject({
    ...{ enabled: true, access: 'tickets', record: true, captions: { languages: ['en', 'de'] } },
    ...{ ticketTypes: [expect.any(String)], targets: [{ name: 'Stage' }] },
  });
  await page.getByRole('listitem').filter({ hasText: 'live.example.org' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('who may watch is chosen by keyboard, and a public player is offered to other websites', async () => {
  const { context, page } = await site.open('stream');
  const form = page.getByRole('form', { name: 'Who may watch' });
  await form.getByLabel('The player is for').focus();
  await page.keyboard.type('Everyone');
  expect(await form.getByRole('group', { name: 'Ticket types' }).count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await form.getByText('<iframe src=').waitFor();
  expect(await setting()).toMatchObject({ access: 'public', record: false, targets: [{ name: 'Stage' }] });
  expect(await axeViolations(page)).toEqual([]);
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
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lang');
  await page.keyboard.type('Deutsch');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Guten Morgen.');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Guten Morgen.' }).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Good morning.' }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('a file replaces the captions of a language, one with a mistake changes none, and they are saved as a file', async () => {
  const { context, page } = await site.open('stream');
  page.on('dialog', (dialog) => void dialog.accept());
  const card = page.getByRole('region', { name: 'Captions' });
  const upload = (text: string) =>
    card.getByLabel('WebVTT file').setInputFiles({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(text) });
  await upload('WEBVTT\n\n00:00:01.000 --> 00:00:00.500\nBackwards\n');
  await card.getByRole('alert').waitFor();
  await card.getByRole('listitem').filter({ hasText: 'Good morning.' }).waitFor();
  await upload('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFrom a file\n');
  await card.getByText('Uploaded: 1 captions in English.').waitFor();
  await card.getByRole('listitem').filter({ hasText: 'From a file' }).waitFor();
  expect(await card.getByRole('listitem').count()).toBe(1);
  const saving = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('captions-en.vtt');
  expect(readFileSync(await file.path(), 'utf8')).toContain('From a file');
  await context.close();
});

test('viewers are shown by platform, and what is wrong with the stream in the language of the reader', async () => {
  const key = must(site.demo.apiKey, 'a new demo has a key');
  encoder?.stop();
  encoder?.run(100);
  const json = { platform: 'youtube', currentViewers: 1_250, watchMinutes: 90 };
  await site.house.send('POST', `/events/${site.demo.eventId}/streaming/metrics`, { key, json });
  const { context, page } = await site.open('stream', { locale: 'de-DE' });
  const row = page.getByRole('row').filter({ hasText: 'youtube' });
  await row.getByText('1.250').first().waitFor();
  await page.getByText('Die Bitrate liegt unter 300 kbit/s').waitFor();
  await context.close();
});

const navigation = 'nav[data-open], nav:has(> .more)';

test.each(Object.keys(languages))('no two labels of the navigation overlap on a narrow phone, %s', async (locale) => {
  const { context, page } = await site.open('stream', { locale, viewport: { width: 360, height: 740 } });
  const overlapping = () =>
    page.locator(navigation).evaluate((nav) => {
      const shown = Array.from(nav.children).flatMap((child) => {
        const range = document.createRange();
        range.selectNodeContents(child);
        const { bottom, left, right, top } = range.getBoundingClientRect();
        return right > left ? [{ bottom, left, right, text: child.textContent, top }] : [];
      });
      const wide = shown.filter(({ left, right }) => left < 0 || right > innerWidth);
      const pairs = shown.flatMap((one, n) =>
        shown
          .slice(n + 1)
          .filter(
            (other) =>
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
          )
          .map((other) => `${one.text} and ${other.text}`),
      );
      return [...wide.map(({ text }) => `${text} is cut off`), ...pairs];
    });
  expect(await overlapping()).toEqual([]);
  await page.locator(`${navigation} >> .more`).click();
  expect(await overlapping()).toEqual([]);
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
