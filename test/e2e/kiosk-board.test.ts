/**
 * The board on a real kiosk: it shows the server's figures, a double admission that replication brings, and its age
 * when offline.
 */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { uuidv7 } from '#shared/base/id.ts';
import { isoTime } from '#shared/base/time.ts';
import { type KioskWindow, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { type PairedKiosk, pairingCode, pairKiosk } from '#test/fixtures/paired-kiosk.ts';
import { type ConsoleSite, openConsoleSite } from '#test/server/web/console/console-site.ts';

const slow = { timeout: patienceMs };

let site: ConsoleSite;
let context: BrowserContext;
let kiosk: KioskWindow;
let others: readonly [PairedKiosk, PairedKiosk];
let gate: Row;

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
async function list(collection: string, more = ''): Promise<readonly Row[]> {
  const path = `/api/v1/${collection}?where[event][equals]=${site.demo.eventId}&limit=100${more}`;
  const answer = await site.house.send('GET', path, { key: site.demo.apiKey });
  expect([answer.status, answer.codes]).toEqual([200, []]);
  return answer.body['data'] as readonly Row[];
}

beforeAll(async () => {
  site = await openConsoleSite(24);
  const { house, demo } = site;
  gate = must((await list('gates', '&where[key][equals]=main-entrance'))[0], 'the main entrance');
  others = [
    await pairKiosk(house, demo.tenant, demo.eventId, gate.id),
    await pairKiosk(house, demo.tenant, demo.eventId, gate.id),
  ];
  context = await site.browser.newContext({ viewport: { width: 1280, height: 800 } });
  const pair = await pairingCode(house, demo.tenant, demo.eventId, gate.id);
  kiosk = await openKioskWindow(context, { url: house.url, pair });
  await kiosk.until({ ready: 'true', connection: 'online' });
}, 900_000);

afterAll(async () => {
  await context?.close();
  await site?.close();
});

let scans = 0;

async function upload(by: PairedKiosk, registration: string): Promise<void> {
  const at = Date.now() - 10_000 + scans;
  const scan = {
    id: uuidv7(at, new Uint8Array(10).fill(++scans)),
    event: site.demo.eventId,
    gate: 'main-entrance',
    list: gate['list'],
    kiosk: by.id,
    counter: scans,
    registration,
    ticketNumber: null,
    direction: 'entry',
    verdict: 'admitted',
    flags: ['offline'],
    scannedAt: isoTime(at),
    ruleVersion: 1,
    source: 'wedge',
  };
  const answer = await by.push('scans', [scan]);
  expect(answer.body['items']).toMatchObject([{ outcome: 'accepted' }]);
}

test('staff see all gates, a double admission when it arrives, and the age of the figures without a server', async () => {
  const { page } = kiosk;
  const [person] = await list('registrations', '&where[status][equals]=confirmed&sort=name');
  const { id } = must(person, 'a person');
  const name = String(person?.['name']);
  await upload(others[0], id);

  await page.keyboard.press('F10');
  await page.getByRole('button', { name: 'Open the board' }).click();
  await page.getByText('Up to date', { exact: true }).waitFor(slow);
  await page.locator('[data-gate="main-entrance"]').getByText('Main entrance').waitFor(slow);
  const own = must(
    (await list('kiosks')).find((one) => !others.some((other) => other.id === one.id)),
    'the kiosk with a window',
  );
  const card = page.locator(`[data-kiosk="${own.id}"]`);
  await card.getByText(/^online/).waitFor(slow);
  await card.getByText('right', { exact: true }).waitFor(slow);
  // The first report may be from before its list had come; one that says when that was follows by itself.
  await expect
    .poll(async () => (await list('kiosks')).find((one) => one.id === own.id), slow)
    .toMatchObject({
      pending: 0,
      parked: 0,
      oldestUnsentAt: null,
      clockTrusted: true,
      dataAsOf: expect.any(String),
    });

  expect(await page.locator('.board-banner').count()).toBe(0);
  await upload(others[1], id);
  await page
    .getByRole('status')
    .filter({ hasText: `Admitted twice: ${name}` })
    .waitFor(slow);
  await page.locator('.board .card').filter({ hasText: name }).getByRole('button').click();
  await expect
    .poll(async () => (await list('checkin_conflicts', '&where[acknowledgedAt][exists]=false')).length, slow)
    .toBe(0);

  await context.setOffline(true);
  await page.getByText('The server cannot be reached. Figures of gates, kiosks and rooms are').waitFor(slow);
  await page.locator('[data-gate="main-entrance"]').waitFor(slow);
  await context.setOffline(false);
  await page.getByText('Up to date', { exact: true }).waitFor(slow);
});
