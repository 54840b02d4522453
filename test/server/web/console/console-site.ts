/** A demo event on a real server, and the console in a real browser, for the tests of its pages. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createDemo, type Demo } from '#server/operations/demo/create-demo.ts';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { freePort } from '#test/fixtures/free-port.ts';
import { loginLinkOf } from '#test/fixtures/login-link.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';

/** A page may take so long on a busy machine. */
export const visibleMs = 60_000;

export interface ConsoleSite {
  readonly house: TestServer;
  readonly demo: Demo;
  readonly browser: Browser;
  /** Logged in, at a page of the demo event. @param page as in the address, e.g. `badge` */
  open(page: string, options?: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** The demo event's page in a window that is logged in. */
  go(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

/** @param env of the server, beside its own address */
export async function openConsoleSite(
  attendees: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleSite> {
  await builtApps();
  // Ticket pages are linked by the public address, so the port must be known before the server starts.
  const house = await openTestServer({ PORT: String(await freePort()), ...env });
  const demo = await createDemo(house.admin, { attendees });
  const browser = await openBrowser();
  /** Settings are the organization's, the other pages an event's; what follows the page comes after the event. */
  const hashOf = (name: string) =>
    name.startsWith('settings') ? `#/${name}` : `#/${name.replace(/^[^/?]*/, (page) => `${page}/${demo.eventId}`)}`;
  const site: ConsoleSite = {
    house,
    demo,
    browser,
    async open(name, options = {}) {
      const tenant = must(await house.admin.directory.byId(demo.tenant), 'the demo tenant');
      const link = await loginLinkOf(house, tenant);
      // axe is put into the page by the test; the console itself keeps its policy.
      const context = await browser.newContext({ bypassCSP: true, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(visibleMs);
      await page.goto(`${house.url}/console/?login=${link}${hashOf(name)}`);
      await page.locator('main h1').waitFor({ timeout: visibleMs });
      return { context, page };
    },
    async go(page, name) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hashOf(name));
    },
    async close() {
      await browser.close();
      await house.close();
    },
  };
  return site;
}
