/** The pre-flight's screen, scripted: in every state readable by everyone, by keyboard, in both directions of writing. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkIds, findings } from '#kiosk/preflight/check.ts';
import type { Language } from '#shared/base/languages.ts';
import { axeViolations } from '#test/fixtures/axe.ts';
import { openPageSite, type PageSite } from '../open-page.ts';
import { decided } from '../outcomes.ts';
import { screenRules, smallTargets, widerThanThePage } from '../page-checks.ts';
import type { PreflightScript } from '../scripted.ts';

const patienceMs = 30_000;
const poll = <T>(read: () => T) => expect.poll(read, { timeout: patienceMs });

let site: PageSite;
let page: Page;

beforeAll(async () => {
  site = await openPageSite(new URL('../page/', import.meta.url));
  page = await site.open({ reducedMotion: 'reduce' });
}, 120_000);
afterAll(() => site.close());
beforeEach(async () => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await site.again(page);
});

const view = () => page.locator('.preflight');
const check = (id: string) => page.locator(`[data-check="${id}"]`);
const script = (change: PreflightScript): Promise<void> => page.evaluate((to) => window.scripted.preflight(to), change);
const calls = (): Promise<unknown[][]> => page.evaluate(() => window.scripted.calls());

async function openPanel(): Promise<void> {
  await page.getByRole('button', { name: /Settings/ }).click();
  await page.getByRole('button', { name: 'Start the check' }).click();
  await view().waitFor();
}

const troubled: PreflightScript = {
  findings: { printer: 'trouble', paper: 'out', clock: 'corrected', scanner: 'no_end', test_print: 'not_tried' },
};

const states: readonly (readonly [name: string, script: PreflightScript])[] = [
  ['running, and waiting for a scan', { running: true, done: ['server', 'clock'], awaitsScan: true }],
  ['all good', {}],
  ['with warnings', { findings: { power: 'on_battery', version: 'differs' } }],
  ['with faults', troubled],
];

test.each(states)('no violations, large targets, nothing wider than the page: %s', async (_name, to) => {
  await openPanel();
  await script(to);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    expect([scheme, await axeViolations(page, { rules: screenRules })]).toEqual([scheme, []]);
  }
  const arabic: Language = 'ar';
  await page.evaluate((preferred) => window.scripted.prefer({ language: preferred }), arabic);
  await poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(['ar', await axeViolations(page, { rules: screenRules })]).toEqual(['ar', []]);
  expect(await smallTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await widerThanThePage(page)).toBe(0);
});

test('runs when it is opened, says what is wrong and what to do, worst first', async () => {
  await openPanel();
  expect(await calls()).toContainEqual(['preflight.run']);
  await script(troubled);
  await poll(() => view().getAttribute('data-preflight')).toBe('fail');
  expect(await page.locator('[data-check]').count()).toBe(checkIds.length);
  const first = page.locator('[data-check]').first();
  expect(await first.getAttribute('data-level')).toBe('fail');
  expect(await check('paper').textContent()).toContain('Load a new roll.');
  expect(await check('clock').getAttribute('data-level')).toBe('warn');
  expect(await check('clock').textContent()).toMatch(/2\shrs?, 1\smin/);
  expect(await page.locator('.preflight-whole[aria-live="polite"]').textContent()).toMatch(/not ready/);
});

test('every finding of every check is said in every language, and none leaves a gap', async () => {
  await openPanel();
  const longest = Math.max(...Object.values(findings).map((all) => Object.keys(all).length));
  for (const language of ['en', 'de', 'es', 'fr', 'ar'] as const) {
    await page.evaluate((preferred) => window.scripted.prefer({ language: preferred }), language);
    await poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    for (let n = 0; n < longest; n += 1) {
      await script({
        findings: Object.fromEntries(
          checkIds.flatMap((id) => {
            const finding = Object.keys(findings[id])[n];
            return finding === undefined ? [] : [[id, finding]];
          }),
        ),
      });
      const texts = await page.locator('.check-words').allTextContents();
      expect(texts.filter((text) => /undefined|NaN|\[object|\(\)|“”/.test(text))).toEqual([]);
    }
  }
});

test('is worked by keyboard alone: one check again, a badge, the scanner left out, all again', async () => {
  await openPanel();
  await script({ ...troubled, awaitsScan: true });
  for (const name of [/Check again: Printer/, 'Print a test badge', 'No scanner at hand', 'Check everything again']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  }
  expect((await calls()).filter(([name]) => String(name).startsWith('preflight.'))).toEqual([
    ['preflight.run'],
    ['preflight.retry', 'printer'],
    ['preflight.printTest', 'Test badge'],
    ['preflight.skipScan'],
    ['preflight.run'],
  ]);
  await page.keyboard.press('Escape');
  await poll(() => page.getByRole('dialog').count()).toBe(0);
});

describe('after pairing', () => {
  beforeEach(async () => {
    await page.evaluate(() => window.scripted.prefer({ preflightSeen: false }));
    await view().waitFor();
  });

  test('stands on the stage until a person leaves it, without violations', async () => {
    await script(troubled);
    expect(await axeViolations(page, { rules: screenRules })).toEqual([]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Open the scan screen' }).click();
    await poll(() => view().count()).toBe(0);
    await page.getByText('Scan a ticket').waitFor();
  });

  test('gives way to the first scan for good, by scanner or typed', async () => {
    await page.evaluate((answer) => window.scripted.answer(answer), decided('admitted'));
    await page.getByPlaceholder('Ticket code').fill('GATE1:SCRIPTED');
    await page.keyboard.press('Enter');
    await page.locator('[role="status"][data-verdict="admitted"]').waitFor();
    await page.keyboard.press('Escape');
    await poll(() => page.locator('[role="status"][data-verdict]').count()).toBe(0);
    expect(await view().count()).toBe(0);
  });
});
