/** `npm start -- --kiosks 3` on an empty folder: kiosks of one computer that find each other, and see a double without the server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { confirmLink, type KioskWindow, kioskOn, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const root = join(import.meta.dirname, '..', '..');
const limitMs = 600_000;
let folder: string;
let child: ChildProcess;
let said = '';
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await builtApps();
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-venue-'));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const environment = { ...env, DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'error' };
  child = spawn('npm', ['start', '--', '--kiosks', '3'], {
    ...{ cwd: root, env: environment, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Ctrl+C')) resolve();
    });
  });
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
}, limitMs);

afterAll(async () => {
  await browser?.close();
  if (child?.exitCode === null) process.kill(-must(child.pid, 'a started process'), 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, 60_000);

async function openKiosk(address: string): Promise<KioskWindow> {
  const page = await context.newPage();
  await page.goto(`${address}&camera=off`, { timeout: patienceMs });
  await confirmLink(page, { pair: 'of the link' });
  const kiosk = await kioskOn(page);
  await kiosk.until({ phase: 'open', ready: 'true', connection: 'online' });
  return kiosk;
}

async function cutOff(kiosk: KioskWindow): Promise<void> {
  await kiosk.page.getByRole('button', { name: 'Settings' }).click();
  await kiosk.page.getByRole('switch', { name: 'Cut the network' }).setChecked(true);
  await kiosk.page.keyboard.press('Escape');
  await kiosk.page.getByRole('navigation').getByText('2 of').waitFor({ timeout: patienceMs });
}

test(
  'kiosks without the network find each other, and a ticket admitted at one is checked in at the other',
  async () => {
    const links = said.match(/https?:\/\/\S+\/kiosk\/\S+/g) ?? [];
    expect(new Set(links.map((link) => new URL(link).searchParams.get('host'))).size).toBe(3);
    const [first, second] = [await openKiosk(links[0]!), await openKiosk(links[2]!)];
    const ticketPage = must(/https?:\/\/\S+\/t\/\S+/.exec(said)?.[0], 'a ticket page');
    const page = await context.newPage();
    await page.goto(ticketPage, { timeout: patienceMs });
    const name = must(await page.locator('dd.name').textContent(), 'a name');
    const text = must(await page.locator('dd.number').textContent(), 'a number').replaceAll(' ', '');
    await page.close();
    await cutOff(first);
    await cutOff(second);
    expect(await first.type(text)).toMatchObject({ code: 'admitted', name });
    await second.knowsCheckedIn(name);
    expect(await second.type(text)).toMatchObject({ code: 'already_checked_in', name });
  },
  limitMs,
);
