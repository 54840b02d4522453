/** A page whose clock only the test moves, however slow the machine is: it stays held for as long as the page lives. */
import type { Page } from 'playwright-core';

const aheadMs = 60_000;

/** @param page not shared with other tests: its clock cannot be released again */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.clock.pauseAt(Date.now() + aheadMs);
}
