/**
 * The player in a real browser, with ffmpeg as encoder: the picture is white for two seconds of every ten, and a caption
 * belongs to each white part. `PLAYER_SECONDS=120` watches longer.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePageToken } from '#server/modules/events/page-token.ts';
import type { CreatedTenant } from '#server/operations/demo/create-tenant.ts';
import { languages } from '#shared/base/languages.ts';
import { isoTime } from '#shared/base/time.ts';
import { axeViolations } from '../../../fixtures/axe.ts';
import { openBrowser } from '../../../fixtures/open-browser.ts';
import { type Answer, openTestServer, type TestServer } from '../../../fixtures/test-server.ts';
import { ada, sampleEvent, textAt } from './events-module.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasFfmpeg) console.warn('ffmpeg is missing: the player is not tested with a stream.');

const watchedSeconds = Number(process.env['PLAYER_SECONDS'] ?? 14);
const periodSeconds = 10;
const whiteSeconds = 2;
const dayMs = 86_400_000;

let house: TestServer;
let tenant: CreatedTenant;
let browser: Browser;
let page: Page;
let eventId: string;
let ticketPath: string;
let encoder: ChildProcess | null = null;
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
  house = await openTestServer({ STREAMING_PORT: '0' });
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
  await browser?.close();
  await house?.close();
}, 60_000);

describe('who may watch', () => {
  test('the page says so in five languages, without a violation, and files are closed to others', async () => {
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
    const state = (path: string) => house.send('GET', `${path}/state`).then(({ status }) => status);
    expect(await state(`${hall}/stream`)).toBe(404);
    expect(await state(`${ticketPath}/stream`)).toBe(200);
    const embedded = `/s/${makePageToken(tenant.tenant.id, eventId)}`;
    expect(await state(embedded)).toBe(404);
    expect((await send('PATCH', `/api/v1/events/${eventId}`, { streaming: { access: 'public' } })).status).toBe(200);
    expect(await state(embedded)).toBe(200);
    expect((await house.send('GET', embedded)).headers.get('content-security-policy')).toContain('frame-ancestors *');
    for (const name of ['seg-000001.ts', '..%2F..%2Fcontrol.db', 'captions-fr.m3u8', 'captions-en-000001.vtt'])
      expect((await house.send('GET', `${ticketPath}/stream/${name}`)).status).toBe(404);
    expect(faults).toEqual([]);
  }, 120_000);
});

async function startEncoder(): Promise<void> {
  const key = (await send('GET', `/events/${eventId}/streaming/key`)).body;
  const white = `drawbox=c=white:t=fill:enable='lt(mod(t,${periodSeconds}),${whiteSeconds})'`;
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', `color=black:s=320x180:r=25,${white}`],
    ...['-f', 'lavfi', '-i', 'sine=frequency=300', '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '50'],
    ...['-pix_fmt', 'yuv420p', '-threads', '1', '-c:a', 'aac', '-f', 'flv'],
    `${textAt(key, 'ingestUrl')}/${textAt(key, 'streamKey')}`,
  ];
  encoder = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What is seen: a sample is the brightness of the picture and the caption on it. */
const watch = (seconds: number) =>
  page.evaluate(async (ms) => {
    const video = document.querySelector('video')!;
    const canvas = new OffscreenCanvas(8, 8);
    const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
    const samples: { white: boolean; caption: string; latency: number }[] = [];
    const end = performance.now() + ms;
    while (performance.now() < end) {
      drawing.drawImage(video, 0, 0, 8, 8);
      const showing = Array.from(video.textTracks).find(({ mode }) => mode === 'showing');
      const caption = Array.from(showing?.activeCues ?? [], (cue) => (cue as VTTCue).text).join(' ');
      const white = drawing.getImageData(4, 4, 1, 1).data[0]! > 128;
      samples.push({ white, caption, latency: Number(video.dataset['latency'] ?? 0) });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return samples;
  }, seconds * 1_000);

describe('the preview of the organizer', () => {
  const closedEvent = async (): Promise<string> => {
    const times = { startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs) };
    const made = await send('POST', '/events', sampleEvent({ ...times, streaming: {} }));
    expect(made.status, made.text).toBe(201);
    return textAt(made.body, 'id');
  };
  const preview = async (event: string): Promise<string> => {
    const { body } = await send('GET', `/events/${event}/streaming/status`);
    return new URL(textAt(body, 'preview')).pathname;
  };

  test('plays where access is not public, and is counted as no viewer', async () => {
    const event = await closedEvent();
    const metrics = `/events/${event}/streaming/metrics`;
    const before = (await send('GET', metrics)).body;
    const path = await preview(event);
    const shown = await house.send('GET', path);
    expect(shown.text).toContain('<video');
    expect(shown.headers.get('permissions-policy')).toContain('fullscreen=(self)');
    expect((await house.send('GET', `${path}/state`)).status).toBe(200);
    const beat = await house.send('POST', `${path}/alive/heartbeat/0123456789abcdef0123`);
    expect(beat.status).toBe(204);
    expect((await send('GET', metrics)).body).toEqual(before);
  });

  test('a changed link, a link of another event and one that is an hour old open nothing', async () => {
    const path = await preview(await closedEvent());
    const [plain = '', seal = ''] = path.split('~');
    const changed = `${plain}~${seal.slice(0, 8)}${seal[8] === 'A' ? 'B' : 'A'}${seal.slice(9)}`;
    const otherStatus = await send('GET', `/events/${await closedEvent()}/streaming/status`);
    const ofOther = `${new URL(textAt(otherStatus.body, 'player')).pathname}~${seal}`;
    for (const closed of [plain, `${plain}~`, changed, ofOther]) {
      expect([closed, (await house.send('GET', closed)).text.includes('<video')]).toEqual([closed, false]);
      expect((await house.send('GET', `${closed}/state`)).status).toBe(404);
    }
    const { config } = house.admin;
    const { nowOffsetMs } = config;
    Object.assign(config, { nowOffsetMs: nowOffsetMs + 61 * 60_000 });
    expect((await house.send('GET', `${path}/state`)).status).toBe(404);
    Object.assign(config, { nowOffsetMs });
  });
});

test('heartbeats after the first are counted before anything else looks at them, and records are written all the same', async () => {
  const times = { startsAt: isoTime(Date.now() + dayMs), endsAt: isoTime(Date.now() + 2 * dayMs) };
  const made = await send('POST', '/events', sampleEvent({ ...times, streaming: { access: 'public' } }));
  const event = textAt(made.body, 'id');
  const { config } = house.admin;
  const { nowOffsetMs } = config;
  const player = `/s/${makePageToken(tenant.tenant.id, event)}/alive`;
  /** @returns whether it took the whole way */
  const beat = async (viewer: number, kind = 'heartbeat') => {
    const answer = await house.send('POST', `${player}/${kind}/viewer-0000000000${viewer}`);
    expect(answer.status).toBe(204);
    return answer.headers.has('x-request-id');
  };
  const all = [10, 11, 12, 13, 14, 15];
  const beatAll = async () => {
    const whole: boolean[] = [];
    for (const viewer of all) whole.push(await beat(viewer));
    return whole.filter(Boolean).length;
  };
  const metrics = async () => (await send('GET', `/events/${event}/streaming/metrics`)).body;
  expect(await beatAll()).toBe(all.length);
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 40_000 });
  expect(await beatAll(), 'the one that writes records').toBe(1);
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 80_000 });
  expect(await beat(10)).toBe(true);
  expect(await metrics()).toMatchObject({ currentViewers: all.length, uniqueViewers: all.length, watchMinutes: 4 });
  for (const viewer of all) await beat(viewer, 'leave');
  Object.assign(config, { nowOffsetMs: nowOffsetMs + 90_000 });
  expect(await beat(10)).toBe(true);
  expect(await metrics()).toMatchObject({ currentViewers: 1, uniqueViewers: all.length });
  Object.assign(config, { nowOffsetMs });
});

describe.skipIf(!hasFfmpeg)('a live stream', () => {
  test('plays with its captions at the right second, and the viewer is counted', async () => {
    for (let n = 0; n * periodSeconds < watchedSeconds + 60; n += 1) {
      const cue = { startMs: n * periodSeconds * 1_000, durationMs: whiteSeconds * 1_000 };
      const posted = await send('POST', `/events/${eventId}/streaming/captions`, { ...cue, text: `White part ${n}` });
      expect(posted.status, posted.text).toBe(201);
    }
    await startEncoder();
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
    const typed = await send('POST', `/events/${eventId}/streaming/captions`, {
      text: 'Typed live',
      durationMs: 1_500,
    });
    expect(typed.status, typed.text).toBe(201);
    await page.selectOption('#captions', 'en');
    // They are loaded when they are chosen; the player has gone back by then.
    await page.waitForFunction(() => {
      const video = document.querySelector('video')!;
      const showing = Array.from(video.textTracks).find(({ mode }) => mode === 'showing');
      return (showing?.cues?.length ?? 0) > 0 && !video.seeking;
    });
    const samples = await watch(watchedSeconds);
    const seen = samples.filter(({ caption }) => caption.includes('White part'));
    expect(samples.filter(({ white }) => white).length).toBeGreaterThan(10);
    expect(seen.length).toBeGreaterThan(10);
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

  test('the player names the one quality there is, and lists several', async () => {
    await page.goto(`${house.url}${ticketPath}/stream?lang=en`);
    const only = page.locator('#only-quality');
    await expect.poll(() => only.textContent(), { timeout: 20_000 }).toBe('Quality: 180p');
    expect(await page.locator('#quality-label').isVisible()).toBe(false);
    const { text } = await house.send('GET', `${ticketPath}/stream/master.m3u8`);
    expect(text).toMatch(
      /BANDWIDTH=\d{5,6},AVERAGE-BANDWIDTH=\d{5,6},CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=320x180/,
    );
    const variant = text.trimEnd().split('\n').slice(-2).join('\n');
    const small = variant.replace('320x180', '160x90').replace(/BANDWIDTH=\d+,AV/, 'BANDWIDTH=50000,AV');
    await page.route('**/master.m3u8', (route) =>
      route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body: `${text}${small}?small\n` }),
    );
    await page.reload();
    const list = page.getByLabel('Quality');
    await expect.poll(() => list.locator('option').allTextContents(), { timeout: 20_000 }).toHaveLength(3);
    await expect.poll(() => list.locator('option').first().textContent()).toMatch(/^Automatic \((?:90|180)p\)$/);
    expect((await list.locator('option').allTextContents()).slice(1)).toEqual(['90p', '180p']);
    const asked = page.waitForRequest((request) => request.url().includes('index.m3u8?small'));
    await list.selectOption('90p');
    await asked;
    expect(await only.isVisible()).toBe(false);
    await page.unroute('**/master.m3u8');
  }, 60_000);

  test('the outgoing video carries what was typed live', async () => {
    const folder = join(house.dataDir, 'streams', readdirSync(join(house.dataDir, 'streams'))[0]!);
    const all = join(folder, 'all-segments');
    let text = '';
    for (let tries = 0; tries < 20 && !text.includes('Typed live'); tries += 1) {
      await sleep(500);
      const parts = readdirSync(folder).filter((name) => /^seg-\d+\.ts$/.test(name));
      writeFileSync(all, Buffer.concat(parts.sort().map((name) => readFileSync(join(folder, name)))));
      const args = [
        '-loglevel',
        'fatal',
        '-f',
        'lavfi',
        '-i',
        'movie=all-segments[out+subcc]',
        '-map',
        '0:s',
        '-f',
        'srt',
        '-',
      ];
      text = execFileSync('ffmpeg', args, { cwd: folder, encoding: 'utf8' });
    }
    expect(text).toContain('Typed live');
  }, 60_000);
});
