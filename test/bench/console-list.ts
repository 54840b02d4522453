/**
 * The list of attendees in the console, scrolled in Chromium from its first row to its last: rows in the page, frames, memory, by wheel,
 * by jumps and by keyboard. `node test/bench/console-list.ts [attendees]`, without the rest of the bench; the server is in this process.
 */
import type { Page } from 'playwright-core';
import { openConsoleSite } from '#test/server/web/console/console-site.ts';
import { pageMemory } from './page-memory.ts';

const attendees = Number(process.argv[2] ?? 50_000);
const wheelSteps = 300;
const wheelPx = 400;
const keySteps = 200;

/** What the page records while it is scrolled. */
interface Seen {
  on: boolean;
  /** Milliseconds between frames. */
  readonly frames: number[];
  /** Milliseconds of each task above 50. */
  readonly longTasks: number[];
  rowsMax: number;
  elementsMax: number;
  /** Frames in which the middle of the screen had no row: it is still being read or drawn. */
  empty: number;
}

/** From here until `stopWatching` the page looks at itself once a frame. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { on: true, frames: [], longTasks: [], rowsMax: 0, elementsMax: 0, empty: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      if (seen.on) for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    let before = performance.now();
    const look = (now: number) => {
      if (!seen.on) return;
      seen.frames.push(now - before);
      before = now;
      seen.rowsMax = Math.max(seen.rowsMax, document.querySelectorAll('tbody[data-block] > tr').length);
      seen.elementsMax = Math.max(seen.elementsMax, document.getElementsByTagName('*').length);
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      if (!middle?.closest('tr[aria-rowindex]')) seen.empty += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame((now) => {
      before = now;
      look(now);
    });
  });
}

function stopWatching(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen };
    seen.on = false;
    return seen;
  });
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

async function measured(name: string, page: Page, scroll: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await watch(page);
  const said = await scroll();
  const { elementsMax, empty, frames, longTasks, rowsMax } = await stopWatching(page);
  const sorted = frames.slice(1).sort((a, b) => a - b);
  const { heapMb } = await pageMemory(page);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  console.log(
    `${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s${typeof said === 'string' ? `, ${said}` : ''}; rows in the page at most ${rowsMax}, elements ${elementsMax}; ` +
      `${sorted.length} frames: median ${ms(share(sorted, 0.5))}, p95 ${ms(share(sorted, 0.95))}, p99 ${ms(share(sorted, 0.99))}, longest ${ms(sorted.at(-1) ?? 0)}; ` +
      `${longTasks.length} tasks above 50 ms, longest ${ms(Math.max(0, ...longTasks))}; no row in the middle in ${empty} of them; heap ${heapMb.toFixed(1)} MB`,
  );
}

const rowInView = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[aria-rowindex]')];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > innerHeight / 2);
    return Number(row?.getAttribute('aria-rowindex') ?? 1) - 1;
  });

const site = await openConsoleSite(attendees);
try {
  console.log(`${attendees} attendees are there`);
  const { page } = await site.open('attendees?sort-registrations=email', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('rowheader').first().waitFor();
  const count = Number(await page.getByRole('table').getAttribute('aria-rowcount')) - 1;
  console.log(`rows of the list: ${count}; heap ${(await pageMemory(page)).heapMb.toFixed(1)} MB`);
  await page.mouse.move(700, 500);
  await measured('wheel', page, async () => {
    for (let n = 0; n < wheelSteps; n += 1) await page.mouse.wheel(0, wheelPx);
    return `at row ${await rowInView(page)}`;
  });
  await measured('keyboard, Page Down', page, async () => {
    const from = await rowInView(page);
    for (let n = 0; n < keySteps; n += 1) await page.keyboard.press('PageDown');
    await page.waitForTimeout(500);
    return `from row ${from} to row ${await rowInView(page)}`;
  });
  const isAtEnd = () => page.locator(`tr[aria-rowindex="${count + 1}"]`).count();
  await measured('keyboard, End until the last row', page, async () => {
    let presses = 0;
    for (; (await isAtEnd()) === 0; presses += 1) {
      await page.keyboard.press('End');
      await page.waitForTimeout(100);
    }
    return `${presses} presses, at row ${await rowInView(page)}`;
  });
  await measured('every row is read: wheel upwards', page, async () => {
    for (let n = 0; n < wheelSteps; n += 1) await page.mouse.wheel(0, -wheelPx);
    return `at row ${await rowInView(page)}`;
  });
  await measured('every row is read: 100 jumps', page, async () => {
    for (let n = 0; n < 100; n += 1) {
      await page.evaluate((part) => scrollTo(0, document.documentElement.scrollHeight * part), ((n * 37) % 100) / 100);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    return `at row ${await rowInView(page)}`;
  });
  await measured('keyboard, Home', page, async () => {
    await page.keyboard.press('Home');
    await page.locator('tr[aria-rowindex="2"]').waitFor();
    return `at row ${await rowInView(page)}`;
  });
} finally {
  await site.close();
}
