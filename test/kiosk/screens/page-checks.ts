/** What every screen must pass, for suites of single rooms: axe in a colour scheme, size of targets, width of the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

const everything = {
  // Of what is in order nothing is told: describing it is most of the work.
  resultTypes: ['violations'],
  selectors: false,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  readonly axe: Axe;
  axeFound?: Awaited<ReturnType<Axe['run']>>;
}

/** @param turn moves a page whose clock the test holds: axe waits for timers of its own */
export async function axeViolations(page: Page, turn: () => Promise<void> = async () => {}): Promise<string[]> {
  await page.evaluate(await axeSource);
  await page.evaluate((rules) => {
    const here = window as unknown as AxeWindow;
    delete here.axeFound;
    void here.axe.run(rules).then((found) => {
      here.axeFound = found;
    });
  }, everything);
  const read = () => page.evaluate(() => (window as unknown as AxeWindow).axeFound ?? null);
  let found = await read();
  while (found === null) {
    await turn();
    found = await read();
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** @param sizePx smallest side of what a finger has to hit */
export function smallTargets(page: Page, sizePx = 48): Promise<string[]> {
  return page.evaluate((size) => {
    const inOpenDialog = document.querySelector('dialog[open]');
    const seen = [...document.querySelectorAll<HTMLElement>('button, input, a[href], .choice label')].filter(
      (element) =>
        element.checkVisibility() &&
        !element.matches('.skip-link, .choice input') &&
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
