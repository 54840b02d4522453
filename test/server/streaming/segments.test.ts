/** A real encoder (ffmpeg), a target that is not ours (ffmpeg, too), and segments that a player can play. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hlsFolder, isHlsFile, playlistName } from '#server/streaming/hls-files.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { needBinary } from '../../fixtures/need-binary.ts';
import { type Body, openTestServer, type TestServer } from '../../fixtures/test-server.ts';

const run = promisify(execFile);
const seconds = 10;
const frames = seconds * 25;
let gatehouse: TestServer;
let ffmpeg = '';
let ffprobe = '';
let key = '';
let port = 0;
let folder = '';

beforeAll(async () => {
  ffmpeg = await needBinary('ffmpeg', 'ffmpeg');
  ffprobe = await needBinary('ffprobe', 'ffmpeg');
  port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-segments-'));
  gatehouse = await openTestServer({ STREAMING_PORT: String(port), ALLOW_PRIVATE_WEBHOOKS: '1' });
  key = (await gatehouse.tenant('segments')).apiKey;
});
afterAll(async () => {
  await gatehouse.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (method: string, path: string, json?: unknown) =>
  gatehouse.send(method, path, { key, ...(json === undefined ? {} : { json }) });

const statusOf = async (event: string): Promise<Body> => (await send('GET', `/events/${event}/streaming/status`)).body;

const encode = (streamKey: string) =>
  run(ffmpeg, [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc=size=320x180:rate=25:duration=${seconds}`],
    ...[
      '-f',
      'lavfi',
      '-i',
      `sine=duration=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-g',
      '50',
      '-bf',
      '0',
    ],
    ...['-c:a', 'aac', '-f', 'flv', `rtmp://127.0.0.1:${port}/live/${streamKey}`],
  ]);

async function packetsOf(file: string): Promise<number> {
  const asked = ['-v', 'error', '-select_streams', 'v', '-count_packets', '-show_entries', 'stream=nb_read_packets'];
  return Number.parseInt((await run(ffprobe, [...asked, '-of', 'csv=p=0', file])).stdout, 10);
}

test('frames of ffmpeg arrive complete at ffmpeg and in segments, which go on after a reconnection', async () => {
  const at = await freePort();
  const file = join(folder, 'target.flv');
  const listening = spawn(ffmpeg, [
    '-loglevel',
    'error',
    '-listen',
    '1',
    '-f',
    'flv',
    '-i',
    `rtmp://127.0.0.1:${at}/app/k`,
    '-c',
    'copy',
    '-flush_packets',
    '1',
    file,
  ]);
  const times = { startsAt: '2027-05-04T08:00:00.000Z', endsAt: '2027-05-05T08:00:00.000Z' };
  const targets = [{ name: 'ffmpeg', url: `rtmp://127.0.0.1:${at}/app`, key: 'k' }];
  const streaming = { targets, record: true };
  const made = await send('POST', '/events', { name: 'HLS', type: 'webinar', ...times, streaming });
  const event = String(made.body['id']);
  const streamKey = String((await send('GET', `/events/${event}/streaming/key`)).body['streamKey']);
  await expect
    .poll(() =>
      encode(streamKey).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(async () => (await statusOf(event))['status']).toBe('disconnected');
  const stream = String((await statusOf(event))['streamId']);
  const playlist = join(hlsFolder(gatehouse.dataDir, stream), playlistName);
  await expect.poll(() => (existsSync(playlist) ? readFileSync(playlist, 'utf8') : '')).toContain('#EXT-X-ENDLIST');
  expect(await packetsOf(playlist)).toBe(frames);
  const [first] = readFileSync(playlist, 'utf8').match(/seg-.*/g) ?? [];
  const start = await run(ffprobe, [
    '-v',
    'error',
    '-show_entries',
    'format=start_time',
    '-of',
    'csv=p=0',
    join(hlsFolder(gatehouse.dataDir, stream), String(first)),
  ]);
  expect(Math.abs(Number(start.stdout)), 'segments have the clock of the stream').toBeLessThan(0.1);

  await encode(streamKey);
  await expect.poll(() => packetsOf(playlist)).toBe(2 * frames);
  const text = readFileSync(playlist, 'utf8');
  expect(text).toContain('#EXT-X-DISCONTINUITY');
  expect((text.match(/^[^#\n].*$/gm) ?? []).filter((name) => !isHlsFile(name))).toEqual([]);
  const shown = await send('GET', `/api/v1/streams/${stream}`);
  expect(shown.body['data']).toMatchObject({
    interruptions: 1,
    recorded: true,
    videoCodec: 'h264',
    audioCodec: 'aac',
    width: 320,
    height: 180,
  });

  await expect.poll(() => packetsOf(file)).toBe(2 * frames);
  listening.kill('SIGKILL');
});
