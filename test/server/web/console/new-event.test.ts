/** A new organizer in the console, in a real browser: makes an event, prices it and publishes it, without a request by hand. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(3);
}, 900_000);

afterAll(async () => {
  await site?.close();
});

/** Logged in at an organization that has no event yet. */
async function newcomer(slug: string): Promise<{ page: Page; key: string }> {
  const created = await site.house.tenant(slug);
  const tenant = must(await site.house.admin.directory.byId(created.tenant.id), 'the tenant');
  const context = await site.browser.newContext({ bypassCSP: true, timezoneId: 'America/New_York' });
  const page = await context.newPage();
  page.setDefaultTimeout(visibleMs);
  await page.goto(`${site.house.url}/console/?login=${await loginLinkOf(site.house, tenant)}`);
  return { page, key: created.apiKey };
}

/** On the public page, one ticket that costs nothing. */
async function orderAsGuest(link: string): Promise<void> {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(visibleMs);
  await page.goto(link);
  await page.locator('input[name="n.standard"]').fill('1');
  const go = (name: string) => page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await go('Continue');
  await page.locator('[name="p0.name"]').fill('Grace Hopper');
  await page.locator('[name="p0.email"]').fill('grace@example.org');
  await go('Review order');
  await go('Confirm registration');
  await page.locator('[data-state="confirmed"]').waitFor();
  await context.close();
}

const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = `#/${to}`;
  }, path);

async function answerQuestions(page: Page, name: string, price: string | null): Promise<void> {
  await page.getByLabel('1. What is it called?').fill(name);
  await page.getByLabel('Starts').fill('2027-03-20T09:30');
  await page.getByLabel('Ends').fill('2027-03-20T18:00');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await page.getByLabel('3. Where is it?').fill('Old Town Hall');
  if (price !== null) {
    await page.getByLabel('Tickets cost money').check();
    await page.getByLabel('Price of a ticket').fill(price);
  }
  await page.getByRole('button', { name: 'Create event' }).click();
}

describe('a new organizer', () => {
  test('makes an event with five answers, publishes it, and finds its link and a pairing code', async () => {
    const { page, key } = await newcomer('first-run');
    await page.getByRole('heading', { name: 'Create your first event' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await answerQuestions(page, 'Spring Meeting', null);
    await page.getByRole('heading', { name: 'Spring Meeting', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Publish event' }).click();
    await page.getByText('people can register now').first().waitFor();
    await page.getByRole('button', { name: 'Main entrance' }).click();
    await page.getByRole('img', { name: 'QR code that pairs a kiosk with Main entrance' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const { body } = await site.house.send('GET', '/events', { key });
    expect(body['events']).toMatchObject([
      {
        name: 'Spring Meeting',
        status: 'upcoming',
        // The zone of the event counts, not that of the browser: half past nine in Berlin.
        startsAt: '2027-03-20T08:30:00.000Z',
        timezone: 'Europe/Berlin',
        venue: 'Old Town Hall',
        tickets: [{ id: 'standard', price: 0, quantity: -1 }],
        gates: [{ id: 'main-entrance' }],
      },
    ]);
    const link = String(await page.locator('.share code').first().textContent());
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByText('No orders yet.').waitFor();
    await orderAsGuest(link);
    // The console was not touched: the order arrives by itself.
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).getByText('confirmed').waitFor();
    await page.context().close();
  });

  test('reads beside the price what is wrong with it, and keeps what was typed', async () => {
    const { page } = await newcomer('bad-price');
    await answerQuestions(page, 'Concert', '12.5O');
    await page.getByRole('alert').getByText('Enter a number such as 12.50.').waitFor();
    await page.getByLabel('Price of a ticket').fill('0.10');
    await page.getByRole('button', { name: 'Create event' }).click();
    await page.getByRole('alert').getByText('must be 0 or at least 0.50').waitFor();
    expect(await page.getByLabel('1. What is it called?').inputValue()).toBe('Concert');
    await page.context().close();
  });

  test('an organizer who asks for money without a processor reads what to do, makes the ticket free and publishes', async () => {
    const { page, key } = await newcomer('no-processor');
    await answerQuestions(page, 'Gala', '49');
    await page.getByRole('button', { name: 'Publish event' }).click();
    const alert = page.getByRole('alert').getByText('No payment processor is set up');
    const published = page.getByText('Your event is published');
    await alert.or(published).waitFor();
    if (await alert.isVisible()) {
      await page.getByRole('link', { name: 'Take bank transfers instead' }).click();
      await page.getByLabel('Take payments online').uncheck();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: 'Publish event' }).click();
      await page.getByText('upcoming', { exact: true }).waitFor();
    }
    const { body } = await site.house.send('GET', '/events', { key });
    expect(body['events']).toMatchObject([{ status: 'upcoming', tickets: [{ price: 49, currency: 'EUR' }] }]);
    await page.context().close();
  });
});

describe('sales', () => {
  test('a ticket type with a price step and a voucher are made, an order with it arrives live and is paid by hand', async () => {
    const { page, key } = await newcomer('sales-desk');
    await answerQuestions(page, 'Workshop', '120');
    await page.getByRole('heading', { name: 'Workshop', level: 1 }).waitFor();
    const { body } = await site.house.send('GET', '/events', { key });
    const eventId = must((body['events'] as { id: string }[])[0], 'the event').id;
    // Bank transfer: then no processor is needed.
    await goTo(page, `event/${eventId}/payment`);
    await page.getByLabel('Take payments online').uncheck();
    await page.getByLabel('Take bank transfers').check();
    await page.getByLabel('What the buyer reads').fill('IBAN DE02 1203 0000 0000 2020 51');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    await goTo(page, `tickets/${eventId}`);
    await page.getByRole('link', { name: 'Standard' }).click();
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByLabel('Step', { exact: true }).fill('Early bird');
    await page.getByLabel('From', { exact: true }).fill('2026-01-01T00:00');
    await page.getByRole('group', { name: 'Step 1' }).getByLabel('Price').fill('99,50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('€99.50').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Create vouchers' }).click();
    await page.getByLabel('Code (optional)').fill('friends');
    await page.getByLabel('How much').fill('50');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Voucher created' }).waitFor();
    // The next ones begin with an empty form, though nothing was closed.
    await page.getByRole('link', { name: 'Create vouchers' }).click();
    expect(await page.getByLabel('Code (optional)').inputValue()).toBe('');
    await page.goBack();
    await page.getByRole('button', { name: 'Close Voucher created' }).click();

    await goTo(page, `start/${eventId}`);
    await page.getByRole('button', { name: 'Publish event' }).click();
    await page.getByText('people can register now').first().waitFor();

    await goTo(page, `orders/${eventId}`);
    await page.getByText('No orders yet.').waitFor();
    const ordered = await site.house.send('POST', `/events/${eventId}/orders`, {
      key,
      json: {
        items: [{ ticketType: 'standard', attendee: { name: 'Grace Hopper', email: 'grace@example.org' } }],
        voucher: 'FRIENDS',
        method: 'bank_transfer',
      },
    });
    expect(ordered.status).toBe(201);
    const number = String(ordered.body['number']);
    // Without a reload: half of the price of the step.
    await page.getByRole('link', { name: number }).click();
    await page.getByText('€49.75').first().waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText(`Order ${number} is paid.`).waitFor();
    await page.getByRole('link', { name: 'Grace Hopper' }).click();
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor();
    await page.getByRole('button', { name: 'Resend ticket' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('the settings of an event', () => {
  test('are saved beside a change that someone else made to another field; the same field is asked about', async () => {
    const { context, page } = await site.open('event/details');
    const path = `/api/v1/events/${site.demo.eventId}`;
    const key = site.demo.apiKey;
    await page.getByLabel('Venue', { exact: true }).fill('Hall 7');
    await site.house.send('PATCH', path, { key, json: { capacity: 900 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await site.house.send('GET', path, { key })).body).toMatchObject({ venue: 'Hall 7', capacity: 900 });

    await page.getByLabel('Venue', { exact: true }).fill('Hall 8');
    await site.house.send('PATCH', path, { key, json: { venue: 'Hall 9' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Venue is now “Hall 9”.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await site.house.send('GET', path, { key })).body).toMatchObject({ venue: 'Hall 8' });

    await page.getByLabel('Venue', { exact: true }).fill('Hall 10');
    let asked = '';
    page.once('dialog', (dialog) => {
      asked = dialog.message();
      void dialog.dismiss();
    });
    await page.getByRole('link', { name: 'Attendees', exact: true }).click();
    await expect.poll(() => asked).toContain('unsaved changes');
    expect(await page.getByLabel('Venue', { exact: true }).inputValue()).toBe('Hall 10');
    await context.close();
  });

  test('an event is duplicated a year later as a draft with its tickets, questions, gates and badge', async () => {
    const key = site.demo.apiKey;
    const listed = async (path: string) =>
      (await site.house.send('GET', path, { key })).body['data'] as readonly Readonly<Record<string, unknown>>[];
    const of = `where[event][equals]=${site.demo.eventId}`;
    const vip = must(
      (await listed(`/api/v1/ticket_types?${of}`)).find((type) => type['key'] === 'vip'),
      'the VIP type',
    );
    const asked = { event: site.demo.eventId, key: 'diet', text: 'What do you eat?', kind: 'text' };
    const made = await site.house.send('POST', '/api/v1/registration_questions', {
      key,
      json: { ...asked, ticketTypes: [vip['id']] },
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const { context, page } = await site.open('event/more');
    await page.getByLabel('Name of the copy').fill('Open Doors Next Year');
    await page.getByLabel('Starts').fill('2027-11-22T10:00');
    await page.getByRole('button', { name: 'Duplicate event' }).click();
    await page.getByRole('heading', { name: 'Open Doors Next Year', level: 1 }).waitFor();
    const { body } = await site.house.send('GET', '/events?status=draft', { key: site.demo.apiKey });
    const [copy] = body['events'] as readonly Readonly<Record<string, unknown>>[];
    const ofCopy = `where[event][equals]=${String(copy?.['id'])}`;
    const copied = await listed(`/api/v1/ticket_types?${ofCopy}`);
    const vipCopy = copied.find((type) => type['key'] === 'vip');
    expect(await listed(`/api/v1/registration_questions?${ofCopy}`)).toMatchObject([
      { key: 'diet', text: 'What do you eat?', ticketTypes: [vipCopy?.['id']] },
    ]);
    expect(body['events']).toMatchObject([
      {
        name: 'Open Doors Next Year',
        startsAt: '2027-11-22T09:00:00.000Z',
        tickets: [{ id: 'standard' }, { id: 'vip' }, { id: 'paid', price: 49 }],
        gates: expect.arrayContaining([
          expect.objectContaining({ id: 'main-entrance', ticketTypes: [] }),
          expect.objectContaining({ id: 'workshop-room', ticketTypes: ['vip'] }),
        ]),
      },
    ]);
    await context.close();
  });
});
