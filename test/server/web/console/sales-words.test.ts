/**
 * The console warns before a quantity falls below what is sold, marks the field that is wrong, and shows that a draft's
 * tickets are not on sale.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(40);
}, 900_000);
afterAll(() => site?.close());

type Rows = readonly Readonly<Record<string, unknown>>[];

async function found(collection: string, where: Readonly<Record<string, unknown>>): Promise<Rows> {
  const query = new URLSearchParams({ where: JSON.stringify(where) });
  const { body } = await site.house.send('GET', `/api/v1/${collection}?${query}`, { key: site.demo.apiKey });
  return body['data'] as Rows;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('without a limit the number of seats is what is sold, and an add-on takes none', async () => {
  const { demo, house } = site;
  const counts = await found('seat_counts', { event: { equals: demo.eventId } });
  const sold = Number(
    must(
      counts.find(({ scope }) => scope === `event:${demo.eventId}`),
      'the seats',
    )['taken'],
  );
  const json = {
    ...{ event: demo.eventId, key: 'shirt', name: 'Shirt', kind: 'add_on', price: 5, currency: 'EUR', quantity: -1 },
  };
  const made = await house.send('POST', '/api/v1/ticket_types', { key: demo.apiKey, json });
  expect(made.status, made.text).toBe(201);
  const attendee = { name: 'Ada Addon', email: 'ada-addon@example.org' };
  const item = { ticketType: 'paid', attendee, addOns: [{ ticketType: 'shirt', quantity: 3 }] };
  const ordered = await house.send('POST', `/events/${demo.eventId}/orders`, {
    key: demo.apiKey,
    json: { items: [item], method: 'bank_transfer' },
  });
  expect(ordered.status, ordered.text).toBe(201);
  const { context, page } = await site.open('overview');
  await page.getByText('sold, no limit').waitFor(slow);
  const tile = page.locator('.tile').filter({ hasText: 'Capacity' });
  await tile.getByText(`${sold + 1} sold, no limit`).waitFor(slow);
  await site.go(page, 'tickets');
  await page.locator('[data-type=shirt]').getByText('3 sold, no limit').waitFor(slow);
  await context.close();
});

test('a quantity below what is sold is asked about with its numbers, and stays visible', async () => {
  const type = must((await found('ticket_types', { event: { equals: site.demo.eventId } }))[0], 'a ticket type');
  const counts = await found('seat_counts', { scope: { equals: `ticket_type:${String(type['id'])}` } });
  const sold = Number(must(counts[0], 'the seats')['taken']);
  expect(sold).toBeGreaterThan(1);
  const { context, page } = await site.open(`tickets/${String(type['id'])}`);
  const asked: string[] = [];
  let answer = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.getByLabel('Quantity').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => asked.length, slow).toBe(1);
  expect(asked[0]).toContain(`${sold} of “${String(type['name'])}” are sold or held, more than the new quantity of 1.`);
  expect((await found('ticket_types', { id: { equals: type['id'] } }))[0]?.['quantity']).toBe(type['quantity']);
  answer = true;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(`${sold} are sold, more than the quantity of 1.`).waitFor(slow);
  await page.getByText(`${sold - 1} over the quantity`).waitFor(slow);
  await context.close();
});

test('a capacity below what is sold is asked about, too, and the API answers a warning', async () => {
  const { context, page } = await site.open('event/details');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.getByLabel('Capacity').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('more than the capacity of 1. No more are sold').waitFor(slow);
  expect(asked).toHaveLength(1);
  const path = `/api/v1/events/${site.demo.eventId}`;
  const { body } = await site.house.send('PATCH', path, { key: site.demo.apiKey, json: { capacity: 2 } });
  expect(body['meta']).toMatchObject({ warnings: [{ code: 'capacity_below_sold' }] });
  await site.house.send('PATCH', path, { key: site.demo.apiKey, json: { capacity: null } });
  await context.close();
});

test('the focus goes to the field of the price step that is wrong', async () => {
  const { context, page } = await site.open('tickets/new');
  const save = page.getByRole('button', { name: 'Add ticket type' });
  const step = (n: number) => page.locator('fieldset.step').nth(n);
  await page.getByLabel('Name', { exact: true }).fill('Early');
  await page.getByLabel('Price', { exact: true }).first().fill('20');
  for (const n of [0, 1]) {
    await page.getByRole('button', { name: 'Add step' }).click();
    await step(n).getByLabel('Step', { exact: true }).fill(`Step ${n}`);
    await step(n).getByLabel('Price').fill('30');
  }
  await step(0).getByLabel('From').fill('2027-01-01T10:00');
  await save.click();
  await expect.poll(() => focused(page), slow).toBe('priceSteps[1].from');
  await step(1).getByLabel('From').fill('2027-02-01T10:00');
  await step(1).getByLabel('Price').fill('30.001');
  await save.click();
  await expect.poll(() => focused(page), slow).toBe('priceSteps[1].price');
  await context.close();
});

test('a missing seller is said by the label of its field, which has the focus', async () => {
  const { context, page } = await site.open('event/invoicing');
  await page.getByLabel('Issue invoices').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const wrong = page.locator('.row[data-wrong]');
  await wrong.waitFor(slow);
  expect(await wrong.textContent()).toContain('Enter it as “Seller” on the page “Invoices”');
  expect(await focused(page)).toBe('sellerName');
  await context.close();
});

test('what is refused without a field of its own has the focus above the form', async () => {
  const { context, page } = await site.open('tickets/new');
  await page.route('**/api/v1/ticket_types', (route) =>
    route.fulfill({ status: 409, json: { errors: [{ code: 'x', message: 'Not now.' }] } }),
  );
  await page.getByLabel('Name', { exact: true }).fill('Early');
  await page.getByRole('button', { name: 'Add ticket type' }).click();
  await page.getByText('Not now.').waitFor(slow);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  await context.close();
});

test('tickets of a draft are not on sale', async () => {
  const json = {
    ...{ name: 'Draft', type: 'conference', status: 'draft' },
    ...{ startsAt: '2027-05-04T08:00:00Z', endsAt: '2027-05-06T18:00:00Z' },
  };
  const tickets = [{ id: 'standard', name: 'Standard', price: 0, currency: 'EUR' }];
  const made = await site.house.send('POST', '/events', { key: site.demo.apiKey, json: { ...json, tickets } });
  const event = String(made.body['id']);
  const { context, page } = await site.open('tickets');
  await page.getByText('On sale').first().waitFor(slow);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/tickets/${event}`);
  await page.getByText('Not on sale: the event is a draft').waitFor(slow);
  expect(await page.getByText('On sale', { exact: true }).count()).toBe(0);
  await context.close();
});

test('an order whose payment is disputed is cancelled without a word of a refund', async () => {
  const [owen] = await found('registrations', { name: { equals: 'Owen Open' } });
  const order = String(must(owen, 'Owen Open')['order']);
  const key = site.demo.apiKey;
  const path = `/events/${site.demo.eventId}/orders/${order}/paid`;
  expect((await site.house.send('POST', path, { key, json: {} })).status).toBe(200);
  const { context, page } = await site.open(`orders/${order}`);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Keep order' }) });
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await form.getByLabel('Refund').selectOption({ label: 'Everything' });
  await form.getByText('Owen Open gets back €49.00').waitFor(slow);
  await form.getByRole('button', { name: 'Keep order' }).waitFor(slow);
  expect(await form.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  // Only a processor disputes: the answer is the server's, with its state.
  await page.route('**/api/v1/registrations?**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"paid"', '"disputed"') });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await form.getByText('The payment is disputed: the processor decides about the money').waitFor(slow);
  expect(await form.getByLabel('Refund').count()).toBe(0);
  expect(await form.textContent()).not.toContain('gets back');
  await context.close();
});
