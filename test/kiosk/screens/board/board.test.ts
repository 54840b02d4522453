/** The board's sheet over a scripted kiosk: what is news, what cannot be sent, and who may open it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { boardPicture } from '../board-screens.ts';
import { openPageSite, type PageSite } from '../open-page.ts';
import { conflict } from '../screens.ts';
import '../scripted.ts';
import { openVenueBoard, venuePicture } from '../venue-screens.ts';

const slow = { timeout: 45_000 };

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('../page/', import.meta.url));
  page = await site.open();
}, 120_000);
beforeEach(async () => {
  await page.reload();
  await page.locator('#kiosk[data-phase="open"]').waitFor(slow);
});
afterAll(() => site.close());

const banner = () => page.locator('.board-banner');
const callsOf = (name: string) =>
  page.evaluate((wanted) => window.scripted.calls().filter(([call]) => call === wanted), name);

async function open(online: boolean): Promise<void> {
  await page.evaluate((picture) => window.scripted.board(picture), { ...boardPicture, online });
  await page.keyboard.press('F5');
  await page.locator('dialog .board').waitFor(slow);
}

test('only a double admission that comes while the board is open is news', async () => {
  const twice = (...conflicts: (typeof conflict)[]) =>
    page.evaluate((all) => window.scripted.station({ conflicts: all }), conflicts);
  await twice(conflict);
  await open(true);
  await page.locator('.board .card').filter({ hasText: 'Anna Kowalska' }).waitFor(slow);
  expect(await banner().count()).toBe(0);
  await twice({ ...conflict, id: 'conflict-2', name: 'Jonas Berg' }, conflict);
  await page.getByRole('status').filter({ hasText: 'Admitted twice: Jonas Berg' }).waitFor(slow);
  await page.getByRole('button', { name: 'Hide this message' }).click();
  await banner().waitFor({ state: 'detached', ...slow });
  await twice(conflict);
  expect(await banner().count()).toBe(0);
});

test('is kept fresh while it is open, and no longer', async () => {
  await open(true);
  await expect.poll(() => callsOf('board.watch'), slow).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => callsOf('board.unwatch'), slow).toHaveLength(1);
});

test('says that it asks, not that the server is gone, until the first answer', async () => {
  const asking = { ...boardPicture, board: null, online: false, asking: true };
  await page.evaluate((picture) => window.scripted.board(picture), asking);
  await page.keyboard.press('F5');
  await page.locator('dialog .board').getByText('Asking the server').waitFor(slow);
  expect(await page.getByText('cannot be reached').count()).toBe(0);
});

test('a report that cannot be sent to the server stays, and says so', async () => {
  await open(false);
  await page.getByText('Figures of gates, kiosks and rooms are').waitFor(slow);
  const report = page.locator('.board .card').filter({ hasText: 'More people than there is room for' });
  await report.getByRole('button').click();
  await report.getByRole('alert').waitFor(slow);
  expect(await callsOf('acknowledgeReport')).toEqual([['acknowledgeReport', 'report-1']]);
  expect(await report.getByRole('button').isEnabled()).toBe(true);
});

test('opens from the settings too, and its key keeps the browser from loading the page again', async () => {
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      // When everyone has heard it.
      if (event.key === 'F5') setTimeout(() => (document.title = `${event.defaultPrevented}`));
    });
  });
  await page.keyboard.press('F10');
  await page.getByRole('button', { name: 'Open the board' }).click();
  await page.locator('dialog .board').waitFor(slow);
  await page.keyboard.press('F5');
  await expect.poll(() => page.title(), slow).toBe('true');
  expect(await page.locator('dialog .board').count()).toBe(1);
});

test('is not offered at a kiosk of an exhibitor', async () => {
  await page.evaluate(() => window.scripted.station({ role: 'exhibitor' }));
  await page.keyboard.press('F5');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('F10');
  await page.getByRole('dialog').waitFor(slow);
  expect(await page.getByRole('button', { name: 'Open the board' }).count()).toBe(0);
});

test('says whom the kiosks hear, and of each kind of refusal on the network what it was, from whom and how often; PE10 what had no room', async () => {
  await openVenueBoard(page);
  const refused = page.locator('dialog .board [data-refused]');
  const said = await refused.allTextContents();
  expect(new Set(said.map((text) => text.replace(/^[^:]+: /, ''))).size).toBe(venuePicture.reports.length);
  await page.getByText('Scans of other kiosks that had no room here: 12.').waitFor(slow);
  const crowd = refused.and(page.locator('[data-refused="too_many_lines"]'));
  expect(await crowd.textContent()).toBe('Unknown device: too many connections at once (7)');
  const forged = refused.and(page.locator('[data-refused="entry_forged"]'));
  expect(await forged.textContent()).toBe('Kiosk 9: a message that was not genuine (3)');
});
