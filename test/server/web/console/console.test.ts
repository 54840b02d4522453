/** The console in a real browser against the real server: one-time link, live updates, accessibility. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#server/core/policy/actor.ts';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { deviceKey, pairRequest } from '#test/fixtures/paired-kiosk.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** A page may take so long on a busy machine. */
const visibleMs = 60_000;

let house: TestServer;
let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  await builtApps();
  // Ticket pages are linked by the public address, so the port must be known before the server starts.
  house = await openTestServer({ PORT: String(await freePort()) });
  demo = await createDemo(house.admin, { attendees: 60 });
  browser = await openBrowser();
}, 900_000);

afterAll(async () => {
  await browser?.close();
  await house?.close();
});

async function loginLink(): Promise<string> {
  const tenant = must(await house.admin.directory.byId(demo.tenant), 'the demo tenant');
  return `${house.url}/console/?login=${await loginLinkOf(house, tenant)}`;
}

async function inside(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  // axe is put into the page by the test; the console itself keeps its policy.
  const context = await browser.newContext({ bypassCSP: true, ...options });
  context.setDefaultTimeout(visibleMs);
  const page = await context.newPage();
  await page.goto(await loginLink());
  await page.getByRole('heading', { name: 'Open Doors Conference' }).waitFor();
  return { context, page };
}

async function admit(index: number): Promise<string> {
  const { platform } = house.admin;
  const actor = systemActor(demo.tenant, 'test');
  const listed = await platform.run(actor, {
    verb: 'list',
    collection: 'registrations',
    query: { limit: 50, where: { kind: 'field', path: 'status', op: 'equals', value: 'confirmed' } },
  });
  if (listed.kind !== 'page') throw new Error('no registrations');
  const registration = must(listed.records[index], 'a registration');
  const answer = await platform.run(actor, {
    verb: 'act',
    action: 'events.registration',
    input: { eventId: demo.eventId, registrationId: registration.id },
  });
  if (answer.kind !== 'answer') throw new Error('no registration');
  const { qrCode } = (answer.value as { ticket: { qrCode: string } }).ticket;
  const done = await platform.run(actor, {
    verb: 'act',
    action: 'events.checkin',
    input: { qrCode, gateId: 'main-entrance' },
  });
  expect(done.kind).toBe('answer');
  return String(registration['name']);
}

describe('the console', () => {
  test('opens by a one-time link that works once', async () => {
    const link = await loginLink();
    const context = await browser.newContext();
    context.setDefaultTimeout(visibleMs);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Open Doors Conference' }).waitFor();
    expect(page.url()).not.toContain('login=');
    const other = await browser.newContext();
    other.setDefaultTimeout(visibleMs);
    const again = await other.newPage();
    await again.goto(link);
    await again.getByRole('alert').waitFor();
    expect(await again.getByRole('alert').textContent()).toContain('already used');
    await context.close();
    await other.close();
  });

  test('shows a check-in without being reloaded', async () => {
    const { context, page } = await inside();
    await page.getByRole('link', { name: 'Gate', exact: true }).first().click();
    const name = await admit(3);
    await page.locator('[data-latest]').getByText(name).waitFor();
    await context.close();
  });

  test('finds an attendee and opens the ticket page', async () => {
    const { context, page } = await inside();
    await page.getByRole('link', { name: 'Attendees' }).click();
    await page.getByRole('searchbox').fill('petra');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('1 person').waitFor();
    await page.getByRole('link', { name: 'Petra Pending' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Ticket page' }).click();
    const ticket = await opened;
    await ticket.getByText('Petra Pending').waitFor();
    await context.close();
  });

  test('gives a pairing code for a gate', async () => {
    const { context, page } = await inside();
    await page.getByRole('link', { name: 'Kiosks' }).click();
    await page.getByRole('button', { name: 'Main entrance' }).click();
    const code = page.locator('.pairing strong');
    await code.waitFor();
    expect(await code.textContent()).toMatch(/^[2-9A-Z]{8}$/);
    await context.close();
  });

  test('gives the command that makes a computer in the venue a box', async () => {
    const { context, page } = await inside();
    await page.getByRole('link', { name: 'Kiosks' }).click();
    await page.getByRole('button', { name: 'Create a code for a box' }).click();
    const command = await page.locator('code', { hasText: 'npm run venue' }).textContent();
    const [, server, code] = /^npm run venue -- --server (\S+) --code ([2-9A-Z]{8})$/.exec(command ?? '') ?? [];
    expect(server).toBe(new URL(page.url()).origin);
    const json = { ...pairRequest(code ?? '', deviceKey()), device: 'box' };
    const paired = await house.send('POST', '/api/v1/kiosks/pair', { json });
    expect([paired.status, paired.codes]).toEqual([200, []]);
    const card = page.locator('.kiosk').filter({ hasText: 'Venue box 1' });
    await card.getByText('box for the venue').waitFor();
    await card.getByText('Not sent yet: –').waitFor();
    await context.close();
  });

  test.each(['light', 'dark'] as const)('has no axe violation on any page, %s', async (colorScheme) => {
    const { context, page } = await inside({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
    for (const name of ['Attendees', 'Kiosks']) {
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      if (name === 'Attendees') await page.getByRole('table').waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Gatehouse console' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  });
});
