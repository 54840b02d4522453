/**
 * The page of an attendee as an app, on phones of real people: tabs, the waiting list that moves up, what is done offline
 * and sent once, results that follow, cancelling, and what is stored about the person.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attendeeWords } from '#server/modules/events/attendee-page/frame-words.ts';
import { attendeeTabs } from '#server/modules/events/attendee-page/tab-names.ts';
import { moreWords } from '#server/modules/events/more-page/more-pages.ts';
import { scheduleWords } from '#server/modules/events/programme-page/schedule-words.ts';
import { fill, pageWords } from '#server/modules/events/registration-page/page-words.ts';
import { must } from '#shared/base/assert.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const patience = { timeout: 30_000 };
const hours = (n: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + n * 3_600_000);
const frame = attendeeWords.en.script;
const programme = scheduleWords.en;
/** The event has no stream. */
const usedTabs = attendeeTabs.filter((tab) => tab !== 'stream');

let house: TestServer;
let browser: Browser;
let key: string;
let eventId: string;
let pollId: string;
const ids: Record<string, string> = {};

const send = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${eventId}/${path}`, { key, ...(json && { json }) });
const text = (body: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body));
const rows = async (path: string, name: string) =>
  ((await send('GET', path)).body as Record<string, unknown>)[name] as readonly Record<string, unknown>[];

let people = 0;
async function attendee(): Promise<{ readonly id: string; readonly path: string }> {
  people += 1;
  const person = { name: `Person ${people}`, email: `person${people}@example.org`, company: 'Quay' };
  const made = await send('POST', 'registrations', { ticketType: 'free', attendee: person });
  const id = text(made.body, 'id');
  const read = async () => (await send('GET', `registrations/${id}`)).body;
  await expect.poll(async () => text(await read(), 'status'), patience).toBe('confirmed');
  return { id, path: new URL(text(await read(), 'ticketPage')).pathname };
}

async function phone(path: string, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en', ...more });
  const page = await context.newPage();
  await page.goto(house.url + path);
  return page;
}

const open = async (page: Page, tab: string) => {
  await page.click(`.tabbar [data-tab="${tab}"]`);
  await page.waitForURL(new RegExp(tab === 'ticket' ? '/t/[^/]+\\?' : `/${tab}\\?`));
};
const card = (page: Page, name: string) => page.locator(`#s-${must(ids[name], name)}`);
const waiting = (page: Page) => page.locator('html').getAttribute('data-waiting');
/** Until the worker has all pages of the person. */
async function keptAll(page: Page, path: string): Promise<void> {
  for (const tab of ['programme', 'networking', 'activity', 'more'])
    await expect
      .poll(
        () =>
          page.evaluate(async (p) => (await caches.match(p, { ignoreSearch: true })) !== undefined, `${path}/${tab}`),
        patience,
      )
      .toBe(true);
}

beforeAll(async () => {
  [house, browser] = await Promise.all([openTestServer(), openBrowser()]);
  key = (await house.tenant('hafen')).apiKey;
  const about = { name: 'Harbour Days', type: 'conference', startsAt: hours(8), endsAt: hours(18) };
  const tickets = [{ id: 'free', name: 'Community', price: 0, currency: 'EUR' }];
  const json = { ...about, timezone: 'Europe/Oslo', tickets };
  eventId = text((await house.send('POST', '/events', { key, json })).body, 'id');
  const plan = [
    ['talk', 'Opening', 8, 9, {}],
    ['small', 'Small workshop', 9, 10, { capacity: 1 }],
    ['beside', 'Beside the workshop', 9, 10, {}],
    ['late', 'Late talk', 15, 16, {}],
  ] as const;
  for (const [name, title, from, to, more] of plan) {
    const made = await send('POST', 'sessions', { title, startsAt: hours(from), endsAt: hours(to), ...more });
    expect([made.status, made.text]).toEqual([201, made.text]);
    ids[name] = text(made.body, 'id');
  }
  pollId = text((await send('POST', 'polls', { question: 'Lunch?', options: ['Soup', 'Bread'] })).body, 'id');
  await send('POST', `polls/${pollId}/open`, {});
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

describe('the tabs', () => {
  test('lead through all pages, name the open one, and work without a script', async () => {
    const { path } = await attendee();
    const page = await phone(path, { javaScriptEnabled: false });
    for (const tab of [...usedTabs.slice(1), 'ticket'] as const) {
      await open(page, tab);
      expect(await page.getAttribute('.tabbar [aria-current]', 'data-tab')).toBe(tab);
      expect(await page.locator('link[rel=manifest]').count()).toBe(1);
    }
    await page.context().close();
  }, 60_000);

  test.each(languages)(
    'in %s, in light and dark, on a phone and a wide screen: nothing is too wide, no rule is broken',
    async (language) => {
      const { id, path } = await attendee();
      await send('POST', `sessions/${ids['talk']}/bookings`, { registrationId: id });
      const page = await phone(`${path}?lang=${language}`);
      for (const tab of usedTabs) {
        await page.goto(`${house.url}${tab === 'ticket' ? path : `${path}/${tab}`}?lang=${language}`);
        // What is folded away is checked, too; in a closed one transitions never end.
        for (const one of await page.locator('main details').all())
          await one.evaluate((details: HTMLDetailsElement) => {
            details.open = true;
          });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect([tab, colorScheme, await axeViolations(page)]).toEqual([tab, colorScheme, []]);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        const picture = process.env['ATTENDEE_PICTURE'];
        if (picture) await page.screenshot({ path: `${picture}-${language}-${tab}.png` });
        if (tab !== 'programme') continue;
        await page.setViewportSize({ width: 1200, height: 800 });
        expect(await axeViolations(page)).toEqual([]);
        if (picture) await page.screenshot({ path: `${picture}-${language}-wide.png` });
        await page.setViewportSize({ width: 390, height: 844 });
      }
      await page.context().close();
    },
    120_000,
  );
});

describe('offline', () => {
  test('what is done waits, survives a reload, and is sent once', async () => {
    const { id, path } = await attendee();
    const page = await phone(path);
    await keptAll(page, path);
    await page.context().setOffline(true);
    await open(page, 'programme');
    await card(page, 'talk').getByRole('button', { name: programme.book }).click();
    await expect.poll(() => waiting(page), patience).toBe('1');
    expect(await card(page, 'talk').textContent()).toContain(frame.waiting);
    expect(await page.textContent('#att-connection')).toBe(frame.offline);
    await open(page, 'activity');
    await page.check('input[name="option"][value="1"]');
    await page.locator('form[id^="vote-"] button').click();
    await page.locator('form[id^="ask-"] textarea').first().fill('How deep is the harbour?');
    await page.locator('form[id^="ask-"] button').first().click();
    await expect.poll(() => waiting(page), patience).toBe('3');
    await page.reload();
    expect(await page.locator('#unsent li').count()).toBe(3);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => waiting(page), patience).toBe('0');
    expect(await page.locator('#unsent li').count()).toBe(0);
    const own = (await send('GET', `registrations/${id}/schedule`)).body;
    expect(JSON.stringify(own)).toContain('Opening');
    const asked = await rows(`sessions/${ids['talk']}/questions`, 'questions');
    expect(asked.filter((one) => one['text'] === 'How deep is the harbour?')).toHaveLength(1);
    const polls = await rows(`polls?registrationId=${id}`, 'polls');
    expect(polls[0]).toMatchObject({ voted: 1 });
    await page.context().close();
  }, 120_000);

  test('several that waited end in one notice, which says what became of each', async () => {
    const { id, path } = await attendee();
    const page = await phone(`${path}/programme`);
    await expect.poll(() => page.locator('html').getAttribute('data-connection'), patience).toBe('online');
    await page.context().setOffline(true);
    for (const name of ['talk', 'beside', 'late']) {
      await card(page, name).getByRole('button', { name: programme.book }).click();
      await expect.poll(() => card(page, name).textContent(), patience).toContain(frame.waiting);
    }
    // The second collides with what the person has booked meanwhile.
    await send('POST', `sessions/${ids['small']}/bookings`, { registrationId: id });
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => waiting(page), patience).toBe('0');
    const what = (title: string) => `${programme.book} · ${title}`;
    const booked = (title: string) => fill(frame.outcome, { what: what(title), text: programme.notices.booked });
    const reason = programme.notices.session_conflict;
    const refused = fill(frame.refused, { what: what('Beside the workshop'), reason });
    await expect
      .poll(() => page.textContent('#att-alert p'), patience)
      .toBe([booked('Opening'), refused, booked('Late talk')].join('\n'));
    expect(await page.textContent('#unsent li span')).toBe(refused);
    for (const name of ['talk', 'late']) expect(await card(page, name).textContent()).toContain(programme.booked);
    if (process.env['ATTENDEE_PICTURE'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env['ATTENDEE_PICTURE']}-several-${colorScheme}.png` });
      }
    await open(page, 'ticket');
    // The list is the same on the ticket, and both pages follow the rules.
    const unsent = page.locator('#unsent ul');
    expect(await unsent.evaluate((list) => getComputedStyle(list).listStyleType)).toBe('none');
    if (process.env['ATTENDEE_PICTURE'])
      await page.screenshot({ path: `${process.env['ATTENDEE_PICTURE']}-several-ticket.png` });
    expect(await axeViolations(page)).toEqual([]);
    await send('DELETE', `registrations/${id}`);
    await page.context().close();
  }, 90_000);

  test('an answer that is lost on its way is asked for again, and the action is done once', async () => {
    const { path } = await attendee();
    const page = await phone(`${path}/activity`, { serviceWorkers: 'block' });
    let lost = 0;
    await page.route('**/activity?*', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    await page.route('**/activity', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch({ maxRedirects: 0 });
      return route.abort();
    });
    await page.locator('form[id^="ask-"] textarea').first().fill('Is this asked once?');
    await page.locator('form[id^="ask-"] button').first().click();
    await expect.poll(() => lost, patience).toBe(1);
    expect(await waiting(page)).toBe('1');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => waiting(page), patience).toBe('0');
    const asked = await rows(`sessions/${ids['talk']}/questions`, 'questions');
    expect(asked.filter((one) => one['text'] === 'Is this asked once?')).toHaveLength(1);
    await page.context().close();
  }, 60_000);

  test('what is not accepted later is said with its reason, until the person dismisses it', async () => {
    const { id, path } = await attendee();
    const page = await phone(path);
    await keptAll(page, path);
    await page.context().setOffline(true);
    await open(page, 'programme');
    await card(page, 'beside').getByRole('button', { name: programme.book }).click();
    await expect.poll(() => waiting(page), patience).toBe('1');
    await open(page, 'ticket');
    await send('POST', `sessions/${ids['small']}/bookings`, { registrationId: id });
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => waiting(page), patience).toBe('0');
    expect(await page.textContent('#unsent')).toContain(programme.notices.session_conflict);
    await page.locator('#unsent').getByRole('button', { name: frame.dismiss }).click();
    expect(await page.locator('#unsent').isVisible()).toBe(false);
    const given = await rows(`registrations/${id}/schedule`, 'sessions').catch(() => []);
    for (const one of given ?? []) expect(one['title']).not.toBe('Beside the workshop');
    await send('DELETE', `registrations/${id}`);
    await page.context().close();
  }, 120_000);
});

describe('without a reload', () => {
  test('results of a poll follow the votes of others, and a typed question is not lost', async () => {
    const [first, second] = [await attendee(), await attendee()];
    const page = await phone(`${first.path}/activity`);
    await page.check('input[name="option"][value="0"]');
    await page.locator('form[id^="vote-"] button').click();
    const votes = () => page.locator('section:has(form[id^="vote-"]) > p.soft').first().textContent();
    await expect.poll(() => page.locator('html').getAttribute('data-settled'), patience).toBe('1');
    const before = await votes();
    await send('POST', `polls/${pollId}/votes`, { registrationId: second.id, option: 1 });
    await expect.poll(votes, patience).not.toBe(before);
    const ask = page.locator('form[id^="ask-"] textarea').first();
    await ask.fill('Half a quest');
    // Results are put in place beside what is typed; what needs another page is offered.
    const half = await votes();
    await send('POST', `polls/${pollId}/votes`, { registrationId: (await attendee()).id, option: 1 });
    await expect.poll(votes, patience).not.toBe(half);
    expect([await ask.inputValue(), await page.locator('#att-news').count()]).toEqual(['Half a quest', 0]);
    await send('POST', 'polls', { question: 'Coffee?', options: ['Yes', 'No'] }).then(({ body }) =>
      send('POST', `polls/${text(body, 'id')}/open`, {}),
    );
    await page.locator('#att-news').waitFor(patience);
    expect(await ask.inputValue()).toBe('Half a quest');
    await page.context().close();
  }, 90_000);
});

describe('more', () => {
  test('what is stored is a file with the person’s own rows and nothing that is hidden', async () => {
    const [own, other] = [await attendee(), await attendee()];
    await send('POST', `sessions/${ids['late']}/bookings`, { registrationId: own.id });
    await send('POST', `sessions/${ids['late']}/bookings`, { registrationId: other.id });
    const file = await fetch(`${house.url}${own.path}/about-me.json`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const whole = await file.text();
    const known = JSON.parse(whole) as Record<string, readonly Record<string, unknown>[]>;
    expect(known['registrations']?.map(({ id }) => id)).toEqual([own.id]);
    expect(known['session_bookings']).toHaveLength(1);
    expect(whole).not.toContain(own.path.split('/').at(-1));
    expect(whole).not.toContain(other.id);
    expect((await fetch(`${house.url}${own.path}x/about-me.json`)).status).toBe(404);
  });

  test('a message of the organizer is read there; the registration is cancelled with the refund said before', async () => {
    const { path } = await attendee();
    const message = { subject: 'Hello {name}', body: 'Bring **ear plugs** <b>please</b>.' };
    expect((await send('POST', 'messages', message)).status).toBe(202);
    const page = await phone(`${path}/more`);
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.textContent('main');
        },
        { ...patience, interval: 500 },
      )
      .toContain('ear plugs <b>please</b>');
    expect(await page.textContent('main')).toContain(`Hello Person ${people}`);
    await page.click('#cancel summary');
    expect(await page.textContent('#cancel')).toContain(pageWords.en.cancelFree);
    await page.context().setOffline(true);
    await page.locator('#cancel button').click();
    await expect.poll(() => page.textContent('#att-alert p'), patience).toBe(frame.cannotWait);
    await page.context().setOffline(false);
    await page.locator('#cancel button').click();
    await expect.poll(() => page.textContent('main'), patience).toContain(moreWords.en.cancelled);
    expect(await page.locator('.tabbar a').count()).toBe(2);
    await page.context().close();
  }, 60_000);
});

test('where the browser offers to install the page, the last page has a button for it', async () => {
  const { path } = await attendee();
  const profile = await newProfile();
  const chrome = await launchChromium(profile.folder, undefined, [], 'only it offers to install a page');
  const page = await chrome.context.newPage();
  await page.goto(`${house.url}${path}/more?lang=en`);
  const section = page.getByRole('region', { name: moreWords.en.install.title });
  const button = section.getByRole('button', { name: moreWords.en.install.button, exact: true });
  await button.waitFor(patience);
  expect(await axeViolations(page)).toEqual([]);
  await button.click();
  await section.waitFor({ state: 'hidden', ...patience });
  await chrome.close();
  await profile.remove();
  // Where it does not, there is none.
  const other = await phone(`${path}/more?lang=en`);
  expect(await other.locator('#install').isHidden()).toBe(true);
  await other.context().close();
}, 120_000);
