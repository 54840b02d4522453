import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderTicketManifest, ticketIconPng } from '#server/modules/events/ticket-page/manifest.ts';
import { ticketPageCodes, ticketPageState, ticketPageStates } from '#server/modules/events/ticket-page/page-data.ts';
import { pageWords } from '#server/modules/events/ticket-page/page-words.ts';
import { packQr, qrModules, ticketQrPng } from '#server/modules/events/ticket-page/qr-picture.ts';
import { renderTicketPage, ticketPageHeaders } from '#server/modules/events/ticket-page/render-ticket-page.ts';
import { fromBase64url } from '#shared/base/bytes.ts';
import { chooseLanguage, languages } from '#shared/base/languages.ts';
import { hourMs, minuteMs, secondMs } from '#shared/base/time.ts';
import { parseTicketCode } from '#shared/ticket/parse-ticket-code.ts';
import { codeFor } from '#shared/ticket/series.ts';
import { checkSignature } from '#shared/ticket/ticket-signature.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openBrowser } from '../../../fixtures/open-browser.ts';
import { nodeVerifier } from '../../../fixtures/ticket-signing.ts';
import {
  codeText,
  eventId,
  number,
  pageData,
  signingKey,
  startsMs,
  type TicketSite,
  ticketSite,
} from './ticket-page-site.ts';

const still = { nowMs: startsMs, change: {}, windowMinutes: 60 };

let browser: Browser;

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({
    overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer },
  });
  browser = await openBrowser();
}, 400_000);

afterAll(async () => {
  await browser?.close();
});

async function decoded(png: Uint8Array): Promise<string | null> {
  const [found] = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
}

describe('the pictures of a code', () => {
  const text = codeText(startsMs / 1_000);

  test('a PNG for mails is read back by a decoder', async () => {
    expect(await decoded(ticketQrPng(text))).toBe(text);
    const imported = '{"type":"event_ticket","ticketNumber":"T-2026/00017","timestamp":1790000000}';
    expect(await decoded(ticketQrPng(imported))).toBe(imported);
  });

  test('a PNG is black on white with four white modules around', () => {
    const png = PNG.sync.read(Buffer.from(ticketQrPng(text)));
    const modules = qrModules(text);
    expect(png.width).toBe((modules.length + 8) * 8);
    const grey = (x: number, y: number) => png.data[(y * png.width + x) * 4]!;
    for (let i = 0; i < png.width; i++) expect([grey(i, 31), grey(31, i)]).toEqual([255, 255]);
    expect(grey(32, 32)).toBe(0);
  });

  test('a packed one holds every module', () => {
    const bytes = fromBase64url(packQr(text))!;
    const modules = qrModules(text);
    const side = bytes[0]!;
    expect(side).toBe(41);
    expect(modules.flat().map((_, i) => ((bytes[1 + (i >> 3)]! >> (7 - (i & 7))) & 1) === 1)).toEqual(modules.flat());
  });

  test('of the icon has the size and the ground that the manifest names', () => {
    const { background_color, icons, name, short_name, start_url, scope, theme_color } = JSON.parse(
      renderTicketManifest({ path: '/t/abc', event: { name: '"A" & <B>' } }),
    );
    expect({ start_url, scope }).toEqual({ start_url: '/t/abc', scope: '/t/' });
    // Under the icon stands no word in a language that its person may not read.
    expect([name, short_name]).toEqual(['"A" & <B>', '"A" & <B>']);
    for (const icon of icons) {
      const side = Number(/\d+/.exec(icon.src)![0]);
      expect(icon.sizes).toBe(`${side}x${side}`);
      const picture = PNG.sync.read(Buffer.from(ticketIconPng(side)));
      expect(picture).toMatchObject({ width: side, height: side });
      // A launcher that shows the icon on this ground shows no edge.
      const ground = `#${picture.data.toString('hex', 0, 3)}`;
      expect([ground, ground]).toEqual([background_color, theme_color]);
    }
  });
});

describe('the state of a ticket, in the words of its page', () => {
  const good = { status: 'confirmed', paymentStatus: 'paid', revokedAt: null } as const;
  test.each([
    ['confirmed', good, 'live'],
    ['pending', { ...good, status: 'pending' }, 'live'],
    ['cancelled', { ...good, status: 'cancelled' }, 'live'],
    ['refunded', { ...good, status: 'cancelled', paymentStatus: 'refunded' }, 'live'],
    ['revoked', { ...good, revokedAt: '2026-09-01T00:00:00.000Z' }, 'live'],
    ['event_cancelled', good, 'cancelled'],
  ] as const)('%s', (state, registration, status) => {
    expect(ticketPageState(registration, { status })).toBe(state);
  });

  test.each(ticketPageStates.filter((state) => state !== 'confirmed').map((state) => [state]))(
    '%s: no code leaves the server',
    (state) => {
      const data = pageData({ ...still, change: { state } });
      const page = renderTicketPage(data);
      expect(page).toContain(`data-state="${state}"`);
      expect(page).not.toContain('id="qr"');
      expect(ticketPageCodes(data).codes).toEqual([]);
    },
  );
});

describe('languages', () => {
  test.each([
    [null, '', 'en'],
    [null, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [null, 'ja, fr;q=0.5, es;q=0.7', 'es'],
    [null, 'de;q=0, *;q=0.1', 'en'],
    [null, 'AR-eg', 'ar'],
    ['fr', 'de', 'fr'],
    ['klingon', 'de', 'de'],
    [null, `${'x'.repeat(9_000)};q=9,,;;q,de;q=abc`, 'de'],
  ] as const)('%j and %j: %s', (chosen, accepted, language) => {
    expect(chooseLanguage(chosen, accepted)).toBe(language);
  });

  test.each(languages)(
    '%s: every state is said in it, the page knows its direction, and others can be chosen',
    (language) => {
      const english = pageWords.en;
      for (const state of ticketPageStates) {
        const page = renderTicketPage(
          pageData({ ...still, change: { language, state, checkedInAt: '2026-09-14T07:10:00.000Z' } }),
        );
        expect(page).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
        for (const other of languages) if (other !== language) expect(page).toContain(`?lang=${other}"`);
        if (language === 'en') continue;
        for (const said of [english.checkedIn, english.reload, english.script.saved, english.ticketNumber])
          expect(page).not.toContain(said);
        if (state !== 'confirmed') expect(page).toContain(pageWords[language].states[state].title);
      }
    },
  );
});

describe('hostile names', () => {
  const nasty = `</script><script>alert(1)</script><!--"'&{{7*7}}`;

  test('are text everywhere on the page', () => {
    const page = renderTicketPage(
      pageData({
        ...still,
        change: {
          event: { ...pageData(still).event, name: nasty, venue: nasty, organizer: nasty, timezone: nasty },
          attendee: { name: nasty, company: nasty },
          ticketTypeName: nasty,
          ticketNumber: nasty.slice(0, 40),
          path: `/t/${nasty}`,
        },
      }),
    );
    expect(page.match(/<script/g)).toHaveLength(4);
    expect(page.match(/<\/script/g)).toHaveLength(4);
    expect(page).not.toContain('<!--');
    expect(page).toContain('{{7*7}}');
  });

  test('never add an element, for any text', () => {
    const series = { replayWindowMinutes: 60, codes: [] };
    const page = (text: string) =>
      renderTicketPage(pageData({ ...still, change: { series, attendee: { name: text, company: text } } }));
    const tags = (text: string) => page(text).match(/<[a-z/!]/gi)?.length;
    fc.assert(fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => tags(text) === tags('x')));
  });

  test('a nonce that is none is a bug, not a header', () => {
    for (const nonce of ['', 'short', `abcdefghijklmnop' 'unsafe-inline`, 'abcdefghijklmnop\r\nX: y']) {
      expect(() => ticketPageHeaders(nonce)).toThrow();
      expect(() => renderTicketPage(pageData(still, nonce))).toThrow();
    }
  });
});

describe('on a phone', () => {
  let site: TicketSite;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  beforeEach(async () => {
    site = await ticketSite();
    await openPhone();
  });

  afterEach(async () => {
    await context.close();
    await site.stop();
  });

  async function openPhone() {
    context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    problems.length = 0;
    await newTab();
  }

  /** Its clock stands where the test puts it. */
  async function newTab(atMs = site.nowMs) {
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // A refused connection is what being offline looks like; everything else is a fault of the page.
      if (message.type() === 'error' && !message.text().includes('ERR_')) problems.push(message.text());
    });
    await page.clock.install({ time: atMs });
  }

  /** Phone and server together; a jump fires what is due once, as a phone does that comes out of a pocket. */
  async function pass(ms: number) {
    site.nowMs += ms;
    await page.clock.fastForward(ms);
  }

  const shownTimestamp = async () => Number(await page.locator('#qr').getAttribute('data-timestamp'));
  const scanned = async () => decoded(await page.locator('#qr').screenshot());
  const saved = () => page.getByText('Saved on this device').waitFor();

  /** From now on the page notes when it draws: time flows while a test looks, on a busy machine for many seconds. */
  const noteDrawing = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const note = () => {
            Reflect.set(window, 'drawnMs', Date.now());
            resolve();
          };
          for (const id of ['renews', 'none-text']) {
            const drawn = document.getElementById(id);
            if (drawn) new MutationObserver(note).observe(drawn, { childList: true });
          }
        }),
    );
  /** What stands there, and the server's time when it was drawn. */
  const drawn = () =>
    page.evaluate(() => ({
      shown: document.getElementById('shown')?.hidden
        ? null
        : Number(document.getElementById('qr')?.dataset['timestamp']),
      renews: document.getElementById('renews')?.textContent,
      drawnMs:
        Number(Reflect.get(window, 'drawnMs')) +
        (JSON.parse(Object.values(localStorage)[0] as string) as { offsetMs: number }).offsetMs,
    }));

  test('shows a code that a scanner reads and the gate takes', async () => {
    await page.goto(site.url);
    await saved();
    const text = await scanned();
    expect(text).toBe(codeText(startsMs / secondMs));
    const parsed = parseTicketCode(text!);
    expect(parsed.ok && parsed.code.ticketNumber).toBe(number);
    expect(parsed.ok && checkSignature(parsed.code, eventId, [signingKey.publicKey], nodeVerifier())).toBe('valid');
    await expect(page.locator('.number').textContent()).resolves.toBe('2PF2DB 18A1 WA1J 7H35 0PK4');
    expect(problems).toEqual([]);
  });

  test('says when it renews, and renews itself', async () => {
    await page.goto(site.url);
    await saved();
    await noteDrawing();
    for (const minutes of [0, 10]) {
      await pass(minutes * minuteMs);
      const { drawnMs, renews } = await drawn();
      expect(drawnMs).toBeGreaterThanOrEqual(startsMs + minutes * minuteMs);
      const left = Math.ceil((startsMs + 30 * minuteMs - drawnMs) / secondMs);
      // It looked at its clock a moment before it had drawn.
      const said = [left, left + 1].map((s) => `Renews in ${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`);
      expect(said).toContain(renews);
    }
    expect(await shownTimestamp()).toBe(startsMs / secondMs);
    await pass(20 * minuteMs + secondMs);
    expect(await shownTimestamp()).toBe(startsMs / secondMs + 1_800);
    expect(await scanned()).toBe(codeText(startsMs / secondMs + 1_800));
    expect(problems).toEqual([]);
  });

  test('days before the event, says that the code renews itself, and how long this one works', async () => {
    await page.close();
    await newTab(startsMs - 72 * hourMs);
    site.nowMs = startsMs - 72 * hourMs;
    await page.goto(site.url);
    await saved();
    const said = await page.locator('#renews').textContent();
    expect(said).toMatch(/^The code renews itself; this one works for another \d/);
  });

  test('goes by the clock of the server where the one of the phone is wrong', async () => {
    await page.close();
    await newTab(startsMs - 26 * hourMs);
    site.nowMs = startsMs + 95 * minuteMs;
    await page.goto(site.url);
    await saved();
    expect(await shownTimestamp()).toBe(startsMs / secondMs + 90 * 60);
    await pass(26 * minuteMs);
    expect(await shownTimestamp()).toBe(startsMs / secondMs + 120 * 60);
  });

  test('opens and renews without a network after the first visit, also by a wrong clock', async () => {
    await page.close();
    await newTab(startsMs + 26 * hourMs);
    await page.goto(site.url);
    await saved();
    await page.close();
    await site.stop();

    await newTab(startsMs + 26 * hourMs + 65 * minuteMs);
    await page.goto(site.url);
    await page.getByText('You are offline').waitFor();
    expect(await shownTimestamp()).toBe(startsMs / secondMs + 60 * 60);
    await pass(30 * minuteMs);
    expect(await shownTimestamp()).toBe(startsMs / secondMs + 90 * 60);
    expect(await scanned()).toBe(codeText(startsMs / secondMs + 90 * 60));
    expect(problems).toEqual([]);

    // The event ends at nine hours past its start, and the last code has its window.
    await pass(8.7 * hourMs);
    expect(await page.locator('#shown').isVisible()).toBe(false);
    expect(await page.locator('#none-text').textContent()).toContain('used up');
  }, 180_000);

  test('says when the code appears, before the gates open and offline', async () => {
    site.nowMs = startsMs - 48 * hourMs;
    await page.close();
    await newTab();
    await page.goto(site.url);
    await saved();
    expect(await page.locator('#shown').isVisible()).toBe(true);
    await site.stop();
    await pass(2 * hourMs);
    expect(await page.locator('#shown').isVisible()).toBe(false);
    expect(await page.locator('#none-text').textContent()).toContain('appears here automatically');
    await pass(45 * hourMs + minuteMs);
    expect(await shownTimestamp()).toBe(startsMs / secondMs - 3_600);
  }, 180_000);

  test('picks the code that the shared rule picks, at any second', async () => {
    await page.goto(site.url);
    await saved();
    await noteDrawing();
    await site.stop();
    const { series } = pageData(site);
    // The grid and the end of the last window, each a moment before and after.
    const minutes = [30, 60, 90, 330, 510, 540, 570, 600].flatMap((m) => [m - 0.02, m + 0.02]);
    let atMs = startsMs;
    for (const toMs of minutes.map((m) => startsMs + m * minuteMs)) {
      await pass(toMs - atMs);
      atMs = toMs;
      const { drawnMs, shown } = await drawn();
      // It looked at its clock a moment before it had drawn.
      const expected = [drawnMs - secondMs, drawnMs].map((ms) => codeFor(series, ms)?.timestamp ?? null);
      expect(expected, new Date(drawnMs).toISOString()).toContain(shown);
    }
    expect(await page.locator('#shown').isVisible()).toBe(false);
  }, 180_000);

  test('changes from pending to its code without a reload', async () => {
    site.change = { state: 'pending' };
    await page.goto(site.url);
    await page.getByText('Payment not confirmed yet').waitFor();
    site.change = {};
    await pass(11 * secondMs);
    await page.locator('#qr').waitFor();
    expect(await scanned()).toBe(codeText(startsMs / secondMs));
  });

  test('removes the code when the ticket is cancelled', async () => {
    await page.goto(site.url);
    await saved();
    await pass(31 * secondMs);
    await expect.poll(() => site.requests.at(-1)).toMatch(/\/codes\?only=state$/);
    expect(await scanned()).toBe(codeText(startsMs / secondMs));
    site.change = { state: 'cancelled' };
    await pass(31 * secondMs);
    await page.getByText('Registration cancelled').waitFor();
    expect(await page.locator('#qr').count()).toBe(0);
  });

  test('forgets a ticket that the server no longer knows, offline too', async () => {
    await page.goto(site.url);
    await saved();
    site.gone = true;
    await pass(6 * minuteMs);
    await page.getByText('gone').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await site.stop();
    await expect(page.reload()).rejects.toThrow();
  });

  test('shows one lasting code where a printed ticket is allowed', async () => {
    site.windowMinutes = 60 * 24 * 30;
    await page.goto(site.url);
    await saved();
    expect(await page.locator('#renews').textContent()).toMatch(/^This code works for another \d+ days$/);
    expect(await scanned()).not.toBeNull();
  });

  test('shows the code without a script too', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const plainPage = await plain.newPage();
    await plainPage.goto(site.url);
    expect(await decoded(await plainPage.locator('#qr').screenshot())).toBe(codeText(startsMs / secondMs));
    await plain.close();
  });

  test('can be installed: the browser finds nothing missing in its manifest', async () => {
    await page.goto(site.url);
    await saved();
    const session = await context.newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect({ path: new URL(url).pathname, errors }).toEqual({
      path: '/t/kX3vQ9secret/manifest.webmanifest',
      errors: [],
    });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter((e) => e.errorId !== 'in-incognito')).toEqual([]);
  });

  test.each([
    [{}],
    [{ checkedInAt: '2026-09-14T07:10:00.000Z' }],
    [{ language: 'ar' }],
    [{ state: 'pending' }],
    [{ state: 'cancelled' }],
  ] as const)('has no accessibility fault, light or dark, and the code stays dark on white: %j', async (change) => {
    site.change = change;
    await page.goto(site.url);
    await page.locator('#connection:not(:empty)').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), colorScheme).toEqual([]);
      if (!('state' in change)) expect(await scanned()).toBe(codeText(startsMs / secondMs));
    }
    // Nothing sticks out sideways on the narrowest phones.
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(problems).toEqual([]);
  });
});
