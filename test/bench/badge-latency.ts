/**
 * Figure K7: from the verdict on the screen to the first byte of the badge's bitmap at the printer: the built kiosk,
 * the product's server, the device host and a printer on TCP, one badge after the other. And on the way, of K1, from
 * the verdict to its picture. Called by run.ts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDeviceHost } from '#kiosk/host/device-host.ts';
import { startVirtualPrinter } from '#kiosk/host/printers/virtual/virtual-printer.ts';
import { must } from '#shared/base/assert.ts';
import { builtApps } from '#test/fixtures/built-apps.ts';
import { openDemoServer } from '#test/fixtures/demo-server.ts';
import { openKioskWindow } from '#test/fixtures/kiosk-window.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { median, percentile, type Row } from './row.ts';

export interface BadgeOptions {
  readonly rounds?: number;
  /** Badges a round. */
  readonly badges?: number;
}

/** `GS v 0`: a bitmap begins. */
const bitmapBegins = Buffer.from([0x1d, 0x76, 0x30]);
/** Between two badges; longer than a badge takes, so that none waits for the one before. */
const restMs = 150;
const warmUps = 10;
const limitMs = 60_000;

const frameMs = 1_000 / 60;

/** Unix milliseconds. */
interface SeenVerdict {
  readonly askedMs: number;
  readonly shownMs: number;
  readonly paintedMs: number;
}

/** In the page: notes when a text was complete, when its verdict stood in the page and when it had been painted. */
function watchVerdicts(): void {
  const seen: SeenVerdict[] = [];
  Reflect.set(window, 'verdictsSeen', seen);
  const nowMs = () => performance.timeOrigin + performance.now();
  const status = document.querySelector<HTMLElement>('[role="status"][data-serial]');
  let last = status?.dataset['scan'];
  let askedMs = 0;
  document.addEventListener(
    'submit',
    () => {
      askedMs = nowMs();
    },
    true,
  );
  new MutationObserver(() => {
    if (status?.dataset['verdict'] !== 'admitted' || status.dataset['scan'] === last) return;
    last = status.dataset['scan'];
    const shownMs = nowMs();
    requestAnimationFrame(() => {
      // A task posted by the frame's own callback has its turn after the frame is painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => seen.push({ askedMs, shownMs, paintedMs: nowMs() });
      port2.postMessage(null);
    });
  }).observe(status ?? document, { attributes: true });
}

interface Tap {
  readonly port: number;
  /** Unix milliseconds at which the first bytes of a job's bitmap passed since the last call. */
  begins(): number[];
  /** Nothing of a bitmap has passed for a while: the badge before is through, however slow the machine is. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

/** Lies between host and printer and notes when a bitmap begins; everything passes unchanged. */
async function tap(printerPort: number): Promise<Tap> {
  const seen: number[] = [];
  let bandAt = 0;
  const server: Server = createServer((from) => {
    const to = connect(printerPort, '127.0.0.1');
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      const nowMs = performance.timeOrigin + performance.now();
      // One badge is several bands: the first after a pause counts.
      if (!bytes.includes(bitmapBegins)) return;
      if (nowMs - bandAt > restMs / 2) seen.push(nowMs);
      bandAt = nowMs;
    });
    from.pipe(to).pipe(from);
    for (const end of [from, to]) end.on('error', () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    begins: () => seen.splice(0),
    async quiet() {
      while (performance.timeOrigin + performance.now() - bandAt < restMs)
        await new Promise((resolve) => setTimeout(resolve, restMs / 5));
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** K7: verdict → first byte at the printer. */
export async function benchBadge(options: BadgeOptions = {}): Promise<Row[]> {
  const { rounds = 3, badges = 30 } = options;
  await builtApps();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  const house = await openDemoServer({ attendees: 200 + 2 * rounds * badges });
  const printer = await startVirtualPrinter({ port: 0, now: Date.now });
  const between = await tap(printer.port);
  const { widthDots } = printer;
  const desk = { id: 'desk', name: 'Desk', kind: 'escpos-tcp', host: '127.0.0.1', dpi: 203 } as const;
  const host = await startDeviceHost({
    port: 0,
    origins: [house.url],
    printers: [{ ...desk, port: between.port, widthDots }],
    dataFolder: folder,
    version: 'bench',
    now: Date.now,
  });
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const pairing = { url: house.url, pair: await house.pairingCode(), host: host.url };
    const kiosk = await openKioskWindow(context, pairing);
    await kiosk.until({ phase: 'open', ready: 'true', connection: 'online', printer: 'ready' });
    await kiosk.page.evaluate(watchVerdicts);
    const people = await house.places('standard', warmUps + rounds * badges);
    const sets: number[][] = [];
    const painted: number[][] = [];
    const wholes: number[][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const times: number[] = [];
      const seen: SeenVerdict[] = [];
      const from = round === 0 ? 0 : warmUps + (round - 1) * badges;
      for (const { id } of people.slice(from, round === 0 ? warmUps : from + badges)) {
        const code = await house.code(id);
        await new Promise((resolve) => setTimeout(resolve, restMs));
        await between.quiet();
        between.begins();
        await kiosk.typeAll([code]);
        const endMs = Date.now() + limitMs;
        let begins: number[] = [];
        while (begins.length === 0 && Date.now() < endMs) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          begins = between.begins();
        }
        const verdicts = await kiosk.page.evaluate(() =>
          (Reflect.get(window, 'verdictsSeen') as SeenVerdict[]).splice(0),
        );
        const verdict = must(verdicts.at(-1), 'a verdict');
        times.push(must(begins[0], 'a badge') - verdict.shownMs);
        seen.push(verdict);
      }
      // The first round warms up.
      if (round === 0) continue;
      sets.push(times);
      painted.push(seen.map(({ shownMs, paintedMs }) => paintedMs - shownMs));
      wholes.push(seen.map(({ askedMs, paintedMs }) => paintedMs - askedMs));
    }
    const at = (all: readonly number[][], p: number): number => median(all.map((times) => percentile(times, p)));
    const p95 = at(sets, 0.95);
    return [
      {
        row: 'K7',
        name: 'verdict shown to first byte of the bitmap at the printer, p95',
        value: p95,
        unit: 'ms',
        target: '≤ 150 ms',
        met: p95 <= 150,
        short:
          'The job is noted on the disk twice and drawn before the first byte leaves; beside other work each step waits.',
      },
      { row: 'K7', name: 'the same, median', value: at(sets, 0.5), unit: 'ms' },
      {
        row: 'K1',
        name: 'verdict in the page to verdict painted, p95',
        value: at(painted, 0.95),
        unit: 'ms',
        ceiling: { name: 'a frame at 60 Hz', value: frameMs },
        target: '≤ 16 ms: the next frame',
        met: at(painted, 0.95) <= frameMs,
        short:
          'A verdict that comes just after a frame has begun waits for the next one, and its painting comes on top.',
      },
      { row: 'K1', name: 'the same, median', value: at(painted, 0.5), unit: 'ms' },
      { row: 'K1', name: 'text complete to verdict painted, median', value: at(wholes, 0.5), unit: 'ms' },
    ];
  } finally {
    await browser.close();
    await host.stop();
    await between.stop();
    await printer.stop();
    await house.end();
    await rm(folder, { recursive: true, force: true });
  }
}
