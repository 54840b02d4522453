/** Two kiosks in real Chromium with their device hosts, and no server: a double entry is seen at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeviceHost, startDeviceHost } from '#kiosk/host/device-host.ts';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { compactSpelling, type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type KioskWindow, kioskOn, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const limitMs = 600_000;
let house: DemoServer;
let browser: Browser;
let folder: string;
let mdns: number;
let left: KioskWindow;
let right: KioskWindow;
let phone: KioskWindow;
const hosts: DeviceHost[] = [];
const contexts: BrowserContext[] = [];
let people: Awaited<ReturnType<DemoServer['places']>>;
let codes: readonly string[];
type Place = Awaited<ReturnType<DemoServer['places']>>[number];
/** Comes to the phone. */
let later: Place | undefined;
let laterCode: string;
/** Comes to two kiosks that are apart, last of all. */
let twice: Place | undefined;
let twiceCode: string;

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'venue-e2e-'));
  house = await openDemoServer({ attendees: 20 });
  browser = await openBrowser(['--host-resolver-rules=MAP gate.local 127.0.0.1']);
  mdns = await freePort();
  left = await pairedKiosk('left', mdns);
  right = await pairedKiosk('right', mdns);
  phone = await pairedPhone();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  for (const host of hosts) await host.stop();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** They find each other by multicast DNS on the loopback interface, on a port of this test. */
async function startHost(name: string, mdns: number, port = 0): Promise<DeviceHost> {
  const host = await startDeviceHost({
    port,
    origins: [house.url],
    printers: [],
    dataFolder: join(folder, name),
    version: 'test',
    now: Date.now,
    peers: { port: 0, address: '127.0.0.1', mdns },
  });
  hosts.push(host);
  return host;
}

async function pairedKiosk(name: string, mdns: number): Promise<KioskWindow> {
  const host = await startHost(name, mdns);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  contexts.push(context);
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode(), host: host.url });
  await kiosk.until({ ready: 'true', connection: 'online' });
  // From then on the page starts without a server, too.
  await kiosk.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
  return kiosk;
}

/** Without a device host. */
async function pairedPhone(): Promise<KioskWindow> {
  const context = await browser.newContext({ viewport: { width: 420, height: 860 } });
  contexts.push(context);
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode() });
  await kiosk.until({ ready: 'true', connection: 'online' });
  return kiosk;
}

const codeOf = async ({ id }: Place): Promise<string> => compactSpelling(await house.code(id));

/** The status bar says how many kiosks are in reach. */
async function inReach(kiosk: KioskWindow, count: number): Promise<void> {
  const said = new RegExp(`^\\W*${count}\\W* of .* kiosks in reach`);
  await kiosk.page.getByRole('navigation').getByText(said).waitFor({ timeout: patienceMs });
}

test(
  'with the server killed, the second kiosk sees the double at once',
  async () => {
    [later, twice, ...people] = await house.places('standard', 6);
    [laterCode, twiceCode] = [await codeOf(later!), await codeOf(twice!)];
    codes = await Promise.all(people.map(codeOf));
    await house.server().kill();
    await left.until({ connection: 'offline' });
    await right.until({ connection: 'offline' });
    await inReach(left, 2);
    await inReach(right, 2);

    for (const code of codes) expect(await left.type(code)).toMatchObject({ code: 'admitted' });
    await right.knowsCheckedIn(people[3]!.email);
    for (const code of codes.slice(1)) expect(await right.type(code)).toMatchObject({ code: 'already_checked_in' });
  },
  limitMs,
);

test(
  'what it heard is sealed on its disk, and known after a reload without the other kiosk and without a server',
  async () => {
    await left.page.close();
    await inReach(right, 1);
    await right.page.reload({ timeout: patienceMs });
    await right.until({ phase: 'open', ready: 'true' });
    expect(await right.type(codes[0]!)).toMatchObject({ code: 'already_checked_in' });
    const rows = await storedRows(right.page, 'heard');
    expect(rows.length).toBeGreaterThanOrEqual(codes.length);
    for (const { id } of people) expect(JSON.stringify(rows)).not.toContain(id);
    for (const { ticketNumber } of people) expect(JSON.stringify(rows)).not.toContain(ticketNumber);
  },
  limitMs,
);

test(
  'scans of a kiosk that is gone reach the server through the other one, once, also when it comes back',
  async () => {
    const event = { event: house.eventId };
    const verdicts = async () => (await house.all('scans', event)).map(({ verdict }) => verdict).toSorted();
    const expected = [...codes.map(() => 'admitted'), ...codes.map(() => 'already_checked_in')];
    await house.restart('kill');
    await right.until({ connection: 'online', pending: '0' });
    await expect.poll(verdicts, { timeout: patienceMs, interval: 500 }).toEqual(expected);
    left = await kioskOn(await contexts[0]!.newPage());
    await left.page.goto(`${house.url}/kiosk/?camera=off`, { timeout: patienceMs });
    await left.until({ ready: 'true', connection: 'online', pending: '0' });
    expect(await verdicts()).toEqual(expected);
    await expect
      .poll(async () => (await house.all('checkins', event)).length, { timeout: patienceMs })
      .toBe(codes.length);
    expect(await house.all('checkin_conflicts', event)).toEqual([]);
  },
  limitMs,
);

test(
  'a phone without a host hears and is heard through the host of one kiosk, whose address staff enter',
  async () => {
    await house.server().kill();
    await phone.until({ connection: 'offline' });
    const settings = (kiosk: KioskWindow) => kiosk.page.getByRole('button', { name: 'Settings' }).click();
    await settings(right);
    const address = await right.page.getByText(/^127\.0\.0\.1:\d+$/).textContent();
    await right.page.keyboard.press('Escape');
    await settings(phone);
    // As a phone reaches another machine: by its name on the LAN, which the page's policy allows.
    await phone.page.getByLabel('Address of another kiosk').fill(`gate.local:${address?.split(':')[1]}`);
    await phone.page.getByRole('button', { name: 'Add', exact: true }).click();
    await phone.page
      .getByText(/^3 of \d+ kiosks in reach/)
      .first()
      .waitFor({ timeout: patienceMs });
    await phone.page.keyboard.press('Escape');
    expect(await phone.type(laterCode)).toMatchObject({ code: 'admitted' });
    await left.knowsCheckedIn(later!.email);
    expect(await left.type(laterCode)).toMatchObject({ code: 'already_checked_in' });
  },
  limitMs,
);

test(
  'who was let in by two kiosks that were apart is on every board once they meet, without a server; when it comes, one check-in and each scan once',
  async () => {
    const { stop, url } = must(hosts[0], 'the host of the left kiosk');
    await stop();
    await inReach(right, 2);
    for (const kiosk of [left, right]) expect(await kiosk.type(twiceCode)).toMatchObject({ code: 'admitted' });
    await startHost('left', mdns, Number(new URL(url).port));
    const boards = [left, right, phone];
    for (const { page } of boards) {
      await page.keyboard.press('F10');
      await page.getByRole('button', { name: 'Open the board' }).click();
      const double = page.locator('.board .card').filter({ hasText: twice!.name }).first();
      await double.waitFor({ timeout: patienceMs });
    }

    await house.restart('kill');
    for (const kiosk of boards) await kiosk.until({ connection: 'online', pending: '0' });
    const registration = { event: house.eventId, registration: twice!.id };
    const stored = async (collection: 'scans' | 'checkins' | 'checkin_conflicts') =>
      (await house.all(collection, registration)).length;
    await expect.poll(() => stored('scans'), { timeout: patienceMs }).toBe(2);
    await expect.poll(() => stored('checkin_conflicts'), { timeout: patienceMs }).toBe(1);
    expect(await stored('checkins')).toBe(1);
    // What one of them heard of the other has gone up by then, too.
    await expect
      .poll(async () => (await house.all('scans', { event: house.eventId })).length, { timeout: patienceMs })
      .toBe(2 * codes.length + 4);
  },
  limitMs,
);

/** What the page's databases hold of a collection, as it lies on the disk. */
function storedRows(page: Page, collection: string): Promise<readonly unknown[]> {
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const rows: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (!name?.includes(wanted)) continue;
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        rows.push(...(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return rows;
  }, collection);
}
