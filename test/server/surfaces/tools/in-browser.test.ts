/** The hooks and the page that shows them, in one real browser against one real server. */
import { afterAll, beforeAll, vi } from 'vitest';
import { must } from '#shared/base/assert.ts';
import { type BrowserSite, openBrowserSite } from './browser-site.ts';
import { followingTests } from './following-tests.ts';
import { hookTests } from './hook-tests.ts';
import { pageTests } from './page-tests.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

let opened: BrowserSite | null = null;
const site = () => must(opened, 'the site');

beforeAll(async () => {
  opened = await openBrowserSite();
});
afterAll(() => opened?.close());

hookTests(site);
followingTests(site);
pageTests(site);
