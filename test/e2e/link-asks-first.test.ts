/**
 * Links to the kiosk page, which anyone can make: a link pairs no kiosk and attaches no device host before a person
 * confirms it. A host on another machine is ignored, and the page's policy blocks a connection to one.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { type DemoServer, openDemoServer } from '#test/fixtures/demo-server.ts';
import { confirmLink, kioskAddress, kioskOn, patienceMs } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const limitMs = 300_000;

let house: DemoServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** A server in place of a device host; counts the connections. */
let stranger: Server;
let strangerUrl: string;
let calls = 0;

beforeAll(async () => {
  await builtApps();
  house = await openDemoServer({ attendees: 5 });
  browser = await openBrowser();
  stranger = createServer().on('upgrade', (_, socket) => {
    calls += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strangerUrl = `ws://127.0.0.1:${(stranger.address() as AddressInfo).port}/?token=s3cret`;
}, limitMs);

afterAll(async () => {
  await browser?.close();
  await house?.end();
  stranger?.close();
}, 60_000);

beforeEach(async () => {
  calls = 0;
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
});
afterEach(() => context.close());

const go = (more: { readonly pair?: string; readonly host?: string }) =>
  page.goto(kioskAddress({ url: house.url, camera: 'off', ...more }));
const phase = () => page.locator('#kiosk').getAttribute('data-phase');
const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
const poll = <T>(read: () => T) => expect.poll(read, { timeout: patienceMs });
const kiosks = async () => (await house.all('kiosks')).length;

describe('a link with a pairing code', { timeout: limitMs }, () => {
  test('says which event, gate and server, uses nothing up, and pairs with one tap', async () => {
    const before = await kiosks();
    const pair = await house.pairingCode();
    await go({ pair });
    await page.locator('[data-confirm="pair"]:enabled').waitFor();
    const facts = await page.locator('.pairing-facts').textContent();
    const { name } = (await house.ask<{ name: string }>('GET', `/events/${house.eventId}`)).body;
    expect(facts).toContain(name);
    expect(facts).toContain(house.url);
    expect([await phase(), await kiosks()]).toEqual(['pairing', before]);
    await confirmLink(page, { pair });
    await (await kioskOn(page)).until({ phase: 'open', connection: 'online' });
    expect(await kiosks()).toBe(before + 1);
  });

  test('that is unknown is reported at once, before any question', async () => {
    await go({ pair: 'ABCD2345' });
    await page.getByRole('alert').getByText('Code not found').waitFor();
  });
});

describe('a link with a device host', { timeout: limitMs }, () => {
  test('on this machine: asked first; no keeps nothing, yes keeps and calls it', async () => {
    await go({ host: strangerUrl });
    await page.locator('[data-confirm="host"]').waitFor();
    expect([await phase(), calls, (await kept()).includes('s3cret')]).toEqual(['asking_host', 0, false]);
    expect(page.url()).not.toContain('s3cret');
    await page.getByRole('button', { name: 'Continue without it' }).click();
    await poll(phase).toBe('pairing');
    expect([calls, (await kept()).includes('s3cret')]).toEqual([0, false]);
    await go({ host: strangerUrl });
    await confirmLink(page, { host: strangerUrl });
    await poll(kept).toContain('s3cret');
    await poll(() => calls).toBeGreaterThan(0);
  });

  test('on this machine with a code: one tap for both', async () => {
    const link = { pair: await house.pairingCode(), host: strangerUrl };
    await go(link);
    await page.locator('.pairing-facts').getByText(new URL(strangerUrl).host).waitFor();
    expect([calls, (await kept()).includes('s3cret')]).toEqual([0, false]);
    await confirmLink(page, link);
    await (await kioskOn(page)).until({ phase: 'open' });
    await poll(() => calls).toBeGreaterThan(0);
  });

  test.each(['ws://evil.example/?token=s3cret', 'wss://evil.example/', 'ws://10.0.0.5:4010/?token=s3cret'])(
    'on another machine: not asked, not kept, not called: %s',
    async (host) => {
      await go({ host });
      await poll(phase).toBe('pairing');
      expect(await page.locator('[data-confirm]').count()).toBe(0);
      expect(await kept()).not.toContain(new URL(host).hostname);
    },
  );

  test('on another machine, written into the storage by hand, is not called either', async () => {
    await go({});
    await poll(phase).toBe('pairing');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        const stored = localStorage.getItem(key) ?? '{}';
        localStorage.setItem(key, stored.replace('"hostAddress":null', '"hostAddress":"ws://10.0.0.5:4010/?token=x"'));
      }
    });
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.reload();
    await poll(phase).toBe('pairing');
    expect(sockets.filter((url) => url.includes('10.0.0.5'))).toEqual([]);
  });
});

test('the page reaches its server and this machine, and by its policy nothing else', { timeout: limitMs }, async () => {
  await go({});
  await poll(phase).toBe('pairing');
  const blocked = (url: string) =>
    page.evaluate(
      (to) =>
        new Promise<boolean>((resolve) => {
          document.addEventListener('securitypolicyviolation', () => resolve(true), { once: true });
          const socket = to.startsWith('ws') ? new WebSocket(to) : null;
          socket?.addEventListener('error', () => setTimeout(() => resolve(false)));
          socket?.addEventListener('open', () => resolve(false));
          if (socket === null)
            fetch(to, { mode: 'no-cors' }).then(
              () => resolve(false),
              () => setTimeout(() => resolve(false)),
            );
        }),
      url,
    );
  for (const url of [
    'ws://evil.example/',
    'wss://evil.example/',
    'http://evil.example/',
    'https://evil.example/',
    'ws://10.0.0.5:4010/',
  ])
    expect([url, await blocked(url)]).toEqual([url, true]);
  for (const url of [
    strangerUrl,
    `${house.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    `${house.url}/healthz`,
  ])
    expect([url, await blocked(url)]).toEqual([url, false]);
});
