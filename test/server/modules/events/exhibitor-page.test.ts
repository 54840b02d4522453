/** The page of an exhibitor's member in a real browser: leads, notes, filters, files, team and devices; every language; and no leads of other exhibitors. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { en } from '#server/modules/events/exhibitor-page/words/en.ts';
import { must } from '#shared/base/assert.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { deviceKey, pairRequest } from '#test/fixtures/paired-kiosk.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { textAt } from './events-module.ts';

const hours = (n: number) => isoTime(Math.ceil(Date.now() / 86_400_000 + 7) * 86_400_000 + n * 3_600_000);

let house: TestServer;
let browser: Browser;
let page: Page;
let key: string;
let eventId: string;
let own: string;
let other: string;
let path: string;

const api = (method: string, to: string, json?: object) =>
  house.send(method, `/events/${eventId}${to}`, { key, ...(json && { json }) });
const leadsOf = async (exhibitor: string) =>
  (await api('GET', `/leads?exhibitorId=${exhibitor}`)).body['leads'] as readonly Body[];

async function visitor(name: string): Promise<string> {
  const attendee = { name, email: `${name.toLowerCase()}@example.org`, company: `${name} & Co` };
  const id = textAt((await api('POST', '/registrations', { ticketType: 'free', attendee })).body, 'id');
  const status = async () => (await api('GET', `/registrations/${id}`)).body['status'];
  await vi.waitFor(async () => expect(await status()).toBe('confirmed'), { timeout: 20_000 });
  return id;
}

async function exhibitor(name: string): Promise<[id: string, path: string]> {
  const id = textAt((await api('POST', '/exhibitors', { name, booth: 'A 12' })).body, 'id');
  const { body } = await api('POST', `/exhibitors/${id}/members`, { email: `first@${name}.example` });
  return [id, new URL(textAt(body, 'link')).pathname];
}

/** The first button of a form whose hidden field `do` says this. */
const send = (step: string, within = 'main') =>
  Promise.all([
    page.waitForEvent('load'),
    page.locator(`${within} form:has(input[name="do"][value="${step}"]) button`).first().click(),
  ]);

/** What the form did, said beside it and visible: the page begins there. */
async function expectSaid(text: string): Promise<void> {
  const said = page.locator('main [role="status"]');
  expect(await said.textContent()).toBe(text);
  const at = must(await said.boundingBox(), 'a place on the screen');
  // A browser scrolls by whole pixels.
  expect(at.y).toBeGreaterThan(-1);
  expect(at.y).toBeLessThan(844);
}

beforeAll(async () => {
  [house, browser] = await Promise.all([openTestServer(), openBrowser()]);
  key = (await house.tenant('messe')).apiKey;
  const about = {
    name: 'Harbour Fair',
    type: 'tradeshow',
    startsAt: hours(8),
    endsAt: hours(18),
    timezone: 'Europe/Oslo',
  };
  const tickets = [{ id: 'free', name: 'Visitor', price: 0, currency: 'EUR' }];
  eventId = textAt((await house.send('POST', '/events', { key, json: { ...about, tickets } })).body, 'id');
  [own, path] = await exhibitor('nordlicht');
  [other] = await exhibitor('riverstone');
  const [ada, bo] = [await visitor('Ada'), await visitor('Bo')];
  const hot = {
    dwellSeconds: 900,
    questionsAsked: 4,
    demoScheduled: true,
    consent: true,
    notes: '<b>Wants</b> a price',
  };
  await api('POST', '/leads', { exhibitorId: own, registrationId: ada, ...hot });
  await api('POST', '/leads', { exhibitorId: own, registrationId: bo });
  await api('POST', '/leads', { exhibitorId: other, registrationId: bo, notes: 'secret of Riverstone' });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' });
  page = await context.newPage();
  await page.goto(`${house.url}${path}?lang=en`);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

test('shows the own leads, best first, with contact details only of who shares them, and none of another exhibitor', async () => {
  const text = (await page.textContent('main')) ?? '';
  expect(text.indexOf('Ada')).toBeLessThan(text.indexOf('Bo & Co'));
  expect(text).toContain('ada@example.org');
  expect(text).toContain('<b>Wants</b> a price');
  expect(text).toContain(en.notShared);
  expect(text).not.toContain('bo@example.org');
  expect(await page.content()).not.toContain('secret of Riverstone');
});

test('a note, a rating, a follow-up and tags are kept; the filter finds them', async () => {
  const lead = 'li:has(details summary:has-text("Ada"))';
  await page.click(`${lead} summary`);
  await page.fill(`${lead} textarea[name="note"]`, 'Call in March');
  await page.selectOption(`${lead} select[name="rating"]`, '5');
  await page.selectOption(`${lead} select[name="follow"]`, 'this_week');
  await page.fill(`${lead} input[name="tags"]`, 'ports, cranes');
  await send('edit', lead);
  await expectSaid(en.done.edit);
  expect(await page.locator(`${lead} details[open]`).count()).toBe(1);
  const [stored] = await leadsOf(own);
  expect(stored).toMatchObject({ rating: 5, followUp: 'this_week', tags: ['cranes', 'ports'] });
  expect((must(stored, 'a lead')['notes'] as readonly Body[]).map(({ text }) => text)).toEqual([
    '<b>Wants</b> a price',
    'Call in March',
  ]);
  await page.selectOption('#tier', 'cold');
  await Promise.all([page.waitForEvent('load'), page.click('form[role="search"] button')]);
  expect(await page.locator('main li details').count()).toBe(1);
  expect(await page.textContent('main li details summary')).toContain('Bo');
  await page.goto(`${house.url}${path}?lang=en`);
});

test('the files hold the own leads, with contact details only of who shares them', async () => {
  for (const format of ['csv', 'json', 'xlsx']) {
    const file = await page.request.get(`${house.url}${path}/export/${format}`);
    expect([format, file.status()]).toEqual([format, 200]);
    expect(file.headers()['content-disposition']).toContain(`leads.${format}`);
    if (format === 'xlsx') continue;
    const text = await file.text();
    expect(text).toContain('ada@example.org');
    expect(text).not.toContain('bo@example.org');
    expect(text).not.toContain('Riverstone');
  }
});

test('an exhibitor with no leads yet is shown what to do next, by keyboard, in the light and in the dark', async () => {
  const [, empty] = await exhibitor('newcomer');
  await page.goto(`${house.url}${empty}?lang=en`);
  const text = (await page.textContent('main')) ?? '';
  expect(text).toContain(en.empty.title);
  expect(text).toContain(en.empty.pair);
  expect(await page.locator('form[role="search"], a[download]').count()).toBe(0);
  const next = page.locator('a[href="#devices"]');
  await next.focus();
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#devices');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([colorScheme, await axeViolations(page)]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await send('pair');
  await page.goto(`${house.url}${path}?lang=en&tier=warm`);
  expect(await page.textContent('main')).toContain(en.none);
  await page.goto(`${house.url}${path}?lang=en`);
});

test('CSV and XLSX have the columns that the exhibitor chose, under the names its CRM expects; JSON keeps its own', async () => {
  const choose = (preset: string) =>
    Promise.all([page.waitForEvent('load'), page.click(`#columns button[value="${preset}"]`)]);
  const firstLines = async () =>
    (await (await page.request.get(`${house.url}${path}/export/csv`)).text()).slice(1).split('\r\n');
  await page.click('#columns summary');
  await choose('Salesforce');
  await expectSaid(en.done.columns);
  const [head, best] = await firstLines();
  expect(head).toBe('First Name,Last Name,Company,Title,Email,Phone,Rating,Description');
  expect(best).toContain(',Ada,Ada & Co,,ada@example.org,,hot,"<b>Wants</b> a price\nCall in March"');
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Quality', { exact: true }).last().fill('Score');
  await send('columns');
  expect((await firstLines())[0]).toBe('Last Name,Company,Title,Email,Phone,Rating,Description,Score');
  const json = (await (await page.request.get(`${house.url}${path}/export/json`)).json()) as readonly Body[];
  expect(Object.keys(must(json[0], 'a lead'))).toContain('dwellSeconds');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Booth', { exact: true }).fill('Score');
  await send('columns');
  expect(await page.textContent('[role="alert"]')).toContain('Two columns have the same name');
  await page.goto(`${house.url}${path}?lang=en`);
  await page.click('#columns summary');
  await choose('standard');
  expect((await firstLines())[0]).toMatch(/^Exhibitor,Booth,Name,/);
});

test('a consent that the visitor takes back at the booth is gone from page and files', async () => {
  await page.click('li:has(details summary:has-text("Ada")) summary');
  await send('withdraw');
  await expectSaid(en.done.withdraw);
  expect(await page.content()).not.toContain('ada@example.org');
  const file = await page.request.get(`${house.url}${path}/export/csv`);
  expect(await file.text()).not.toContain('ada@example.org');
});

test('questions keep their keys; a device is paired by the code that is shown, for this exhibitor', async () => {
  await page.fill('#question-lines', 'What is your budget?\nWhen do you decide?');
  await send('questions');
  await expectSaid(en.done.questions);
  await page.fill('#question-lines', 'When do you decide?\nHow many cranes?');
  await send('questions');
  const stored = await house.send('GET', `/api/v1/exhibitors/${own}`, { key });
  const { questions } = (stored.body['data'] ?? stored.body) as Body;
  expect(questions).toMatchObject([
    { key: 'question-2', text: 'When do you decide?' },
    { key: 'question-3', text: 'How many cranes?' },
  ]);
  // People read answers as text; programs get them as they are.
  const answered = must((await leadsOf(own))[0], 'a lead');
  const answers = { 'question-2': 'May', 'question-3': '7' };
  expect((await api('PATCH', `/leads/${textAt(answered, 'id')}`, { answers })).status).toBe(200);
  const file = async (format: string) => (await page.request.get(`${house.url}${path}/export/${format}`)).text();
  expect(await file('csv')).toContain('"question-2: May\nquestion-3: 7"');
  expect(await file('csv')).not.toContain('{}');
  const rows = JSON.parse(await file('json')) as readonly Body[];
  expect(JSON.parse(String(must(rows[0], 'a lead')['answers']))).toEqual(answers);
  await send('pair');
  const address = (await page.locator('[role="status"] a').getAttribute('href')) ?? '';
  expect(await axeViolations(page)).toEqual([]);
  const json = pairRequest(new URL(address).searchParams.get('pair') ?? '', deviceKey());
  const paired = await house.send('POST', '/api/v1/kiosks/pair', { json });
  expect(paired.body).toMatchObject({ role: 'exhibitor', event: eventId, gate: own });
  const kiosk = (await house.send('GET', `/api/v1/kiosks/${String(paired.body['kioskId'])}`, { key })).body;
  expect(((kiosk['data'] ?? kiosk) as Body)['exhibitor']).toBe(own);
  await page.goto(`${house.url}${path}?lang=en`);
  await expect.poll(() => page.locator('section[aria-labelledby="devices"] li').textContent()).toMatch(/· device \d/);
});

test('a colleague gets a link that is shown once, and a withdrawn link opens nothing', async () => {
  await page.goto(`${house.url}${path}?lang=en`);
  await page.fill('#email', 'second@nordlicht.example');
  await send('invite');
  const link = new URL((await page.locator('[role="status"] code').textContent()) ?? '').pathname;
  expect((await page.request.get(house.url + link)).status()).toBe(200);
  await page.goto(`${house.url}${path}?lang=en`);
  expect(await page.content()).not.toContain(link);
  await send('revoke');
  expect((await page.request.get(house.url + link)).status()).toBe(404);
  expect((await page.request.get(`${house.url}${link}/export/csv`)).status()).toBe(404);
});

test('a form leaves the filter as it is, also where its lead matches it no more', async () => {
  await page.goto(`${house.url}${path}?lang=en&q=Ada&tier=hot`);
  await page.locator('main ul.chk details summary').first().click();
  await page.locator('textarea[name="note"]').first().fill('Under the filter');
  await send('edit');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ q: 'Ada', tier: 'hot', lang: 'en' });
  expect(await page.inputValue('#q')).toBe('Ada');
  await expectSaid(en.done.edit);
  const ada = must(
    (await leadsOf(own)).find(({ name }) => name === 'Ada'),
    'a lead',
  );
  expect((await api('PATCH', `/leads/${String(ada['id'])}`, { followUp: 'later' })).status).toBe(200);
  await page.goto(`${house.url}${path}?lang=en&q=Ada&follow=later`);
  await page.locator('main ul.chk details summary').first().click();
  await page.locator('main select[id^="follow-"]').first().selectOption('today');
  await send('edit');
  expect(new URL(page.url()).searchParams.get('follow')).toBe('later');
  expect(await page.locator('main [role="status"]').allTextContents()).toEqual([en.done.edit]);
});

test('every language, without an accessibility problem, on a narrow screen without scrolling sideways', async () => {
  for (const language of languages) {
    await page.goto(`${house.url}${path}?lang=${language}`);
    expect([language, await axeViolations(page)]).toEqual([language, []]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([language, wide]).toEqual([language, 0]);
  }
});

test('an exhibitor that is removed: its links and devices end, its leads stay; it is brought back without them', async () => {
  const [gone, page] = await exhibitor('leaving');
  const newCode = async () =>
    textAt(
      (
        await house.send('POST', '/api/v1/kiosks/pairing-codes', {
          key,
          json: { event: eventId, exhibitor: gone, role: 'exhibitor' },
        })
      ).body,
      'data.pairingCode',
    );
  const pair = async (code: string) =>
    house.send('POST', '/api/v1/kiosks/pair', { json: pairRequest(code, deviceKey()) });
  const [device, early] = [(await pair(await newCode())).body, await newCode()];
  const token = String(device['token']);
  const pull = () => house.send('GET', '/api/v1/replication/leads/pull?limit=10', { key: token });
  expect((await pull()).status).toBe(200);
  const ofBooth = { exhibitorId: gone, registrationId: String((await leadsOf(own))[0]?.['registration']) };
  expect((await api('POST', '/leads', { ...ofBooth, notes: 'Wants a price' })).status).toBe(201);
  const change = (json: object) => api('PATCH', `/exhibitors/${gone}`, json);
  expect((await change({ name: 'Gone & Co' })).body).toMatchObject({ name: 'Gone & Co', removedAt: null });

  expect((await change({ removed: true })).body).toMatchObject({ removedAt: expect.any(String) });
  await expect.poll(async () => (await house.send('GET', page)).status).toBe(404);
  await expect.poll(async () => (await pull()).codes).toEqual(['kiosk_revoked']);
  expect((await pair(early)).codes).toEqual(['pairing_code_expired']);
  expect((await api('POST', '/leads', ofBooth)).codes).toEqual(['exhibitor_removed']);
  expect((await api('POST', `/exhibitors/${gone}/members`, { email: 'new@leaving.example' })).codes).toEqual([
    'exhibitor_removed',
  ]);
  const exported = await house.send('GET', `/events/${eventId}/export?dataset=leads&format=csv`, { key });
  expect(exported.text).toMatch(/Gone & Co.*Wants a price/);

  // The record says whose the leads are: it goes only where there are none.
  const remove = (id: string) => house.send('DELETE', `/api/v1/exhibitors/${id}`, { key });
  expect((await remove(gone)).codes).toEqual(['exhibitor_has_leads']);
  const [empty, emptyPage] = await exhibitor('empty');
  expect((await remove(empty)).status).toBeLessThan(300);
  await expect.poll(async () => (await house.send('GET', emptyPage)).status).toBe(404);

  expect((await change({ removed: false })).body).toMatchObject({ removedAt: null });
  expect((await pair(await newCode())).status).toBe(200);
  expect((await house.send('GET', page)).status).toBe(404);
  expect((await leadsOf(gone)).length).toBe(1);
});
