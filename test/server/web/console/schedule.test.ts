/** The schedule in the console: a session is added, moved by keys and by the pointer; conflicts are marked; on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

let site: ConsoleSite;
const slow = { timeout: visibleMs };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let beginsMs = 0;

interface Session {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly startsAt: string;
  readonly room: string | null;
}

async function sessions(): Promise<readonly Session[]> {
  const path = `/events/${site.demo.eventId}/schedule`;
  return (await site.house.send('GET', path, { key: site.demo.apiKey })).body['sessions'] as readonly Session[];
}
const byTitle = async (title: string) =>
  must(
    (await sessions()).find((one) => one.title === title),
    title,
  );

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

/** @returns texts of elements that lie over the one before them */
const overlapping = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one, i) => {
        const [own, before] = [one, all[i - 1]].map((each) => each?.getBoundingClientRect());
        if (!own || !before || own.width === 0) return false;
        return own.top < before.bottom - 1 && own.left < before.right - 1 && before.left < own.right - 1;
      })
      .map((one) => one.textContent),
  );

beforeAll(async () => {
  site = await openConsoleSite(5);
  const { apiKey: key, eventId } = site.demo;
  const event = await site.house.send('GET', `/events/${eventId}`, { key });
  // Eight in the morning (UTC), at any time of the run: both sessions are on one day of the event's time zone.
  beginsMs = Math.ceil(Date.parse(String(event.body['startsAt'])) / dayMs) * dayMs + 8 * hourMs;
  const at = (hours: number) => new Date(beginsMs + hours * hourMs).toISOString();
  for (const [title, from, room] of [
    ['One', 0, 'Hall A'],
    ['Two', 1, 'Hall B'],
  ] as const) {
    const json = { title, startsAt: at(from), endsAt: at(from + 1), room };
    expect((await site.house.send('POST', `/events/${eventId}/sessions`, { key, json })).status).toBe(201);
  }
}, 900_000);
afterAll(() => site?.close());

test('a session is moved by keys and by the pointer; a room that is taken twice is marked', async () => {
  const { context, page } = await site.open('schedule', { viewport: { width: 1280, height: 900 } });
  const one = page.getByRole('link', { name: 'One', exact: false }).first();
  await one.waitFor(slow);
  await one.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await page.getByText('Enter saves, Escape cancels.').waitFor(slow);
  await page.keyboard.press('Escape');
  expect(Date.parse((await byTitle('One')).startsAt)).toBe(beginsMs);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect.poll(async () => (await byTitle('One')).room, slow).toBe('Hall B');
  expect(Date.parse((await byTitle('One')).startsAt)).toBe(beginsMs + 10 * 60_000);
  await page.getByRole('heading', { name: 'Conflicts (1)' }).waitFor(slow);
  // The card stands in another column now, and is another element.
  await expect.poll(() => focusedText(page), slow).toContain('One');
  expect(await axeViolations(page)).toEqual([]);

  const two = page.locator('.schedule-session a').filter({ hasText: 'Two' });
  const box = must(await two.boundingBox(), 'a box');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.move(box.x + 20, box.y + 10 + 36);
  await page.mouse.up();
  await expect
    .poll(async () => Date.parse((await byTitle('Two')).startsAt), slow)
    .toBe(beginsMs + hourMs + 30 * 60_000);
  await expect.poll(() => page.getByRole('heading', { name: /Conflicts/ }).count(), slow).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Date.parse((await byTitle('Two')).startsAt), slow).toBe(beginsMs + hourMs);
  await page.getByText(/“Two” is back: \d\d:\d\d, Hall B/).waitFor(slow);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  const picture = process.env['SCHEDULE_PICTURE'];
  if (picture) await page.screenshot({ path: picture });
  await context.close();
}, 180_000);

test('a question whether to cancel takes the focus and gives it back; attendees can read what it is about', async () => {
  const { context, page } = await site.open('schedule', { viewport: { width: 1280, height: 900 } });
  const card = page.locator('.schedule-session a').filter({ hasText: 'Two' });
  await card.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Description').fill('Bring your own crane.');
  await page.getByRole('button', { name: 'Save session' }).click();
  await expect.poll(async () => (await byTitle('Two')).description, slow).toBe('Bring your own crane.');
  await card.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel session' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedText(page), slow).toBe('Cancel “Two”?');
  const keep = page.getByRole('button', { name: 'Keep session' });
  const isSeen = await keep.evaluate((button) => {
    const { left, top } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + 9, top + 9));
  });
  expect(isSeen).toBe(true);
  await keep.press('Enter');
  await expect.poll(() => focusedText(page), slow).toBe('Cancel session');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.drawer').count(), slow).toBe(0);
  await expect.poll(() => focusedText(page), slow).toContain('Two');
  await context.close();
}, 180_000);

test('no text of the page lies over another: a short session, no tracks yet', async () => {
  const at = (minutes: number) => new Date(beginsMs + minutes * 60_000).toISOString();
  const json = { title: 'Lightning', startsAt: at(240), endsAt: at(255), room: 'Hall A' };
  const made = await site.house.send('POST', `/events/${site.demo.eventId}/sessions`, { key: site.demo.apiKey, json });
  const { context, page } = await site.open('schedule', { viewport: { width: 1280, height: 900 } });
  const short = page.locator('.schedule-session a').filter({ hasText: 'Lightning' });
  await short.waitFor(slow);
  expect(await overlapping(page, '.schedule-session.tiny a > *')).toEqual([]);
  expect(await short.locator('b').evaluate((title) => title.scrollHeight - title.clientHeight)).toBeLessThanOrEqual(0);
  await page.getByText('No tracks yet.').waitFor(slow);
  expect(await overlapping(page, 'section[aria-labelledby="schedule-tracks"] > :not(:empty)')).toEqual([]);
  await context.close();
  const path = `/api/v1/sessions/${(made.body['session'] as Session | undefined)?.id ?? made.body['id']}`;
  await site.house.send('DELETE', path, { key: site.demo.apiKey });
}, 180_000);

test('tracks are made, named again and removed while no session has them', async () => {
  const { context, page } = await site.open('schedule', { viewport: { width: 1280, height: 900 } });
  await page.getByText('No tracks yet.').waitFor(slow);
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add a track' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Add track' }).click();
  };
  await add('Engineering');
  await page.getByText('Sessions: 0').waitFor(slow);
  await add('Engineering');
  await page.locator('.wrong, [role=alert]').first().waitFor(slow);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Engineering' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Building');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Building' }).waitFor(slow);
  await page.locator('.schedule-session a').filter({ hasText: 'One' }).click();
  await page.getByLabel('Track', { exact: true }).selectOption('Building');
  await page.getByRole('button', { name: 'Save session' }).click();
  await page.getByText('Sessions: 1').waitFor(slow);
  expect(await page.getByRole('button', { name: 'Remove Building' }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await add('Spare');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Remove Spare' }).click();
  await page.getByText('Track “Spare” removed.').waitFor(slow);
  await context.close();
}, 180_000);

test('on a phone a session is added and changed in its form', async () => {
  const { context, page } = await site.open('schedule', { viewport: { width: 390, height: 844 } });
  await page.getByRole('link', { name: 'Add a session' }).click();
  await page.getByLabel('Title').fill('Three');
  const [starts, ends] = [page.getByLabel('Starts'), page.getByLabel('Ends')];
  const begins = await starts.inputValue();
  const later = (hours: number) =>
    new Date(Date.parse(`${begins}Z`) + hours * hourMs).toISOString().slice(0, begins.length);
  // An hour is offered; the end goes with the start until it was set itself.
  expect(await ends.inputValue()).toBe(later(1));
  await starts.fill(later(1));
  expect(await ends.inputValue()).toBe(later(2));
  await ends.fill(later(1));
  await page.getByRole('button', { name: 'Add session' }).click();
  await page.getByText('The end must be later than the start.').waitFor(slow);
  await starts.fill(begins);
  expect(await ends.inputValue()).toBe(later(1));
  await page.getByRole('button', { name: 'Add session' }).click();
  await page.locator('.schedule-session').filter({ hasText: 'Three' }).waitFor(slow);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
}, 180_000);

test('a session that has begun shows how it was rated, with comments; one to come does not', async () => {
  const { house, demo } = site;
  const send = (path: string, json: object) =>
    house.send('POST', `/events/${demo.eventId}/${path}`, { key: demo.apiKey, json });
  const { id } = await byTitle('Two');
  const listed = await house.send('GET', `/api/v1/registrations?where[event][equals]=${demo.eventId}&limit=3`, {
    key: demo.apiKey,
  });
  const people = (listed.body['data'] as readonly { readonly id: string }[]).map((one) => one.id);
  for (const registrationId of people)
    expect((await send(`sessions/${id}/bookings`, { registrationId })).status).toBe(201);
  const { context, page } = await site.open(`schedule/${id}`, {
    viewport: { width: 1280, height: 900 },
  });
  await page.getByLabel('Title').waitFor(slow);
  expect(await page.getByRole('heading', { name: 'Ratings' }).count()).toBe(0);
  const { directory } = house.admin;
  const store = await directory.open(must(await directory.byId(demo.tenant), 'the tenant'));
  const begun = Date.now() - hourMs;
  await store.commit('system:test', async (tx) => {
    const times = { startsAt: new Date(begun).toISOString(), endsAt: new Date(begun + 2 * hourMs).toISOString() };
    return { ok: true, value: await tx.update('sessions', id, times) };
  });
  await page.getByText('No ratings yet.').waitFor(slow);
  const counts: string[] = [];
  page.on('request', (request) => counts.push(...(request.url().includes('count=exact') ? [request.url()] : [])));
  for (const [n, rating] of [5, 4, 4].entries()) {
    const more = n === 1 ? { comment: 'A little <b>fast</b>' } : {};
    expect((await send(`sessions/${id}/ratings`, { registrationId: people[n], rating, ...more })).status).toBe(200);
  }
  await page.getByText('Average: 4.3 of 5. Ratings: 3.').waitFor(slow);
  await page.getByText('4 of 5: 2').waitFor(slow);
  expect(counts, 'all counts come with one request').toEqual([]);
  await page.getByText('A little <b>fast</b>').waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
}, 180_000);
