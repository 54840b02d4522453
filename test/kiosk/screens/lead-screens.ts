/** The screens of an exhibitor's device, over the real leads of test/fixtures/leads-lab.ts. */
import type { Page } from 'playwright-core';
import { labBadges } from '#test/fixtures/leads-lab.ts';
import './scripted.ts';

interface LeadScreen {
  readonly name: string;
  show(page: Page): Promise<void>;
}

const [known, arabic] = labBadges;

async function open(page: Page): Promise<void> {
  await page.evaluate(() => window.scripted.station({ role: 'exhibitor', checkedIn: 0 }));
  await page.locator('#leads-main').waitFor();
}

async function scan(page: Page, badge: string): Promise<void> {
  await page.evaluate((text) => window.scripted.scan(text), badge);
  await page.locator(`#lead[data-badge="${badge}"]`).waitFor();
}

async function filled(page: Page): Promise<void> {
  await open(page);
  await scan(page, arabic);
  await scan(page, known);
  for (const name of ['Demo', 'Business card', 'Questions asked: one more', 'Brochures taken: one more'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('radio', { name: '4 of 5' }).click({ force: true });
  const note = page.getByRole('textbox', { name: 'New note' });
  await note.fill('Runs 40 cranes in Mundra. Wants a price for 6 kits before March.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('textbox', { name: 'New tag' }).fill('cranes');
  await page.keyboard.press('Enter');
  await page.locator('.lead-tags li').waitFor();
}

export const leadScreens: readonly LeadScreen[] = [
  { name: 'leads-none', show: open },
  { name: 'lead-open', show: filled },
  {
    name: 'lead-consent-question',
    show: async (page) => {
      await open(page);
      await scan(page, known);
      await page.getByRole('button', { name: 'Ask for contact details' }).click();
    },
  },
  {
    name: 'lead-problem-and-number-field',
    show: async (page) => {
      await open(page);
      await page.evaluate(() => window.scripted.scan('no badge at all'));
      await page.locator('[data-said="other_code"]').waitFor();
      await page.getByRole('button', { name: 'Type the number' }).click();
    },
  },
  {
    name: 'leads-sending',
    show: async (page) => {
      await filled(page);
      await page.getByRole('button', { name: 'leads wait to be sent' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
