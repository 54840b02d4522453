/** An organizer takes over an event from another system by a file, in the browser, and gets files out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'imports');
const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(5);
}, 900_000);
afterAll(() => site?.close());

async function chooseFile(page: Page, name: string): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(join(folder, name));
}

test('a file is previewed, corrected, imported with its codes, and undone; attendees are exported', async () => {
  const { context, page } = await site.open('attendees');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Import and export' }).click();
  await chooseFile(page, 'pretix-positions.csv');
  await page.getByText('This is an export of pretix.').waitFor(slow);
  await page.getByText('Row 6: Email').waitFor(slow);
  await page.getByLabel('Create the ticket types', { exact: false }).check();
  await page.getByRole('button', { name: 'Import 3 attendees' }).waitFor(slow);
  expect(await page.getByLabel('Meaning of Ticket secret').inputValue()).toBe('code');
  expect(await axeViolations(page)).toEqual([]);

  const saved = page.waitForEvent('download', slow);
  await page.getByRole('button', { name: 'Download all problems' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('6,"Email"');

  await page.getByRole('button', { name: 'Import 3 attendees' }).click();
  const row = page.getByRole('row').filter({ hasText: 'pretix-positions.csv' });
  await row.getByText('3 new, 0 changed, 1 with problems').waitFor(slow);
  await row.getByText('3 accepted').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);

  const exported = page.waitForEvent('download', slow);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const csv = readFileSync(await (await exported).path(), 'utf8');
  expect(csv).toContain('Ada Lovelace,ada@example.org');

  await row.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('3 deleted, 0 kept').waitFor(slow);
  await context.close();
});

test('a file of an unknown system shows its columns, so that their meaning can be chosen', async () => {
  const { context, page } = await site.open('import');
  const buffer = Buffer.from('Wer,Wohin\nAda Lovelace,ada@example.org\n');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('alert').getByText('Choose one').waitFor(slow);
  await page.getByLabel('Meaning of Wer').selectOption('name');
  await page.getByLabel('Meaning of Wohin').selectOption('email');
  await page.getByText('The row names no ticket type').waitFor(slow);
  await context.close();
});
