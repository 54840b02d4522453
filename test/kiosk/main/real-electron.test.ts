/**
 * The built kiosk in a real Electron, where its binary is; without it this says loudly that it did not run. Few tests:
 * electron-boot.test.ts covers the rest over Chromium. Here stands what only Electron can show.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostApi } from '#kiosk/bridge/host-api.ts';
import { hashPin } from '#kiosk/host/keys/pin.ts';
import { findElectron } from '#test/fixtures/electron-binary.ts';

const electron = findElectron();

if (electron.path === null) {
  test(`the real Electron did NOT run: ${electron.why}`, () => {
    console.warn(`\n*** The kiosk was not tried in a real Electron: ${electron.why}. ***\n`);
    const given = process.env['GATEHOUSE_ELECTRON'] ?? 'node_modules/electron/dist';
    const display = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
    expect(existsSync(given) && Boolean(display)).toBe(false);
  });
} else {
  const executablePath = electron.path;
  describe('in a real Electron', () => {
    let base: string;
    let app: ElectronApplication;
    let page: Page;

    beforeAll(async () => {
      base = await mkdtemp(join(tmpdir(), 'real-electron-'));
      const environment = { build: { outDir: join(base, 'dist', 'kiosk-main') } };
      const environments = { main: environment, preload: environment };
      const builder = await createBuilder(
        { configFile: 'vite.electron.config.ts', logLevel: 'error', environments },
        null,
      );
      await builder.buildApp();
      await copyFile('package.json', join(base, 'package.json'));
      await mkdir(join(base, 'renderer'));
      await writeFile(
        join(base, 'renderer', 'index.html'),
        '<!doctype html><script>window.inlineRan = 1</script><h1>Kiosk</h1>',
      );
      await mkdir(join(base, 'user'));
      const config = { printers: [`pdf:${join(base, 'pdf')}?id=pdf`], exitPinHash: await hashPin('246810') };
      await writeFile(join(base, 'user', 'kiosk.json'), JSON.stringify(config));
      app = await _electron.launch({
        executablePath,
        timeout: 150_000,
        args: [
          resolve(base),
          `--user-data-dir=${join(base, 'user')}`,
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ],
        env: { ...process.env, KIOSK_RENDERER: join(base, 'renderer') } as Record<string, string>,
      });
      page = await app.firstWindow();
      await page.getByRole('heading').waitFor();
    }, 180_000);
    afterAll(async () => {
      await app?.close().catch(() => {});
      await rm(base, { recursive: true, force: true });
    });

    test('the page is isolated: named functions, no Node, no inline script, no other page', async () => {
      const seen = await page.evaluate(async () => {
        const host = (window as unknown as { gatehouseHost: HostApi }).gatehouseHost;
        const out = await fetch('https://example.invalid/').then(
          () => 'went out',
          () => 'blocked',
        );
        return {
          address: location.href,
          keys: Object.keys(host).sort(),
          node: [typeof (window as { require?: unknown }).require, typeof (window as { process?: unknown }).process],
          inline: (window as { inlineRan?: number }).inlineRan ?? 0,
          opened: window.open('https://example.invalid/') === null,
          out,
          info: await host.info(),
        };
      });
      expect(seen).toMatchObject({
        address: 'app://kiosk/',
        keys: ['info', 'loadSecret', 'onPrinterState', 'print', 'printers', 'quit', 'saveSecret'],
        node: ['undefined', 'undefined'],
        inline: 0,
        opened: true,
        out: 'blocked',
        info: { kind: 'electron', canQuit: true },
      });
      expect(app.windows()).toHaveLength(1);
    });

    test('the window is in kiosk mode, and the process sandboxed', async () => {
      const state = await app.evaluate(({ BrowserWindow, app: main }) => {
        const [window] = BrowserWindow.getAllWindows();
        return { kiosk: window?.isKiosk(), top: window?.isAlwaysOnTop(), packaged: main.isPackaged };
      });
      expect(state).toEqual({ kiosk: true, top: true, packaged: false });
    });

    test('a secret comes back, a badge comes out as PDF, over real IPC', async () => {
      const answers = await page.evaluate(async () => {
        const host = (window as unknown as { gatehouseHost: HostApi }).gatehouseHost;
        await host.saveSecret('kiosk.key', 'secret');
        const bitmap = { widthDots: 16, heightDots: 2, bits: Uint8Array.of(0x80, 0x01, 0xff, 0x00) };
        return [await host.loadSecret('kiosk.key'), await host.print('pdf', { jobId: 'real', title: 'Ada', bitmap })];
      });
      expect(answers).toEqual(['secret', { outcome: 'printed' }]);
      expect(await readdir(join(base, 'pdf'))).toHaveLength(1);
    });

    test('staff leave by PIN', async () => {
      const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
      const quit = (pin: string) =>
        page.evaluate((given) => (window as unknown as { gatehouseHost: HostApi }).gatehouseHost.quit(given), pin);
      expect(await quit('000000')).toBe('wrong_pin');
      await quit('246810').catch(() => 'gone'); // the page may be gone before its answer
      expect(await ended).toBe(64);
    });
  });
}
