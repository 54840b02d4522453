/** An exhibitor's phone: what an act came to is seen where the person is, and nothing is lost by one wrong tap. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labBadges } from '#test/fixtures/leads-lab.ts';
import { openPageSite, type PageSite } from './open-page.ts';
import './scripted.ts';

const [badge] = labBadges;
const name = 'Ananya Sharma';
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('./page/', import.meta.url));
  page = await site.open({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
}, 120_000);
afterAll(() => site.close());
beforeEach(async () => {
  await site.again(page);
  await page.evaluate(() => window.scripted.station({ role: 'exhibitor', checkedIn: 0 }));
  await page.locator('#leads-main').waitFor();
});

async function scan(text: string): Promise<void> {
  await page.evaluate((scanned) => window.scripted.scan(scanned), text);
}

async function openLead(): Promise<void> {
  await scan(badge);
  await page.locator(`#lead[data-badge="${badge}"]`).waitFor();
}

const said = (kind: string) => page.locator(`.lead-said[data-said="${kind}"]`);
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

/** Not merely on the page: in the part of it that the person sees. */
async function expectVisible(selector: string): Promise<void> {
  const part = await page.locator(selector).boundingBox();
  expect(part).not.toBeNull();
  expect(part!.y).toBeGreaterThanOrEqual(0);
  expect(part!.y + part!.height).toBeLessThanOrEqual(844);
}

test('far down in a lead an undo says what it undid, and keeps the focus in the lead', async () => {
  await openLead();
  await button('Undo: Time at the booth · Start').click();
  await said('undone').waitFor();
  expect(await said('undone').textContent()).toBe('Undone · Time at the booth · Start');
  await expectVisible('.lead-said');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('lead');
});

test('a scan that is no badge is said visibly to a person who is far down in a lead; the next entry takes it away', async () => {
  await openLead();
  await button('Scan next').scrollIntoViewIfNeeded();
  await scan('no badge at all');
  await said('other_code').waitFor();
  await expectVisible('.lead-said');
  await button('Demo').click();
  await said('other_code').waitFor({ state: 'detached' });
});

test('a lead that was discarded with one tap comes back with one', async () => {
  await openLead();
  await button('Discard').click();
  expect(await said('discarded').locator('p').textContent()).toBe(`Discarded · ${name}`);
  await said('discarded').getByRole('button').click();
  await page.locator(`#lead[data-badge="${badge}"]`).waitFor();
  expect(await said('restored').textContent()).toBe(`Lead saved: ${name}`);
  // The line lies over no part of what was scrolled to.
  const line = await page.locator('.lead-said').boundingBox();
  const card = await page.locator('#lead h2').boundingBox();
  expect(card!.y).toBeGreaterThanOrEqual(line!.y + line!.height);
  await page.locator(`[data-lead="${badge}"]`).waitFor();
});

test('the next badge makes its name visible to a person who is far down in the lead before', async () => {
  await openLead();
  await page.getByRole('textbox', { name: 'New note' }).scrollIntoViewIfNeeded();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await scan(labBadges[1]);
  await page.locator(`#lead[data-badge="${labBadges[1]}"]`).waitFor();
  await expectVisible('#lead h2');
  // Who scans goes on: what was said is enough.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
});

test('“Scan next” leads to the scanner', async () => {
  await openLead();
  await button('Scan next').click();
  await page.locator('#lead:not([data-badge])').waitFor();
  await expectVisible('.lead-view');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('scanner');
});

test('a number that is refused stays in its field, and the field goes when it is a lead', async () => {
  await button('Type the number').click();
  const field = page.getByLabel('Number on the name badge');
  await field.fill('0A1B2C3D4E5F6071829X');
  await page.keyboard.press('Enter');
  await said('other_code').waitFor();
  expect(await field.inputValue()).toBe('0A1B2C3D4E5F6071829X');
  await field.fill(badge);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await page.locator(`#lead[data-badge="${badge}"]`).waitFor();
});

test('a camera that is not allowed can be tried again beside the sentence that says so', async () => {
  await page.evaluate(() => window.scripted.camera('denied'));
  await button('Try again').click();
  await page.locator('.lead-view[data-camera="running"]').waitFor();
  await button('Try again').waitFor({ state: 'detached' });
});

test('a photo is deleted after a question, and stays where the answer is no', async () => {
  await openLead();
  await button('Ask for contact details').click();
  await button('Visitor agrees').click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'card.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel, 'base64'),
  });
  await page.locator('.lead-photos img').waitFor();
  await button('Delete the photo').click();
  const question = page.getByRole('group', { name: 'Delete this photo? It cannot be brought back.' });
  expect(await question.locator('p').evaluate((one) => one === document.activeElement)).toBe(true);
  await button('Keep the photo').click();
  expect(await button('Delete the photo').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.locator('.lead-photos img').count()).toBe(1);
  await button('Delete the photo').click();
  await question.getByRole('button', { name: 'Delete the photo' }).click();
  await page.locator('.lead-photos').waitFor({ state: 'detached' });
  await said('undone').waitFor();
});

test.each(['kiosk_revoked', 'lease_expired'] as const)(
  'a phone that is locked (%s) is no kiosk, and says how much has not been sent',
  async (code) => {
    await openLead();
    const locked = { phase: 'locked', code } as const;
    await page.evaluate((sync) => window.scripted.station({ role: 'exhibitor', sync, pending: 0 }), locked);
    const text = (await page.locator('.locked').textContent()) ?? '';
    expect(text).toMatch(/device/i);
    expect(text).not.toMatch(/kiosk|gate/i);
    // The entries of the lead wait: `pending` counts scans of tickets alone.
    expect(text).toContain('not reached the server');
  },
);

test('its settings say device, not kiosk', async () => {
  await button('Settings').click();
  const section = page.getByRole('dialog').locator('section').last();
  expect(await section.textContent()).toMatch(/^This deviceDevice/);
});
