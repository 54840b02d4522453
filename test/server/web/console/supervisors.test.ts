/**
 * Supervisors in the console: made, given a PIN, cleared, brought back; exhibitors: added, invited, their leads seen and
 * exported; times of the event, and one search for people.
 */
import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { linkIn, waitForMail } from '#test/fixtures/outbox.ts';
import { deviceKey, pairRequest } from '#test/fixtures/paired-kiosk.ts';
import { addMember, password } from '#test/fixtures/people.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

let site: ConsoleSite;
let page: Page;
/** What the browser's log calls an error. */
const logged: string[] = [];

beforeAll(async () => {
  site = await openConsoleSite(40);
  // A clock that is not the event's (Europe/Berlin).
  ({ page } = await site.open('supervisors', { timezoneId: 'America/New_York', locale: 'en-GB' }));
  page.on('console', (line) => line.type() === 'error' && logged.push(line.text()));
}, 900_000);
afterAll(() => site?.close());

const row = (name: string) => page.getByRole('row').filter({ hasText: name });

async function typePin(pin: string, repeated = pin): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByLabel('Repeat the PIN').fill(repeated);
  await page.keyboard.press('Enter');
}

describe('supervisors', () => {
  test('are reached from the kiosks, by the keyboard too', async () => {
    await site.go(page, 'kiosks');
    await page.getByRole('link', { name: 'Supervisors and their PINs' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Supervisors', level: 1 }).waitFor();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .locator('[aria-current=page]', { hasText: 'Kiosks' })
      .waitFor();
  });

  test('one is made with a PIN that is not easily guessed, typed twice; no page shows it', async () => {
    await page.getByRole('button', { name: 'Add a supervisor' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Kim Door');
    await typePin('123456');
    await page.getByRole('alert').getByText('in sequence').waitFor();
    await typePin('482916', '482917');
    await page.getByRole('alert').getByText('The two PINs differ').waitFor();
    await typePin('482916');
    await page.getByRole('status').getByText('Kim Door is now a supervisor').waitFor();
    await row('Kim Door').getByText('set').waitFor();
    const listed = await site.house.send('GET', '/api/v1/supervisors', { key: String(site.demo.apiKey) });
    expect(listed.status).toBe(200);
    expect(listed.text).not.toMatch(/482916|pinHash|pinSalt/);
    expect(await page.content()).not.toContain('482916');
  });

  test('a PIN is cleared after a confirmation; the supervisor works again only with a new one', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await row('Kim Door').getByRole('button', { name: 'Clear PIN' }).click();
    await row('Kim Door').getByText('cleared').waitFor();
    await row('Kim Door').getByRole('button', { name: 'Reactivate' }).click();
    await typePin('771204');
    await page.getByRole('status').getByText('PIN of Kim Door set').waitFor();
    await row('Kim Door').getByText('set').waitFor();
  });

  test('a member sets their own PIN, and sees no button for others', async () => {
    const member = await addMember(site.house, site.demo.tenant, 'ed@example.org', 'editor');
    const made = await site.house.send('POST', `/events/${site.demo.eventId}/supervisors`, {
      key: String(site.demo.apiKey),
      json: { name: 'Ed Itor', pin: '602214', member },
    });
    expect(made.status).toBe(200);
    const context = await site.browser.newContext();
    context.setDefaultTimeout(visibleMs);
    const own = await context.newPage();
    await own.goto(`${site.house.url}/console/#/supervisors/${site.demo.eventId}`);
    await own.getByLabel('Email').fill('ed@example.org');
    await own.getByLabel('Password', { exact: true }).fill(password);
    await own.getByRole('button', { name: 'Log in', exact: true }).click();
    await own.getByRole('row').filter({ hasText: 'Ed Itor (you)' }).getByRole('button', { name: 'New PIN' }).click();
    await own.getByLabel('PIN', { exact: true }).fill('314159');
    await own.getByLabel('Repeat the PIN').fill('314159');
    await own.getByRole('button', { name: 'Set PIN' }).click();
    await own.getByRole('status').getByText('PIN of Ed Itor set').waitFor();
    expect(await own.getByRole('row').filter({ hasText: 'Kim Door' }).getByRole('button').count()).toBe(0);
    expect(await own.getByRole('button', { name: 'Add a supervisor' }).count()).toBe(0);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('no axe violation, %s, on a phone too', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 375, height: 740 });
    await page.getByRole('button', { name: 'Add a supervisor' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

describe('exhibitors', () => {
  const send = (method: string, path: string, json?: object) =>
    site.house.send(method, `/events/${site.demo.eventId}/${path}`, { key: site.demo.apiKey, ...(json && { json }) });
  const card = () => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Nordlicht GmbH' }) });

  test('one is added, and a person of it invited by email', async () => {
    await site.go(page, 'exhibitors');
    await page.getByRole('heading', { name: 'Exhibitors', level: 1 }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Nordlicht GmbH');
    await page.getByLabel('Booth', { exact: true }).fill('A 12');
    await page.keyboard.press('Enter');
    await card().waitFor();
    await card().getByLabel('Email of a person there').fill('ines@nordlicht.example');
    await page.getByRole('button', { name: 'Send invitation Nordlicht GmbH' }).click();
    await page.getByText('is on its way to ines@nordlicht.example').waitFor();
    const link = await page.locator('[role="status"] dd').first().textContent();
    const mail = await waitForMail(site.house.dataDir, 'ines@nordlicht.example', /Nordlicht GmbH/);
    expect(link).toContain(linkIn(mail).pathname);
    expect((await fetch(new URL(linkIn(mail).pathname, site.house.url))).status).toBe(200);
  });

  test('who visited its booth is counted, and the latest are named', async () => {
    const all = (await site.house.send('GET', '/api/v1/exhibitors', { key: site.demo.apiKey })).body['data'];
    const { id } = (all as readonly { id: string; name: string }[]).find(({ name }) => name === 'Nordlicht GmbH') ?? {};
    await card().getByText('Booth visitors: 0').click();
    await card().getByText('No one has visited the booth yet').waitFor();
    const path = '/api/v1/registrations?limit=2&where[status][equals]=confirmed';
    const people = (await site.house.send('GET', path, { key: site.demo.apiKey })).body['data'];
    const [first, second] = people as readonly { id: string; name: string }[];
    const visit = (registrationId = '') => send('POST', `booths/${id}/visits`, { registrationId });
    for (const registration of [first?.id, second?.id, first?.id])
      expect((await visit(registration)).status).toBeLessThan(300);
    await card().getByText('Booth visitors: 2').waitFor();
    await card().getByText('visits: 2').waitFor();
    expect(await card().getByRole('listitem').first().textContent()).toContain(first?.name);
    await card().getByText('Booth visitors: 2').click();
  });

  test('its leads are seen, best first, and exported', async () => {
    const all = (await site.house.send('GET', '/api/v1/exhibitors', { key: site.demo.apiKey })).body['data'];
    const { id } = (all as readonly { id: string; name: string }[]).find(({ name }) => name === 'Nordlicht GmbH') ?? {};
    await card().getByText('Leads', { exact: true }).click();
    await card().getByText('No leads yet').waitFor();
    const path = '/api/v1/registrations?limit=2&where[status][equals]=confirmed';
    const people = (await site.house.send('GET', path, { key: site.demo.apiKey })).body['data'];
    const [first, second] = people as readonly { id: string; name: string; email: string }[];
    await send('POST', 'leads', { exhibitorId: id, registrationId: first?.id });
    await send('POST', 'leads', { exhibitorId: id, registrationId: second?.id, demoScheduled: true, consent: true });
    await card().getByText('Best 2 of 2').waitFor();
    expect(await card().getByRole('listitem').first().textContent()).toContain(second?.name);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export leads Nordlicht GmbH' }).click();
    const text = await textOf(await (await download).createReadStream());
    expect(text).toContain(second?.email);
    expect(text).not.toContain(first?.email);
    const copy = page.getByRole('button', { name: 'Copy leads to the CRM Nordlicht GmbH' });
    // Without a CRM there is nowhere to copy them to, and to find that out is no error in the browser's log.
    expect(logged).toEqual([]);
    expect(await copy.count()).toBe(0);
    const { directory, modules } = site.house.admin;
    const live = must(await directory.byId(site.demo.tenant), 'the demo tenant');
    await directory.setModules(live, modules.withNeeded([...live.modules, 'crm']));
    // The demo's key was made before, and may not read them: the refusal says that they are there.
    const refusal = async () =>
      (await site.house.send('GET', '/api/v1/sales_leads', { key: site.demo.apiKey })).body['errors'];
    await expect.poll(refusal, { timeout: visibleMs }).toMatchObject([{ code: 'insufficient_scope' }]);
    await page.reload();
    await card().getByText('Leads', { exact: true }).click();
    await copy.click();
    await page.getByText('Copied to the CRM: 2 new, 0 updated.').waitFor();
    await copy.click();
    await page.getByText('Copied to the CRM: 0 new, 2 updated.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('its phone is called a device, in the console as well', async () => {
    await page.getByRole('button', { name: 'Pair a device Nordlicht GmbH' }).click();
    const pairing = page.locator('.pairing');
    await pairing.waitFor();
    expect(await pairing.textContent()).toMatch(/ on the device\.$/);
    const code = (await pairing.locator('strong').textContent()) ?? '';
    const paired = await site.house.send('POST', '/api/v1/kiosks/pair', {
      json: pairRequest(code, deviceKey()),
    });
    expect(paired.status).toBe(200);
    await site.go(page, 'kiosks');
    const device = page.getByRole('listitem').filter({ hasText: 'Nordlicht GmbH · device' });
    expect(await device.textContent()).not.toMatch(/kiosk|printer|scan/i);
    await site.go(page, 'exhibitors');
  });

  test('it is renamed; removed after a question, with its devices and links; its leads stay, and it comes back', async () => {
    await page.getByRole('button', { name: 'Edit Nordlicht GmbH' }).click();
    const form = page.getByRole('form', { name: 'Edit Nordlicht GmbH' });
    await form.getByLabel('Name', { exact: true }).fill('Nordlicht AG');
    await form.getByLabel('Booth', { exact: true }).fill('B 3');
    await form.getByRole('button', { name: 'Save' }).click();
    const renamed = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Nordlicht AG', exact: true }) });
    await renamed.getByText('Booth B 3').waitFor();

    await page.getByRole('button', { name: 'Pair a device Nordlicht AG' }).click();
    await page.locator('.pairing').waitFor();
    const remove = page.getByRole('button', { name: 'Remove Nordlicht AG' });
    page.once('dialog', (dialog) => void dialog.dismiss());
    await remove.click();
    await remove.waitFor();
    let question = '';
    page.once('dialog', (dialog) => {
      question = dialog.message();
      void dialog.accept();
    });
    await remove.click();
    await renamed.getByText('Its leads are kept').waitFor();
    // A code from before pairs nothing any more.
    expect(await page.locator('.pairing').count()).toBe(0);
    expect(question).toMatch(/devices are revoked.+leads are kept/);
    expect(await axeViolations(page)).toEqual([]);
    await renamed.getByText('Leads', { exact: true }).click();
    await renamed.getByText('Best 2 of 2').waitFor();
    expect(await page.getByRole('button', { name: /(Pair a device|Send invitation) Nordlicht AG/ }).count()).toBe(0);
    const kiosks = async () => (await site.house.send('GET', '/api/v1/kiosks', { key: site.demo.apiKey })).body['data'];
    const device = async () =>
      ((await kiosks()) as readonly { role: string; revokedAt: string | null }[]).find(
        ({ role }) => role === 'exhibitor',
      );
    await expect.poll(async () => (await device())?.revokedAt, { timeout: visibleMs }).toEqual(expect.any(String));

    await page.getByRole('button', { name: 'Bring back Nordlicht AG' }).click();
    await page.getByRole('button', { name: 'Pair a device Nordlicht AG' }).waitFor();
  });
});

describe('attendees', () => {
  const search = async (wanted: string) => {
    await page.getByRole('searchbox').fill(wanted);
    await page.keyboard.press('Enter');
  };

  test('are found without their accents, and by the number as their ticket page prints it', async () => {
    const { demo, house } = site;
    const registered = await house.send('POST', '/events/registrations', {
      key: String(demo.apiKey),
      json: {
        eventId: demo.eventId,
        ticketType: 'standard',
        attendee: { name: 'Jan Łukasiewicz', email: 'jan@example.org', company: 'Logic', role: 'Guest' },
      },
    });
    expect(registered.status).toBe(201);
    await site.go(page, 'attendees');
    await search('jan lukasiewicz');
    await row('Jan Łukasiewicz').waitFor();
    await row('Jan Łukasiewicz').getByRole('link').first().click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Ticket page' }).click();
    const ticket = await popup;
    const printed = (await ticket.locator('dd.number').textContent()) ?? '';
    expect(printed).toMatch(/^\w{6}( \w{4}){4}$/);
    await ticket.close();
    for (const wanted of [printed, printed.replaceAll(' ', '-'), printed.replaceAll(' ', '').toLowerCase()]) {
      await search('nobody at all');
      await page.getByText('No one matches').waitFor();
      await search(wanted);
      await row('Jan Łukasiewicz').waitFor();
    }
  });

  test('have times of the event, which say so where the reader has another clock', async () => {
    const { demo, house } = site;
    const listed = await house.send('GET', '/api/v1/registrations?limit=1&where[status][equals]=confirmed&search=jan', {
      key: String(demo.apiKey),
    });
    const [{ id }] = listed.body['data'] as [{ id: string }];
    const place = await house.send('GET', `/events/${demo.eventId}/registrations/${id}`, { key: String(demo.apiKey) });
    const { qrCode } = place.body['ticket'] as { qrCode: string };
    const checked = await house.send('POST', '/events/checkin', {
      key: String(demo.apiKey),
      json: { eventId: demo.eventId, qrCode, gateId: demo.gates[0] },
    });
    expect(checked.status).toBe(200);
    const atMs = Date.parse((checked.body['checkin'] as { timestamp: string }).timestamp);
    const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    await row('Jan Łukasiewicz')
      .getByText(new RegExp(`${there.format(atMs)} CES?T`))
      .waitFor();
  });
});
