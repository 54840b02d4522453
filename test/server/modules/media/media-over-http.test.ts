/** From the upload to what the public is given, through the real server: pictures, captions, a film and its second try. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needBinary } from '#test/fixtures/need-binary.ts';
import { blackPng, chunk, png, zeros } from '#test/fixtures/png-chunks.ts';
import { type Body, isDecent, openTestServer, readAnswer, type TestServer } from '#test/fixtures/test-server.ts';

const path = process.env['PATH'];
let house: TestServer;
let key: string;
let ffmpeg: string;

beforeAll(async () => {
  ffmpeg = await needBinary('ffmpeg', 'ffmpeg');
  house = await openTestServer();
  key = (await house.tenant('fair')).apiKey;
}, 400_000);
afterAll(async () => {
  process.env['PATH'] = path;
  await house?.close();
});

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('visibility', 'public');
  form.set('file', new Blob([bytes], { type: 'image/png' }), name);
  const headers = { authorization: `Bearer ${key}` };
  return readAnswer(await fetch(`${house.url}/api/v1/media/upload`, { method: 'POST', headers, body: form }));
}

const dataOf = (body: Body) => body['data'] as Body;

/** The record, once nothing more is made of it. */
async function settled(id: unknown): Promise<Body> {
  const record = async () => dataOf((await house.send('GET', `/api/v1/files/${id}`, { key })).body);
  await expect.poll(async () => (await record())['status'], { timeout: 120_000 }).not.toBe('processing');
  return record();
}

async function given(url: unknown): Promise<{ readonly type: string | null; readonly bytes: Buffer }> {
  const response = await fetch(house.url + String(url));
  expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a picture is served to the public in sizes, without the place where it was taken', async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c40' } })
    .withExif({ IFD0: { Make: 'Traceable Cameras' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const sent = await upload('Ähre 1.png', Buffer.from(photo));
  expect([sent.status, dataOf(sent.body)]).toMatchObject([
    201,
    { type: 'image/jpeg', kind: 'image', status: 'processing', url: null, width: 300, height: 200 },
  ]);
  const file = await settled(dataOf(sent.body)['id']);
  expect(file).toMatchObject({ status: 'ready', problem: null });
  const variants = file['variants'] as readonly Body[];
  expect(variants.map((one) => one['name'])).toEqual([
    'main',
    ...['thumbnail', 'small'].flatMap((size) => ['webp', 'avif', 'jpeg'].map((kind) => `${size}-${kind}`)),
  ]);
  for (const one of [{ url: file['url'], type: 'image/jpeg' }, ...variants]) {
    const { type, bytes } = await given(one['url']);
    expect(type).toBe(one['type']);
    expect(bytes.includes('Traceable')).toBe(false);
  }
});

test('U03 U04 U05 what is refused leaves no file, what is two things at once comes out as one', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const bomb = png({ width: 20_000, height: 20_000, depth: 1, colour: 0 }, zeros(2_501 * 20_000));
  for (const [name, bytes, status, code] of [
    ['bomb.png', bomb, 413, 'media_too_large'],
    ['lie.png', png({ width: 10, height: 10 }, zeros(1_000_000)), 400, 'media_broken'],
    ['logo.svg', Buffer.from(svg), 415, 'media_refused'],
    ['film.mp4', Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(40)]), 400, 'media_broken'],
  ] as const) {
    const answer = await upload(name, Buffer.from(bytes));
    expect([name, answer.status, answer.codes, isDecent(answer)]).toEqual([name, status, [code], true]);
  }
  const two = Buffer.concat([blackPng(9, [chunk('tEXt', 'x\0<script>')]), Buffer.from('<script>alert(1)</script>')]);
  const file = await settled(dataOf((await upload('two.png', two)).body)['id']);
  expect(file['status']).toBe('ready');
  expect((await given(file['url'])).bytes.includes('script')).toBe(false);
  const original = await fetch(
    `${house.url}${String(file['url']).replace(/[0-9a-f]{32}/, String(file['sha256']).slice(0, 32))}`,
  );
  expect(original.status).toBe(404);
});

test('U11 captions are given without what is no words', async () => {
  const evil = 'WEBVTT\n\nSTYLE\n::cue{background:url(http://x/)}\n\n00:01.000 --> 00:02.000\n<img onerror=x>Hi';
  const file = await settled(dataOf((await upload('en.vtt', Buffer.from(evil))).body)['id']);
  const { type, bytes } = await given(file['url']);
  expect([type, bytes.toString()]).toEqual([
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;img onerror=x&gt;Hi\n',
  ]);
});

test('a film says that ffmpeg is missing, and is processed once it is installed and a client asks', async () => {
  const clip = join(house.dataDir, 'clip.mp4');
  const source = ['-f', 'lavfi', '-i', 'color=c=blue:size=320x180:rate=10:duration=1'];
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', ...source, '-metadata', 'location=+51.5012-000.1419/', clip]);
  const retry = (id: unknown) => house.send('POST', `/api/v1/media/files/${id}/retry`, { key });

  process.env['PATH'] = '/nowhere';
  const failed = await settled(dataOf((await upload('clip.mp4', readFileSync(clip))).body)['id']);
  expect(failed).toMatchObject({ status: 'failed', problem: 'transcoder_missing', url: null, variants: null });
  process.env['PATH'] = path;

  const tried = await retry(failed['id']);
  expect([tried.status, dataOf(tried.body)]).toMatchObject([200, { status: 'processing', problem: null }]);
  expect(dataOf(tried.body)).not.toHaveProperty('tries');
  const ready = await settled(failed['id']);
  expect(ready).toMatchObject({ status: 'ready', problem: null, progress: null, width: 320, height: 180 });
  expect((ready['variants'] as readonly Body[]).map((one) => [one['name'], one['type']])).toEqual([
    ['main', 'video/mp4'],
    ['poster', 'image/jpeg'],
  ]);
  const { type, bytes } = await given(ready['url']);
  expect([type, bytes.includes('51.5012')]).toEqual(['video/mp4', false]);
  expect((await retry(failed['id'])).codes).toEqual(['transition_not_allowed']);
});
