/**
 * A kiosk that was offline for longer than its lease: it admits no one, exports its unsent scans, and opens again when
 * it reaches the server. Its clocks are moved; nothing here waits for three days.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseMs } from '#server/identity/kiosks/kiosk-tokens.ts';
import { must } from '#shared/base/assert.ts';
import { hourMs, minuteMs } from '#shared/base/time.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type KioskWindow, openKioskWindow, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { gatehouse } from '#test/fixtures/server-process.ts';

const limitMs = 600_000;

let house: DemoServer;
let browser: Browser;
let folder: string;
let kiosk: KioskWindow;
let people: readonly RegistrationRecord[];

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-lease-'));
  house = await openDemoServer({ attendees: 40 });
  people = await house.places('standard', 8);
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  // Both of the kiosk's clocks go on as they would, and can be moved together.
  await context.clock.install();
  kiosk = await openKioskWindow(context, { url: house.url, pair: await house.pairingCode() });
  await kiosk.until({ ready: 'true', connection: 'online', pending: '0' });
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const person = (n: number): RegistrationRecord => must(people[n], `person ${n} of the demo`);
const codeOf = (n: number): Promise<string> => house.code(person(n).id);
const scansOf = (n: number) => house.all('scans', { registration: person(n).id });
const lockedScreen = () => kiosk.page.locator('.locked');
const unsent = () => kiosk.page.locator('.hand-over').getAttribute('data-unsent');

async function cutOff(isCut: boolean): Promise<void> {
  await kiosk.page.context().setOffline(isCut);
  if (isCut) await kiosk.until({ connection: 'offline' });
}

/** As if the kiosk had stood somewhere without a network for all that time. */
async function stayAway(): Promise<void> {
  await kiosk.page.context().clock.fastForward(leaseMs + minuteMs);
  await lockedScreen().waitFor({ timeout: patienceMs });
}

/** What the kiosk hands out, taken in by the server. */
async function carryOver(): Promise<{ accepted: number; duplicate: number; refused: unknown[] }> {
  const saving = kiosk.page.waitForEvent('download', { timeout: patienceMs });
  await kiosk.page.getByRole('button', { name: 'Save unsent scans' }).click({ timeout: patienceMs });
  const file = join(folder, 'unsent.json');
  await (await saving).saveAs(file);
  expect(await readFile(file, 'utf8')).not.toContain(person(0).ticketNumber);
  return gatehouse(['kiosk', 'import-scans', file], house.env);
}

describe('a kiosk offline for longer than its lease', { timeout: limitMs }, () => {
  test('locks itself: it says why and what to do, and refuses every scan', async () => {
    await cutOff(true);
    for (const n of [0, 1]) expect(await kiosk.type(await codeOf(n))).toMatchObject({ code: 'admitted' });
    await stayAway();
    const said = await lockedScreen().textContent();
    expect(said).toContain('Kiosk offline too long');
    expect(said).toContain('Connect it');
    await kiosk.page.getByRole('navigation').getByText('Locked').waitFor({ timeout: patienceMs });

    const shown = await kiosk.type(await codeOf(2));
    expect(shown).toMatchObject({ code: 'lease_expired' });
    expect(shown.words).toContain('Connect it');
    // Whom a stolen kiosk could be asked about.
    expect(shown.words).not.toContain(person(2).name);
    await kiosk.page.keyboard.press('Escape');
    await lockedScreen().waitFor({ timeout: patienceMs });
    expect(await kiosk.page.getByRole('button', { name: 'Override…' }).count()).toBe(0);
  });

  test('hands out what it has not sent, as a file that only the server opens', async () => {
    await expect.poll(unsent, { timeout: patienceMs }).toBe('3');
    expect(await carryOver()).toMatchObject({ accepted: 3, duplicate: 0, refused: [] });
    expect(await scansOf(0)).toMatchObject([{ verdict: 'admitted', flags: ['offline'] }]);
    // It may be asked for again, and the scans stay where they are until the server has taken them from here.
    expect(await carryOver()).toMatchObject({ accepted: 0, duplicate: 3, refused: [] });
    await kiosk.until({ pending: '3' });
  });

  test('opens again by itself where the server has seen it since, and nothing counts twice', async () => {
    await cutOff(false);
    await kiosk.until({ connection: 'online', pending: '0' });
    await lockedScreen().waitFor({ state: 'detached', timeout: patienceMs });
    expect(await kiosk.type(await codeOf(2))).toMatchObject({ code: 'admitted', name: person(2).name });
    await kiosk.until({ pending: '0' });
    for (const n of [0, 1]) expect(await scansOf(n)).toHaveLength(1);
    expect((await scansOf(2)).map(({ verdict }) => verdict).toSorted()).toEqual(['admitted', 'lease_expired']);
  });

  test('that the server has given up asks to be paired again, and its scans come with it', async () => {
    await cutOff(true);
    expect(await kiosk.type(await codeOf(3))).toMatchObject({ code: 'admitted' });
    await stayAway();
    await house.restart('stop', { NOW_OFFSET_MS: String(leaseMs + hourMs) });
    await cutOff(false);
    const again = kiosk.page.getByRole('button', { name: 'Pair again' });
    await again.waitFor({ timeout: patienceMs });
    await expect.poll(unsent, { timeout: patienceMs }).toBe('1');
    await again.click();
    await kiosk.until({ phase: 'pairing' });
    await kiosk.page.getByLabel('Pairing code').fill(await house.pairingCode());
    await kiosk.page.getByRole('button', { name: 'Pair this kiosk' }).click();
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', pending: '0' });
    expect(await kiosk.type(await codeOf(4))).toMatchObject({ code: 'admitted', name: person(4).name });
    await kiosk.until({ pending: '0' });
    expect(await scansOf(3)).toMatchObject([{ verdict: 'admitted', flags: ['offline'] }]);
  });
});
