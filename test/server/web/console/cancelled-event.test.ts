/**
 * The console reports after the cancellation of an event how many refunds are in which state, with the lists that they
 * lead to.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(40, { TEST_PAYMENTS: '1' });
}, 900_000);
afterAll(() => site?.close());

async function found(collection: string, where: Readonly<Record<string, unknown>>) {
  const query = new URLSearchParams({ where: JSON.stringify(where) });
  const { body } = await site.house.send('GET', `/api/v1/${collection}?${query}`, { key: site.demo.apiKey });
  return body['data'] as readonly Readonly<Record<string, unknown>>[];
}

test('an event that is cancelled says which refunds were sent and which are to be transferred', async () => {
  const { demo, house } = site;
  const [owen] = await found('registrations', { name: { equals: 'Owen Open' } });
  const order = String(must(owen, 'a transfer that is awaited')['order']);
  const paid = await house.send('POST', `/events/${demo.eventId}/orders/${order}/paid`, { key: demo.apiKey, json: {} });
  expect(paid.status).toBe(200);
  const [event] = await found('events', { id: { equals: demo.eventId } });
  const { context, page } = await site.open('event/more', { viewport: { width: 1280, height: 800 } });
  await page.getByPlaceholder(String(must(event, 'the event')['name'])).fill(String(event?.['name']));
  await page.getByRole('button', { name: 'Cancel event and refund' }).click();
  await page.getByText('This event is cancelled.').waitFor(slow);
  const sent = page.getByRole('link', { name: '1 refund was sent.' });
  await sent.waitFor(slow);
  await page.getByText('still to be cancelled').waitFor({ ...slow, state: 'detached' });
  await page.getByRole('link', { name: 'You have 1 refund to transfer yourself.' }).waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  const folder = process.env['CONSOLE_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/cancelled.png` });
  await sent.click();
  const rows = page.getByRole('table', { name: 'Refunds' }).locator('tbody tr');
  await rows.filter({ hasText: 'Paula Paid' }).getByText('sent').waitFor(slow);
  if (folder) await page.screenshot({ path: `${folder}/refunds.png` });
  expect(await rows.count()).toBe(1);
  const [paula] = await found('registrations', { name: { equals: 'Paula Paid' } });
  const [row] = await found('ticket_orders', { id: { equals: must(paula, 'who paid')['order'] } });
  await rows.getByRole('link', { name: String(must(row, 'the order')['number']) }).click();
  await page.getByRole('heading', { name: String(row?.['number']) }).waitFor(slow);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});
