/**
 * The attendee’s page reports an action on a phone, also far down the page: the outcome is visible there, what was done
 * is folded away, nothing is done twice, and what was refused stays as it was typed.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldWords } from '#server/modules/events/attendee-page/field-refusals.ts';
import { attendeeWords } from '#server/modules/events/attendee-page/frame-words.ts';
import { de } from '#server/modules/events/networking-page/words/de.ts';
import { en } from '#server/modules/events/networking-page/words/en.ts';
import { momentText } from '#server/modules/events/registration-page/event-facts.ts';
import { fill, pageWords } from '#server/modules/events/registration-page/page-words.ts';
import { languageTraits } from '#shared/base/languages.ts';
import { zonedInput } from '#shared/base/zoned-input.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import {
  hours,
  type MeetingEvent,
  openMeetingEvent,
  openQuestion,
  patience,
  zone,
} from '#test/fixtures/meeting-event.ts';
import type { TestServer } from '#test/fixtures/test-server.ts';
import { listAt, textAt } from '#test/server/modules/events/events-module.ts';
import { founder, investor } from '#test/server/modules/events/networking/people-lab.ts';

const picture = process.env['SAID_PICTURE'];

let opened: MeetingEvent;
let house: TestServer;
let browser: Browser;
let key: string;
let eventId: string;
const ids: Record<string, string> = {};
const paths: Record<string, string> = {};

const send = (method: string, path: string, json?: object) =>
  house.send(method, `/events/${eventId}/${path}`, { key, ...(json && { json }) });

async function join(name: string, profile: object): Promise<void> {
  const attendee = { name, email: `${name.toLowerCase()}@example.org`, company: 'Quay' };
  const made = await send('POST', 'registrations', { ticketType: 'free', attendee, profile, networkingOptIn: true });
  const id = textAt(made.body, 'id');
  const read = async () => (await send('GET', `registrations/${id}`)).body;
  await vi.waitFor(async () => expect(textAt(await read(), 'status')).toBe('confirmed'), patience);
  ids[name] = id;
  paths[name] = `${new URL(textAt(await read(), 'ticketPage')).pathname}/networking?lang=en`;
}

async function accept(name: string, other: string): Promise<void> {
  const answer = await send('GET', `networking/matches?registrationId=${ids[name]}`);
  const match = listAt(answer.body, 'matches').find(({ registrationId }) => registrationId === ids[other]);
  await send('POST', `networking/matches/${textAt(match, 'id')}/accept`, { registrationId: ids[name] });
}

const meetingsOf = async (name: string) =>
  listAt((await send('GET', `networking/meetings?registrationId=${ids[name]}`)).body, 'meetings');

async function phone(name: string, more = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', ...more });
  const page = await context.newPage();
  await page.goto(`${house.url}${paths[name]}`);
  return page;
}

/** Inside the screen, large enough to read, and above the navigation. */
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { bottom, height, left, right, top, width } = element.getBoundingClientRect();
    const bar = document.querySelector('.tabbar')?.getBoundingClientRect().top ?? innerHeight;
    return width > 100 && height > 20 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= bar;
  });
const says = async (page: Page, selector: string, text: string) => {
  await expect.poll(() => page.textContent(selector), patience).toContain(text);
  expect([selector, await isInView(page, selector)]).toEqual([selector, true]);
};
const proposalSaid = (startsAt: string) =>
  fill(en.done.propose, { time: momentText(startsAt, zone, languageTraits.en.tag) });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
const shot = async (page: Page, name: string) => {
  if (!picture) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${picture}-${name}-${colorScheme}.png` });
  }
};
const card = (page: Page, name: string) =>
  page.locator('section[aria-labelledby="matches"] article', {
    has: page.locator('h3', { hasText: new RegExp(`^${name}$`) }),
  });

beforeAll(async () => {
  opened = await openMeetingEvent(['Table 1']);
  ({ browser, eventId, house, key } = opened);
  await join('Ada', founder);
  for (const name of ['Bo', 'Cy', 'Di', 'Ed']) await join(name, investor);
  await accept('Ada', 'Bo');
  await accept('Bo', 'Ada');
}, 180_000);
afterAll(async () => {
  await opened?.close();
});

describe('on a phone', () => {
  test('a saved profile says so, and is folded away', async () => {
    const page = await phone('Ada');
    const summary = page.locator('summary', { hasText: en.profile.edit });
    await summary.click();
    await page.fill('#save-profile [name="headline"]', 'Building cranes');
    await page.locator('#save-profile button').click();
    await says(page, '#att-said', en.done['save-profile']);
    expect(await page.locator('#save-profile').isVisible()).toBe(false);
    expect(await focused(page)).toBe(en.profile.edit);
    await shot(page, 'saved');
    // Opened again, the page does not say it once more.
    await page.reload();
    expect([new URL(page.url()).searchParams.has('notice'), await page.locator('#done').count()]).toEqual([false, 0]);
    await page.goto(`${house.url}${paths['Ada']}&notice=save-profile`);
    expect(await page.textContent('#done')).toBe(en.done['save-profile']);
    await page.reload();
    expect(await page.locator('#done').count()).toBe(0);
    expect(await page.locator('#withdraw').textContent()).toContain(en.profile.withdrawHelp);
    await page.context().close();
  }, 60_000);

  test('a phone number that cannot be called is refused where it was typed, until the person does something', async () => {
    const page = await phone('Ada');
    await page.clock.install();
    await page.locator('summary', { hasText: en.profile.edit }).click();
    expect(await page.textContent('#p-phone-h')).toBe(en.profile.phoneHelp);
    await page.fill('#save-profile [name="phone"]', 'abc');
    await page.locator('#save-profile button').click();
    await says(page, '#att-alert', en.invalid.phone);
    expect(await page.getAttribute('#att-alert p', 'role')).toBe('alert');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('p-phone');
    expect(await page.inputValue('#p-phone')).toBe('abc');
    await shot(page, 'refused');
    await page.clock.fastForward(15_000);
    expect(await page.locator('#att-alert').isVisible()).toBe(true);
    await page.locator('#att-alert button').click();
    expect(await page.locator('#att-alert').isVisible()).toBe(false);
    await page.fill('#save-profile [name="phone"]', '+47 22 12 34 56');
    await page.locator('#save-profile button').click();
    await says(page, '#att-said', en.done['save-profile']);
    await page.context().close();
  }, 60_000);

  test('all that is refused is said in the language of the page and stands at its field, without a script', async () => {
    const page = await phone('Ada', { javaScriptEnabled: false });
    await page.goto(`${house.url}${paths['Ada']?.replace('lang=en', 'lang=de')}`);
    await page.locator('summary', { hasText: de.profile.edit }).click();
    const lists = [
      ['lookingFor', 5],
      ['interests', 10],
    ] as const;
    for (const [name, max] of lists)
      await page.fill(`#p-${name}`, Array.from({ length: max + 1 }, (_, n) => `${name} ${n}`).join('\n'));
    await Promise.all([page.waitForEvent('load'), page.locator('#save-profile button').click()]);
    const top = await page.textContent('#problems');
    for (const [name, max] of lists) {
      const values = { label: de.profile.fields[name], n: String(max) };
      const said = fill(fieldWords.de.tooManyItems, values);
      expect(top).toContain(said);
      expect(await page.getAttribute(`#p-${name}`, 'aria-invalid')).toBe('true');
      const described = (await page.getAttribute(`#p-${name}`, 'aria-describedby')) ?? '';
      const texts = described.split(' ').map((id) => page.textContent(`[id="${id}"]`));
      expect((await Promise.all(texts)).at(-1)).toBe(said);
      expect(await page.inputValue(`#p-${name}`)).toContain(`${name} ${max}`);
    }
    expect(await page.locator('#save-profile [aria-invalid]').count()).toBe(lists.length);
    await shot(page, 'refused-lists');
    await page.context().close();
  }, 60_000);

  test('what is missing is said at its field in the language of the page, and nothing is sent', async () => {
    const page = await phone('Ada');
    await page.goto(`${house.url}${paths['Ada']?.replace('lang=en', 'lang=de')}`);
    await card(page, 'Di').locator('summary', { hasText: de.matches.more }).click();
    const form = card(page, 'Di').locator('form[id^="report-"]');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await form.locator('button').click();
    const said = fill(fieldWords.de.required, { label: de.matches.reason });
    await expect.poll(() => form.locator('.error').textContent(), patience).toBe(said);
    const field = form.locator('textarea');
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect([await field.getAttribute('aria-invalid'), await page.textContent(`[id="${described}"]`)]).toEqual([
      'true',
      said,
    ]);
    expect([sent, await form.locator('.error').getAttribute('role')]).toEqual([0, 'alert']);
    await shot(page, 'missing');
    expect(await axeViolations(page)).toEqual([]);
    await field.fill('P');
    expect([await form.locator('.error').count(), await field.getAttribute('aria-invalid')]).toEqual([0, null]);
    await page.context().close();
  }, 60_000);

  test('an outcome that the other person has changed since does not stay', async () => {
    const page = await phone('Ada');
    await expect.poll(() => page.locator('html').getAttribute('data-live'), patience).toBe('true');
    await card(page, 'Ed').locator('form[id^="accept-"] button').last().click();
    await says(page, '#att-said', en.done.accept);
    const answer = await send('GET', `networking/matches?registrationId=${ids['Ed']}`);
    const match = listAt(answer.body, 'matches').find(({ registrationId }) => registrationId === ids['Ada']);
    await send('POST', `networking/matches/${textAt(match, 'id')}/decline`, { registrationId: ids['Ed'] });
    await expect.poll(() => card(page, 'Ed').count(), patience).toBe(0);
    expect(await page.textContent('main')).not.toContain(en.done.accept);
    await page.context().close();
  }, 60_000);

  test('a time that is refused stays as it was typed, and no news takes it away', async () => {
    const page = await phone('Ada');
    await card(page, 'Bo').locator('summary', { hasText: en.meetings.propose }).click();
    const field = page.locator('form[id^="propose-"] [name="startsAt"]');
    const late = zonedInput(Date.parse(hours(30)), zone);
    await field.evaluate((input) => input.removeAttribute('max'));
    await field.fill(late);
    await page.fill('form[id^="propose-"] textarea', 'By the crane');
    await page.locator('form[id^="propose-"] button').click();
    await says(page, '#att-alert', en.refused.outside_event);
    const stays = async () => {
      expect(await field.inputValue()).toBe(late);
      expect(await page.inputValue('form[id^="propose-"] textarea')).toBe('By the crane');
      expect(await field.isVisible()).toBe(true);
    };
    await stays();
    // The first look after a refusal is what later ones are compared with.
    let changes = 0;
    const news = async () => {
      changes += 1;
      const json = { ...founder, networkingOptIn: true, headline: `Cranes ${changes}` };
      await send('PUT', `registrations/${ids['Ada']}/profile`, json);
      return page.locator('#att-news').count();
    };
    await expect.poll(news, patience).toBe(1);
    await stays();
    expect(await meetingsOf('Ada')).toHaveLength(0);
    await page.context().close();
  }, 60_000);

  test('two taps are one proposal; another one is asked for first', async () => {
    const page = await phone('Ada');
    await card(page, 'Bo').locator('summary', { hasText: en.meetings.propose }).click();
    await page.fill('form[id^="propose-"] [name="startsAt"]', zonedInput(Date.parse(hours(12)), zone));
    // The field is written as the browser has it; below it, the time stands as on the rest of the page.
    expect(await page.textContent('form[id^="propose-"] output')).toMatch(/20\d\d, 1[34]:00$/);
    await page.locator('form[id^="propose-"] button').dblclick();
    await says(page, '#att-said', proposalSaid(hours(12)));
    await shot(page, 'proposed');
    expect(await meetingsOf('Ada')).toHaveLength(1);
    expect(await page.locator('form[id^="propose-"]').isVisible()).toBe(false);
    expect(await focused(page)).toContain(en.meetings.another);
    // Not agreed yet: there is nothing to cancel.
    const meeting = page.locator('article[data-status="proposed"]');
    expect(await meeting.textContent()).toContain(en.meetings.withdraw);
    expect(await meeting.textContent()).not.toContain(en.meetings.cancel);
    await card(page, 'Bo').locator('summary', { hasText: en.meetings.another }).click();
    const [before] = en.meetings.again.split('{time}');
    expect(await page.locator('form[id^="propose-"] .note').textContent()).toContain(before);
    await shot(page, 'asked');
    await page.fill('form[id^="propose-"] [name="startsAt"]', zonedInput(Date.parse(hours(14)), zone));
    await page.locator('form[id^="propose-"] button').click();
    await says(page, '#att-said', proposalSaid(hours(14)));
    expect(await meetingsOf('Ada')).toHaveLength(2);
    const withdraw = page.locator('details.ask', { has: page.locator('form[id^="withdraw-meeting-"]') }).first();
    await withdraw.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await withdraw.textContent()).toContain(fill(en.ask.freed, { name: 'Bo' }));
    // One button does it, the other one leads back.
    const shown = (text: string) => withdraw.getByText(text).filter({ visible: true });
    expect(await shown(pageWords.en.back).evaluate(({ parentElement }) => parentElement?.localName)).toBe('summary');
    expect(await shown(en.meetings.withdraw).evaluate(({ localName }) => localName)).toBe('button');
    await shot(page, 'consequence');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await says(page, '#att-said', en.done['withdraw-meeting']);
    const bo = await phone('Bo');
    const asked = bo.locator('article[data-status="proposed"]');
    expect(await asked.locator('button', { hasText: en.meetings.decline }).count()).toBe(1);
    expect(await asked.locator('button', { hasText: en.meetings.cancel }).count()).toBe(0);
    await openQuestion(bo, 'form[id^="decline-meeting-"]');
    await bo.locator('form[id^="decline-meeting-"] button').click();
    await says(bo, '#att-said', en.done['decline-meeting']);
    const { ended } = en.meetings;
    // Who has ended what, as each of the two reads it.
    const ends = [
      [page, [ended.withdrawnByYou, fill(ended.declinedBy, { name: 'Bo' })]],
      [bo, [fill(ended.withdrawnBy, { name: 'Ada' }), ended.declinedByYou]],
    ] as const;
    for (const [one, texts] of ends) {
      await one.reload();
      const earlier = await one.locator('section[aria-labelledby="meetings"]').textContent();
      for (const text of [en.meetings.none, ...texts]) expect(earlier).toContain(text);
    }
    const count = bo.locator('.tabbar [data-tab="networking"] em');
    await expect.poll(() => count.isVisible(), patience).toBe(true);
    await bo.getByRole('button', { name: en.news.seen }).click();
    await says(bo, '#att-said', en.done.seen);
    await expect.poll(() => count.isVisible(), patience).toBe(false);
    for (const one of [page, bo]) await one.context().close();
  }, 90_000);

  test('a form that is sent twice without a script makes one proposal', async () => {
    const page = await phone('Ada', { javaScriptEnabled: false });
    await card(page, 'Bo').locator('summary', { hasText: en.meetings.propose }).click();
    const form = page.locator('form[id^="propose-"]');
    const fields = Object.fromEntries(
      await Promise.all(
        ['do', 'match'].map(async (name) => [name, await form.locator(`[name="${name}"]`).getAttribute('value')]),
      ),
    );
    const post = () =>
      fetch(`${house.url}${paths['Ada']}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const count = (await meetingsOf('Ada')).length;
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await meetingsOf('Ada')).toHaveLength(count + 1);
    await page.reload();
    await card(page, 'Bo').locator('summary', { hasText: en.meetings.another }).click();
    await Promise.all([page.waitForEvent('load'), page.locator('form[id^="propose-"] button').click()]);
    const times = (await meetingsOf('Ada')).map((one) => proposalSaid(textAt(one, 'startsAt')));
    // No time was chosen: the server has, and says which.
    expect(times).toContain(await page.textContent('#done'));
    await page.context().close();
  }, 60_000);

  test('fields beside each other begin on one line', async () => {
    const page = await phone('Ada', { viewport: { width: 1280, height: 800 } });
    await page.locator('summary', { hasText: en.profile.edit }).click();
    await card(page, 'Bo').locator('details[open] summary, summary', { hasText: en.meetings.another }).click();
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('main .f2')].map((grid) => {
        const fields = [...grid.querySelectorAll<HTMLElement>(':scope > .field')].filter((field) => field.offsetParent);
        const rows = new Map<number, Set<number>>();
        for (const field of fields) {
          const input = field.querySelector(':scope > :is(input, select, textarea)');
          if (!input) continue;
          const top = Math.round(field.getBoundingClientRect().top);
          rows.set(top, (rows.get(top) ?? new Set()).add(Math.round(input.getBoundingClientRect().top)));
        }
        return [...rows.values()].map(({ size }) => size);
      }),
    );
    expect(lines.flat().length).toBeGreaterThan(5);
    expect(new Set(lines.flat())).toEqual(new Set([1]));
    if (picture) await page.screenshot({ path: `${picture}-wide.png`, fullPage: true });
    await page.context().close();
  }, 60_000);

  test('what cannot be sent yet says so, and what is typed beside it stays', async () => {
    const page = await phone('Ada');
    await card(page, 'Cy').locator('summary', { hasText: en.matches.addMessage }).click();
    await card(page, 'Cy').locator('form[id^="accept-"] textarea').fill('Coffee?');
    await page.context().setOffline(true);
    await card(page, 'Di').locator('form[id^="accept-"] button').last().click();
    await says(page, '#att-said', attendeeWords.en.script.waiting.toLowerCase());
    await page.context().setOffline(false);
    await says(page, '#att-said', en.done.accept);
    expect(await card(page, 'Cy').locator('form[id^="accept-"] textarea').inputValue()).toBe('Coffee?');
    await page.context().close();
  }, 60_000);

  test('the page that comes after an action says how much waits: it is not asked for', async () => {
    const wanted = { registrationId: ids['Ada'], inviteeRegistrationId: ids['Bo'], startsAt: hours(16) };
    await send('POST', 'networking/meetings', wanted);
    const page = await phone('Bo', { serviceWorkers: 'block' });
    // Without a line nothing else makes the page look for 15 seconds.
    await page.route(
      (url) => url.pathname.endsWith('/networking'),
      (route) => (route.request().headers()['accept'] === 'text/event-stream' ? route.abort() : route.continue()),
    );
    await page.reload();
    await expect.poll(() => page.locator('html').getAttribute('data-connection'), patience).toBe('online');
    const looks: string[] = [];
    page.on('request', (request) => request.url().includes('/networking/news') && looks.push(request.url()));
    const count = page.locator('.tabbar [data-tab="networking"] em');
    const accept = page.locator('form[id^="accept-meeting-"]').first();
    const before = Number.parseInt((await count.textContent()) ?? '', 10);
    await accept.locator('button').click();
    await says(page, '#att-said', en.done['accept-meeting']);
    await expect.poll(async () => Number.parseInt((await count.textContent()) ?? '', 10), patience).toBe(before - 1);
    expect(looks).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('a look that fails is repeated: the line says once that there is something to see', async () => {
    const page = await phone('Ada', { serviceWorkers: 'block' });
    await expect.poll(() => page.locator('html').getAttribute('data-live'), patience).toBe('true');
    let looks = 0;
    await page.route('**/networking/news*', (route) => {
      looks += 1;
      return looks === 1 ? route.abort() : route.continue();
    });
    await send('PUT', `registrations/${ids['Ada']}/profile`, { ...founder, networkingOptIn: true, headline: 'Again' });
    await expect.poll(() => page.inputValue('#p-headline'), patience).toBe('Again');
    expect(looks).toBeGreaterThan(1);
    await page.context().close();
  }, 60_000);

  test('an acceptance is taken back by its name; a block can be undone, a report cannot', async () => {
    const page = await phone('Ada');
    await card(page, 'Cy').locator('summary', { hasText: en.matches.addMessage }).click();
    await card(page, 'Cy').locator('form[id^="accept-"] textarea').fill('Coffee?');
    await card(page, 'Cy').locator('form[id^="accept-"] button').last().click();
    await says(page, '#att-said', en.done.accept);
    expect(await card(page, 'Cy').locator('form[id^="decline-"]').textContent()).toContain(en.matches.declineAfter);
    const more = (name: string) => card(page, name).locator('summary', { hasText: en.matches.more }).click();
    const cy = await phone('Cy');
    const said = (await card(cy, 'Ada').textContent()) ?? '';
    expect(said).toContain(fill(en.matches.accepted, { name: 'Ada' }));
    expect(said).toContain(`${fill(en.matches.writes, { name: 'Ada' })}Coffee?`);
    await cy.context().close();
    await more('Cy');
    expect(await card(page, 'Cy').textContent()).toContain(en.matches.blockHelp);
    await shot(page, 'complaint');
    await card(page, 'Cy').locator('form[id^="block-"] button').click();
    await says(page, '#att-said', en.done.block);
    await more('Di');
    await card(page, 'Di').locator('form[id^="report-"] textarea').fill('Pushy');
    await card(page, 'Di').locator('form[id^="report-"] button').click();
    await says(page, '#att-said', en.done.report);
    const blocked = page.locator('section', { has: page.locator('summary', { hasText: en.blocked.title }) });
    await blocked.locator('summary').click();
    expect(await blocked.locator('li', { hasText: 'Di' }).textContent()).toContain(en.blocked.reported);
    await shot(page, 'blocked');
    expect(await blocked.locator('li', { hasText: 'Di' }).locator('button').count()).toBe(0);
    await blocked.locator('li', { hasText: 'Cy' }).locator('button').click();
    await says(page, '#att-said', en.done.unblock);
    // Scrolled to its end, the page ends above what is said.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await page.evaluate(() => {
      const [notice, foot] = ['#att-said', '.att-f'].map((one) => document.querySelector(one)?.getBoundingClientRect());
      return [foot?.bottom ?? Infinity, notice?.top ?? 0, notice?.width ?? 0];
    });
    expect(end[0]).toBeLessThanOrEqual(end[1] ?? 0);
    expect(end[2]).toBe(390);
    expect([await card(page, 'Cy').count(), await card(page, 'Di').count()]).toEqual([1, 0]);
    await page.context().close();
  }, 90_000);
});
