/**
 * `npm run soak [-- --minutes 8 --scans 5000]`: one kiosk as it is shipped, in real Chromium, with the product's server
 * and a printer on TCP, scanning and printing without a pause. Prints a line a minute, and at the end whether it became
 * slower or larger. Figures for people to look at: a busy machine makes them worse.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { startDeviceHost } from '#kiosk/host/device-host.ts';
import { startVirtualPrinter } from '#kiosk/host/virtual-printer.ts';
import { must } from '#shared/base/assert.ts';
import { median, percentile } from '#test/bench/row.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { openDemoHouse } from '#test/fixtures/demo-house.ts';
import { openKioskWindow } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const minuteMs = 60_000;
const megabyte = 1_000_000;
/** The demo has three ticket types; about this share of its people have a standard place. */
const standardShare = 0.6;
const growthMaxPercent = 5;
/** Later minutes against the first whole one. */
const slowdownMax = 1.5;

interface Minute {
  readonly scans: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly heapMb: number;
  readonly badges: number;
}

async function heapAfterCollection(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / megabyte;
}

/** The host notes every badge; the printer's own page shows the last ones only. */
async function printedBadges(folder: string): Promise<number> {
  const journal = await readFile(join(folder, 'print-journal.jsonl'), 'utf8').catch(() => '');
  return journal.split('"printed"').length - 1;
}

function say(minute: number, { scans, medianMs, p95Ms, heapMb, badges }: Minute): void {
  process.stdout.write(
    `minute ${minute}: ${scans} scans, text to verdict on the screen median ${medianMs.toFixed(1)} ms, ` +
      `p95 ${p95Ms.toFixed(1)} ms; heap ${heapMb.toFixed(1)} MB; ${badges} badges\n`,
  );
}

/** Types codes at a steady rate until the minute is over. @returns milliseconds each */
async function scanMinute(
  kiosk: Awaited<ReturnType<typeof openKioskWindow>>,
  next: () => Promise<string>,
  everyMs: number,
): Promise<number[]> {
  const endMs = performance.now() + minuteMs;
  const times: number[] = [];
  while (performance.now() < endMs) {
    const code = await next();
    const startMs = performance.now();
    await kiosk.typeAll([code]);
    const tookMs = performance.now() - startMs;
    times.push(tookMs);
    if (tookMs < everyMs) await new Promise((resolve) => setTimeout(resolve, everyMs - tookMs));
  }
  return times;
}

async function soak(minutes: number, scans: number): Promise<boolean> {
  await builtApps();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-soak-'));
  const house = await openDemoHouse({ attendees: Math.ceil(scans / standardShare) });
  const printer = await startVirtualPrinter({ port: 0, now: Date.now });
  const { host: address, port, widthDots } = printer;
  const desk = { id: 'desk', name: 'Desk', kind: 'escpos-tcp', dpi: 203 } as const;
  const host = await startDeviceHost({
    port: 0,
    origins: [house.url],
    printers: [{ ...desk, host: address, port, widthDots }],
    dataFolder: folder,
    version: 'soak',
    now: Date.now,
  });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const pairing = { url: house.url, pair: await house.pairingCode(), host: host.url };
    const kiosk = await openKioskWindow(context, pairing);
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', printer: 'ready' });
    const people = await house.places('standard', 1);
    const places = await house.all('registrations', { ticketType: must(people[0], 'a place').ticketType });
    const ids = places.filter(({ status }) => status === 'confirmed').map(({ id }) => id);
    let at = 0;
    const next = () => house.code(must(ids[at++ % ids.length], 'a place'));
    const seen: Minute[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const times = await scanMinute(kiosk, next, (minutes * minuteMs) / scans);
      const now = {
        scans: times.length,
        medianMs: median(times),
        p95Ms: percentile(times, 0.95),
        heapMb: await heapAfterCollection(kiosk.page),
        badges: await printedBadges(folder),
      };
      seen.push(now);
      say(minute, now);
    }
    await kiosk.until({ pending: '0' });
    return judge(seen);
  } finally {
    await browser.close();
    await host.stop();
    await printer.stop();
    await house.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first minute fills caches and compiles code; the second is what the others are held against. */
function judge(minutes: readonly Minute[]): boolean {
  const first = must(minutes[1] ?? minutes[0], 'a minute');
  const last = must(minutes.at(-1), 'a minute');
  const growth = (last.heapMb / first.heapMb - 1) * 100;
  const slower = last.medianMs / first.medianMs;
  const total = minutes.reduce((sum, { scans }) => sum + scans, 0);
  process.stdout.write(
    `${total} scans. Heap from the second minute to the last: ${growth.toFixed(1)} % (at most ${growthMaxPercent} %). ` +
      `Median of the last minute: ${slower.toFixed(2)} × the second's (at most ${slowdownMax}).\n`,
  );
  return growth <= growthMaxPercent && slower <= slowdownMax;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '8' }, scans: { type: 'string', default: '5000' } },
});
const isSteady = await soak(Number(values.minutes), Number(values.scans));
process.exitCode = isSteady ? 0 : 1;
