/** Builds the scripted page once in a run, serves it, and opens it in the real Chromium. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildAsShipped } from '#test/fixtures/build-as-shipped.ts';
import { oncePerRun } from '#test/fixtures/once-per-run.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** How long anything may take on a machine that others use, too. */
const patienceMs = 60_000;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface PageSite {
  readonly browser: Browser;
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Loads the page again in its window, whose size and media stay: a new window costs three times as much. */
  again(page: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param source folder of the page below test/, with an index.html
 * @param args more arguments of the browser
 */
export async function openPageSite(source: URL, args: readonly string[] = []): Promise<PageSite> {
  const root = fileURLToPath(source);
  const outDir = await oncePerRun(`page-of-${relative(projectRoot, root).replaceAll(sep, '-')}`, async (folder) => {
    await buildAsShipped({
      configFile: false,
      root,
      base: './',
      logLevel: 'error',
      plugins: [react()],
      // As in the kiosk's own build: RxDB brings a Dexie of its own.
      resolve: { dedupe: ['dexie'] },
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'es2024',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
      },
    });
  });
  const server = await serve(outDir);
  const browser = await openBrowser(args);
  return {
    browser,
    open: async (options) => {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(patienceMs);
      await page.goto(addressOf(server));
      await drawn(page);
      return page;
    },
    again: async (page) => {
      // Where it was left, it might stand on a button.
      await page.mouse.move(0, 0);
      await page.reload();
      await drawn(page);
    },
    close: async () => {
      await browser.close();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A key pressed before anything is drawn moves nothing. */
async function drawn(page: Page): Promise<void> {
  const root = page.locator('#root');
  if ((await root.count()) > 0) await root.locator('> *').first().waitFor({ state: 'attached' });
}

async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page');
    const path = join(folder, normalize(pathname === '/' ? '/index.html' : pathname));
    readFile(path).then(
      (body) => {
        response.setHeader('content-type', contentTypes[extname(path)] ?? 'application/octet-stream');
        // As the server does: the browser keeps what it compiled of a file that it may keep.
        if (pathname.startsWith('/assets/')) response.setHeader('cache-control', 'max-age=31536000, immutable');
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page is served on a port');
  return `http://127.0.0.1:${address.port}/`;
}
