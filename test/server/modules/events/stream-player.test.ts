/**
 * The player in a real browser, with ffmpeg as encoder: the picture is white for two seconds of every ten, and a caption
 * belongs to each white part. `PLAYER_SECONDS=120` watches longer.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { segmentStartMs } from '#server/modules/events/player/segment-time.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '../../../fixtures/axe.ts';
import { freePort } from '../../../fixtures/free-port.ts';
import { openBrowser } from '../../../fixtures/open-browser.ts';
import { publishTo } from '../../../fixtures/rtmp-publisher.ts';
import { type Answer, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { ada, sampleEvent, textAt } from './events-module.ts';
import { encodeTwoSizes, periodSeconds, watchPlayer, whiteSeconds } from './watched-stream.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasFfmpeg) console.warn('ffmpeg is missing: the player is not tested with a stream.');

const watchedSeconds = Number(process.env['PLAYER_SECONDS'] ?? 14);
const dayMs = 86_400_000;

let house: TestServer;
let tenant: CreatedTenant;
let browser: Browser;
let page: Page;
let eventId: string;
let ticketPath: string;
let encoder: ChildProcess | null = null;
let target: ChildProcess | null = null;
const faults: string[] = [];

const send = (method: string, path: string, json?: unknown): Promise<Answer> =>
  house.send(method, path, { key: tenant.apiKey, ...(json !== undefined && { json }) });

async function ticket(ticketType: string, email: string): Promise<string> {
  const made = await send('POST', `/events/${eventId}/registrations`, { ticketType, attendee: { ...ada, email } });
  expect(made.status, made.text).toBe(201);
  const store = await house.admin.directory.open(tenant.tenant);
  const row = await store.get('registrations', textAt(made.body, 'id'));
  const path = `/t/${String(row?.['pageSecret'])}`;
  // A free ticket is confirmed a moment after the answer.
  await vi.waitUntil(async () => (await house.send('GET', path)).text.includes(`${path}/stream`), { timeout: 20_000 });
  return path;
}

beforeAll(async () => {
  house = await openTestServer({ STREAMING_PORT: '0', ALLOW_PRIVATE_WEBHOOKS: '1' });
  tenant = await house.tenant('hafen');
  const free = (id: string) => ({ id, name: id, price: 0, currency: 'USD', quantity: -1 });
  const soon = { startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs) };
  const streaming = { captions: { languages: ['en', 'de'] }, ticketTypes: ['online'], record: true };
  const event = sampleEvent({ ...soon, streaming, tickets: [free('online'), free('hall')] });
  eventId = textAt((await send('POST', '/events', event)).body, 'id');
  ticketPath = await ticket('online', 'ada@example.org');
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
}, 180_000);
afterAll(async () => {
  encoder?.kill('SIGKILL');
  target?.kill('SIGKILL');
  await browser?.close();
  await house?.close();
}, 60_000);

test('the page says who may watch in five languages, without a violation', async () => {
  const hall = await ticket('hall', 'bo@example.org');
  expect((await house.send('GET', ticketPath)).text).toContain(`${ticketPath}/stream`);
  for (const lang of languages) {
    await page.goto(`${house.url}${hall}/stream?lang=${lang}`);
    expect(await page.locator('video').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${house.url}${ticketPath}/stream?lang=${lang}`);
    expect(await page.locator('video').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
  }
  expect(faults).toEqual([]);
}, 120_000);

describe.skipIf(!hasFfmpeg)('a live stream', () => {
  test('plays with its captions at the right second, and the viewer is counted', async () => {
    for (let n = 0; n * periodSeconds < watchedSeconds + 60; n += 1) {
      const cue = { startMs: n * periodSeconds * 1_000, durationMs: whiteSeconds * 1_000 };
      const posted = await send('POST', `/events/${eventId}/streaming/captions`, { ...cue, text: `White part ${n}` });
      expect(posted.status, posted.text).toBe(201);
    }
    const url = `rtmp://127.0.0.1:${await freePort()}/live`;
    const named = await send('PUT', `/events/${eventId}/streaming/targets`, { targets: [{ url, key: 'target-key' }] });
    expect(named.status, named.text).toBe(200);
    const takes = [
      '-loglevel',
      'fatal',
      '-listen',
      '1',
      '-i',
      `${url}/target-key`,
      '-c',
      'copy',
      '-flush_packets',
      '1',
    ];
    target = spawn('ffmpeg', [...takes, '-f', 'mpegts', join(house.dataDir, 'target')], { stdio: 'ignore' });
    encoder = encodeTwoSizes((await send('GET', `/events/${eventId}/streaming/key`)).body);
    // The worker of the ticket page serves all pages below `/t/`.
    await page.goto(`${house.url}${ticketPath}`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.goto(`${house.url}${ticketPath}/stream`);
    await page
      .waitForFunction(() => document.querySelector('video')!.currentTime > 1, null, { timeout: 40_000 })
      .catch(async () => {
        const shown = await page.evaluate(() => {
          const { buffered, currentTime, error, paused, readyState } = document.querySelector('video')!;
          const range = buffered.length > 0 ? [buffered.start(0), buffered.end(0)] : [];
          return JSON.stringify({
            text: document.body.textContent,
            currentTime,
            error: error?.message,
            paused,
            readyState,
            range,
          });
        });
        const files = ['state', 'master.m3u8', 'index.m3u8', 'captions-en.m3u8'];
        const answers = await Promise.all(files.map((name) => house.send('GET', `${ticketPath}/stream/${name}`)));
        throw new Error([shown, ...answers.map(({ status, text }) => `${status} ${text}`), ...faults].join('\n'));
      });
    await page.selectOption('#captions', 'en');
    // They are loaded when they are chosen; the player has gone back by then.
    await page.waitForFunction(() => {
      const video = document.querySelector('video')!;
      const showing = Array.from(video.textTracks).find(({ mode }) => mode === 'showing');
      return (showing?.cues?.length ?? 0) > 0 && !video.seeking;
    });
    const typed = { text: 'Typed live', durationMs: 4_000 };
    const [samples, answer] = await Promise.all([
      watchPlayer(page, watchedSeconds),
      send('POST', `/events/${eventId}/streaming/captions`, typed),
    ]);
    expect(answer.status, answer.text).toBe(201);
    const seen = samples.filter(({ caption }) => caption.includes('White part'));
    expect(samples.filter(({ white }) => white).length).toBeGreaterThan(10);
    expect(seen.length).toBeGreaterThan(10);
    // Targets have captions inside the video, too. Here they would be shown a second time.
    const shown = samples.map(({ caption }) => caption.match(/Typed live/g)?.length ?? 0);
    expect(new Set(shown)).toEqual(new Set([0, 1]));
    // Only at the edges may one be a moment ahead of the other.
    const apart = samples.filter(({ caption, white }) => caption.includes('White part') !== white).length;
    expect(apart / samples.length).toBeLessThan(0.06);
    const latencies = samples.map(({ latency }) => latency).sort((a, b) => a - b);
    process.stdout.write(
      `player: ${latencies[Math.floor(latencies.length / 2)]} s after the source, ${samples.length} samples, ${apart} apart\n`,
    );
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => url);
    });
    expect(cached.filter((url) => url.includes('/stream'))).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);

    await page.locator('h1').click();
    for (const [key, value] of [
      ['c', ''],
      ['c', 'en'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.inputValue('#captions')).toBe(value);
    }
    const muted = await page.evaluate(() => document.querySelector('video')!.muted);
    await page.keyboard.press('m');
    expect(await page.evaluate(() => document.querySelector('video')!.muted)).toBe(!muted);
    await page.keyboard.press(' ');
    expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(true);
    expect((await send('GET', `/events/${eventId}/streaming/metrics`)).body).toMatchObject({
      currentViewers: 1,
      uniqueViewers: 1,
    });
    expect(faults).toEqual([]);
  }, 240_000);

  test('a request waits for the segment or the part that it names, and is refused where it is far away', async () => {
    const playlist = `${ticketPath}/stream/index.m3u8`;
    const read = async (query = '') => await house.send('GET', `${playlist}${query}`);
    const { text } = await read();
    const next = Number(/.*seg-(\d+)\.ts/s.exec(text)?.[1]) + 1;
    const announced = /PRELOAD-HINT:TYPE=PART,URI="(part-\d+-\d+\.ts)"/.exec(text)?.[1];
    const [whole, part, captions] = await Promise.all([
      read(`?_HLS_msn=${next}`),
      fetch(`${house.url}${ticketPath}/stream/${announced}`),
      house.send('GET', `${ticketPath}/stream/captions-de.m3u8?_HLS_msn=${next}`),
    ]);
    expect(whole.text).toContain(`seg-${String(next).padStart(6, '0')}.ts`);
    expect(captions.text).toContain(`captions-de-${String(next).padStart(6, '0')}.vtt`);
    const bytes = Buffer.from(await part.arrayBuffer());
    expect([part.status, bytes[0], bytes.length % 188]).toEqual([200, 0x47, 0]);
    for (const query of ['?_HLS_msn=x', '?_HLS_part=1', '?_HLS_msn=1&_HLS_part=-1', `?_HLS_msn=${next + 50}`])
      expect([query, (await read(query)).status]).toEqual([query, 400]);
    expect((await fetch(`${house.url}${ticketPath}/stream/part-000001-999.ts`)).status).toBe(404);
  }, 60_000);

  test('the player lists the qualities that the encoder publishes, and is changed by keyboard', async () => {
    const { text } = await house.send('GET', `${ticketPath}/stream/master.m3u8`);
    const attributes = 'BANDWIDTH=\\d{4,6},AVERAGE-BANDWIDTH=\\d{4,6},CODECS="avc1\\.[0-9a-f]{6},mp4a\\.40\\.2"';
    expect(text).toMatch(new RegExp(`${attributes},RESOLUTION=320x180,.*\\nindex\\.m3u8\\n`));
    expect(text).toMatch(new RegExp(`${attributes},RESOLUTION=160x90,.*\\nq-low-index\\.m3u8\\n`));
    await page.goto(`${house.url}${ticketPath}/stream?lang=en`);
    const list = page.getByLabel('Quality');
    await expect.poll(() => list.locator('option').allTextContents()).toHaveLength(3);
    await expect.poll(() => list.locator('option').first().textContent()).toMatch(/^Automatic \((?:90|180)p\)$/);
    expect((await list.locator('option').allTextContents()).slice(1)).toEqual(['90p', '180p']);
    const height = () => page.evaluate(() => document.querySelector('video')!.videoHeight);
    await list.focus();
    // Not by the figures' first digits: two keys within a second are one word that Chromium looks for.
    for (const pixels of [90, 180]) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(height).toBe(pixels);
    }
    expect(await page.locator('#only-quality').isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  test('segments of both qualities begin at the same times and have the same numbers', async () => {
    const numbers = async (name: string): Promise<readonly string[]> =>
      (await house.send('GET', `${ticketPath}/stream/${name}index.m3u8`)).text.match(/(?<=seg-)\d+(?=\.ts$)/gm) ?? [];
    const small = await numbers('q-low-');
    const both = (await numbers('')).filter((number) => small.includes(number)).slice(-3);
    expect(both.length).toBeGreaterThan(1);
    const startOf = async (name: string) => {
      const answer = await fetch(`${house.url}${ticketPath}/stream/${name}`);
      return segmentStartMs(new Uint8Array(await answer.arrayBuffer()));
    };
    for (const number of both) {
      const [big = 0, low = 0] = await Promise.all([`seg-${number}.ts`, `q-low-seg-${number}.ts`].map(startOf));
      expect(Math.abs((big ?? 0) - (low ?? 0))).toBeLessThan(100);
    }
  });

  test('a quality that ends is left out; the others, the key and the viewers stay as they are', async () => {
    const { ingestUrl, streamKey } = (await send('GET', `/events/${eventId}/streaming/key`)).body;
    const { port } = new URL(String(ingestUrl).replace('rtmp:', 'http:'));
    const master = async () => (await house.send('GET', `${ticketPath}/stream/master.m3u8`)).text;
    const extra = await publishTo(Number(port), `${String(streamKey)}_extra`);
    extra.run(2_000);
    await expect.poll(master, { timeout: 30_000 }).toContain('q-extra-index.m3u8');
    extra.cut();
    await expect.poll(master, { timeout: 20_000 }).not.toContain('q-extra-index.m3u8');
    expect(await master()).toContain('q-low-index.m3u8');
    expect((await house.send('GET', `${ticketPath}/stream/q-extra-index.m3u8`)).status).toBe(404);
    const { body } = await send('GET', `/events/${eventId}/streaming/status`);
    expect(body).toMatchObject({ status: 'live', interruptions: 0, health: { width: 320, height: 180 } });
    expect(faults).toEqual([]);
  }, 60_000);

  test('the player names the only quality there is', async () => {
    const { text } = await house.send('GET', `${ticketPath}/stream/master.m3u8`);
    const [only = ''] = text.split(/#EXT-X-STREAM-INF:.*\nq-/);
    await page.route('**/master.m3u8', (route) =>
      route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: only }),
    );
    await page.goto(`${house.url}${ticketPath}/stream?lang=en`);
    await expect.poll(() => page.locator('#only-quality').textContent(), { timeout: 20_000 }).toBe('Quality: 180p');
    expect(await page.locator('#quality-label').isVisible()).toBe(false);
    await page.unroute('**/master.m3u8');
  }, 60_000);

  test('the video that targets get carries what was typed live, and the segments of the player do not', async () => {
    const folder = join(house.dataDir, 'streams', readdirSync(join(house.dataDir, 'streams'))[0]!);
    const segments = readdirSync(folder).filter((name) => /^seg-\d+\.ts$/.test(name));
    writeFileSync(
      join(house.dataDir, 'segments'),
      Buffer.concat(segments.sort().map((name) => readFileSync(join(folder, name)))),
    );
    const captionsIn = (file: string): string => {
      const args = [
        '-loglevel',
        'fatal',
        '-f',
        'lavfi',
        '-i',
        `movie=${file}[out+subcc]`,
        '-map',
        '0:s',
        '-f',
        'srt',
        '-',
      ];
      // ffmpeg fails where the file has none.
      return spawnSync('ffmpeg', args, { cwd: house.dataDir, encoding: 'utf8' }).stdout;
    };
    await expect.poll(() => captionsIn('target'), { timeout: 20_000, interval: 500 }).toContain('Typed live');
    expect(captionsIn('segments')).not.toContain('Typed live');
  }, 60_000);
});
