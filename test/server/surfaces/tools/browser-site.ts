/** A server with every module, a browser that has a model context, and windows of it in which there is none or an older one. */
import type { Browser, Page } from 'playwright-core';
import { must } from '#shared/base/assert.ts';
import { buildPage } from '#test/fixtures/build-page.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { type Body, openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

export interface BrowserSite {
  readonly house: TestServer;
  readonly browser: Browser;
  readonly tenantId: string;
  /** With every scope. */
  readonly key: string;
  keyWith(scopes: readonly string[]): Promise<{ readonly id: string; readonly apiKey: string }>;
  /** The page of the hooks' tests, at an address of the server. @param before runs in the page before anything else */
  openHooks(before?: () => void): Promise<Page>;
  /** The names the server's tools of a module have for a key. */
  namesOf(module: string, key?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openBrowserSite(): Promise<BrowserSite> {
  const [, files, house, browser] = await Promise.all([
    builtApps(),
    buildPage('test/shared/sdk/react/hook-page.ts'),
    openTestServer(),
    openBrowser(['--enable-features=WebMCP']),
  ]);
  const { credentials, directory } = house.admin;
  const { tenant, apiKey } = await house.tenant('acme', 'enterprise', 'all');
  const owner = must(await directory.byId(tenant.id), 'the tenant');
  return {
    house,
    browser,
    tenantId: tenant.id,
    key: apiKey,
    keyWith: (scopes) => credentials.createKey(owner, { name: 'some scopes', scopes }),
    async openHooks(before) {
      // The page comes from the test, the live line from the server: to the browser, one of them is a stranger's.
      const context = await browser.newContext({ permissions: ['local-network-access'] });
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      if (before) await page.addInitScript(before);
      await page.route(/\/(?:hooks|page\.js)$/, (route) => {
        const { body, type } = must(files.get(route.request().url().endsWith('.js') ? '/page.js' : '/'), 'a file');
        return route.fulfill({ body: String(body), contentType: type });
      });
      await page.goto(`${house.url}/hooks`);
      await page.waitForFunction(() => 'lab' in globalThis);
      return page;
    },
    async namesOf(module, key = apiKey) {
      const { body } = await house.send('GET', `/api/schema/tools?module=${module}`, { key });
      return (body['data'] as Body[]).map((tool) => String(tool['name'])).sort();
    },
    async close() {
      await browser.close();
      await house.close();
    },
  };
}
