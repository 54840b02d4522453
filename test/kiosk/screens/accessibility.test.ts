/** Every screen, in light and dark, in English and Arabic and in four sizes: no axe violations, no small targets, nothing cut off. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#shared/base/languages.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openPageSite, type PageSite } from './open-page.ts';
import { contrastRule, screenRules, smallTargets, widerThanThePage } from './page-checks.ts';
import { screens } from './screens.ts';
import './scripted.ts';

/**
 * Each of sixty documents lives for a second: V8's two optimizing compilers take more CPU time for it than they give (test/README.md
 * has the figures).
 */
const notOptimized = ['--js-flags=--no-maglev,--no-turbofan'];
const desktop = { width: 1_280, height: 800 };
const phone = { width: 360, height: 740 };
const others = [
  { width: 810, height: 1_080 },
  { width: 1_920, height: 1_080 },
];

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('./page/', import.meta.url), notOptimized);
  page = await site.open({ reducedMotion: 'reduce' });
}, 120_000);
afterAll(() => site.close());
beforeEach(async () => {
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light' });
  await site.again(page);
});

async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((to) => window.scripted.prefer({ language: to }), language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Buttons, titles and sentences whose words do not fit into them, or that reach out of the page. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const seen = [...document.querySelectorAll<HTMLElement>('button, h1, h2, h3, p, dt, dd, legend, label')].filter(
      (element) => element.checkVisibility() && element.closest('.only-read, .skip-link, .status-bar') === null,
    );
    return seen.flatMap((element) => {
      const { left, right } = element.getBoundingClientRect();
      const over = element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      const out = right - left > 1 && (left < -1 || right > width + 1);
      return over || out ? [`${element.outerHTML.slice(0, 120)} ${over ? 'too long' : 'outside'}`] : [];
    });
  });
}

describe('every screen', () => {
  test.each(screens)(
    '$name: no violations in light, dark and Arabic, large targets, nothing cut off',
    async (screen) => {
      await screen.show(page);
      expect(await axeViolations(page, { rules: screenRules })).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axeViolations(page, { rules: contrastRule })).toEqual([]);
      await speak(page, 'ar');
      expect(await axeViolations(page, { rules: screenRules })).toEqual([]);
      await page.setViewportSize(phone);
      expect(await smallTargets(page)).toEqual([]);
      // Size by size: a language is changed in a moment, a size draws the whole page again.
      for (const size of [phone, ...others]) {
        await page.setViewportSize(size);
        for (const language of ['ar', 'de', 'en'] as const) {
          await speak(page, language);
          expect([language, size.width, await widerThanThePage(page), await cutOff(page)]).toEqual([
            language,
            size.width,
            0,
            [],
          ]);
        }
      }
    },
  );
});
