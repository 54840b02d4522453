/** Not a test: takes pictures of the screens for people to look at. `node test/kiosk/screens/look.ts FOLDER [NAME…]` */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openPageSite } from './open-page.ts';
import { screens } from './screens.ts';

const [folder = 'screens', ...only] = process.argv.slice(2);
const sizes = {
  desktop: { width: 1280, height: 800 },
  kiosk: { width: 1920, height: 1080 },
  tablet: { width: 810, height: 1080 },
  phone: { width: 360, height: 740 },
} as const;

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(450);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

await mkdir(folder, { recursive: true });
const site = await openPageSite(new URL('./page/', import.meta.url));
for (const screen of screens) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const name = `${screen.name}-${size}-${colorScheme}`;
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
      const page = await site.open({ viewport, colorScheme });
      await screen.show(page);
      await take(page, name);
      await page.close();
    }
  }
}
await site.close();
