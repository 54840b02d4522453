import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPin } from '#kiosk/host/keys/pin.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { type ElectronShim, startElectronShim } from '#test/fixtures/electron-shim.ts';

/** A page that does what the renderer does with its host, and what an attacker in it would try. */
const html = `<!doctype html><title>kiosk</title><script>window.inlineRan = true</script>
<button id="print">Print</button><output id="outcome"></output><output id="state"></output>
<button id="attack">Attack</button><output id="attacked"></output><script type="module" src="/app.js"></script>`;
const script = `
const show = (id, value) => { document.getElementById(id).textContent = JSON.stringify(value); };
gatehouseHost.onPrinterState((status) => show('state', status));
document.getElementById('print').onclick = async () => {
  const { printers, info } = gatehouseHost;
  const [printer] = await printers();
  const bitmap = { widthDots: 16, heightDots: 2, bits: Uint8Array.of(0x80, 0x01, 0xff, 0x00) };
  show('outcome', [await gatehouseHost.print(printer.id, { jobId: 'from-the-page', title: 'Ada', bitmap }), await info()]);
};
document.getElementById('attack').onclick = async () => {
  const tried = {};
  tried.require = typeof window.require; tried.process = typeof window.process; tried.keys = Object.keys(gatehouseHost).sort();
  tried.inline = window.inlineRan ?? false;
  tried.window = window.open('https://evil.invalid/');
  tried.fetch = await fetch('https://evil.invalid/').then(() => 'went out', () => 'blocked');
  tried.eval = (() => { try { return eval('1'); } catch { return 'blocked'; } })();
  tried.escape = (await fetch('/..%2f..%2fsecret.txt')).status;
  tried.link = (await fetch('/link.txt')).status;
  tried.frame = await gatehouseHost.loadSecret('../x').then(() => 'answered', () => 'refused');
  show('attacked', tried);
};`;

let base: string;
let printer: VirtualPrinter;
let shim: ElectronShim;
let page: Page;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'electron-'));
  const outDir = join(base, 'kiosk-main');
  const environment = { build: { outDir } };
  const builder = await createBuilder(
    {
      configFile: 'vite.electron.config.ts',
      logLevel: 'error',
      environments: { main: environment, preload: environment },
    },
    null,
  );
  await builder.buildApp();
  await mkdir(join(base, 'renderer'));
  await writeFile(join(base, 'renderer', 'index.html'), html);
  await writeFile(join(base, 'renderer', 'app.js'), script);
  await writeFile(join(base, 'secret.txt'), 'secret');
  await symlink(join(base, 'secret.txt'), join(base, 'renderer', 'link.txt'));
  printer = await startVirtualPrinter({ port: 0, now: Date.now });
  const config = {
    serverUrl: 'https://events.example',
    printers: [
      `escpos-tcp://127.0.0.1:${printer.port}?id=desk&name=Desk`,
      'system:Office?id=office&dpi=203',
      `pdf:${join(base, 'pdf')}?id=pdf`,
      'pool:desk,office',
    ],
    exitPinHash: await hashPin('246810'),
    display: 'Guests',
  };
  await mkdir(join(base, 'user'));
  await writeFile(join(base, 'user', 'kiosk.json'), JSON.stringify(config));
  process.env['KIOSK_RENDERER'] = join(base, 'renderer');
  shim = await startElectronShim({ main: join(outDir, 'index.js'), userData: join(base, 'user') });
  page = await shim.page();
}, 300_000);

afterAll(async () => {
  delete process.env['KIOSK_RENDERER'];
  await shim?.stop();
  await printer?.stop();
  await rm(base, { recursive: true, force: true });
});

test('a click in the page goes through the built preload and main to the printer and back', async () => {
  await page.locator('#print').click();
  const outcome = page.locator('#outcome');
  await expect
    .poll(async () => JSON.parse((await outcome.textContent()) || 'null'), { timeout: 30_000 })
    .toEqual([
      { outcome: 'printed' },
      {
        kind: 'electron',
        version: '0.0.0-shim',
        keyStore: 'plain',
        serverUrl: 'https://events.example',
        canQuit: true,
        warnings: ['key_store_plain'],
      },
    ]);
  const badge = printer.badges()[0]!;
  expect([badge.bitmap.bits[0], badge.bitmap.bits[1], badge.bitmap.bits[72], badge.bitmap.bits[73]]).toEqual([
    0x80, 0x01, 0xff, 0,
  ]);
  await expect.poll(() => page.locator('#state').textContent()).toContain('"state":"ready"');
});

test('Q07 an attacker in the page finds named functions and nothing else to use', async () => {
  await page.locator('#attack').click();
  await expect.poll(() => page.locator('#attacked').textContent(), { timeout: 30_000 }).not.toBe('');
  expect(JSON.parse((await page.locator('#attacked').textContent()) ?? '')).toEqual({
    require: 'undefined',
    process: 'undefined',
    keys: ['info', 'loadSecret', 'onPrinterState', 'peers', 'print', 'printers', 'quit', 'saveSecret'],
    inline: false,
    window: null,
    fetch: 'blocked',
    eval: 'blocked',
    escape: 404,
    link: 404,
    frame: 'refused',
  });
  expect(shim.context.pages()).toHaveLength(1);
});

test('the window is locked the way Electron’s checklist asks', () => {
  // The other window is the hidden one that prints on the system's printers.
  const [hidden, ...rest] = shim.windows.filter(({ kiosk }) => kiosk !== true);
  expect(rest).toEqual([]);
  expect(hidden).toMatchObject({ show: false, webPreferences: { sandbox: true, javascript: false } });
  expect(shim.windows.filter(({ kiosk }) => kiosk === true)).toMatchObject([
    {
      kiosk: true,
      fullscreen: true,
      show: false,
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        devTools: false,
      },
    },
  ]);
  expect(shim.calls).toEqual(
    expect.arrayContaining([
      'sandbox',
      'schemes',
      'single-instance',
      'menu null',
      'prevent-display-sleep',
      'device-permissions',
      'crash reporter {"uploadToServer":false}',
      'on top: screen-saver',
      'all-workspaces',
      'zoom 1 to 1',
    ]),
  );
});

test('the camera for the kiosk’s page, nothing else, no other page', () => {
  const here = { requestingUrl: 'app://kiosk/', isMainFrame: true };
  const camera = { mediaTypes: ['video'], mediaType: 'video' };
  expect(shim.askPermission('media', { ...here, ...camera })).toEqual({ request: true, check: true });
  expect(shim.askPermission('media', { ...here, mediaTypes: ['video', 'audio'], mediaType: 'audio' })).toEqual({
    request: false,
    check: false,
  });
  expect(shim.askPermission('media', { ...here, mediaTypes: [] })).toEqual({ request: false, check: false });
  for (const name of ['geolocation', 'notifications', 'midi', 'clipboard-read', 'fullscreen', 'openExternal', 'hid']) {
    expect(shim.askPermission(name, here)).toEqual({ request: false, check: false });
  }
  for (const url of ['https://evil.invalid/', 'app://other/', 'http://kiosk/', 'app://kiosk.evil/']) {
    expect(shim.askPermission('media', { ...camera, requestingUrl: url })).toEqual({ request: false, check: false });
  }
});

test('Q07 navigation, embedded browsers and leaving by keyboard are prevented', () => {
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
    expect(shim.fire(name, { url: 'https://evil.invalid/' })).toBe(true);
    expect(shim.fire(name, { url: 'app://kiosk/?pair=X' })).toBe(false);
  }
  expect(shim.fire('will-attach-webview', {})).toBe(true);
  const key = { type: 'keyDown', control: false, meta: false, alt: false, shift: false };
  expect(shim.fire('before-input-event', { input: { ...key, key: 'r', control: true } })).toBe(true);
  expect(shim.fire('before-input-event', { input: { ...key, key: 'F4', alt: true } })).toBe(true);
  expect(shim.fire('before-input-event', { input: { ...key, key: 'I', control: true, shift: true } })).toBe(true);
  expect(shim.fire('before-input-event', { input: { ...key, key: 'R' } })).toBe(false);
});

test('Q07 an IPC call from any other frame is refused', async () => {
  for (const url of ['https://evil.invalid/', 'about:blank', '', 'app://other/']) {
    await expect(shim.invokeAs(url, 'gatehouse:load-secret', 'kiosk.key')).rejects.toThrow('not for this page');
  }
  expect(await shim.invokeAs('app://kiosk/', 'gatehouse:load-secret', 'kiosk.key')).toBeNull();
});

test('the window stands on the display that is set, and comes back when that one is unplugged', () => {
  expect(shim.calls).toContain('bounds {"x":1280,"y":0,"width":1080,"height":1920}');
  shim.unplugDisplay();
  expect(shim.calls.slice(-3)).toEqual(['kiosk false', 'bounds {"x":0,"y":0,"width":1280,"height":800}', 'kiosk true']);
});

test('every kind of printer works in the built main: PDF, the system’s printers, pools', async () => {
  const bitmap = { widthDots: 16, heightDots: 2, bits: Uint8Array.of(0x80, 0x01, 0xff, 0x00) };
  const print = (printer: string, jobId: string) =>
    shim.invokeAs('app://kiosk/', 'gatehouse:print', printer, { jobId, title: 'Ada', bitmap });
  expect(await print('pdf', 'to-pdf')).toEqual({ outcome: 'printed' });
  const [file] = await readdir(join(base, 'pdf'));
  expect((await readFile(join(base, 'pdf', file ?? ''))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await print('office', 'to-office')).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('no printer'),
  });
  expect(await print('pool', 'to-pool')).toEqual({ outcome: 'printed' });
});

test('what is said goes to the log on disk; a start is noted', async () => {
  expect(await readFile(join(base, 'user', 'logs', 'kiosk.log'), 'utf8')).toContain('kiosk 0.0.0-shim starts');
  expect(JSON.parse(await readFile(join(base, 'user', 'starts.json'), 'utf8'))).toHaveLength(1);
});

// Last: it ends main.
test('staff leave by PIN, no one else does', async () => {
  const quit = (pin: unknown) => shim.invokeAs('app://kiosk/', 'gatehouse:quit', pin);
  await expect(shim.invokeAs('https://evil.invalid/', 'gatehouse:quit', '246810')).rejects.toThrow('not for this page');
  await expect(quit('246810x')).rejects.toThrow('4 to 12 digits');
  expect(await quit('111111')).toBe('wrong_pin');
  expect(shim.calls).not.toContain('exit 64');
  expect(await quit('246810')).toBe('quitting');
  await expect.poll(() => shim.calls).toContain('exit 64');
  const [desk] = (await shim.invokeAs('app://kiosk/', 'gatehouse:printers')) as { id: string }[];
  const bitmap = { widthDots: 8, heightDots: 1, bits: Uint8Array.of(0xff) };
  const late = await shim.invokeAs('app://kiosk/', 'gatehouse:print', desk?.id, { jobId: 'late', title: 'X', bitmap });
  expect(late).toMatchObject({ outcome: 'failed', reason: 'host_lost' });
});
