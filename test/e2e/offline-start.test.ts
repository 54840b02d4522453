/**
 * The browser kiosk starts from its own disk: reload, new window, the browser killed and started again, all without a
 * server. A new version is taken whole, between scans, by all windows.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeviceHost, startDeviceHost } from '#kiosk/host/device-host.ts';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type Chromium, launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { type KioskFront, kioskBuild, openKioskFront } from '#test/fixtures/kiosk-front.ts';
import {
  confirmLink,
  type KioskWindow,
  kioskAddress,
  kioskOn,
  patienceMs,
  startsOffline,
} from '#test/fixtures/kiosk-window.ts';
import { within } from '#test/fixtures/within.ts';

const limitMs = 600_000;
const names = ['first', 'second', 'third'] as const;

let house: DemoServer;
let front: KioskFront;
let port: number;
let host: DeviceHost;
let profile: Awaited<ReturnType<typeof newProfile>>;
let chromium: Chromium;
let kiosk: KioskWindow;
let codes: string[];
const builds = new Map<string, Awaited<ReturnType<typeof kioskBuild>>>();
const build = (name: (typeof names)[number]) => must(builds.get(name), `the ${name} build`);

beforeAll(async () => {
  await builtApps();
  for (const name of names) builds.set(name, await kioskBuild(name));
  port = await freePort();
  house = await openDemoServer({ attendees: 40, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
  const people = await house.places('standard', 12);
  codes = await Promise.all(people.map(({ id }) => house.code(id)));
  front = await openFront();
  profile = await newProfile();
  host = await startDeviceHost({
    port: 0,
    origins: [front.url],
    printers: [],
    virtualPrinter: {},
    dataFolder: join(profile.folder, 'host'),
    version: '0',
    now: Date.now,
  });
  chromium = await launchChromium(profile.folder);
}, limitMs);

afterAll(async () => {
  await chromium?.close();
  await host?.stop();
  await front?.close();
  await house?.end();
  await profile?.remove();
  for (const { folder } of builds.values()) await rm(join(folder, '..'), { recursive: true, force: true });
}, 60_000);

const openFront = () => openKioskFront(port, Number(new URL(house.url).port), build('first').folder);
const nextCode = (): string => must(codes.shift(), 'a ticket that was not scanned yet');

async function window(address: Partial<Parameters<typeof kioskAddress>[0]> = {}): Promise<KioskWindow> {
  const page = await chromium.context.newPage();
  await page.goto(kioskAddress({ url: front.url, camera: 'off', ...address }), { timeout: patienceMs });
  await confirmLink(page, address);
  return kioskOn(page);
}

const buildOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['build']);

const versionsKept = (page: Page): Promise<number> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => !name.endsWith('state')).length);

/** Asks for the version that the server has now, as the page itself does every few minutes. */
async function lookForVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
}

/** Until no version is on its way any more. @returns whether one waits */
function settled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    while (registration.installing) await new Promise((done) => setTimeout(done, 50));
    return registration.waiting !== null;
  });
}

/** The browser answers from a queue of its own, where its own look at the page can hold up a question: it is asked again. */
async function installabilityErrors(page: Page): Promise<readonly unknown[]> {
  const askMs = 20_000;
  const ask = async () => {
    const session = await chromium.context.newCDPSession(page);
    const asked = session.send('Page.getInstallabilityErrors');
    return (await within('whether it can be installed', asked, askMs)).installabilityErrors;
  };
  return await ask().catch(ask).catch(ask);
}

test(
  'the page is installable also where a file failed first, its worker is asked for each time, and its hashed files never again',
  async () => {
    const pair = await house.pairingCode();
    front.spoil({ path: 'assets/late-first.js', as: 'error' });
    kiosk = await window({ pair, host: host.url });
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', printer: 'ready' });
    // The browser forgets a worker whose first version could not be taken.
    const workers = () => kiosk.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(async () => [await workers(), await versionsKept(kiosk.page)]).toEqual([0, 0]);
    front.spoil(null);
    await kiosk.page.evaluate(() => dispatchEvent(new Event('online')));
    await startsOffline(kiosk.page);
    // The answer to a scan brings the server's signed time: from then on the clock is trusted over a restart.
    expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
    await kiosk.until({ connection: 'online', pending: '0' });
    expect(await installabilityErrors(kiosk.page)).toEqual([]);
    const headers = async (path: string) => {
      const { status, headers: found } = await fetch(`${front.url}/kiosk/${path}`);
      expect(status).toBe(200);
      return {
        cache: found.get('cache-control'),
        type: found.get('content-type'),
        csp: found.get('content-security-policy'),
      };
    };
    expect(await headers('sw.js')).toMatchObject({ cache: 'no-cache', type: expect.stringContaining('javascript') });
    expect(await headers('manifest.webmanifest')).toMatchObject({
      cache: 'no-cache',
      type: expect.stringContaining('manifest+json'),
    });
    expect(await headers(build('first').script)).toMatchObject({ cache: expect.stringContaining('immutable') });
    expect((await headers('sw.js')).csp).toContain("worker-src 'self'");
    // Preferences (the device host's address) are written out by the browser within seconds, or when it is closed.
    await within('the browser closes', chromium.close());
    chromium = await within('the browser starts', launchChromium(profile.folder));
    kiosk = await window();
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', printer: 'ready' });
  },
  limitMs,
);

test(
  'a window that was loaded past the worker gets it all the same',
  async () => {
    const hasWorker = () => kiosk.page.evaluate(() => navigator.serviceWorker.controller !== null);
    const session = await chromium.context.newCDPSession(kiosk.page);
    const loaded = kiosk.page.waitForEvent('load', { timeout: patienceMs });
    // As Ctrl+Shift+R does it.
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    expect(await hasWorker()).toBe(false);
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online' });
    await expect.poll(hasWorker, { timeout: patienceMs }).toBe(true);
  },
  limitMs,
);

test(
  'without a server a reload, a new window and a browser that was killed start the kiosk, and scans are admitted',
  async () => {
    await front.close();
    const works = async (): Promise<void> => {
      await kiosk.until({ phase: 'open', ready: 'true', connection: 'offline', printer: 'ready' });
      expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
    };
    await kiosk.page.reload({ timeout: patienceMs });
    await works();
    await kiosk.page.close();
    kiosk = await window();
    await works();
    await chromium.kill();
    chromium = await launchChromium(profile.folder);
    kiosk = await window();
    await works();
    // A scan that was sent a moment before the kill may be sent again: the server knows it by its id.
    expect(Number((await kiosk.state()).pending)).toBeGreaterThanOrEqual(3);
  },
  limitMs,
);

test(
  'a version that comes while a window is at work waits for every window, which keeps its own files until then',
  async () => {
    front = await openFront();
    await kiosk.until({ connection: 'online', pending: '0' });
    const other = await window({ station: 'other' });
    await other.until({ phase: 'pairing' });
    const lateFile = `${front.url}/kiosk/assets/late-first.js`;
    front.deploy(build('second').folder);
    await kiosk.page.getByRole('button', { name: 'Find a person' }).click();
    await lookForVersion(kiosk.page);
    expect(await settled(kiosk.page)).toBe(true);
    expect(await versionsKept(kiosk.page)).toBe(2);
    // The other window is at rest, asks to switch, and is refused on behalf of this one.
    expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
    expect(await buildOf(kiosk.page)).toBe('first');
    expect(await buildOf(other.page)).toBe('first');
    expect(await fetch(lateFile).then(({ status }) => status)).toBe(404);
    expect(await kiosk.page.evaluate(async (file) => (await fetch(file)).status, lateFile)).toBe(200);

    await kiosk.page.keyboard.press('Escape');
    for (const { page } of [kiosk, other])
      await page.locator('html[data-build="second"]').waitFor({ state: 'attached', timeout: patienceMs });
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online' });
    expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
    await other.page.close();
  },
  limitMs,
);

for (const as of ['error', 'cut'] as const)
  test(
    `a deployment with a file that is broken (${as}) leaves the version before it whole`,
    async () => {
      const { folder, script } = build('third');
      front.deploy(folder);
      front.spoil({ path: script, as });
      await lookForVersion(kiosk.page);
      expect(await settled(kiosk.page)).toBe(false);
      expect(await kiosk.page.evaluate(() => caches.keys())).not.toContainEqual(expect.stringContaining('third'));
      await front.close();
      await kiosk.page.reload({ timeout: patienceMs });
      await kiosk.until({ phase: 'open', ready: 'true' });
      expect(await buildOf(kiosk.page)).toBe('second');
      expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
      front = await openFront();
      front.deploy(folder);
      front.spoil({ path: script, as });
    },
    limitMs,
  );

test(
  'once the deployment is whole, the version is taken, and only it and the one before are kept',
  async () => {
    front.spoil(null);
    await lookForVersion(kiosk.page);
    await kiosk.page.locator('html[data-build="third"]').waitFor({ state: 'attached', timeout: patienceMs });
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', pending: '0' });
    expect(await kiosk.scan(nextCode())).toMatchObject({ code: 'admitted' });
    expect(await versionsKept(kiosk.page)).toBe(2);
  },
  limitMs,
);
