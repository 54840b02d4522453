/** The registration page in real Chromium: a server, the processor's stand-in, an event to sell, and steps of a guest. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isoTime } from '#shared/base/time.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { type OtherSite, openOtherSite } from '#test/fixtures/other-site.ts';
import { openStandIn, type StandIn } from '#test/fixtures/processor/stand-in.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

const limitMs = 600_000;
export const visibleMs = 60_000;
export const phone = { width: 390, height: 844 };

export let standIn: StandIn;
export let house: TestServer;
export let other: OtherSite;
let browser: Browser;
let context: BrowserContext;
export let page: Page;
let keys: { readonly live: string; readonly test: string };

/** As the organizer asks. */
export async function ask<T = Body>(place: 'live' | 'test', method: string, path: string, json?: unknown): Promise<T> {
  const prefix = place === 'test' ? '/sandbox' : '';
  const answer = await house.send(method, prefix + path, { key: keys[place], ...(json !== undefined && { json }) });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  return answer.body as T;
}

const inDays = (days: number) => isoTime(Date.now() + days * 86_400_000);
const tickets = [
  {
    id: 'standard',
    name: 'Standard',
    price: 279,
    currency: 'EUR',
    quantity: 300,
    taxPercent: 19,
    taxName: 'VAT',
    description: '3 days, all talks and workshops',
  },
  {
    id: 'vip',
    name: 'VIP',
    price: 590,
    currency: 'EUR',
    quantity: 36,
    taxPercent: 19,
    taxName: 'VAT',
    description: 'Lounge, dinner on Tuesday, front rows',
  },
  {
    id: 'student',
    name: 'Student',
    price: 59,
    currency: 'EUR',
    quantity: 0,
    description: 'Show your student card at the entrance',
  },
  {
    id: 'workshop',
    name: 'Workshop day',
    price: 80,
    currency: 'EUR',
    quantity: 29,
    kind: 'add_on',
    taxPercent: 19,
    taxName: 'VAT',
  },
];

/** An event with everything that the page can show. @returns its id */
export async function sell(place: 'live' | 'test', more: object = {}): Promise<string> {
  const event = await ask<{ id: string }>(place, 'POST', '/events', {
    ...{
      name: 'Open Doors 2026',
      type: 'conference',
      startsAt: inDays(7),
      endsAt: inDays(9),
      timezone: 'Europe/Berlin',
    },
    ...{
      venue: 'Alte Kongresshalle, Hamburg',
      summary: 'Three days on how cities, harbours and halls welcome people.',
    },
    tickets,
    ...more,
  });
  await ask(place, 'POST', '/api/v1/registration_questions', {
    ...{
      event: event.id,
      key: 'food',
      text: 'Food',
      kind: 'choice',
      options: ['Vegetarian', 'Vegan', 'Anything'],
      required: true,
    },
  });
  await ask(place, 'POST', '/api/v1/vouchers', { event: event.id, code: 'HARBOUR20', effect: 'percent', percent: 20 });
  return event.id;
}

export const orders = async (place: 'live' | 'test', event: string) =>
  (
    await ask<{ data: readonly Body[] }>(
      place,
      'GET',
      `/api/v1/ticket_orders?where[event][equals]=${event}&sort=createdAt`,
    )
  ).data;

const slugs = new Map<string, string>();
export async function address(place: 'live' | 'test', event: string): Promise<string> {
  const known = slugs.get(event) ?? (await ask<{ slug: string }>(place, 'GET', `/events/${event}`)).slug;
  slugs.set(event, known);
  return `${house.url}/e/${place === 'test' ? 'test.' : ''}hafen/${known}`;
}

export let liveEvent: string;
export let testEvent: string;

/** Everything that the browser complains of: a policy that a page breaks itself is a fault. */
export const complaints: string[] = [];
/** Ids of the forms that the browser has sent. */
export const sent = new Set<string>();
export async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  await context?.close();
  context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(visibleMs);
  context.on('console', (message) => {
    if (message.type() === 'error' && message.location().url.startsWith(house.url)) complaints.push(message.text());
  });
  await context.exposeBinding('formIsSent', (_source, id: string) => sent.add(id));
  await context.addInitScript(() => {
    const { formIsSent } = globalThis as unknown as { formIsSent(id: string): void };
    addEventListener('submit', ({ target }) => formIsSent((target as Element).id));
  });
  page = await context.newPage();
}
export const click = (name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
export const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 }).first().waitFor();
export const state = (name: string) => page.locator(`[data-state="${name}"]`).waitFor();

export async function choose(quantities: Readonly<Record<string, number>>, code?: string): Promise<void> {
  for (const [key, quantity] of Object.entries(quantities))
    await page.locator(`input[name="n.${key}"]`).fill(String(quantity));
  if (code !== undefined) {
    await page.getByText('I have a discount code').click();
    await page.getByLabel('Discount code').fill(code);
  }
  await click('Continue');
  await heading('Who is coming?');
}

export async function fillIn(people: readonly string[]): Promise<void> {
  for (const [n, name] of people.entries()) {
    await page.locator(`[name="p${n}.name"]`).fill(name);
    await page.locator(`[name="p${n}.email"]`).fill(`${name.split(' ')[0]!.toLowerCase()}@example.org`);
    await page.locator(`[name="p${n}.q.food"]`).selectOption('Vegan');
  }
  await click('Review order');
  await heading(/Check and/);
}

export const ada = 'Ada Lovelace';

/** Closes the tab, and comes back by the address that a mail or the history has. */
export async function backTo(url: string): Promise<void> {
  await page.close();
  page = await context.newPage();
  await page.goto(url);
}

/** Opens the server, the processor and the browser of a test file; each test has a window of its own. */
export function openRegistrationLab(): void {
  beforeAll(async () => {
    standIn = await openStandIn();
    const port = await freePort();
    house = await openTestServer({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_live_of_the_registration',
      STRIPE_WEBHOOK_SECRET: 'whsec_platform',
      STRIPE_API_BASE: standIn.url,
    });
    standIn.endpoints.push({ url: `${house.url}/webhooks/payments`, secret: 'whsec_platform', connect: false });
    const made = await house.tenant('hafen');
    keys = { live: made.apiKey, test: made.sandbox.apiKey };
    [liveEvent, testEvent] = [await sell('live'), await sell('test')];
    other = await openOtherSite();
    browser = await openBrowser();
  }, limitMs);

  afterAll(async () => {
    await browser?.close();
    await other?.close();
    await house?.close();
    await standIn?.close();
  }, limitMs);
  beforeEach(async () => {
    complaints.length = 0;
    await open();
  });
  afterEach(async () => {
    // A step with something to correct is answered 422, which Chromium reports.
    expect(complaints.filter((text) => !/status of 4(?:04|10|22)/.test(text))).toEqual([]);
    await context.close();
  });
}
