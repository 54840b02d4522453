/**
 * The settings of an organizer about people at the event, in a real browser: networking, points, the attendees’ page.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(10);
}, 900_000);
afterAll(() => site?.close());

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor(slow);
}

async function stored(name: string): Promise<unknown> {
  const { body } = await site.house.send('GET', `/api/v1/events/${site.demo.eventId}`, { key: site.demo.apiKey });
  return body[name];
}

test('networking: tables are added, named again and put out of use; a plan says what it has made', async () => {
  const { context, page } = await site.open('event/networking', { viewport: { width: 1440, height: 900 } });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByText('No tables yet.').waitFor(slow);
  const add = page.getByRole('button', { name: 'Add a table' });
  await add.focus();
  await page.keyboard.press('Enter');
  const section = page.locator('section[aria-labelledby="meeting-tables"]');
  await section.getByLabel('Name').fill('Quay 1');
  await page.keyboard.press('Enter');
  // The button was away while the form stood there, and has the focus again.
  await expect.poll(() => add.evaluate((button) => button === document.activeElement), slow).toBe(true);
  await page.getByRole('button', { name: 'Edit Quay 1' }).click();
  await section.getByLabel('Name').fill('Quay 2');
  await section.getByRole('button', { name: 'Save' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Quay 2' }).click();
  await page.getByText('Table “Quay 2” removed.').waitFor(slow);
  const { body } = await site.house.send('GET', '/api/v1/meeting_locations', { key: site.demo.apiKey });
  expect(body['data']).toMatchObject([{ event: site.demo.eventId, name: 'Quay 2', active: false }]);
  await page.getByRole('button', { name: 'Plan meetings' }).click();
  await page.getByRole('button', { name: 'Plan and send emails' }).click();
  await page.getByText('Meetings planned: 0.').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('networking: roles are lines, a line that cannot be read keeps the form and the focus', async () => {
  const { context, page } = await site.open('event/networking', { viewport: { width: 1440, height: 900 } });
  const roles = page.getByLabel('Roles that complement each other').first();
  await roles.waitFor(slow);
  await roles.fill('chef: waiter\nwaiter');
  await page.getByLabel('Suggest at most').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Line 2, “waiter”, has no colon').waitFor(slow);
  expect(await roles.evaluate((element) => element === document.activeElement)).toBe(true);
  await roles.fill('chef: waiter');
  await page.getByText('What counts for the score').click();
  await page.getByLabel('Industry').fill('0,5');
  await page.getByLabel('Attendees can propose meetings').uncheck();
  expect(await axeViolations(page)).toEqual([]);
  await save(page);
  expect(await stored('networking')).toMatchObject({
    complementaryRoles: { chef: ['waiter'] },
    matching: { maxMatchesPerAttendee: 7, weights: { industry: 0.5, semantic: 0.4 } },
    meetings: { enabled: false, durationMinutes: 15 },
  });
  await page.getByLabel('Suggest at most').fill('1000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[data-wrong]').getByLabel('Suggest at most').waitFor(slow);
  // What is wrong in a folded part is seen, although the first that is wrong stands above it.
  const folded = page.locator('details', { hasText: 'What counts for the score' });
  const weight = folded.getByRole('textbox').first();
  if ((await folded.getAttribute('open')) === null) await folded.locator('summary').click();
  await weight.fill('x');
  await folded.locator('summary').click();
  expect(await weight.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Save' }).click();
  await folded.locator('.wrong').first().waitFor(slow);
  expect(await page.getByLabel('Suggest at most').evaluate((field) => field === document.activeElement)).toBe(true);
  await context.close();
});

test('in German: numbers with a comma, all refusals of the form and of the server in German, each at its field', async () => {
  const { context, page } = await site.open('event/networking', {
    viewport: { width: 1280, height: 800 },
    locale: 'de-DE',
  });
  const press = () => page.getByRole('button', { name: 'Speichern' }).click();
  const said = () => page.locator('.wrong').allInnerTexts();
  await page.getByText('Was für die Punktzahl zählt').click();
  const weights = page.getByRole('group', { name: 'Gewichte' });
  expect(await weights.getByRole('textbox').first().inputValue()).toBe('0,25');
  await page.getByLabel('Höchstens vorschlagen').fill('1.000');
  await page.getByLabel('Vorschlagen ab').fill('101,5');
  await press();
  await expect.poll(said, slow).toEqual(['Geben Sie höchstens 100 ein.', 'Geben Sie höchstens 100 ein.']);
  await page.getByLabel('Höchstens vorschlagen').fill('10');
  await page.getByLabel('Vorschlagen ab').fill('40,5');
  const before = await weights
    .getByRole('textbox')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  for (const n of before.keys()) await weights.getByRole('textbox').nth(n).fill('0');
  await press();
  await weights.getByText('Mindestens einer dieser Werte muss größer als 0 sein.').waitFor(slow);
  for (const [n, text] of before.entries()) await weights.getByRole('textbox').nth(n).fill(text);
  await press();
  await page.getByRole('status').getByText('Gespeichert.').waitFor(slow);
  expect(await stored('networking')).toMatchObject({ matching: { minScore: 40.5, weights: { complementary: 0.25 } } });
  await context.close();
});

test('points: what differs from the default is stored, an activity needs its points', async () => {
  const { context, page } = await site.open('event/points', { viewport: { width: 1440, height: 900 } });
  await page.getByLabel('Points for check-in', { exact: true }).fill('25');
  await page.getByLabel('Networker is awarded', { exact: true }).uncheck();
  await page.getByLabel('First check-in enters prize draws').check();
  await page.getByRole('button', { name: 'Add an activity' }).click();
  const own = page.getByRole('group', { name: 'Activities of your own' });
  await own.getByLabel('Name').waitFor(slow);
  expect(await own.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  await own.getByLabel('Name').fill('Photo wall');
  await page.getByLabel('Points for early check-in').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await own.getByText('Enter how many points “Photo wall” is worth.').waitFor(slow);
  // The refusal stands at its cell, together with what is wrong below.
  await page.locator('td[data-wrong]').getByLabel('Points for early check-in').waitFor(slow);
  await page.getByLabel('Points for early check-in').fill('');
  await page.getByLabel('Points for session rated').fill('-1');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('td[data-wrong]').getByText('Enter at least 0.').waitFor(slow);
  await page.getByLabel('Points for session rated').fill('');
  await page.getByText('With 0 in “Counted in a day” the activity earns no points').waitFor(slow);
  await own.getByLabel('Points').fill('8');
  expect(await axeViolations(page)).toEqual([]);
  await save(page);
  expect(await stored('gamification')).toMatchObject({
    points: { checkin: 25 },
    activities: [{ id: 'own_photo_wall', name: 'Photo wall', points: 8, maxPerDay: 1 }],
    badges: { networker: { enabled: false }, first_checkin: { enabled: true, prizeDraw: true } },
  });
  await page.getByLabel('Points for check-in', { exact: true }).fill('');
  await page.getByLabel('Points for session rated').fill('4');
  await own.getByRole('button', { name: 'Remove Photo wall' }).click();
  await save(page);
  expect(await stored('gamification')).toMatchObject({ points: { session_rated: 4 }, activities: [] });
  expect(await stored('gamification')).not.toHaveProperty('points.checkin');
  await context.close();
});

test('another language is asked about before it loses what is not saved', async () => {
  const { context, page } = await site.open('event/networking', { viewport: { width: 1280, height: 800 } });
  const asked: string[] = [];
  let stays = true;
  page.on('dialog', (dialog) => {
    asked.push(`${dialog.type()}: ${dialog.message()}`);
    void (stays ? dialog.dismiss() : dialog.accept());
  });
  await page.getByLabel('Suggest at most').fill('17');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await expect.poll(() => asked, slow).toEqual([expect.stringContaining('confirm: You have unsaved changes')]);
  expect(await page.getByLabel('Suggest at most').inputValue()).toBe('17');
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('en');
  expect(await page.evaluate(() => localStorage.getItem('gatehouse.language'))).not.toBe('de');
  stays = false;
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByLabel('Höchstens vorschlagen').waitFor(slow);
  expect(asked).toHaveLength(2);
  await context.close();
});

test('the page of attendees shows what was chosen, and no longer what was switched off', async () => {
  const { context, page } = await site.open('event/attendee', { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Replies').selectOption({ label: 'Shown' });
  await page.getByLabel('Booths').selectOption({ label: 'Off' });
  await page.getByLabel('Attendees can rate sessions').uncheck();
  expect(await axeViolations(page)).toEqual([]);
  await save(page);
  expect(await stored('features')).toMatchObject({ rsvp: true, booths: false });
  expect(await stored('schedule')).toMatchObject({ bookings: true, ratings: false });
  const ticket = must(site.demo.ticketPages[0], 'a ticket page');
  await page.goto(`${ticket.url}/activity`);
  await page.getByRole('heading', { name: 'Will you come?' }).waitFor(slow);
  await context.close();
});
