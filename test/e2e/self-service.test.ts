/**
 * Before the event opens and after: the pre-flight of the built kiosk with real faults (paper, printer, network, clock, a
 * check that hangs), and a self-service lane with a real printer that fails in the middle.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scannerTestCode } from '#kiosk/preflight/scanner-test.ts';
import { firstNameOf } from '#kiosk/screens/self-service/first-name.ts';
import { defaultLayout } from '#shared/badge/default-layout.ts';
import { dots } from '#shared/badge/layout.ts';
import { must } from '#shared/base/assert.ts';
import type { RegistrationRecord } from '#shared/modules/events/registration.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, mainGate, openDemoServer } from '#test/fixtures/demo-server.ts';
import { type DeskPrinter, startDeskPrinter } from '#test/fixtures/desk-printer.ts';
import { readQr } from '#test/fixtures/escpos-picture.ts';
import { confirmLink, kioskAddress, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { plugInScanner, type WedgeScanner } from '#test/fixtures/wedge-scanner.ts';

const limitMs = 600_000;
const dpi = 203;
const pin = '824193';
const question = 'May we publish pictures of you?';
const shiftMs = 2 * 3_600_000;

let house: DemoServer;
let browser: Browser;
let desk: DeskPrinter;
let printer: DeskPrinter['printer'];
let host: DeskPrinter['host'];
let folder: string;
let people: readonly RegistrationRecord[];
let vip: RegistrationRecord;

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'));
  house = await openDemoServer({ attendees: 120 });
  people = await house.places('standard', 12);
  vip = must((await house.places('vip', 1))[0], 'a VIP');
  await made('POST', `/events/${house.eventId}/supervisors`, { name: 'Ines Sommer', pin });
  await made('POST', '/api/v1/checkin_questions', {
    event: house.eventId,
    text: question,
    kind: 'boolean',
    ticketTypes: [vip.ticketType],
  });
  desk = await startDeskPrinter({ origin: house.url, dataFolder: folder, widthDots: dots(defaultLayout.widthMm, dpi) });
  ({ printer, host } = desk);
  browser = await openBrowser();
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await desk?.stop();
  await house?.end();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function made(method: string, path: string, body: object): Promise<void> {
  const answer = await house.ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

async function pairingCode(role: 'gate' | 'self-service'): Promise<string> {
  type Made = { data: { pairingCode: string } };
  const body = { event: house.eventId, gate: mainGate, role };
  return (await house.ask<Made>('POST', '/api/v1/kiosks/pairing-codes', body)).body.data.pairingCode;
}

const person = (n: number): RegistrationRecord => must(people[n], `person ${n} of the demo`);
const poll = <T>(read: () => T) => expect.poll(read, { timeout: patienceMs });

/** A window whose own clock can be set while it is open, by `window.setMs`. */
async function openWindow(role: 'gate' | 'self-service'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  page.setDefaultTimeout(patienceMs);
  page.on('pageerror', (error) => console.error('error on the kiosk page:', error));
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + Number(Reflect.get(window, 'setMs') ?? 0);
  });
  const link = { pair: await pairingCode(role), host: host.url };
  await page.goto(kioskAddress({ url: house.url, camera: 'off', ...link }));
  await confirmLink(page, link);
  await page.locator('#kiosk[data-ready="true"][data-printer="ready"]').waitFor({ timeout: patienceMs });
  return page;
}

describe('the pre-flight', { timeout: limitMs }, () => {
  let page: Page;
  let scanner: WedgeScanner;
  const view = () => page.locator('.preflight');
  const level = (id: string) => page.locator(`[data-check="${id}"]`).getAttribute('data-level');
  const findingOf = (id: string) => page.locator(`[data-check="${id}"]`).textContent();
  const ended = () => page.locator('.preflight:not([data-preflight="running"]):not([data-preflight="none"])').waitFor();

  async function runAgain(): Promise<void> {
    await page.getByRole('button', { name: 'Check everything again' }).click();
    await page.locator('.preflight[data-preflight="running"]').waitFor();
    // Only the scanner is waited for; every other check that hangs ends by its timeout.
    const skip = page.getByRole('button', { name: 'No scanner at hand' });
    await skip.click();
    await ended();
  }

  /** What the machine tells takes a moment to be known: the check is made again until it is. */
  async function becomes(id: string, wanted: string): Promise<void> {
    await expect
      .poll(
        async () => {
          // The host looks at an idle printer now and then; here it looks at once.
          await host.printers.probe();
          await page.locator(`[data-check="${id}"] button`).click();
          await page.locator(`[data-check="${id}"]:not([data-level="running"])`).waitFor();
          return level(id);
        },
        { timeout: patienceMs, interval: 1_000 },
      )
      .toBe(wanted);
  }

  beforeAll(async () => {
    page = await openWindow('gate');
    scanner = await plugInScanner(page);
  }, limitMs);
  afterAll(() => page.context().close());

  test('stands there after pairing, has run by itself, and finds a good kiosk good', async () => {
    await view().waitFor({ timeout: patienceMs });
    await ended();
    const good = ['first_load', 'data_age', 'server', 'clock', 'version', 'lease', 'rooms', 'supervisors', 'unsent'];
    for (const id of [...good, 'parked', 'disk', 'journal', 'printer', 'paper', 'languages', 'camera']) {
      // Checks give up after a second or so, as a kiosk should: on a machine that others use one may have to be repeated.
      if ((await level(id)) !== 'ok') await becomes(id, 'ok');
      expect([id, await level(id), await findingOf(id)]).toEqual([id, 'ok', expect.anything()]);
    }
    expect(await page.locator('[data-check]').count()).toBeGreaterThanOrEqual(12);
  });

  test('prints a test badge on demand', async () => {
    const before = printer.badges().length;
    await page.getByRole('button', { name: 'Print a test badge' }).click();
    await poll(() => level('test_print')).toBe('ok');
    expect(printer.badges()).toHaveLength(before + 1);
  });

  test('tells a US scanner on a German machine from its keys, and takes the code for no ticket', async () => {
    await page.getByRole('button', { name: 'Check again: Scanner' }).click();
    await page.getByRole('img', { name: 'Test code for the scanner' }).waitFor();
    await scanner.scan(scannerTestCode, 'de');
    await poll(() => level('scanner')).toBe('ok');
    expect(await page.locator('[data-verdict]').count()).toBe(0);
  });

  test('finds an empty printer, and one that is gone', async () => {
    printer.setFault('paper_out');
    await becomes('paper', 'fail');
    await becomes('printer', 'fail');
    expect(await findingOf('paper')).toContain('Load a new roll.');
    printer.setFault(null);
    await becomes('paper', 'ok');
  });

  test('finds a server that is away and a clock that was set, and both again when they are well', async () => {
    await page.context().setOffline(true);
    await page.evaluate((ms) => Reflect.set(window, 'setMs', ms), shiftMs);
    await becomes('server', 'fail');
    await becomes('clock', 'fail');
    await page.context().setOffline(false);
    await becomes('server', 'ok');
    // The kiosk corrects what the machine has wrong, and says so.
    await becomes('clock', 'warn');
    await page.evaluate(() => Reflect.set(window, 'setMs', 0));
    await becomes('clock', 'ok');
  });

  test('ends although one check hangs, and says which', async () => {
    await page.route('**/readyz', () => {});
    await runAgain();
    expect(await level('server')).toBe('fail');
    expect(await view().getAttribute('data-preflight')).toBe('fail');
    // What does not hang is judged all the same; where the machine was too slow for it, it may be repeated.
    if ((await level('disk')) !== 'ok') await becomes('disk', 'ok');
    await page.unroute('**/readyz');
    await becomes('server', 'ok');
  });
});

describe('a self-service lane', { timeout: limitMs }, () => {
  let page: Page;
  let scanner: WedgeScanner;
  const at = (step: string) => page.locator(`.guest[data-step="${step}"]`).waitFor({ timeout: patienceMs });
  /**
   * Touches what is there in the moment it is there: a lane goes on by itself after some seconds, and on a busy machine
   * it would before a second look.
   *
   * @returns what the screen said
   */
  async function touch(selector: string): Promise<string> {
    const touched = await page.waitForFunction(
      (wanted) => {
        const found = document.querySelector<HTMLElement>(wanted);
        const said = found?.closest('.guest')?.textContent ?? null;
        found?.click();
        return said;
      },
      selector,
      { timeout: patienceMs },
    );
    return must(await touched.jsonValue(), 'what was waited for');
  }
  const yes = '.guest[data-step="badge"] .button.strong';
  const next = '.guest[data-step="done"] .end-step .button';
  const scan = async (registration: RegistrationRecord) => scanner.scan(await house.code(registration.id));
  const scansOf = (registrationId: string) => house.all('scans', { registration: registrationId });

  async function nothingLeftOf({ name, company }: RegistrationRecord): Promise<void> {
    await at('attract');
    const html = await page.content();
    for (const part of [name, company ?? name]) expect(html).not.toContain(part);
    // A first name may be a piece of any word of the page; on the screen it is none.
    const words = await page.locator('body').evaluate((body) => body.textContent?.match(/\p{L}+/gu) ?? []);
    for (const part of name.match(/\p{L}{4,}/gu) ?? []) expect(words).not.toContain(part);
    expect(await page.locator('canvas').count()).toBe(0);
  }

  beforeAll(async () => {
    page = await openWindow('self-service');
    scanner = await plugInScanner(page);
    await page.getByRole('button', { name: 'Open the scan screen' }).click();
    await at('attract');
  }, limitMs);
  afterAll(() => page.context().close());

  test('admits a guest: greeting, badge on the screen, the same badge on paper, and no data left on the screen', async () => {
    await page.getByRole('button', { name: 'Deutsch' }).click();
    const before = printer.badges().length;
    await Promise.all([
      page.getByText(`Hallo, ${firstNameOf(person(0).name)}!`).waitFor(),
      touch('.badge-step:has(canvas.badge-picture) .button.strong'),
      page.getByRole('heading', { name: 'Bitte Namensschild nehmen' }).waitFor(),
      scan(person(0)),
    ]);
    expect(printer.badges()).toHaveLength(before + 1);
    expect(await readQr(must(printer.badges()[0], 'a badge').bitmap)).toEqual([person(0).badgeCode]);
    await nothingLeftOf(person(0));
    await page.getByRole('heading', { name: 'Scan your ticket' }).waitFor();
  });

  test('asks what is to be asked; the answer is at the server', async () => {
    await scan(vip);
    await at('questions');
    await page.getByText(question).waitFor();
    await Promise.all([touch(yes), touch(next), page.getByRole('button', { name: 'Yes' }).click()]);
    await at('attract');
    await poll(async () => (await scansOf(vip.id)).map(({ verdict }) => verdict).toSorted()).toEqual([
      'admitted',
      'questions_required',
    ]);
    const admitted = (await scansOf(vip.id)).find(({ verdict }) => verdict === 'admitted');
    expect(Object.values(admitted?.answers ?? {})).toEqual([true]);
  });

  test('does not say why a guest is refused, nor who they are', async () => {
    const shown = page.waitForFunction(
      () => {
        const code = document.querySelector('.guest[data-step="staff"] .staff-code strong')?.textContent;
        if (code === undefined) return null;
        const verdict = document.querySelector('[role="status"]')?.getAttribute('data-verdict');
        return { code, verdict, html: document.documentElement.outerHTML };
      },
      null,
      { timeout: patienceMs },
    );
    const [seen] = await Promise.all([shown, scan(person(0))]);
    const { html, ...said } = must(await seen.jsonValue(), 'the screen that sends to the staff');
    expect(said).toEqual({ code: expect.stringMatching(/^11-/), verdict: 'already_checked_in' });
    expect(html).not.toContain(person(0).name);
    expect(html).not.toContain('Main entrance');
  });

  test('a broken printer sends guests to the help desk and stops no one; the badges come out later', async () => {
    const before = printer.badges().length;
    printer.setFault('paper_out');
    for (const n of [1, 2]) {
      const [, said] = await Promise.all([touch(yes), touch(next), scan(person(n))]);
      expect(said).toContain('Your badge is waiting for you at the help desk.');
      await at('attract');
    }
    for (const n of [1, 2]) await poll(async () => (await scansOf(person(n).id))[0]?.verdict).toBe('admitted');
    printer.setFault(null);
    await poll(async () => {
      await host.printers.probe();
      return printer.badges().length;
    }).toBe(before + 2);
    await Promise.all([touch(yes), page.getByRole('heading', { name: 'Take your badge' }).waitFor(), scan(person(3))]);
    await nothingLeftOf(person(3));
  });

  test('opens to staff with a supervisor’s PIN and to no one else', async () => {
    await page.keyboard.press('Control+Alt+KeyS');
    await page.getByLabel('PIN of a supervisor').waitFor();
    await page.getByLabel('PIN of a supervisor').fill('135790');
    await page.keyboard.press('Enter');
    await page.getByText('Attempts left: 4').waitFor({ timeout: patienceMs });
    await page.getByLabel('PIN of a supervisor').fill(pin);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pre-flight check' }).click({ timeout: patienceMs });
    await page.locator('.preflight').waitFor();
  });
});
