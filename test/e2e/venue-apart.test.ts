/**
 * Four kiosks in real Chromium, each with a device host in a network namespace of its own, on a network that delays and
 * loses and falls in two: both parts admit the same people without a server. Then the server comes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { noNetworkText, openVenueNetwork, type VenueNetwork } from '#test/bench/load/venue-network.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { compactSpelling, type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type HostInNamespace, startHostInNamespace } from '#test/fixtures/host-in-namespace.ts';
import { inReach, type KioskWindow, kioskOn, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const limitMs = 600_000;
const patience = { timeout: patienceMs, interval: 500 };
/** Come to both parts. */
const doubles = 6;
let network: VenueNetwork | null;
let house: DemoServer;
let browser: Browser;
let folder: string;
const hosts: HostInNamespace[] = [];
const contexts: BrowserContext[] = [];
/** 1 and 2 are one part, 3 and 4 the other. */
const kiosks: KioskWindow[] = [];

beforeAll(async () => {
  network = await openVenueNetwork(4);
  if (network === null) return;
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'venue-apart-'));
  house = await openDemoServer({ attendees: 20 });
  browser = await openBrowser();
  for (const n of [1, 2, 3, 4]) kiosks.push(await pairedKiosk(network, n));
}, limitMs);

afterAll(async () => {
  await browser?.close();
  for (const host of hosts) await host.stop();
  network?.close();
  await house?.end();
  if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

async function pairedKiosk(on: VenueNetwork, n: number): Promise<KioskWindow> {
  const setting = { origin: house.url, dataFolder: join(folder, String(n)), address: on.addressOf(n) };
  const host = await startHostInNamespace(on.nameOf(n), setting);
  hosts.push(host);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  contexts.push(context);
  const kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode(), host: host.url });
  await kiosk.until({ ready: 'true', connection: 'online' });
  return kiosk;
}

const all = <T>(each: (kiosk: KioskWindow) => Promise<T>) => Promise.all(kiosks.map(each));

test(
  'V2 V5 both parts admit the same people; healed, every board has every double; then each scan is on the server once, and one check-in a person',
  async ({ skip }) => {
    if (network === null) return skip(`not here: ${noNetworkText}`);
    const people = await house.places('standard', doubles + 2);
    const codes = await Promise.all(people.map(async ({ id }) => compactSpelling(await house.code(id))));
    const [left, leftToo, right, rightToo] = kiosks as [KioskWindow, KioskWindow, KioskWindow, KioskWindow];
    const twice = people.slice(0, doubles);
    const [atLeft, atRight] = [must(codes[doubles], 'a code'), must(codes[doubles + 1], 'a code')];
    await house.server().kill();
    await all((kiosk) => kiosk.until({ connection: 'offline' }));
    await all((kiosk) => inReach(kiosk, 4));

    await network.split([3, 4]);
    await all((kiosk) => inReach(kiosk, 2));
    const shown = await Promise.all([
      left.typeAll(codes.slice(0, doubles)),
      leftToo.typeAll([atLeft]),
      right.typeAll(codes.slice(0, doubles)),
      rightToo.typeAll([atRight]),
    ]);
    expect(shown.flat().map(({ code }) => code)).toEqual(Array.from({ length: 2 * doubles + 2 }, () => 'admitted'));

    await network.heal();
    await all((kiosk) => inReach(kiosk, 4));
    await all(async ({ page }) => {
      await page.keyboard.press('F10');
      await page.getByRole('button', { name: 'Open the board' }).click();
      for (const { name } of twice) await page.locator('.board .card').filter({ hasText: name }).first().waitFor();
    });

    // What the first kiosk scanned is known to the others alone by then.
    await left.page.close();
    await house.restart('kill');
    for (const kiosk of [leftToo, right, rightToo]) await kiosk.until({ connection: 'online', pending: '0' });
    const scanIds = shown.flat().map(({ scanId }) => must(scanId, 'the scan of a verdict'));
    await serverHas(scanIds, people, twice);

    const again = await kioskOn(await must(contexts[0], 'its context').newPage());
    await again.page.goto(`${house.url}/kiosk/?camera=off`, { timeout: patienceMs });
    await again.until({ ready: 'true', connection: 'online', pending: '0' });
    await serverHas(scanIds, people, twice);
  },
  limitMs,
);

type Person = Awaited<ReturnType<DemoServer['places']>>[number];

/** Each scan once, one check-in a person, one conflict for every other admission. */
async function serverHas(scanIds: readonly string[], people: readonly Person[], twice: readonly Person[]) {
  const event = { event: house.eventId };
  const sortedIds = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
  await expect.poll(async () => sortedIds(await house.all('scans', event)), patience).toEqual([...scanIds].toSorted());
  const whose = async (collection: 'checkins' | 'checkin_conflicts') =>
    (await house.all(collection, event)).map(({ registration }) => registration).toSorted();
  await expect.poll(() => whose('checkins'), patience).toEqual(sortedIds(people));
  await expect.poll(() => whose('checkin_conflicts'), patience).toEqual(sortedIds(twice));
}
