import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPEAT_WINDOW_MS } from '#kiosk/scanner/repeats.ts';
import { fakeCameraArgs, filmCode } from '#test/fixtures/fake-camera.ts';
import { onlyWhole } from '#test/fixtures/need-chromium.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { buildScannerPage, type ScannerPage } from '../scanner-page.ts';

const TICKET = 'GATE1:6BF5NCFOXN*T4:83K+8DUPC2VJ0CIK.WS%E9TRBY2O1VLGD6BF5NCFOXN*T4:83K+8DUPC2VJ0CIK';
const INSTALL_LIMIT_MS = 400_000;

let site: ScannerPage;

beforeAll(async () => {
  site = await buildScannerPage();
}, INSTALL_LIMIT_MS);

afterAll(async () => {
  await site.close();
});

const kinds = (page: Page) => page.evaluate(() => window.seen.states.map((state) => state.kind));
const stateKind = (page: Page, kind: string) =>
  expect.poll(() => page.evaluate(() => window.seen.camera.state.kind), { timeout: 60_000 }).toBe(kind);
/** For states that pass by themselves: asking for the present one could come too late. */
const stateSeen = (page: Page, kind: string) => expect.poll(() => kinds(page), { timeout: 60_000 }).toContain(kind);
const scanCount = (page: Page) => page.evaluate(() => window.seen.scans.length);

describe('the camera source in Chromium, before a filmed ticket', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser(fakeCameraArgs(await filmCode(site.folder, TICKET)), onlyWhole.camera);
  }, INSTALL_LIMIT_MS);

  afterAll(async () => {
    await browser.close();
  });

  async function openAllowed(): Promise<Page> {
    const context = await browser.newContext({ permissions: ['camera'] });
    return context.newPage();
  }

  test('reads the code with zxing-wasm in the worker, asks no other host for anything, and is calm about it', async () => {
    const page = await openAllowed();
    const hosts = new Set<string>();
    page.context().on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(site.url);
    await expect.poll(() => scanCount(page), { timeout: 60_000 }).toBeGreaterThan(0);
    const { scan, decoder, states, label } = await page.evaluate(() => ({
      scan: window.seen.scans[0],
      decoder: window.seen.camera.decoder,
      states: window.seen.states.map((state) => state.kind),
      label: window.seen.camera.state.label,
    }));
    expect(scan).toMatchObject({ source: 'camera', candidates: [TICKET] });
    expect(decoder).toBe('zxing-wasm');
    expect(states).toEqual(['starting', 'running']);
    expect(label).not.toBe('');
    expect([...hosts]).toEqual([new URL(site.url).origin]);
    // The film shows the code again after each second of grey, which is shorter than the repeat window.
    const lookMs = REPEAT_WINDOW_MS + 500;
    const spanMs = () => page.evaluate(() => (window.seen.sightingsMs.at(-1) ?? 0) - (window.seen.sightingsMs[0] ?? 0));
    await expect.poll(spanMs, { timeout: 60_000 }).toBeGreaterThan(lookMs);
    const { scans, sightingsMs } = await page.evaluate(() => ({
      scans: window.seen.scans.length,
      sightingsMs: window.seen.sightingsMs,
    }));
    // A machine that did not come to look for so long has the ticket away and back.
    const away = sightingsMs.filter((atMs, n) => n > 0 && atMs - (sightingsMs[n - 1] ?? 0) >= REPEAT_WINDOW_MS);
    expect(scans).toBe(1 + away.length);
    await page.context().close();
  });

  test('reads it with zxing-js where the page’s policy refuses WebAssembly', async () => {
    const page = await openAllowed();
    await page.goto(site.urlWithoutWasm);
    await expect.poll(() => scanCount(page), { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.seen.scans[0]?.candidates)).toEqual([TICKET]);
    expect(await page.evaluate(() => window.seen.camera.decoder)).toBe('zxing-js');
    await page.context().close();
  });

  test('lets go of the device when stopped, and starts again', async () => {
    const page = await openAllowed();
    await page.goto(site.url);
    await stateKind(page, 'running');
    const track = await page.evaluateHandle(() => {
      const stream = window.seen.camera.video.srcObject;
      return stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
    });
    await page.evaluate(() => window.seen.camera.stop());
    expect(await track.evaluate((one) => one?.readyState)).toBe('ended');
    expect(await page.evaluate(() => window.seen.camera.state.kind)).toBe('off');
    await page.evaluate(() => window.seen.camera.start((scan) => window.seen.scans.push(scan)));
    await stateKind(page, 'running');
    const before = await scanCount(page);
    await expect.poll(() => scanCount(page), { timeout: 60_000 }).toBeGreaterThan(before);
    await page.context().close();
  });

  test('comes back by itself when the device vanishes and returns', async () => {
    const page = await openAllowed();
    await page.goto(site.url);
    await stateKind(page, 'running');
    // Chromium's fake device cannot be unplugged: the page's media devices answer as they do without one.
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const real = mediaDevices.getUserMedia.bind(mediaDevices);
      Object.assign(window, { plugIn: () => (mediaDevices.getUserMedia = real) });
      mediaDevices.getUserMedia = async () => {
        throw new DOMException('Requested device not found', 'NotFoundError');
      };
      const stream = window.seen.camera.video.srcObject;
      if (stream instanceof MediaStream) stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
    });
    await stateKind(page, 'no-camera');
    await page.evaluate(() => {
      Reflect.get(window, 'plugIn')();
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    });
    await stateKind(page, 'running');
    expect(await kinds(page)).toEqual(['starting', 'running', 'starting', 'no-camera', 'running']);
    await page.context().close();
  });

  test('says what to do when another program has the camera, and takes it when it is free', async () => {
    const page = await openAllowed();
    await page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const real = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async () => {
        mediaDevices.getUserMedia = real;
        throw new DOMException('Could not start video source', 'NotReadableError');
      };
    });
    await page.goto(site.url);
    await stateSeen(page, 'in-use');
    const sentences = await page.evaluate(() => window.seen.states.map((state) => state.sentence));
    expect(sentences).toEqual(expect.arrayContaining([expect.stringContaining('Another program')]));
    await stateKind(page, 'running');
    await page.context().close();
  });

  test('offers its cameras, uses a chosen one, and any other when the chosen one is gone', async () => {
    const page = await openAllowed();
    await page.goto(site.url);
    await stateKind(page, 'running');
    const cameras = await page.evaluate(() => window.seen.camera.cameras());
    expect(cameras.length).toBeGreaterThan(0);
    for (const deviceId of [cameras[0]?.deviceId ?? '', 'no-such-camera']) {
      await page.evaluate((id) => window.seen.camera.choose(id), deviceId);
      await stateKind(page, 'running');
      const used = await page.evaluate(() => {
        const stream = window.seen.camera.video.srcObject;
        return stream instanceof MediaStream ? stream.getVideoTracks()[0]?.getSettings().deviceId : undefined;
      });
      expect(cameras.map((camera) => camera.deviceId)).toContain(used);
    }
    await page.context().close();
  });

  test('says so when its worker cannot be loaded, and recovers when it can', async () => {
    const page = await openAllowed();
    await page.route(/camera-worker/, (route) => route.abort());
    await page.goto(site.url);
    await stateSeen(page, 'failed');
    await page.unroute(/camera-worker/);
    await expect.poll(() => scanCount(page), { timeout: 60_000 }).toBeGreaterThan(0);
    await page.context().close();
  });

  test('says that the page may not use the camera when the person refuses', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.url);
    await stateKind(page, 'denied');
    expect(await page.evaluate(() => window.seen.camera.state.sentence)).toContain('Allow the camera');
    await page.context().close();
  });

  test('starts when the person allows it in the browser’s settings afterwards', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.url);
    await stateKind(page, 'denied');
    await page.context().grantPermissions(['camera']);
    await stateKind(page, 'running');
    await page.context().close();
  });
});

test('a machine without a camera says so and the wedge still works', async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ permissions: ['camera'] });
  const page = await context.newPage();
  await page.goto(site.url);
  await stateKind(page, 'no-camera');
  await page.evaluate(() => {
    for (const key of [...'GATE1:ABC123', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  expect(await scanCount(page)).toBe(1);
  await browser.close();
});
