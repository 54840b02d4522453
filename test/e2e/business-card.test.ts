/**
 * A business card photographed at two phones of one exhibitor, in real Chromium: by the camera that runs (a film), and as a
 * file with the place where it was taken. Made without a server, killed, sent, seen at the other phone, and gone from both
 * when the visitor takes contact details back.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { checkPhoto, photoBytesMax, photoSideMax } from '#shared/leads/photo.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { largePhoto } from '#test/fixtures/card-photos.ts';
import { type Chromium, launchChromium, newProfile } from '#test/fixtures/chromium.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { fakeCameraArgs, filmCode } from '#test/fixtures/fake-camera.ts';
import { confirmLink, kioskAddress, patienceMs, startsOffline } from '#test/fixtures/kiosk-window.ts';
import { onlyWhole } from '#test/fixtures/need-chromium.ts';
import { plugInScanner } from '#test/fixtures/wedge-scanner.ts';
import { screenRules } from '#test/kiosk/screens/page-checks.ts';

const limitMs = 600_000;
const take = 'Photograph the business card';

interface Phone {
  readonly profile: Awaited<ReturnType<typeof newProfile>>;
  chromium: Chromium;
  page: Page;
  scan(text: string): Promise<void>;
}

let house: DemoServer;
let exhibitor: string;
let filmed: Phone;
let other: Phone;
let visitor: { readonly id: string; readonly badge: string; readonly name: string };

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await house.ask<T>('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

async function openPage(phone: Phone, address: Parameters<typeof kioskAddress>[0]): Promise<void> {
  await phone.chromium.context.grantPermissions(['camera']);
  const page = await phone.chromium.context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewportSize({ width: 390, height: 844 });
  page.on('pageerror', (error) => console.error('error on the phone:', error));
  await page.goto(kioskAddress(address), { timeout: patienceMs });
  await confirmLink(page, address);
  phone.page = page;
  phone.scan = (await plugInScanner(page)).scan;
}

async function newPhone(args: readonly string[], whole?: (typeof onlyWhole)['camera']): Promise<Phone> {
  const profile = await newProfile();
  const phone = { profile, chromium: await launchChromium(profile.folder, undefined, [...args], whole) } as Phone;
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

const button = ({ page }: Phone, name: string) => page.getByRole('button', { name, exact: true });
const pictures = ({ page }: Phone) => page.locator('.lead-photos img');
async function open(phone: Phone): Promise<void> {
  await phone.page.locator(`[data-lead="${visitor.badge}"]`).getByRole('button').click();
  await phone.page.locator(`#lead[data-badge="${visitor.badge}"]`).waitFor();
}

/** The pictures that the page draws: the sizes, and a hash of all pixels. */
const drawn = ({ page }: Phone): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const pictureHashes = [...document.querySelectorAll<HTMLImageElement>('.lead-photos img')].map(async (picture) => {
      const { naturalWidth: width, naturalHeight: height } = picture;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      context?.drawImage(picture, 0, 0);
      const pixels = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels));
      return `${width} × ${height} ${hash.join(' ')}`;
    });
    return (await Promise.all(pictureHashes)).sort();
  });
/** All pictures are there, whole. */
const loaded = async (phone: Phone, count: number): Promise<void> => {
  const whole = () =>
    pictures(phone).evaluateAll(
      (all) => all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0).length,
    );
  await expect.poll(whole, { timeout: patienceMs }).toBe(count);
};

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 10 });
  const person = must((await house.places('standard', 1))[0], 'a visitor');
  visitor = { id: person.id, badge: must(person.badgeCode, 'the code of a badge'), name: person.name };
  exhibitor = (await post<{ id: string }>(`/events/${house.eventId}/exhibitors`, { name: 'Nordlicht GmbH' })).id;
  filmed = await newPhone(fakeCameraArgs(await filmCode(house.dataFolder, visitor.badge)), onlyWhole.camera);
  other = await newPhone([]);
}, limitMs);

afterAll(async () => {
  for (const phone of [filmed, other]) {
    await phone?.chromium.close();
    await phone?.profile.remove();
  }
  await house?.end();
}, 60_000);

test(
  'without a server: no photo before the visitor agrees; the one that was shown survives a kill, small and without a place',
  async () => {
    await house.server().stop();
    await until(other, { connection: 'offline' });
    await other.scan(visitor.badge);
    await other.page.locator('#lead').getByText('can be photographed once').waitFor();
    expect(await button(other, take).count()).toBe(0);
    await button(other, 'Ask for contact details').click();
    await button(other, 'Visitor agrees').click();
    const taken = await largePhoto();
    expect(taken.length).toBeGreaterThan(photoBytesMax);
    const choosing = other.page.waitForEvent('filechooser');
    await button(other, take).click();
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(taken) };
    // Ten megabytes, on a machine that others use.
    await (await choosing).setFiles(file, { timeout: limitMs });
    await loaded(other, 1);
    const [small = ''] = await drawn(other);
    expect(small.startsWith(`${photoSideMax} × `)).toBe(true);
    await other.chromium.kill();

    other.chromium = await launchChromium(other.profile.folder);
    await openPage(other, { url: house.url, camera: 'off' });
    await until(other, { phase: 'open', ready: 'true', connection: 'offline' });
    await open(other);
    await loaded(other, 1);
    expect(await drawn(other)).toEqual([small]);
    expect(await axeViolations(other.page, { rules: screenRules })).toEqual([]);
    const text = { name: 'card.txt', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await other.page.locator('input[type="file"]').setInputFiles(text);
    await other.page.locator('[data-said="photo_unreadable"]').waitFor();
    expect(await pictures(other).count()).toBe(1);
  },
  limitMs,
);

test(
  'the camera that runs takes one too; after sync both phones show both, pixel for pixel',
  async () => {
    await until(filmed, { connection: 'offline' });
    await button(filmed, 'Turn on the camera').click();
    await filmed.page.locator(`#lead[data-badge="${visitor.badge}"]`).waitFor();
    await button(filmed, 'Ask for contact details').click();
    await button(filmed, 'Visitor agrees').click();
    await button(filmed, take).click();
    await loaded(filmed, 1);
    await button(filmed, 'Turn off the camera').click();
    await house.restart('stop');
    for (const phone of [filmed, other]) {
      await until(phone, { connection: 'online', pending: '0' });
      await loaded(phone, 2);
    }
    expect(await drawn(filmed)).toEqual(await drawn(other));
    const folder = join(house.dataFolder, 'files');
    const files = (await readdir(folder, { recursive: true })).filter((path) =>
      /lead-photos.[^.]+.[0-9a-f]{64}$/.test(path),
    );
    expect(files).toHaveLength(2);
    for (const file of files) {
      const bytes = await readFile(join(folder, file));
      expect(bytes.length).toBeLessThanOrEqual(photoBytesMax);
      expect(checkPhoto(bytes)).toMatchObject({ ok: true });
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
    await other.page.reload({ timeout: patienceMs });
    await until(other, { phase: 'open', ready: 'true' });
    await open(other);
    await loaded(other, 2);
  },
  limitMs,
);

test(
  'one is deleted at the other phone, and all are gone from both once the visitor declines on the ticket page',
  async () => {
    await button(other, 'Delete the photo').first().click();
    // The question first.
    await other.page.getByRole('group').getByRole('button', { name: 'Delete the photo' }).click();
    for (const phone of [other, filmed])
      await expect.poll(() => pictures(phone).count(), { timeout: patienceMs }).toBe(1);
    const path = `/events/${house.eventId}/registrations/${visitor.id}/contact-sharing`;
    expect((await house.ask('PUT', path, { sharing: 'declined' })).status).toBe(200);
    for (const phone of [other, filmed]) {
      await expect.poll(() => pictures(phone).count(), { timeout: patienceMs }).toBe(0);
      expect(await button(phone, take).count()).toBe(0);
      // Also from the disk: RxDB's store of photos is empty.
      const left = () =>
        phone.page.evaluate(async () => {
          const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
          let rows = 0;
          for (const name of names.filter((one) => one.includes('lead_photos'))) {
            const database = await new Promise<IDBDatabase>((resolve, reject) => {
              const asked = indexedDB.open(name);
              asked.onsuccess = () => resolve(asked.result);
              asked.onerror = () => reject(asked.error);
            });
            for (const store of database.objectStoreNames) {
              if (store !== 'docs') continue;
              rows += await new Promise<number>((resolve, reject) => {
                const counted = database.transaction(store).objectStore(store).count();
                counted.onsuccess = () => resolve(counted.result);
                counted.onerror = () => reject(counted.error);
              });
            }
            database.close();
          }
          return `${names.some((one) => one.includes('lead_photos'))} ${rows}`;
        });
      await expect.poll(left, { timeout: patienceMs }).toBe('true 0');
    }
  },
  limitMs,
);
