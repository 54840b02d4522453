/**
 * Not a test: takes pictures of the screens for people to look at, in every language whose tag is among the names.
 * `node test/kiosk/screens/look.ts FOLDER [NAME…]`: names are parts of `<screen>-<size>-<scheme>-<language>`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { languages } from '#shared/base/languages.ts';
import { openPageSite } from './open-page.ts';
import { screens } from './screens.ts';
import './scripted.ts';

const [folder = 'screens', ...only] = process.argv.slice(2);
const sizes = {
  desktop: { width: 1280, height: 800 },
  kiosk: { width: 1920, height: 1080 },
  tablet: { width: 820, height: 1180 },
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
      const names = languages.map((language) => ({
        language,
        name: `${screen.name}-${size}-${colorScheme}-${language}`,
      }));
      const wanted = names.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
      if (wanted.length === 0) continue;
      const page = await site.open({ viewport, colorScheme });
      await screen.show(page);
      for (const { language, name } of wanted) {
        await page.evaluate((to) => window.scripted.prefer({ language: to }), language);
        await take(page, name);
      }
      await page.close();
    }
  }
}
await site.close();
