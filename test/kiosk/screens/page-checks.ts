/** The rules that every kiosk screen must pass: axe's rules, the size of targets, the width of the page. */
import type { Page } from 'playwright-core';

/** axe describes only violations: describing what is in order is most of its work. */
const violationsOnly = { resultTypes: ['violations'], selectors: false };
export const screenRules = {
  ...violationsOnly,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};
export const contrastRule = { ...violationsOnly, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Buttons, fields and links that are smaller than a finger. @param sizePx smallest side, in CSS pixels */
export function smallTargets(page: Page, sizePx = 48): Promise<string[]> {
  return page.evaluate((size) => {
    const inOpenDialog = document.querySelector('dialog[open]');
    const seen = [...document.querySelectorAll<HTMLElement>('button, input, a[href], .choice label, .tick')].filter(
      (element) =>
        element.checkVisibility() &&
        !element.matches('.skip-link, .choice input, .tick input') &&
        (inOpenDialog === null || inOpenDialog.contains(element)),
    );
    return seen.flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < size - 0.5 || height < size - 0.5 ? [`${element.outerHTML.slice(0, 90)} ${width}x${height}`] : [];
    });
  }, sizePx);
}

export const widerThanThePage = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
