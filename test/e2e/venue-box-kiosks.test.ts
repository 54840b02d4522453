/** Two kiosks in real Chromium at a box for the venue that is cut off from its server: one admission a person, and all of it upstream once. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import type { Credentials } from '#shared/sync/down.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type Cable, openCable } from '#test/fixtures/cable.ts';
import { admittedRows, bearer, pairDemoKiosk } from '#test/fixtures/demo-kiosk.ts';
import { compactSpelling, type DemoServer, mainGate, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type KioskWindow, kioskAddress, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { pairMeshDevice, startMeshKiosk } from '#test/fixtures/mesh-kiosk.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openVenueBox, type VenueBox } from '#test/fixtures/venue-box.ts';

const limitMs = 600_000;
const patience = { timeout: patienceMs, interval: 300 };

let house: DemoServer;
let cable: Cable;
let box: VenueBox;
let browser: Browser;
let left: KioskWindow;
let right: KioskWindow;

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 30 });
  cable = await openCable(Number(new URL(house.url).port));
  box = await openVenueBox(house, `http://127.0.0.1:${cable.port}`);
  await box.loaded();
  browser = await openBrowser();
  left = await kioskAtBox();
  right = await kioskAtBox();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await box?.end();
  await cable?.pull();
  await house?.end();
}, 60_000);

async function kioskAtBox(): Promise<KioskWindow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const kiosk = await openKioskWindow(context, { url: box.url, pair: await house.pairingCode() });
  await kiosk.until({ ready: 'true', connection: 'online' });
  return kiosk;
}

/** At the gate of a kiosk that syncs with the server upstream, on the list of that gate. */
async function admittedUpstream(kiosk: Credentials, one: RegistrationRecord, counter: number) {
  const gate = must(
    (await house.all('gates')).find(({ key }) => key === mainGate),
    'the main gate',
  );
  const [row] = admittedRows(house, kiosk, [one], counter);
  const scan = { ...must(row, 'a row for one person').newDocumentState, list: gate.list };
  await house.ask('POST', '/api/v1/replication/scans/push', { rows: [{ newDocumentState: scan }] }, bearer(kiosk));
  return scan;
}

const codeOf = async ({ id }: RegistrationRecord) => compactSpelling(await house.code(id));

test(
  'cut off from the server, a person is admitted once; healed, each scan is there once and a second gate is a conflict',
  async () => {
    const [once, twice, later] = await house.places('standard', 3);
    const codes = await Promise.all([codeOf(once!), codeOf(twice!), codeOf(later!)]);
    const upstreamKiosk = await pairDemoKiosk(house);
    await cable.pull();
    await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);
    const first = await admittedUpstream(upstreamKiosk, twice!, 1);

    const admitted = [await left.type(codes[0]!), await left.type(codes[1]!)];
    expect(admitted.map(({ code }) => code)).toEqual(['admitted', 'admitted']);
    await left.until({ connection: 'online', pending: '0' });
    await right.knowsCheckedIn(once!.email);
    const second = await right.type(codes[0]!);
    expect(second).toMatchObject({ code: 'already_checked_in', name: once!.name });
    await right.until({ connection: 'online', pending: '0' });
    expect(await house.all('scans', { registration: once!.id })).toEqual([]);

    await cable.plugIn();
    await expect.poll(async () => (await box.status()).waiting, patience).toBe(0);
    const scansOf = async ({ id }: RegistrationRecord) =>
      (await house.all('scans', { registration: id })).map((scan) => scan.id).toSorted();
    expect(await scansOf(once!)).toEqual([admitted[0]!.scanId, second.scanId].toSorted());
    expect(await scansOf(twice!)).toEqual([first.id, admitted[1]!.scanId].toSorted());
    const conflicts = async () =>
      (await house.all('checkin_conflicts', { event: house.eventId })).map(({ scan }) => scan);
    await expect.poll(conflicts, patience).toEqual([admitted[1]!.scanId]);
    for (const { id } of [once!, twice!]) expect(await house.all('checkins', { registration: id })).toHaveLength(1);
    expect((await box.status()).refused).toBe(0);
    // Staff at the kiosk see it, too.
    await left.page
      .getByRole('button', { name: /conflict/i })
      .first()
      .waitFor({ timeout: patienceMs });

    // Who comes in at a gate of the server upstream is known at the kiosks of the box.
    await admittedUpstream(upstreamKiosk, later!, 2);
    await right.knowsCheckedIn(later!.email);
    expect(await right.type(codes[2]!)).toMatchObject({ code: 'already_checked_in' });
  },
  limitMs,
);

test(
  'PE21 PE22 a kiosk that has the LAN alone hears pages at the box, which have no line, and they know whom it let in',
  async () => {
    const [atPage, atMesh] = await house.places('vip', 2);
    const device = await pairMeshDevice(house);
    await expect.poll(async () => (await box.status()).mesh.addresses, patience).toHaveLength(1);
    const typed = [must((await box.status()).mesh.addresses[0], 'an address')];
    const alone = await startMeshKiosk(house, device, { typed });
    try {
      await expect.poll(() => alone.state()?.inReach.length, patience).toBe(2);
      await cable.pull();
      await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);
      const admitted = await left.type(await codeOf(atPage!));
      expect(admitted.code).toBe('admitted');
      await expect.poll(() => alone.heard.has(String(admitted.scanId)), patience).toBe(true);

      const [entrance] = (await house.all('gates')).filter(({ key }) => key === mainGate);
      const scan = alone.scan(atMesh!.id, { list: entrance?.list });
      await right.knowsCheckedIn(atMesh!.email);
      expect(await right.type(await codeOf(atMesh!))).toMatchObject({ code: 'already_checked_in' });
      await cable.plugIn();
      const up = async () => (await house.all('scans', { registration: atMesh!.id })).map(({ id }) => id);
      await expect.poll(up, patience).toContain(scan.id);
    } finally {
      await alone.kill();
    }
  },
  limitMs,
);

test(
  'a code that pairs nothing here is refused in the words of the device: one of an exhibitor, one of a box, any without internet',
  async () => {
    const asked = { event: house.eventId };
    type Made = { data: { pairingCode: string } };
    const codeFor = async (more: object) =>
      (await house.ask<Made>('POST', '/api/v1/kiosks/pairing-codes', { ...asked, ...more })).body.data.pairingCode;
    const booth = await house.ask<{ id: string }>('POST', `/events/${house.eventId}/exhibitors`, { name: 'Nordlicht' });
    const [ofExhibitor, ofBox] = [
      await codeFor({ role: 'exhibitor', exhibitor: booth.body.id }),
      await codeFor({ role: 'box' }),
    ];
    const context = await browser.newContext({ locale: 'de', viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const says = async (pair: string, title: string) => {
      await page.goto(kioskAddress({ url: box.url, pair, camera: 'off' }), { timeout: patienceMs });
      const alert = page.getByRole('alert');
      await alert.getByText(title).waitFor({ timeout: patienceMs });
      expect(await alert.locator('[lang="en"]').count()).toBe(0);
    };
    await says(ofExhibitor, 'Nicht an dieser Box');
    await says(ofBox, 'Dieser Code ist für ein anderes Gerät');
    await cable.pull();
    await expect.poll(async () => (await box.status()).reachable, patience).toBe(false);
    await says(ofExhibitor, 'Die Box hat kein Internet');
    await context.close();
  },
  limitMs,
);
