import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KeyPress, type LayoutName, scannerPresses } from '#test/fixtures/keyboard-layouts.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { buildScannerPage, type ScannerPage } from '../scanner-page.ts';

const JSON_TICKET =
  '{"type":"event_ticket","ticketNumber":"ET-7Q2M 8KX4PA","timestamp":1790000000,"sig":"Zq7+/3aB9w=="}';
const COMPACT_TICKET = 'GATE1:6BF5NCFOXN*T4:83K+8 UPC2VJ0CIK.WS%E9TRB$-';
const ENTER: KeyPress = { key: 'Enter', code: 'Enter', shift: false };
const TAB: KeyPress = { key: 'Tab', code: 'Tab', shift: false };
/** Chrome DevTools Protocol, `Input.dispatchKeyEvent`. */
interface KeyEvent {
  readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp';
  readonly key: string;
  readonly code: string;
  readonly modifiers?: number;
  readonly windowsVirtualKeyCode?: number;
  readonly text?: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

const SHIFT = 8;
/** One of each kind: alike, swapped letters and dead keys, shifted digits, another script. The rest run without a browser. */
const BROWSER_LAYOUTS: readonly LayoutName[] = ['us', 'de', 'fr', 'ru'];

let site: ScannerPage;
let browser: Browser;
let page: Page;
let devtools: CDPSession;

beforeAll(async () => {
  site = await buildScannerPage();
  browser = await openBrowser();
  page = await browser.newPage();
  devtools = await page.context().newCDPSession(page);
}, 400_000);

afterAll(async () => {
  await browser.close();
  await site.close();
});

// A new reader in the same window: its state is in memory only.
beforeEach(async () => {
  await page.goto(`${site.url}?camera=off`);
  await page.locator('html[data-ready=true]').waitFor();
});

/**
 * Real key events with real effects, as the system makes them: a foreign layout's letter under a US key's code.
 * Their times are given, so the pace is the scanner's however slow the machine that runs the test.
 */
async function press(presses: readonly KeyPress[], gapMs = 5): Promise<void> {
  let atS = (await page.evaluate(() => performance.timeOrigin + performance.now())) / 1000;
  const sent: Promise<unknown>[] = [];
  const send = (event: KeyEvent) => sent.push(devtools.send('Input.dispatchKeyEvent', event));
  for (const { key, code, shift } of presses) {
    atS += gapMs / 1000;
    const text = key === 'Enter' ? '\r' : [...key].length === 1 ? key : undefined;
    const event = { key, code, modifiers: shift ? SHIFT : 0, windowsVirtualKeyCode: virtualKey(key), timestamp: atS };
    if (shift) send({ type: 'rawKeyDown', key: 'Shift', code: 'ShiftLeft', modifiers: SHIFT, timestamp: atS });
    send(text === undefined ? { ...event, type: 'rawKeyDown' } : { ...event, type: 'keyDown', text });
    send({ ...event, type: 'keyUp' });
    if (shift) send({ type: 'keyUp', key: 'Shift', code: 'ShiftLeft', timestamp: atS });
  }
  await Promise.all(sent);
}

/** Chromium decides by this number what Enter, Tab and Space do. */
function virtualKey(key: string): number {
  return { Enter: 13, Tab: 9, ' ': 32, ArrowDown: 40 }[key] ?? 0;
}

const scan = (text: string, layout: LayoutName = 'us', end = ENTER) => press([...scannerPresses(text, layout), end]);
const scanned = () => page.evaluate(() => window.seen.scans.map((one) => one.candidates[0]));
const seen = () => page.evaluate(() => ({ submits: window.seen.submits.length, presses: window.seen.presses.length }));

describe('a scan while the focus is in the search field', () => {
  test.each(BROWSER_LAYOUTS)('is a scan and leaves nothing in the field, machine set to %s', async (layout) => {
    await page.locator('#search').fill('Ada');
    await page.locator('#search').focus();
    await scan(COMPACT_TICKET, layout);
    await scan(JSON_TICKET, layout, TAB);
    expect(await scanned()).toEqual([COMPACT_TICKET, JSON_TICKET]);
    expect(await page.locator('#search').inputValue()).toBe('Ada');
    expect(await seen()).toEqual({ submits: 0, presses: 0 });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
  });

  test('tells the page what the field holds again, so that its search does not stay on half a code', async () => {
    await page.locator('#search').focus();
    await scan(COMPACT_TICKET);
    const searches = await page.evaluate(() => window.seen.searches);
    expect(searches.at(-1)).toBe('');
    expect(searches.length).toBeLessThan(12);
  });

  test('puts text and cursor back into a text area', async () => {
    const notes = page.locator('#notes');
    await notes.fill('wants a demo');
    await notes.evaluate((area) => area instanceof HTMLTextAreaElement && area.setSelectionRange(5, 8));
    await notes.focus();
    await scan(JSON_TICKET, 'fr');
    expect(await scanned()).toEqual([JSON_TICKET]);
    expect(await notes.inputValue()).toBe('wants a demo');
    expect(
      await notes.evaluate((area) => area instanceof HTMLTextAreaElement && [area.selectionStart, area.selectionEnd]),
    ).toEqual([5, 8]);
  });
});

describe('a scan while another part has the focus', () => {
  test('does not press the focused button, neither by its spaces nor by its Enter', async () => {
    await page.locator('#button').focus();
    await scan(COMPACT_TICKET, 'de');
    await scan('A B FOREIGN CODE WITH SPACES');
    expect(await scanned()).toEqual([COMPACT_TICKET, 'A B FOREIGN CODE WITH SPACES']);
    expect(await seen()).toEqual({ submits: 0, presses: 0 });
  });

  test('does not change a list whose option begins like the code', async () => {
    await page.locator('#gate').focus();
    await scan(COMPACT_TICKET);
    expect(await page.locator('#gate').inputValue()).toBe('Main');
    expect(await scanned()).toEqual([COMPACT_TICKET]);
  });

  test('works with no focus at all', async () => {
    await scan(JSON_TICKET, 'ru');
    expect(await scanned()).toEqual([JSON_TICKET]);
  });
});

describe('a person', () => {
  test('searches by hand and with Enter as ever, on every layout', async () => {
    await page.locator('#search').focus();
    await press([...scannerPresses('Zoe Smith', 'de'), ENTER], 110);
    expect(await page.locator('#search').inputValue()).toBe('Yoe Smith');
    expect(await scanned()).toEqual([]);
    expect(await seen()).toEqual({ submits: 1, presses: 0 });
  });

  test('is not disturbed at a test driver’s speed either', async () => {
    await page.locator('#search').focus();
    await page.keyboard.type('Grace Hopper, GATE 1 {x} grace@example.org');
    await page.keyboard.press('Enter');
    expect(await page.locator('#search').inputValue()).toBe('Grace Hopper, GATE 1 {x} grace@example.org');
    expect(await scanned()).toEqual([]);
    expect(await seen()).toEqual({ submits: 1, presses: 0 });
  });

  test('presses the focused button with Space and with Enter', async () => {
    await page.locator('#button').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    expect(await seen()).toEqual({ submits: 0, presses: 2 });
  });

  test('a driver that types a ticket without pressing Shift is read by its keys', async () => {
    await page.locator('#search').focus();
    // Playwright's `keyboard.type` does this: the shifted character under the bare key.
    const presses = scannerPresses(JSON_TICKET, 'us').map((one) => ({ ...one, shift: false }));
    await press([...presses, ENTER]);
    expect(await scanned()).toEqual([JSON_TICKET]);
    expect(await page.locator('#search').inputValue()).toBe('');
  });
});

test('hears nothing once stopped', async () => {
  await page.evaluate(() => window.seen.scanner.stop());
  await page.locator('#search').focus();
  await scan(COMPACT_TICKET);
  expect(await scanned()).toEqual([]);
  expect(await page.locator('#search').inputValue()).toBe(COMPACT_TICKET);
});
