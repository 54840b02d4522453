/**
 * The actions of an organizer for one person, one order and many people at once, in a real browser: another ticket with
 * its price difference, a refund paid by hand, the sample event, a bulk action that is stopped.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { waitForMail } from '#test/fixtures/outbox.ts';
import { type ConsoleSite, openConsoleSite, visibleMs } from './console-site.ts';

const slow = { timeout: visibleMs };
let site: ConsoleSite;

beforeAll(async () => {
  site = await openConsoleSite(400);
}, 900_000);
afterAll(() => site?.close());

/** For a person who looks at the pages: written only where a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_PICTURES'];
  if (!folder) return;
  const size = page.viewportSize();
  await page.screenshot({ path: `${folder}/${name}-1440.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${folder}/${name}-390.png` });
  if (size) await page.setViewportSize(size);
}

/** A list beside it has a form for its search. */
const formCalled = (page: Page, name: string | RegExp) =>
  page.locator('form').filter({ has: page.getByRole('heading', { name }) });

const desktop = { viewport: { width: 1440, height: 900 } };

async function found(collection: string, where: Readonly<Record<string, unknown>>) {
  const query = new URLSearchParams({ where: JSON.stringify(where) });
  const { body } = await site.house.send('GET', `/api/v1/${collection}?${query}`, { key: site.demo.apiKey });
  return body['data'] as readonly Readonly<Record<string, unknown>>[];
}

const personCalled = async (name: string) =>
  must((await found('registrations', { name: { equals: name } }))[0], `the registration of ${name}`);

describe('the drawer of an attendee', () => {
  test('says what another ticket costs before it is changed, and then changes it', async () => {
    // People of one import have one time and random ids: without the type, every fifth run takes a person who is a VIP.
    const [type] = await found('ticket_types', { name: { equals: 'Standard' } });
    const ticketType = { equals: must(type, 'the ticket type').id };
    const [person] = await found('registrations', { status: { equals: 'confirmed' }, ticketType });
    const { id, name } = must(person, 'a person with a free ticket');
    const { context, page } = await site.open(`attendees/${String(id)}`, desktop);
    await page.getByRole('heading', { name: String(name) }).waitFor(slow);
    await page.getByRole('button', { name: 'Change ticket' }).click();
    const form = formCalled(page, 'Change ticket');
    const choice = form.getByLabel('Ticket', { exact: true });
    await choice.selectOption({ label: 'Supporter' });
    await page.getByText(`New price: €49.00. ${String(name)} is asked to pay €49.00 more.`).waitFor(slow);
    await picture(page, 'type-change');
    expect(await axeViolations(page)).toEqual([]);
    await choice.selectOption({ label: 'VIP' });
    await page.getByText('New price: €0.00. Nothing has to be paid or refunded.').waitFor(slow);
    const submit = form.getByRole('button', { name: 'Change ticket' });
    await submit.click();
    await submit.waitFor({ state: 'detached' });
    await page.locator('.facts').getByText('VIP', { exact: true }).waitFor(slow);
    await picture(page, 'type-changed');
    await context.close();
  });
});

describe('a bank transfer', () => {
  test('that is refunded by hand is marked as paid', async () => {
    const owen = await personCalled('Owen Open');
    const { context, page } = await site.open(`orders/${String(owen['order'])}`, desktop);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText(/Order .* is paid\./).waitFor(slow);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const form = formCalled(page, /^Cancel order/);
    await form.getByLabel('Refund').selectOption({ label: 'Everything' });
    await page.getByText('Owen Open gets back €49.00').waitFor(slow);
    await picture(page, 'cancel-order');
    await form.getByRole('button', { name: 'Cancel order' }).click();
    await form.waitFor({ state: 'detached' });
    await site.go(page, 'orders?show=refunds');
    await picture(page, 'refunds');
    const row = page.getByRole('row').filter({ hasText: 'Owen Open' });
    await row.getByText('By bank transfer').waitFor(slow);
    await row.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Marked as paid.').waitFor(slow);
    await row.getByText('sent', { exact: true }).waitFor(slow);
    expect(await axeViolations(page)).toEqual([]);
    expect(await found('refunds', { registration: { equals: owen.id } })).toMatchObject([
      { state: 'succeeded', amount: 4900, method: 'by_hand' },
    ]);
    await context.close();
  });
});

describe('a sample event', () => {
  test('is added from the page of an organization without events, and removed from its overview', async () => {
    const created = await site.house.tenant('looks-around');
    const tenant = must(await site.house.admin.directory.byId(created.tenant.id), 'the tenant');
    const context = await site.browser.newContext({ bypassCSP: true, ...desktop });
    const page = await context.newPage();
    page.setDefaultTimeout(visibleMs);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.house.url}/console/?login=${await loginLinkOf(site.house, tenant)}`);
    await page.getByRole('heading', { name: 'Create your first event' }).waitFor();
    await picture(page, 'first-event');
    await page.getByRole('button', { name: 'Add a sample event' }).click();
    await page.getByRole('button', { name: 'Remove sample event' }).waitFor();
    await picture(page, 'sample-event');
    const events = async () =>
      (await site.house.send('GET', '/api/v1/events', { key: created.apiKey })).body['data'] as readonly unknown[];
    expect(await events()).toMatchObject([{ sample: true, status: 'draft' }]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove sample event' }).click();
    await page.getByRole('heading', { name: 'Create your first event' }).waitFor();
    expect(await events()).toEqual([]);
    await context.close();
  });
});

test('a bulk action is stopped by its button, goes on from there, and does each person once', async () => {
  const { context, page } = await site.open('attendees', desktop);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByLabel('Choose all rows').check();
  await page.getByText(/\d+ selected/).waitFor(slow);
  await page.getByRole('toolbar').getByRole('button', { name: 'Check in' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/Checking in, stopped: [\d,]+ of/).waitFor(slow);
  await picture(page, 'bulk-stopped');
  const [batch] = await found('attendee_batches', {});
  const { people, processed } = must(batch, 'the bulk action');
  expect(Number(processed)).toBeLessThan(Number(people));
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/People checked in: [\d,]+/).waitFor({ timeout: 2 * visibleMs });
  const [ended] = await found('attendee_batches', {});
  expect(ended).toMatchObject({ state: 'done', processed: people });
  await context.close();
});

describe('an email that is being written is tried out', () => {
  const send = async (page: Page, to: string) => {
    const field = page.getByLabel('Send a test to');
    // Of the person who is logged in; another address may be named.
    await expect.poll(() => field.inputValue(), slow).toContain('@');
    await field.fill(to);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText(`A test was sent to ${to}.`).waitFor(slow);
  };

  test('one of the event’s own, with words that are not saved yet', async () => {
    const { context, page } = await site.open('event', desktop);
    await page.getByRole('link', { name: 'Emails', exact: true }).click();
    await page.getByLabel(/^Subject/).fill('Your seat at {event}');
    await page.getByLabel(/^Text/).fill('Hello {name}, see you soon.');
    expect(await axeViolations(page)).toEqual([]);
    await send(page, 'first-reader@example.org');
    const mail = await waitForMail(site.house.dataDir, 'first-reader@example.org', /Your seat at/);
    expect(mail.text).toContain('see you soon');
    await picture(page, 'letters');
    page.on('dialog', (dialog) => void dialog.accept());
    await context.close();
  });

  test('a message to attendees', async () => {
    const { context, page } = await site.open('messages', desktop);
    await page.getByRole('link', { name: 'Write a message' }).click();
    await page.getByLabel('Subject').fill('Doors open at nine');
    await page.getByLabel('Text', { exact: true }).fill('See you tomorrow, {name}.');
    await send(page, 'second-reader@example.org');
    await waitForMail(site.house.dataDir, 'second-reader@example.org', /Doors open at nine/);
    await context.close();
  });
});
