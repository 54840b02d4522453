/**
 * Two phones of one exhibitor, in real Chromium at 390 px, one with a filmed badge before its camera: leads made without any
 * server, edited at both, one browser killed, its disk full; then everything is at the server once, and a withdrawn
 * consent is gone from both phones, from the exports and from what webhooks say.
 */
import { readXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type Chromium, launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { fakeCameraArgs, filmCode } from '#test/fixtures/fake-camera.ts';
import { confirmLink, kioskAddress, patienceMs, startsOffline } from '#test/fixtures/kiosk-window.ts';
import { onlyWhole } from '#test/fixtures/need-chromium.ts';
import { openReceiver, type Receiver } from '#test/fixtures/receiver.ts';
import { watchDurability, writesOf } from '#test/fixtures/watch-durability.ts';
import { plugInScanner } from '#test/fixtures/wedge-scanner.ts';
import { screenRules } from '#test/kiosk/screens/page-checks.ts';

const limitMs = 600_000;
const phoneSize = { width: 390, height: 844 };

interface Phone {
  readonly profile: Awaited<ReturnType<typeof newProfile>>;
  readonly args: readonly string[];
  chromium: Chromium;
  page: Page;
  scan(text: string): Promise<void>;
}

interface EditRow {
  readonly id: string;
  readonly badge: string;
  readonly device: string;
  readonly kind: string;
  readonly value: unknown;
}

let house: DemoServer;
let exhibitor: string;
let receiver: Receiver;
let a: Phone;
let b: Phone;
/** Of people in the demo, all confirmed. */
let visitors: readonly { readonly id: string; readonly badge: string; readonly name: string; readonly email: string }[];

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await house.ask<T>('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** What the phones asked for and may not have. */
const forbidden: string[] = [];

async function openPage(phone: Phone, address: Parameters<typeof kioskAddress>[0]): Promise<void> {
  await phone.chromium.context.grantPermissions(['camera']);
  const page = await phone.chromium.context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewportSize(phoneSize);
  await watchDurability(page);
  page.on('response', (answer) => {
    if (answer.status() === 403) forbidden.push(answer.url());
  });
  page.on('pageerror', (error) => console.error('error on the phone:', error));
  await page.goto(kioskAddress(address), { timeout: patienceMs });
  await confirmLink(page, address);
  phone.page = page;
  phone.scan = (await plugInScanner(page)).scan;
}

async function newPhone(film: string | null): Promise<Phone> {
  const profile = await newProfile();
  const args = film === null ? [] : fakeCameraArgs(film);
  const chromium = await launchChromium(profile.folder, undefined, args, film === null ? undefined : onlyWhole.camera);
  const phone = { profile, args, chromium } as unknown as Phone;
  type Made = { readonly data: { readonly pairingCode: string } };
  const asked = { event: house.eventId, exhibitor, role: 'exhibitor' };
  const { pairingCode } = (await post<Made>('/api/v1/kiosks/pairing-codes', asked)).data;
  await openPage(phone, { url: house.url, camera: 'off', pair: pairingCode });
  await until(phone, { phase: 'open', ready: 'true', connection: 'online' });
  await startsOffline(phone.page);
  return phone;
}

async function until({ page }: Phone, wanted: Readonly<Record<string, string>>): Promise<void> {
  const attributes = Object.entries(wanted).map(([name, value]) => `[data-${name}="${value}"]`);
  await page.locator(`#kiosk${attributes.join('')}`).waitFor({ timeout: patienceMs });
}

const badgeOf = (n: number): string => must(visitors[n], 'a visitor').badge;
const card = ({ page }: Phone, badge: string) => page.locator(`#lead[data-badge="${badge}"]`);
const row = ({ page }: Phone, badge: string) => page.locator(`[data-lead="${badge}"]`);
const button = ({ page }: Phone, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function scanAt(phone: Phone, badge: string): Promise<void> {
  await phone.scan(badge);
  await card(phone, badge).waitFor();
}

async function open(phone: Phone, badge: string): Promise<void> {
  await row(phone, badge).getByRole('button').click();
  await card(phone, badge).waitFor();
}

async function note(phone: Phone, text: string): Promise<void> {
  await phone.page.getByRole('textbox', { name: 'New note' }).fill(text);
  await button(phone, 'Save note').click();
  await phone.page.locator('.lead-notes li').filter({ hasText: text }).waitFor();
}

async function tag(phone: Phone, text: string): Promise<void> {
  await phone.page.getByRole('textbox', { name: 'New tag' }).fill(text);
  await phone.page.keyboard.press('Enter');
  await phone.page.locator('.lead-tags li').filter({ hasText: text }).waitFor();
}

async function rate(phone: Phone, stars: number): Promise<void> {
  await phone.page.getByRole('radio', { name: `${stars} of 5` }).click({ force: true });
  await phone.page.locator(`[data-rating="${stars}"]`).waitFor();
}

beforeAll(async () => {
  await builtApps();
  receiver = await openReceiver();
  house = await openDemoServer({ attendees: 30, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } });
  const people = await house.places('standard', 8);
  visitors = people.map(({ id, badgeCode, name, email }) => ({
    id,
    badge: must(badgeCode, 'the code of a badge'),
    name,
    email,
  }));
  const made = await post<{ id: string }>(`/events/${house.eventId}/exhibitors`, {
    name: 'Nordlicht GmbH',
    booth: 'A 12',
  });
  exhibitor = made.id;
  const asked = { questions: [{ key: 'budget', text: 'Budget this year?', options: ['Yes', 'No'] }] };
  const changed = await house.ask('PATCH', `/events/${house.eventId}/exhibitors/${exhibitor}`, asked);
  expect(changed.status).toBe(200);
  a = await newPhone(await filmCode(house.dataFolder, badgeOf(0)));
  b = await newPhone(null);
}, limitMs);

afterAll(async () => {
  for (const phone of [a, b]) {
    await phone?.chromium.close();
    await phone?.profile.remove();
  }
  await house?.end();
  await receiver?.close();
}, 60_000);

const edits = async (filter = ''): Promise<readonly EditRow[]> =>
  (await house.ask<{ data: EditRow[] }>('GET', `/api/v1/lead_edits?limit=200${filter}`)).body.data;

test(
  'without a server both phones start again, make leads of the same visitors, and a lead that was shown survives a kill',
  async () => {
    expect(await a.page.getByRole('heading', { level: 1 }).textContent()).toContain('Nordlicht GmbH');
    await house.server().stop();
    for (const phone of [a, b]) {
      await phone.page.reload({ timeout: patienceMs });
      await until(phone, { phase: 'open', ready: 'true', connection: 'offline' });
    }
    await button(a, 'Turn on the camera').click();
    await card(a, badgeOf(0)).waitFor();
    expect(await card(a, badgeOf(0)).textContent()).toContain(must(visitors[0], 'a visitor').name);
    await button(a, 'Turn off the camera').click();
    await button(a, 'Demo').click();
    for (let n = 0; n < 2; n += 1) await button(a, 'Questions asked: one more').click();
    await note(a, 'Runs 40 cranes.');
    for (const text of ['cranes', 'north']) await tag(a, text);
    await rate(a, 2);
    await a.page.getByRole('radio', { name: 'Yes' }).click();
    await scanAt(a, badgeOf(1));
    await note(a, 'Seen at the first phone.');

    await scanAt(b, badgeOf(1));
    await note(b, 'Seen at the second phone.');
    await scanAt(b, badgeOf(0));
    await button(b, 'Business card').click();
    await button(b, 'Questions asked: one more').click();
    await note(b, 'Wants a price.');
    for (const text of ['cranes', 'price']) await tag(b, text);
    await rate(b, 5);
    await b.page.getByRole('radio', { name: 'This week' }).click();
    await b.scan(badgeOf(2));
    await card(b, badgeOf(2)).waitFor();
    await b.chromium.kill();

    b.chromium = await launchChromium(b.profile.folder);
    await openPage(b, { url: house.url, camera: 'off' });
    await until(b, { phase: 'open', ready: 'true', connection: 'offline' });
    await row(b, badgeOf(2)).waitFor();
    expect(await b.page.locator('.lead-list tbody tr').count()).toBe(3);
    expect(await b.page.getByRole('banner').textContent()).toContain('3 leads wait to be sent');
    await open(b, badgeOf(2));
    await note(b, 'After the restart.');
    // A power failure takes what the disk was not asked to keep: nothing of a lead.
    for (const phone of [a, b]) {
      const writes = await writesOf(phone.page);
      expect(writes).toContain('lead_edits: strict');
      expect(writes.filter((entry) => !entry.endsWith(': strict'))).toEqual([]);
    }
  },
  limitMs,
);

test(
  'after sync every edit of both phones is at the server once, and both show the same lead',
  async () => {
    await house.restart('stop');
    for (const phone of [a, b]) await until(phone, { connection: 'online', pending: '0' });
    const rows = await edits();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const devices = [...new Set(rows.map(({ device }) => device))];
    expect(devices).toHaveLength(2);
    const first = must(
      rows.find(({ value }) => value === 'Runs 40 cranes.'),
      'a note of the first phone',
    ).device;
    const said = rows.map(({ badge, device, kind, value }) => {
      const n = visitors.findIndex((visitor) => visitor.badge === badge);
      return `${n} ${device === first ? 'a' : 'b'} ${kind} ${JSON.stringify(value ?? null)}`;
    });
    const both = (n: number, phone: string) => [`${n} ${phone} captured null`, `${n} ${phone} started null`];
    const expected = [
      ...[
        'demo true',
        'questions 1',
        'questions 1',
        'note "Runs 40 cranes."',
        'tag "cranes"',
        'tag "north"',
        'rating 2',
      ].map((entry) => `0 a ${entry}`),
      '0 a answer {"answer":"Yes","question":"budget"}',
      '1 a note "Seen at the first phone."',
      '1 b note "Seen at the second phone."',
      ...['card true', 'questions 1', 'note "Wants a price."', 'tag "cranes"', 'tag "price"', 'rating 5'].map(
        (entry) => `0 b ${entry}`,
      ),
      '0 b follow_up "this_week"',
      '2 b note "After the restart."',
      ...[both(0, 'a'), both(1, 'a'), both(1, 'b'), both(0, 'b'), both(2, 'b')].flat(),
    ];
    const sorted = said.map((line) =>
      line.replace('{"question":"budget","answer":"Yes"}', '{"answer":"Yes","question":"budget"}'),
    );
    expect(sorted.toSorted()).toEqual(expected.toSorted());

    for (const phone of [a, b]) {
      await expect.poll(() => phone.page.locator('.lead-list tbody tr').count(), { timeout: patienceMs }).toBe(3);
      await open(phone, badgeOf(0));
      const shown = card(phone, badgeOf(0));
      await shown.locator('.lead-notes li').nth(1).waitFor();
      expect(await shown.locator('.lead-notes li').count()).toBe(2);
      expect(await shown.locator('.lead-tags li').count()).toBe(3);
      expect(await shown.locator('[data-rating]').getAttribute('data-rating')).toBe('5');
      expect(await shown.locator('output').first().textContent()).toBe('3');
      expect(await shown.locator('[data-quality]').getAttribute('data-quality')).toBe('55');
      expect(await axeViolations(phone.page, { rules: screenRules })).toEqual([]);
    }
    type Listed = { leads: { badge: string; quality: number; tier: string; rating: number }[] };
    const { body } = await house.ask<Listed>('GET', `/events/${house.eventId}/leads?exhibitorId=${exhibitor}`);
    const lead = body.leads.find(({ badge }) => badge === badgeOf(0));
    expect(lead).toMatchObject({ quality: 55, tier: 'warm', rating: 5 });
    expect(body.leads).toHaveLength(3);
    expect(forbidden).toEqual([]);
  },
  limitMs,
);

test(
  'contact details come with the visitor’s word at one phone, and are gone from both, exports and webhooks once it is taken back without a network',
  async () => {
    const visitor = must(visitors[0], 'a visitor');
    const contact = (phone: Phone) => card(phone, visitor.badge).locator('[data-contact]');
    for (const phone of [a, b]) await open(phone, visitor.badge);
    expect(await contact(a).textContent()).not.toContain(visitor.email);
    await button(a, 'Ask for contact details').click();
    await button(a, 'Visitor agrees').click();
    for (const phone of [a, b]) await contact(phone).filter({ hasText: visitor.email }).waitFor();
    const exported = async (format: 'csv' | 'xlsx') => {
      const path = `/events/${house.eventId}/export?dataset=leads&format=${format}`;
      const answer = await fetch(house.url + path, { headers: { Authorization: `Bearer ${house.apiKey}` } });
      if (format === 'csv') return answer.text();
      const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
      return JSON.stringify(sheets);
    };
    for (const format of ['csv', 'xlsx'] as const) expect(await exported(format)).toContain(visitor.email);
    await post('/api/v1/webhooks', { url: receiver.url, events: ['events.lead.*'] });
    const sayings = () => receiver.received.filter(({ text }) => text.includes(visitor.name)).map(({ text }) => text);
    await rate(a, 3);
    await expect.poll(() => sayings().at(-1) ?? '', { timeout: patienceMs }).toContain(visitor.email);
    const before = sayings().length;

    await house.server().stop();
    await until(b, { connection: 'offline' });
    await button(b, 'Withdraw consent').click();
    await contact(b).and(b.page.locator('[data-contact="declined"]')).waitFor();
    expect(await contact(b).textContent()).not.toContain(visitor.email);
    await house.restart('stop');
    for (const phone of [a, b]) {
      await until(phone, { connection: 'online', pending: '0' });
      await contact(phone).and(phone.page.locator('[data-contact="declined"]')).waitFor();
      expect(await phone.page.content()).not.toContain(visitor.email);
    }
    for (const format of ['csv', 'xlsx'] as const) {
      expect(await exported(format)).not.toContain(visitor.email);
      expect(await exported(format)).toContain(visitor.name);
    }
    await expect.poll(() => sayings().length, { timeout: patienceMs }).toBeGreaterThan(before);
    await rate(a, 4);
    await expect.poll(() => sayings().length, { timeout: patienceMs }).toBeGreaterThan(before + 1);
    expect(sayings().slice(before).join()).not.toContain(visitor.email);
  },
  limitMs,
);

test(
  'a phone whose disk is full shows no lead that it could not store, and goes on when there is room',
  async () => {
    await house.server().stop();
    await until(a, { connection: 'offline' });
    await open(a, badgeOf(1));
    const session = await a.page.context().newCDPSession(a.page);
    const origin = house.url;
    const { usage } = await session.send('Storage.getUsageAndQuota', { origin });
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 200_000 });
    const field = a.page.getByRole('textbox', { name: 'New note' });
    const problem = a.page.locator('[data-said="disk_full"]');
    for (let n = 0; n < 400 && (await problem.count()) === 0; n += 1) {
      await field.fill(`${n} ${'a long note '.repeat(300)}`);
      await button(a, 'Save note').click();
    }
    expect(await problem.textContent()).toContain('full');
    const shown = await a.page.locator('.lead-notes li').count();
    // A scan is small and may still find room: then it is shown, and must be there later.
    await a.scan(badgeOf(3));
    const wasShown = await row(a, badgeOf(3)).count();

    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await expect
      .poll(
        async () => {
          await a.scan(badgeOf(4));
          return card(a, badgeOf(4)).count();
        },
        { timeout: patienceMs },
      )
      .toBe(1);
    await a.page.reload({ timeout: patienceMs });
    await until(a, { phase: 'open', ready: 'true', connection: 'offline' });
    await row(a, badgeOf(4)).waitFor();
    expect(await row(a, badgeOf(3)).count()).toBeGreaterThanOrEqual(wasShown);
    await open(a, badgeOf(1));
    expect(await a.page.locator('.lead-notes li').count()).toBeGreaterThanOrEqual(shown);
    await house.restart('stop');
    await until(a, { connection: 'online', pending: '0' });
    const rows = await edits(`&where[badge][equals]=${badgeOf(4)}`);
    expect(rows.filter(({ kind }) => kind === 'captured').length).toBeGreaterThan(0);
  },
  limitMs,
);

test(
  'an exhibitor’s phone in Arabic and in the dark keeps its order and passes the same rules',
  async () => {
    await a.page.emulateMedia({ colorScheme: 'dark' });
    await a.page.getByRole('button', { name: 'Settings' }).click();
    await a.page.getByText('العربية').click();
    await a.page.keyboard.press('Escape');
    await a.page.locator('html[dir="rtl"]').waitFor({ state: 'attached' });
    await scanAt(a, badgeOf(5));
    expect(await a.page.locator('.lead-said').textContent()).toContain('حُفظ العميل');
    expect(await axeViolations(a.page, { rules: screenRules })).toEqual([]);
    const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await a.page.evaluate(wider)).toBe(0);
  },
  limitMs,
);
