/** Two kiosks in real Chromium with their device hosts, and no server: a double entry is seen at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeviceHost, startDeviceHost } from '#kiosk/host/device-host.ts';
import { peerCodeOpening } from '#kiosk/station/venue.ts';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { compactSpelling, type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { fakeCameraArgs, filmCode, filmIn, filmScreen } from '#test/fixtures/fake-camera.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import {
  inReach,
  type KioskWindow,
  kioskAddress,
  kioskOn,
  openKioskWindow,
  patienceMs,
  startsOffline,
} from '#test/fixtures/kiosk-window.ts';
import { onlyWhole } from '#test/fixtures/need-chromium.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openVenueLab } from '../kiosk/venue/venue-lab.ts';

const limitMs = 600_000;
let house: DemoServer;
let browser: Browser;
let folder: string;
let mdns: number;
let left: KioskWindow;
let right: KioskWindow;
let phone: KioskWindow;
/** Has a camera. Where it stands, kiosks do not find each other. */
let filming: Browser;
let eye: KioskWindow;
const hosts: DeviceHost[] = [];
const contexts: BrowserContext[] = [];
let people: Awaited<ReturnType<DemoServer['places']>>;
let codes: readonly string[];
type Place = Awaited<ReturnType<DemoServer['places']>>[number];
/** Comes to the phone. */
let later: Place | undefined;
let laterCode: string;
/** Comes to the left kiosk once another one has read its code. */
let taught: Place | undefined;
let taughtCode: string;
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
  filming = await openBrowser(fakeCameraArgs(filmIn(folder)), onlyWhole.camera);
  eye = await pairedEye();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await filming?.close();
  for (const host of hosts) await host.stop();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** They find each other by multicast DNS on the loopback interface, on a port of this test. */
async function startHost(name: string, mdns: number, port = 0): Promise<DeviceHost> {
  const peers = { port: 0, address: '127.0.0.1', mdns };
  const host = await startDeviceHost({ ...hostSetting(name), port, peers });
  hosts.push(host);
  return host;
}

const hostSetting = (name: string) => ({
  origins: [house.url],
  printers: [],
  dataFolder: join(folder, name),
  version: 'test',
  now: Date.now,
});

async function pairedKiosk(name: string, mdns: number): Promise<KioskWindow> {
  const host = await startHost(name, mdns);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  contexts.push(context);
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode(), host: host.url });
  await kiosk.until({ ready: 'true', connection: 'online' });
  await startsOffline(kiosk.page);
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

/** Its host hears no one at first, so that no sync teaches it an address. */
async function pairedEye(): Promise<KioskWindow> {
  const host = await startDeviceHost({ ...hostSetting('eye'), port: 0 });
  hosts.push(host);
  const context = await filming.newContext({ permissions: ['camera'], viewport: { width: 1280, height: 800 } });
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode(), host: host.url });
  await kiosk.until({ ready: 'true', connection: 'online' });
  await startsOffline(kiosk.page);
  return kiosk;
}

const openSettings = (kiosk: KioskWindow) => kiosk.page.getByRole('button', { name: 'Settings' }).click();

const codeOf = async ({ id }: Place): Promise<string> => compactSpelling(await house.code(id));

test(
  'with the server killed, the second kiosk sees the double at once',
  async () => {
    [later, twice, taught, ...people] = await house.places('standard', 7);
    [laterCode, twiceCode] = [await codeOf(later!), await codeOf(twice!)];
    taughtCode = await codeOf(taught!);
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
    await openSettings(right);
    const address = await right.page.getByText(/^127\.0\.0\.1:\d+$/).textContent();
    await right.page.keyboard.press('Escape');
    await openSettings(phone);
    // Its page was opened with `?camera=off`.
    expect(await phone.page.getByRole('switch', { name: 'Scan with the camera' }).isChecked()).toBe(false);
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
  'a camera reads the code on another kiosk’s screen, also one that was before it already; a code of something else, or of a kiosk of another event, is named there',
  async () => {
    const first = must(hosts.pop(), 'the host of the kiosk with a camera');
    await first.stop();
    await startHost('eye', await freePort(), Number(new URL(first.url).port));
    await openSettings(left);
    const code = left.page.getByRole('img', { name: 'Code with the address of this kiosk' });
    await code.scrollIntoViewIfNeeded();
    const picture = await code.screenshot();
    await left.page.keyboard.press('Escape');

    await filmScreen(folder, picture);
    await eye.page.goto(kioskAddress({ url: house.url }), { timeout: patienceMs });
    // Held there before the settings are open, it is no ticket.
    await eye.page.getByRole('heading', { name: 'Not a ticket code' }).waitFor();
    await openSettings(eye);
    await eye.page.getByText(/^Reached: /).waitFor();

    const camera = eye.page.getByRole('switch', { name: 'Scan with the camera' });
    const holdThere = async (text: string) => {
      await camera.click();
      await filmCode(folder, text);
      await camera.click();
    };
    await holdThere('https://example.org/menu');
    await eye.page.getByText('This is not the code of another kiosk.').waitFor();
    // At an address of the machine itself where no kiosk is.
    await holdThere(`${peerCodeOpening}127.0.0.1:${new URL(house.url).port}`);
    await eye.page.getByText(/^Nothing answers there/).waitFor();
    // A kiosk that works, of another event.
    const elsewhere = await openVenueLab(join(folder, 'elsewhere'), 1);
    const { venue } = await elsewhere.start(1);
    await expect.poll(() => venue.state().addresses, { timeout: patienceMs }).toHaveLength(1);
    await holdThere(peerCodeOpening + venue.state().addresses[0]);
    await eye.page.getByText(/^What answers there has not proven to be a kiosk of this event/).waitFor();
    expect(await eye.page.getByText(/^Reached: /).count()).toBe(1);
    expect(await eye.page.getByRole('dialog', { name: 'Settings' }).count()).toBe(1);
    expect(venue.state().inReach).toBe(1);
    await elsewhere.stop();
    // Held there with the settings closed, it would be no ticket, and what staff have open would go for that answer.
    await camera.click();
    await eye.page.keyboard.press('Escape');
    expect(await left.type(taughtCode)).toMatchObject({ code: 'admitted' });
    await eye.knowsCheckedIn(taught!.email);
    await filming.close();
    await must(hosts.pop(), 'its host').stop();
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
      .toBe(2 * codes.length + 5);
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
