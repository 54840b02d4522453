/**
 * `npm run soak [-- --minutes 8 --scans 5000]`: one kiosk as it is shipped, in real Chromium, with the product's server
 * and a printer on TCP, scanning and printing without a pause until all scans are made. Prints a line a minute, and at
 * the end whether it became slower (CPU time of the page a scan: a busy machine makes only what passes worse) or larger.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startDeviceHost } from '#kiosk/host/device-host.ts';
import { startVirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { must } from '#shared/base/assert.ts';
import { mainThreadCpu } from '#test/bench/main-thread-cpu.ts';
import { type PageMemory, pageMemory } from '#test/bench/page-memory.ts';
import { median, percentile } from '#test/bench/row.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { openDemoServer } from '#test/fixtures/demo-server.ts';
import { openKioskWindow } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';

const minuteMs = 60_000;
const lookEveryMs = 500;
/** The demo has three ticket types; about this share of its people have a standard place. */
const standardShare = 0.6;
const growthMaxPercent = 5;
/** The last minutes against the first ones. */
const slowdownMax = 1.5;
/** A machine that others use scans slower than it was asked to. */
const minutesMaxTimes = 3;
/** Scans before the first minute: the engine compiles what is hot, and its code is more than half of this heap. */
const runIn = 1_200;

interface Minute extends PageMemory {
  readonly scans: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly cpuMsAScan: number;
  readonly badges: number;
}

/** The host notes every badge; the printer's own page shows the last ones only. */
async function printedBadges(folder: string): Promise<number> {
  const journal = await readFile(join(folder, 'print-journal.jsonl'), 'utf8').catch(() => '');
  return journal.split('"printed"').length - 1;
}

/** Waits for as many badges; some scan may have made none, so not forever. */
async function printed(folder: string, badges: number): Promise<void> {
  const endMs = performance.now() + minuteMs;
  while (performance.now() < endMs && (await printedBadges(folder)) < badges)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
}

function say(minute: number, now: Minute): void {
  const { scans, medianMs, p95Ms, cpuMsAScan, heapMb, buffersMb, badges } = now;
  process.stdout.write(
    `minute ${minute}: ${scans} scans, text to verdict on the screen median ${medianMs.toFixed(1)} ms, ` +
      `p95 ${p95Ms.toFixed(1)} ms; page ${cpuMsAScan.toFixed(1)} ms of CPU a scan; ` +
      `heap ${heapMb.toFixed(2)} MB, buffers ${buffersMb.toFixed(2)} MB; ${badges} badges\n`,
  );
}

/** Types codes at a steady rate until the minute is over, or all are typed. @returns milliseconds each */
async function scanMinute(
  kiosk: Awaited<ReturnType<typeof openKioskWindow>>,
  next: () => Promise<string>,
  everyMs: number,
  left: number,
): Promise<number[]> {
  const endMs = performance.now() + minuteMs;
  const times: number[] = [];
  while (performance.now() < endMs && times.length < left) {
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
  const house = await openDemoServer({ attendees: Math.ceil((runIn + scans) / standardShare) });
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
    for (let scan = 0; scan < runIn; scan += 1) await kiosk.typeAll([await next()]);
    process.stdout.write(`run in with ${runIn} scans\n`);
    const seen: Minute[] = [];
    for (let minute = 1; minute <= minutesMaxTimes * minutes && at < runIn + scans; minute += 1) {
      const cpuMs = await mainThreadCpu(kiosk.page);
      const times = await scanMinute(kiosk, next, (minutes * minuteMs) / scans, runIn + scans - at);
      // What is still on its way to server or printer is no growth, and part of the work that a scan makes.
      await kiosk.until({ pending: '0' });
      await printed(folder, at);
      const now = {
        scans: times.length,
        medianMs: median(times),
        p95Ms: percentile(times, 0.95),
        cpuMsAScan: (await cpuMs()) / times.length,
        ...(await pageMemory(kiosk.page)),
        badges: await printedBadges(folder),
      };
      seen.push(now);
      say(minute, now);
    }
    return judge(seen);
  } finally {
    await browser.close();
    await host.stop();
    await printer.stop();
    await house.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is compiled, dropped and compiled again makes a heap breathe by a few per cent: the least of some minutes counts. */
const minutesCompared = 3;

/** The first minute fills caches and compiles code; the next ones are what the last ones are held against. */
function judge(minutes: readonly Minute[]): boolean {
  const usual = must(minutes[1] ?? minutes[0], 'a minute').scans;
  // A last minute of a few scans says what a kiosk does beside scans.
  const whole = minutes.filter(({ scans }, at) => at < minutes.length - 1 || scans > usual / 2);
  const early = whole.length > 1 ? whole.slice(1, 1 + minutesCompared) : whole;
  const late = whole.slice(-minutesCompared);
  const least = (of: keyof Minute, some: readonly Minute[]): number => Math.min(...some.map((minute) => minute[of]));
  const growth = (least('heapMb', late) / least('heapMb', early) - 1) * 100;
  const slower = least('cpuMsAScan', late) / least('cpuMsAScan', early);
  const waited = least('medianMs', late) / least('medianMs', early);
  const total = minutes.reduce((sum, { scans }) => sum + scans, 0);
  process.stdout.write(
    `${total} scans. Heap, the least of minutes 2 to 4 against the last three: ${growth.toFixed(1)} % ` +
      `(at most ${growthMaxPercent} %). CPU a scan: ${slower.toFixed(2)} × (at most ${slowdownMax}); ` +
      `median as time passes: ${waited.toFixed(2)} ×.\n`,
  );
  return growth <= growthMaxPercent && slower <= slowdownMax;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '8' }, scans: { type: 'string', default: '5000' } },
});
const isSteady = await soak(Number(values.minutes), Number(values.scans));
process.exitCode = isSteady ? 0 : 1;
