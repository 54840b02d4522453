/** The audience page of the console: questions are moderated, a poll is run, a draw is held; with keys, without violations. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

let site: ConsoleSite;
let person: string;
let sessionId: string;
const slow = { timeout: visibleMs };

const send = (method: string, path: string, json?: object) =>
  site.house.send(method, `/events/${site.demo.eventId}/${path}`, { key: site.demo.apiKey, ...(json && { json }) });

async function rows() {
  const { directory } = site.house.admin;
  return directory.open(must(await directory.byId(site.demo.tenant), 'the demo tenant'));
}

beforeAll(async () => {
  site = await openConsoleSite(5);
  const { apiKey: key, eventId } = site.demo;
  const event = (await site.house.send('GET', `/events/${eventId}`, { key })).body;
  const startsAt = new Date(Date.parse(String(event['startsAt'])) + 60_000).toISOString();
  const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
  sessionId = String((await send('POST', 'sessions', { title: 'Keynote', startsAt, endsAt })).body['id']);
  const db = await rows();
  const found = await db.find('registrations', { where: { kind: 'and', of: [] }, limit: 1 });
  person = must(found[0], 'an attendee').id;
  for (const text of ['Why <b>harbours</b>?', 'Is there soup?']) {
    const asked = await send('POST', `sessions/${sessionId}/questions`, { registrationId: person, text });
    expect([asked.status, asked.text]).toEqual([201, asked.text]);
  }
}, 900_000);
afterAll(() => site?.close());

test('questions are approved, answered and dismissed by keys', async () => {
  const { context, page } = await site.open('audience', { viewport: { width: 1280, height: 900 } });
  await page.getByRole('button', { name: 'Approve Why <b>harbours</b>?' }).focus(slow);
  await page.keyboard.press('Enter');
  await page.getByText('The question is shown to attendees.').waitFor(slow);
  await page.getByRole('button', { name: 'Dismiss Is there soup?' }).focus(slow);
  await page.keyboard.press('Enter');
  await page.getByText('No question is waiting for you.').waitFor(slow);
  await page.getByLabel('State').selectOption('approved');
  await page.getByRole('button', { name: 'Answer Why <b>harbours</b>?' }).click();
  await page.getByLabel('Answer as a text').fill('Ships.');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as answered', exact: true }).click();
  await expect
    .poll(async () => {
      const listed = (await send('GET', `sessions/${sessionId}/questions`)).body['questions'];
      return (listed as readonly Record<string, unknown>[]).map(({ answer, state }) => [state, answer]).sort();
    }, slow)
    .toEqual([
      ['answered', 'Ships.'],
      ['dismissed', null],
    ]);
  await context.close();
}, 180_000);

test('a poll is prepared, opened, followed and closed', async () => {
  const { context, page } = await site.open('audience', { viewport: { width: 390, height: 844 } });
  await page.goto(`${page.url().split('#')[0]}#/audience/${site.demo.eventId}/polls`);
  await page.getByRole('button', { name: 'Prepare a poll' }).click(slow);
  await page.getByLabel('Question').fill('Lunch?');
  await page.getByLabel('Options').fill('Soup');
  await page.getByRole('button', { name: 'Save poll' }).click();
  await page.getByRole('alert').first().waitFor(slow);
  await page.getByLabel('Options').fill('Soup\n\nBread');
  await page.getByRole('button', { name: 'Save poll' }).click();
  await page.getByText('The poll is saved.').waitFor(slow);
  await page.getByRole('button', { name: 'Change Lunch?' }).click(slow);
  expect(await page.getByLabel('Options').inputValue()).toBe('Soup\nBread');
  await page.getByLabel('Options').fill('Stew\nBread\nFruit');
  await page.getByRole('button', { name: 'Save poll' }).click();
  for (const option of ['Stew', 'Bread', 'Fruit']) await page.getByText(option, { exact: true }).waitFor(slow);
  await page.getByRole('button', { name: 'Open poll Lunch?' }).click(slow);
  await page.getByText('The poll is open.').waitFor(slow);
  const polls = (await send('GET', 'polls')).body['polls'] as readonly { readonly id: string }[];
  await send('POST', `polls/${must(polls[0], 'a poll').id}/votes`, { registrationId: person, option: 1 });
  await page.getByText('100% (1)').waitFor(slow);
  expect(await page.getByRole('link', { name: 'Show on a projector' }).getAttribute('href')).toContain('/p/');
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Close poll Lunch?' }).click();
  await page.getByText('The poll is closed.').waitFor(slow);
  for (const name of ['Change Lunch?', 'Remove Lunch?'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await context.close();
}, 180_000);

test('a poll without votes is removed, once that was confirmed', async () => {
  await send('POST', 'polls', { question: 'Supper?', options: ['Yes', 'No'] });
  const { context, page } = await site.open('audience/polls', { viewport: { width: 390, height: 844 } });
  const remove = page.getByRole('button', { name: 'Remove Supper?' });
  page.once('dialog', (dialog) => void dialog.dismiss());
  await remove.click(slow);
  page.once('dialog', (dialog) => void dialog.accept());
  await remove.click(slow);
  await page.getByText('The poll is removed.').waitFor(slow);
  await page.getByRole('article', { name: 'Supper?' }).waitFor({ state: 'detached', ...slow });
  await context.close();
}, 180_000);

test('the organizer reads who will come, live', async () => {
  const { context, page } = await site.open('audience/answers', { viewport: { width: 390, height: 844 } });
  const counts: string[] = [];
  page.on('request', (request) => counts.push(...(request.url().includes('count=exact') ? [request.url()] : [])));
  await page.getByText('No one has answered yet.').waitFor(slow);
  const answer = (value: string) => send('PUT', `registrations/${person}/rsvp`, { answer: value });
  expect((await answer('maybe')).status).toBe(200);
  await page.getByText(/Yes: 0 · Maybe: 1 · No: 0 · No answer yet: \d+/).waitFor(slow);
  await answer('yes');
  await page.getByText(/Yes: 1 · Maybe: 0 · No: 0/).waitFor(slow);
  await page.locator(`a[href*="${person}"]`).first().waitFor(slow);
  expect(counts, 'all counts come with one request').toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await context.close();
}, 180_000);

test('a report about an attendee waits on the overview until it is reviewed', async () => {
  const db = await rows();
  await db.commit('system:test', async (tx) => {
    const about = { reportedBy: person, reported: randomUUID(), reason: 'Sends advertising' };
    const values = { event: site.demo.eventId, match: randomUUID(), ...about, reportedAt: tx.now };
    await tx.create('match_reports', values);
    return { ok: true, value: null };
  });
  const { context, page } = await site.open('overview', { viewport: { width: 390, height: 844 } });
  const matter = page.getByRole('listitem').filter({ hasText: '1 attendee was reported' });
  await matter.getByRole('link', { name: 'Review: reports about attendees' }).click(slow);
  const report = page.getByRole('article').filter({ hasText: 'Sends advertising' });
  await report.waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await report.getByRole('button', { name: 'Mark as reviewed' }).click();
  await page.getByText('No report is waiting for you.').waitFor(slow);
  await page.getByLabel('State').selectOption({ label: 'All' });
  await report.getByText(/reviewed/).waitFor(slow);
  await context.close();
});

test('a draw is announced, frozen and drawn; its winner claims', async () => {
  const db = await rows();
  await db.commit('system:test', async (tx) => {
    const event = site.demo.eventId;
    const badge = { event, registration: person, badge: 'all_rounder', state: 'awarded', awardedAt: tx.now };
    const earlier = await tx.findOne('leaderboard_entries', { registration: person });
    await tx.create('badge_awards', badge);
    const values = { points: 5, reachedAt: tx.now, badges: 1, ranked: true, anonymous: false };
    if (earlier) await tx.update('leaderboard_entries', earlier.id, values);
    else await tx.create('leaderboard_entries', { event, registration: person, ...values });
    return { ok: true, value: null };
  });
  const { context, page } = await site.open('audience', { viewport: { width: 1280, height: 900 } });
  page.on('dialog', (dialog) => void dialog.accept());
  const at = (section: string) => page.goto(`${page.url().split('#')[0]}#/audience/${site.demo.eventId}/${section}`);
  await at('draws');
  await page.getByRole('button', { name: 'Announce a prize draw' }).click(slow);
  await page.getByLabel('Name').fill('A bicycle');
  await page.getByLabel('The result follows from').selectOption('announced');
  // Everything that is wrong is said at once, and the first of it has the focus.
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Prizes').fill('0');
  await page.getByLabel('Hours to claim a prize').fill('-1');
  await page.getByRole('button', { name: 'Announce draw' }).click();
  await page.getByText('Enter at least 1.').nth(1).waitFor(slow);
  await page.getByLabel('Prizes').fill('1.5');
  await page.getByLabel('Hours to claim a prize').fill('48');
  await page.getByRole('button', { name: 'Announce draw' }).click();
  await expect.poll(() => page.getByText('Enter at least 1.').count(), slow).toBe(0);
  await page.getByText('Say where the value will come from, before anyone can know it.').waitFor(slow);
  expect(await page.locator('.wrong').count()).toBe(3);
  expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Name').fill('A bicycle');
  await page.getByLabel('Prizes').fill('2');
  // That no one would enter is said where it is chosen, with the way to where it is changed.
  const who = page.getByRole('group', { name: 'Who enters' });
  await page.getByText('Everyone with a badge of these rarities').waitFor(slow);
  for (const rarity of ['rare', 'legendary']) await who.getByLabel(rarity, { exact: true }).uncheck();
  await who.getByLabel('common', { exact: true }).check();
  await who.getByText('No badge of these rarities is in prize draws').waitFor(slow);
  expect(await who.getByRole('link', { name: 'Points and badges' }).getAttribute('href')).toContain('/points');
  await who.getByLabel('common', { exact: true }).uncheck();
  for (const rarity of ['rare', 'legendary']) await who.getByLabel(rarity, { exact: true }).check();
  await page.getByLabel('Where the value will come from').fill('Lottery of Saturday');
  await page.getByRole('button', { name: 'Announce draw' }).click();
  const card = page.getByRole('article', { name: 'A bicycle' });
  await card.getByText('1 person would enter now.').waitFor(slow);
  for (const said of ['rare and legendary', '48 hours', 'not known yet', 'Lottery of Saturday'])
    await card.getByText(said, { exact: true }).waitFor(slow);
  await page.getByRole('button', { name: 'Change A bicycle' }).click();
  await page.getByLabel('Hours to claim a prize').fill('1');
  // Chosen again it comes last; it is shown where it belongs.
  for (const is of [false, true]) await who.getByLabel('rare', { exact: true }).setChecked(is);
  await page.getByRole('button', { name: 'Save draw' }).click();
  for (const said of ['rare and legendary', '1 hour']) await card.getByText(said, { exact: true }).waitFor(slow);
  await page.getByRole('button', { name: 'Change A bicycle' }).click();
  await page.getByLabel('Hours to claim a prize').fill('24');
  await page.getByRole('button', { name: 'Save draw' }).click();
  await card.getByText('24 hours', { exact: true }).waitFor(slow);
  await page.getByRole('button', { name: 'Open draw A bicycle' }).click(slow);
  const asked: string[] = [];
  page.on('dialog', (dialog) => asked.push(dialog.message()));
  await page.getByRole('button', { name: 'Fix the entrants A bicycle' }).click(slow);
  await page.getByRole('button', { name: 'Draw now A bicycle' }).click(slow);
  await card.getByRole('alert').getByText('The draw needs this value.').waitFor(slow);
  const short = '2 prizes, 1 person: 1 prize will not be won.';
  expect(asked).toEqual([expect.stringContaining(short)]);
  expect(await page.getByRole('button', { name: /^(?:Change|Withdraw) A bicycle/ }).count()).toBe(0);
  await page.getByLabel('Announced value').fill('3 14 15');
  await page.getByRole('button', { name: 'Draw now A bicycle' }).click(slow);
  await page.getByText('The winners are drawn.').waitFor(slow);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain(short);
  await page.getByRole('button', { name: /^Mark as claimed / }).click(slow);
  await page.getByText('The prize is claimed.').waitFor(slow);
  const check = page.getByRole('link', { name: 'Check the draw' });
  expect(
    await (await fetch(String(await check.evaluate((link) => (link as HTMLAnchorElement).href)))).text(),
  ).toContain('<dd dir="auto">Lottery of Saturday</dd>');
  expect(await axeViolations(page)).toEqual([]);
  await at('badges');
  await page
    .getByRole('cell', { name: /planned: \d/ })
    .first()
    .waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await at('leaderboard');
  await page.locator('table a[href*="/attendees/"]').first().waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  const picture = process.env['AUDIENCE_PICTURE'];
  for (const section of ['questions', 'polls', 'draws', 'badges']) {
    if (!picture) continue;
    await at(section);
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: `${picture}-${section}.png` });
  }
  await context.close();
}, 180_000);

test('a draw is withdrawn; one that no one would enter says where to change that, in the language of the console', async () => {
  const { context, page } = await site.open('audience/draws', {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
  });
  page.on('dialog', (dialog) => void dialog.accept());
  const path = `/events/${site.demo.eventId}/draws`;
  const announce = (name: string, badgeRarities: string) =>
    site.house.send('POST', path, { key: site.demo.apiKey, json: { name, badgeRarities: [badgeRarities] } });
  await announce('Tasse', 'uncommon');
  await announce('Roller', 'legendary');
  await page.getByRole('button', { name: 'Zurückziehen Roller' }).click(slow);
  await page.getByRole('article', { name: 'Roller' }).getByText('zurückgezogen', { exact: true }).waitFor(slow);
  expect(await page.getByRole('button', { name: /Roller$/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Verlosung öffnen Tasse' }).click();
  await page.getByRole('button', { name: 'Teilnehmende festlegen Tasse' }).click(slow);
  const points = page.getByRole('article', { name: 'Tasse' }).getByRole('link', { name: 'Punkte und Abzeichen' });
  expect(await points.getAttribute('href')).toBe(`#/event/${site.demo.eventId}/points`);
  const refusal = page.getByRole('alert').filter({ hasText: 'Niemand hat ein Abzeichen' });
  await refusal.waitFor(slow);
  expect(await page.locator('main').textContent()).not.toMatch(/gamification|prizeDraw/);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await refusal.getByRole('link', { name: 'Punkte und Abzeichen' }).click();
  await page.getByRole('heading', { name: 'Punkte und Abzeichen' }).waitFor(slow);
  await page.getByLabel('Erster Check-in wird vergeben').waitFor(slow);
  await context.close();
});

test('what is left after an event is about what was there, not about opening the doors', async () => {
  expect((await send('POST', 'draws', { name: 'Bell' })).status).toBe(201);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const over = { startsAt: daysAgo(3), endsAt: daysAgo(1) };
  const path = `/api/v1/events/${site.demo.eventId}`;
  expect((await site.house.send('PATCH', path, { key: site.demo.apiKey, json: over })).status).toBe(200);
  const { context, page } = await site.open('overview', { viewport: { width: 1280, height: 900 } });
  const card = page.getByRole('region', { name: 'After the event' });
  await card.getByRole('link', { name: 'Hold the prize draws that are left' }).waitFor(slow);
  await card.getByRole('link', { name: 'Export attendees and check-ins' }).waitFor(slow);
  expect(await page.getByText('Pair a kiosk').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const folder = process.env['CONSOLE_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/after-event.png` });
  await context.close();
}, 180_000);
