/** Not a test: pictures of the guests' screens for people to look at. `node …/look.ts FOLDER [NAME…]` */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPageSite } from '../open-page.ts';
import { guestSteps, selfService } from './guest-steps.ts';

const [folder = 'screens', ...only] = process.argv.slice(2);
const sizes = { portrait: { width: 1080, height: 1920 }, wide: { width: 1280, height: 800 } } as const;
const schemes = [
  { name: 'light', colorScheme: 'light', language: 'en' },
  { name: 'dark', colorScheme: 'dark', language: 'de' },
  { name: 'arabic', colorScheme: 'light', language: 'ar' },
] as const;

await mkdir(folder, { recursive: true });
const site = await openPageSite(new URL('../page/', import.meta.url));
for (const one of guestSteps) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const { name, colorScheme, language } of schemes) {
      const picture = `${one.name}-${size}-${name}`;
      if (only.length > 0 && !only.some((part) => picture.includes(part))) continue;
      const page = await site.open({ viewport, colorScheme, reducedMotion: 'reduce' });
      await selfService(page);
      await page.evaluate((preferred) => window.scripted.prefer({ language: preferred }), language);
      await one.show(page);
      await page.screenshot({ path: join(folder, `${picture}.png`) });
      await page.context().close();
    }
  }
}
await site.close();
