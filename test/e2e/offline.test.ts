/** The network goes and comes back: nothing is lost, nothing counted twice, and what cannot both be true is shown. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { compactSpelling, type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type KioskWindow, openKioskWindow, patienceMs, type ShownVerdict } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const offlineScans = 200;
const limitMs = 1_500_000;

let house: DemoServer;
let browser: Browser;
let left: KioskWindow;
let right: KioskWindow;
let people: readonly RegistrationRecord[];

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 300 });
  people = await house.places('standard', offlineScans + 2);
  browser = await openBrowser();
  left = await pairedKiosk();
  right = await pairedKiosk();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.end();
}, 60_000);

async function pairedKiosk(): Promise<KioskWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode() });
  await kiosk.until({ ready: 'true', connection: 'online' });
  return kiosk;
}

const person = (n: number): RegistrationRecord => must(people[n], `person ${n} of the demo`);
const contextOf = (kiosk: KioskWindow): BrowserContext => kiosk.page.context();
const ofEvent = () => ({ event: house.eventId });

async function cutOff(...kiosks: readonly KioskWindow[]): Promise<void> {
  for (const kiosk of kiosks) await contextOf(kiosk).setOffline(true);
}

async function connect(kiosk: KioskWindow): Promise<void> {
  await contextOf(kiosk).setOffline(false);
  await kiosk.until({ connection: 'online', pending: '0' });
}

test(
  `${offlineScans} scans without a network are green, and all of them are on the server once when it is back`,
  async () => {
    const codes = await Promise.all(people.slice(0, offlineScans).map(({ id }) => house.code(id)));
    await cutOff(left);
    const all: ShownVerdict[] = [];
    for (let n = 0; n < offlineScans; n += 10) {
      // Every tenth by the scanner, which takes its time; the others typed.
      all.push(await left.scan(must(codes[n], 'a code')));
      all.push(...(await left.typeAll(codes.slice(n + 1, n + 10))));
    }
    const admitted = people.slice(0, offlineScans).map(({ name }) => ['admitted', name]);
    expect(all.map(({ code, name }) => [code, name])).toEqual(admitted);
    const scanIds = all.map(({ scanId }) => scanId);
    await left.until({ connection: 'offline', pending: String(offlineScans) });
    expect(await house.all('scans', ofEvent())).toEqual([]);

    await connect(left);
    const scans = await house.all('scans', ofEvent());
    expect(scans.map(({ id }) => id).toSorted()).toEqual(scanIds.toSorted());
    await expect
      .poll(async () => (await house.all('checkins', ofEvent())).length, { timeout: patienceMs })
      .toBe(offlineScans);
    const checkins = await house.all('checkins', ofEvent());
    expect(new Set(checkins.map(({ registration }) => registration)).size).toBe(offlineScans);
    expect(await house.all('checkin_conflicts', ofEvent())).toEqual([]);
    // The other kiosk knows of them without having seen one.
    await right.knowsCheckedIn(person(0).email);
    expect(await right.type(compactSpelling(must(codes[0], 'a code')))).toMatchObject({ code: 'already_checked_in' });
  },
  limitMs,
);

async function openConsole(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(patienceMs);
  await page.goto(`${house.url}/console/`);
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key').fill(house.apiKey);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: 'Gate', exact: true }).click();
  await page.getByRole('heading', { name: 'Latest check-ins' }).waitFor({ timeout: patienceMs });
  return page;
}

test(
  'the same ticket at two kiosks that are cut off: two greens, one person, one conflict that all of them show',
  async () => {
    const { id, name } = person(offlineScans);
    const ticket = await house.code(id);
    const before = await house.all('checkins', ofEvent());
    const console_ = await openConsole();
    await cutOff(left, right);
    // A scan in the first moment after the cut may still be decided as online.
    await left.type('the network is gone');
    await right.type('here as well');
    await left.until({ connection: 'offline' });
    await right.until({ connection: 'offline' });
    for (const kiosk of [left, right]) {
      const shown = await kiosk.scan(ticket);
      expect(shown).toMatchObject({ code: 'admitted', name });
      expect(shown.words).toContain('Decided offline');
    }
    await connect(left);
    await connect(right);

    await expect
      .poll(() => house.all('checkin_conflicts', { registration: id }), { timeout: patienceMs })
      .toHaveLength(1);
    const scans = await house.all('scans', { registration: id });
    expect(scans).toMatchObject([
      { verdict: 'admitted', flags: ['offline'] },
      { verdict: 'admitted', flags: ['offline'] },
    ]);
    const [first, second] = scans.toSorted((a, b) => a.scannedAt.localeCompare(b.scannedAt));
    const [checkin, ...others] = await house.all('checkins', { registration: id });
    expect(others).toEqual([]);
    expect(checkin).toMatchObject({ scan: first?.id });
    expect(await house.all('checkin_conflicts', { registration: id })).toMatchObject([
      { scan: second?.id, firstScan: first?.id, acknowledgedAt: null },
    ]);

    for (const kiosk of [left, right]) {
      await kiosk.page.getByRole('button', { name: '1 conflict' }).click({ timeout: patienceMs });
      const panel = kiosk.page.getByRole('dialog', { name: 'Admitted twice' });
      await panel.getByRole('heading', { name }).waitFor({ timeout: patienceMs });
      await kiosk.page.keyboard.press('Escape');
    }
    const shown = console_.getByRole('region', { name: 'Admitted twice' });
    await shown.getByText(name).waitFor({ timeout: patienceMs });

    const stats = await house.ask('GET', `/events/${house.eventId}/checkin/stats`);
    expect(stats.body).toMatchObject({ checkedIn: before.length + 1, conflicts: 1 });
    await console_.context().close();
  },
  limitMs,
);

test(
  'a conflict that was looked at in the console goes away at the kiosks',
  async () => {
    const page = await openConsole();
    await page.getByRole('button', { name: 'Mark as reviewed' }).click();
    await page.getByRole('region', { name: 'Admitted twice' }).waitFor({ state: 'detached', timeout: patienceMs });
    for (const kiosk of [left, right])
      await kiosk.page.getByRole('button', { name: '1 conflict' }).waitFor({ state: 'detached', timeout: patienceMs });
    await page.context().close();
  },
  limitMs,
);
