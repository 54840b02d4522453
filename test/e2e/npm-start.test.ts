/**
 * `npm start` on an empty folder, as a newcomer runs it: it says where to click, what it says works, and Ctrl+C leaves
 * nothing running.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { confirmLink, type KioskWindow, kioskOn, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { readQrFile } from '#test/fixtures/read-qr.ts';

const root = join(import.meta.dirname, '..', '..');
const limitMs = 600_000;

let folder: string;
let environment: NodeJS.ProcessEnv;
let child: ChildProcess;
let said = '';
let browser: Browser;
let context: BrowserContext;
let shownFirst: ReturnType<typeof keyAndPin>;
let pagesFirst: string[];
let first: KioskWindow;
let second: KioskWindow;

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-start-'));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  environment = {
    ...env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    KIOSK_HOST_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  };
  await start('npm', 'start');
  shownFirst = keyAndPin();
  pagesFirst = ticketPages();
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(patienceMs);
}, limitMs);

afterAll(async () => {
  await browser?.close();
  if (groupRuns()) process.kill(-must(child.pid, 'a started process'), 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, 60_000);

/** In a group of its own, as a terminal makes one: Ctrl+C goes to all of it. */
async function start(command: string, ...words: readonly string[]): Promise<void> {
  said = '';
  child = spawn(command, words, { cwd: root, env: environment, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ctrl+C')) resolve();
    });
  });
}

function groupRuns(): boolean {
  try {
    process.kill(-must(child?.pid, 'a started process'), 0);
    return true;
  } catch {
    return false;
  }
}

/** The address on the line that says this. */
function addressOf(words: string): string {
  const line = must(
    said.split('\n').find((one) => one.includes(words)),
    `a line with "${words}"`,
  );
  return must(/https?:\/\/\S+/.exec(line)?.[0], `an address after "${words}"`);
}

function keyAndPin(): { readonly apiKey: string; readonly pin: string } {
  const found = (what: RegExp, name: string) => must(what.exec(said)?.[0], name);
  return { apiKey: found(/gate_sk_live_\S+/, 'a key'), pin: found(/PIN \d{6}/, 'a PIN') };
}

const ticketPages = (): string[] => said.match(/https?:\/\/\S+\/t\/\S+/g) ?? [];

async function openKiosk(words: string): Promise<KioskWindow> {
  const page = await context.newPage();
  await page.goto(`${addressOf(words)}&camera=off`);
  await confirmLink(page, { pair: 'of the link' });
  const kiosk = await kioskOn(page);
  await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', printer: 'ready' });
  return kiosk;
}

/** As a camera sees it: the page's pixels. */
async function photographTicket(address: string): Promise<{ text: string; name: string }> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('#qr').waitFor({ timeout: patienceMs });
  const [text] = await readQrFile(await page.screenshot());
  const name = await page.locator('dd.name').textContent();
  await page.close();
  return { text: must(text, 'a code on the ticket page'), name: must(name, 'a name') };
}

describe('npm start', { timeout: limitMs }, () => {
  test('both kiosk links pair, in one browser, each with a printer', async () => {
    first = await openKiosk('Open the kiosk');
    second = await openKiosk('A second kiosk');
  });

  test('a ticket page’s picture admits once, and the badge is on the printer’s page', async () => {
    const { text, name } = await photographTicket(must(ticketPages()[0], 'a ticket page'));
    expect(await first.scan(text, 'de')).toMatchObject({ code: 'admitted', name });
    await second.knowsCheckedIn(name);
    expect(await second.scan(text)).toMatchObject({ code: 'already_checked_in', name });
    const printer = await context.newPage();
    await printer.goto(addressOf('printed badges'));
    await printer.locator('img').first().waitFor({ timeout: patienceMs });
    expect(await printer.locator('img').count()).toBe(1);
    await printer.close();
  });

  test('a ticket page that was open once opens without a network, and its picture is a good code', async () => {
    const address = must(ticketPages()[0], 'a ticket page');
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
    phone.setDefaultTimeout(patienceMs);
    const page = await phone.newPage();
    await page.goto(address);
    await page.locator('html[data-kept="true"]').waitFor({ state: 'attached', timeout: patienceMs });
    await phone.setOffline(true);
    await page.reload();
    await page.locator('#qr').waitFor({ timeout: patienceMs });
    const [text] = await readQrFile(await page.screenshot());
    expect(text).toMatch(/^GATE1:/);
    await phone.close();
  });

  test('the console opens with the one-time link, once, and knows who came in', async () => {
    const page = await context.newPage();
    await page.goto(addressOf('console'));
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Gate', exact: true }).click({ timeout: patienceMs });
    await page.getByRole('heading', { name: 'Latest check-ins' }).waitFor({ timeout: patienceMs });
    await page.getByText('Checked in', { exact: true }).waitFor();
    const stranger = await (await browser.newContext()).newPage();
    stranger.setDefaultTimeout(patienceMs);
    await stranger.goto(addressOf('console'));
    await stranger.getByRole('alert').waitFor({ timeout: patienceMs });
    await stranger.context().close();
    await page.close();
  });

  test('the practice switch: cut off at both, one ticket at each, a conflict at both', async () => {
    const { text, name } = await photographTicket(must(ticketPages()[1], 'a second ticket page'));
    for (const kiosk of [first, second]) {
      await practise(kiosk, true);
      await kiosk.until({ connection: 'offline' });
    }
    for (const kiosk of [first, second]) expect(await kiosk.scan(text)).toMatchObject({ code: 'admitted', name });
    for (const kiosk of [first, second]) await practise(kiosk, false);
    for (const kiosk of [first, second]) {
      await kiosk.until({ connection: 'online', pending: '0' });
      await kiosk.page.getByRole('button', { name: '1 conflict' }).waitFor({ timeout: patienceMs });
    }
  });

  test('a supervisor lets in a person who was refused, with the PIN that was printed', async () => {
    const { text, name } = await photographTicket(must(pagesFirst[0], 'the ticket page of a used ticket'));
    expect(await first.scan(text)).toMatchObject({ code: 'already_checked_in', name });
    const { page } = first;
    await page.getByRole('button', { name: 'Override' }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('radio').first().check();
    await panel.getByRole('radio', { name: 'Sam Carter' }).check();
    await panel.locator('input[type="password"]').fill(keyAndPin().pin.replace('PIN ', ''));
    const shown = await first.nextVerdict(() => panel.locator('button[type="submit"]').click());
    expect(shown).toMatchObject({ code: 'admitted', name });
    expect(shown.words).toContain('overridden the refusal');
    expect(shown.words).not.toContain('The ticket is valid');
  });

  test('Ctrl+C ends everything', async () => {
    process.kill(-must(child.pid, 'a started process'), 'SIGINT');
    await expect.poll(groupRuns, { timeout: patienceMs }).toBe(false);
  });

  test('it comes up again with what was there; killed where it stands, it leaves nothing running', async () => {
    await start(process.execPath, 'server/operations/demo/start.ts');
    expect(said).not.toContain('Creating a demo event');
    for (const words of ['Open the kiosk', 'A second kiosk', 'printed badges', 'console']) addressOf(words);
    expect(keyAndPin()).toEqual(shownFirst);
    // People who have come already are not offered again.
    expect(ticketPages()).toHaveLength(pagesFirst.length);
    expect(ticketPages()).not.toContain(pagesFirst[0]);
    const { apiKey } = keyAndPin();
    const events = await fetch(`${new URL(addressOf('console')).origin}/events`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    expect(events.status).toBe(200);
    process.kill(must(child.pid, 'a started process'), 'SIGKILL');
    await expect.poll(groupRuns, { timeout: patienceMs }).toBe(false);
  });
});

async function practise(kiosk: KioskWindow, cut: boolean): Promise<void> {
  await kiosk.page.getByRole('button', { name: 'Settings' }).click();
  await kiosk.page.getByRole('switch', { name: 'Cut the network' }).setChecked(cut);
  await kiosk.page.keyboard.press('Escape');
}
