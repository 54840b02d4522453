/**
 * `npm run stream-latency [-- --seconds 60]`: from the encoder's picture to the pixels on a screen. Each frame carries its
 * number as black and white fields; when ffmpeg hands it to its encoder is on record, and the player in a headless browser
 * is asked again and again which number it shows. Once without captions and once with them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { makePageToken } from '#server/modules/events/page-token.ts';
import { openBrowser } from '#test/fixtures/open-browser.ts';
import { openTestServer, type TestServer } from '#test/fixtures/test-server.ts';
import { wait } from './stage.ts';

const bits = 16;
const fieldWidth = 20;
const framesPerSecond = 25;
const width = bits * fieldWidth;
const height = 180;
/** The player has found its distance to the source. */
const settleMs = 15_000;

/** Numbers frames, and says when each one is made. */
function encode(publishUrl: string, made: Map<number, number>): ChildProcess {
  const field = `if(bitand(floor(N/pow(2,floor(X/${fieldWidth}))),1),235,16)`;
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-nostats', '-nostdin', '-re', '-f', 'lavfi'],
      ...['-i', `color=black:s=${width}x${height}:r=${framesPerSecond}`, '-f', 'lavfi', '-i', 'sine=frequency=300'],
      ...['-vf', `geq=lum='${field}':cb=128:cr=128,showinfo`, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-tune', 'zerolatency', '-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-f', 'flv', publishUrl],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  createInterface({ input: child.stderr! }).on('line', (line) => {
    const [, number] = /showinfo.* n: *(\d+) /.exec(line) ?? [];
    if (number !== undefined) made.set(Number(number), Date.now());
  });
  return child;
}

/** @returns which frame was on the screen, and when */
const watch = (page: Page, ms: number) =>
  page.evaluate(
    async ({ bits, fieldWidth, height, ms }) => {
      const video = document.querySelector('video')!;
      const canvas = new OffscreenCanvas(bits * fieldWidth, 1);
      const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
      const seen: { frame: number; atMs: number }[] = [];
      const end = performance.now() + ms;
      while (performance.now() < end) {
        const atMs = Date.now();
        drawing.drawImage(video, 0, height / 2, bits * fieldWidth, 1, 0, 0, bits * fieldWidth, 1);
        const { data } = drawing.getImageData(0, 0, bits * fieldWidth, 1);
        let frame = 0;
        for (let bit = 0; bit < bits; bit += 1)
          if ((data[(bit * fieldWidth + fieldWidth / 2) * 4] ?? 0) > 128) frame += 2 ** bit;
        seen.push({ frame, atMs });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return seen;
    },
    { bits, fieldWidth, height, ms },
  );

async function openStream(house: TestServer, made: Map<number, number>) {
  const { apiKey: key, tenant } = await house.tenant('glass');
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const streaming = { access: 'public', captions: { languages: ['en'] } };
  const json = { name: 'Glass', type: 'webinar', startsAt: at(1), endsAt: at(2), streaming };
  const event = String((await house.send('POST', '/events', { key, json })).body['id']);
  const { body } = await house.send('GET', `/events/${event}/streaming/key`, { key });
  const encoder = encode(`${String(body['ingestUrl'])}/${String(body['streamKey'])}`, made);
  return { encoder, path: `/s/${makePageToken(tenant.id, event)}` };
}

/** @returns a line of the result */
function said(
  name: string,
  seen: readonly { frame: number; atMs: number }[],
  made: ReadonlyMap<number, number>,
): string {
  const seconds = seen
    .flatMap(({ atMs, frame }) => (made.has(frame) ? [(atMs - made.get(frame)!) / 1_000] : []))
    .sort((a, b) => a - b);
  const at = (share: number) => (seconds[Math.floor((seconds.length - 1) * share)] ?? Number.NaN).toFixed(2);
  let still = 0;
  for (const [n, { frame }] of seen.entries()) if (n > 3 && frame === seen[n - 4]?.frame) still += 1;
  return `${name}: ${at(0.5)} s from the encoder to the screen (5 % below ${at(0.05)}, 95 % below ${at(0.95)}), ${seen.length} samples, ${still} of them on a picture that stood still\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
  const ms = Number(values.seconds) * 1_000;
  if (!(ms > 0)) throw new Error('--seconds must be a number above 0, such as 60.');
  const made = new Map<number, number>();
  const house = await openTestServer({ STREAMING_PORT: '0', LOG_LEVEL: 'error' });
  // The port is known when the process has started.
  await wait(3_000);
  const { encoder, path } = await openStream(house, made);
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${house.url}${path}`);
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 1, null, { timeout: 60_000 });
  for (const captions of ['', 'en']) {
    await page.selectOption('#captions', captions);
    await wait(settleMs);
    process.stdout.write(said(captions ? 'with captions' : 'without captions', await watch(page, ms), made));
  }
  const shown = await page.evaluate(() => document.querySelector('video')!.dataset['latency']);
  process.stdout.write(`the player says ${shown} s\n`);
  encoder.kill('SIGKILL');
  await browser.close();
  await house.close();
}

await main();
