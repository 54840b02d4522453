/** Not a test: pictures of the console's pages for people to look at. `node test/server/web/console/look.ts FOLDER [NAME…]` */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventSections } from '#server/web/console/screens/section-labels.ts';
import { openConsoleSite, visibleMs } from './console-site.ts';

const [folder = 'screens', ...only] = process.argv.slice(2);
const settings = ['members', 'roles', 'keys', 'apps', 'webhooks', 'origins', 'sso', 'logins', 'audit'].map(
  (one) => `settings/${one}`,
);
const event = Object.keys(eventSections).map((one) => `event/${one}`);
const sales = ['overview', 'attendees', 'orders', 'tickets', 'messages', 'new', 'start', ...event];
const pages = [...sales, 'gate', 'board', 'kiosks', 'badge', 'supervisors', ...settings];
const sizes = {
  desktop: { width: 1280, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

await mkdir(folder, { recursive: true });
const site = await openConsoleSite(40);
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const name of pages) {
      const picture = `${name.replace('/', '-')}-${size}-${colorScheme}`;
      if (only.length > 0 && !only.some((part) => picture.includes(part))) continue;
      const { context, page } = await site.open(name, { viewport, colorScheme, reducedMotion: 'reduce' });
      await page.locator('main h1').waitFor({ timeout: visibleMs });
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(folder, `${picture}.png`), fullPage: true });
      await context.close();
    }
  }
}
await site.close();
