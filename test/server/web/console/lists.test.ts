/** Long lists of the console: they scroll, are sorted by their headers, keep their columns, and act on all that match. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
const people = 400;
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(people);
}, 900_000);
afterAll(() => site?.close());

const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const total = async (page: Page) => Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
const firstName = (page: Page) => page.getByRole('rowheader').first().textContent();

describe('a long list', () => {
  test('scrolls to its end and draws only what is near', async () => {
    const { context, page } = await site.open('attendees?sort-registrations=email');
    await page.getByRole('rowheader').first().waitFor(slow);
    const count = await total(page);
    expect(count).toBeGreaterThanOrEqual(people);
    const last = page.locator(`tr[aria-rowindex="${count + 1}"]`);
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        return last.count();
      }, slow)
      .toBe(1);
    expect(await page.getByRole('rowheader').count()).toBeLessThan(count);
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('tr[aria-rowindex="2"]').waitFor(slow);
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  });

  test('is sorted by its headers, by the keyboard too, and the order stands in the address', async () => {
    const { context, page } = await site.open('attendees');
    await page.getByRole('rowheader').first().waitFor(slow);
    const first = await firstName(page);
    await header(page, 'Name').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => header(page, 'Name').getAttribute('aria-sort'), slow).toBe('descending');
    expect(page.url()).toContain('sort-registrations=-name');
    // The rows of the order before stay until those of the new one are there.
    await expect.poll(() => firstName(page), slow).not.toBe(first);
    const last = await firstName(page);
    await page.reload();
    await expect.poll(() => firstName(page), slow).toBe(last);
    expect(await header(page, 'Company').getAttribute('aria-sort')).toBe('none');
    await context.close();
  });

  test('keeps the columns that were chosen', async () => {
    const { context, page } = await site.open('attendees', { viewport: { width: 1440, height: 900 } });
    const columns = page.getByRole('button', { name: 'Columns' });
    // In one row with what else can be done with the list.
    const middle = async (name: string) => {
      const box = await page.getByRole('button', { name }).boundingBox();
      return box && Math.round(box.y + box.height / 2);
    };
    await columns.waitFor(slow);
    expect(await middle('Columns')).toBe(await middle('Export CSV'));
    await columns.click();
    await page.getByLabel('Job title').check();
    await page.getByRole('group', { name: 'Columns' }).getByLabel('Company').uncheck();
    await page.reload();
    await header(page, 'Job title').waitFor(slow);
    expect(await header(page, 'Company').count()).toBe(0);
    await context.close();
  });
});

test('an action for all that match runs on the server: it survives a reload', async () => {
  const { context, page } = await site.open('attendees');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByLabel('Choose all rows').check();
  await page.getByText(/\d+ selected/).waitFor(slow);
  await page.getByRole('button', { name: 'Resend ticket' }).click();
  const progress = page.getByText(/Sending tickets: \d+ of|Tickets on their way/);
  await progress.waitFor(slow);
  await page.reload();
  await progress.waitFor(slow);
  await page.getByText(/Tickets on their way: \d+/).waitFor({ timeout: 2 * visibleMs });
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('a cancellation of many says before what comes of it', async () => {
  const { context, page } = await site.open('attendees');
  const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ });
  for (const n of [0, 1]) await boxes.nth(n).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Cancel tickets' }).click();
  await page.getByText('2 tickets are cancelled.').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('form').getByRole('button', { name: 'Cancel tickets' }).click();
  await page.getByText('Tickets cancelled: 2').waitFor(slow);
  await context.close();
});
