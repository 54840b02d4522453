/** The variants of audio and video, made by the real ffmpeg, and the answer of a server without it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecordingProcessor } from '#server/modules/media/processing/recordings/recording-processor.ts';
import { shownSize } from '#server/modules/media/processing/recordings/transcode-plan.ts';
import { expectOk } from '#test/fixtures/expect-ok.ts';
import { codeOf, type MediaLab, openMediaLab, patience } from '#test/fixtures/media-files.ts';
import { needBinary } from '#test/fixtures/need-binary.ts';

const recordings = createRecordingProcessor(patience);
let ffmpeg: string;

beforeAll(async () => {
  ffmpeg = await needBinary('ffmpeg', 'ffmpeg');
}, 400_000);
afterAll(() => recordings.close());

function made(lab: MediaLab, name: string, args: readonly string[]): string {
  const path = join(lab.folder, name);
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', ...args, path]);
  return path;
}

/** A second of red with a tone, that says where it was taken. */
const video = (lab: MediaLab, name = 'clip.mkv', size = '1600x400') =>
  made(lab, name, [
    ...['-f', 'lavfi', '-i', `color=c=red:size=${size}:rate=10:duration=1`],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'],
    ...['-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-metadata', 'location=+51.5012-000.1419/', '-metadata', 'title=Home'],
  ]);

interface Probe {
  readonly streams: readonly { readonly codec_name: string; readonly width?: number; readonly pix_fmt?: string }[];
  readonly format: { readonly tags?: Readonly<Record<string, string>> };
}

function probe(path: string): Probe {
  const said = execFileSync(join(ffmpeg, '..', 'ffprobe'), [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  return JSON.parse(said.toString()) as Probe;
}

test('a video becomes MP4 that every browser plays, with a still, and says nothing of where it was taken', async () => {
  const lab = openMediaLab(recordings);
  const file = lab.at(video(lab), 'video/matroska');
  expect(readFileSync(file.path).includes('51.5012')).toBe(true);
  const seen = await lab.inspect(file);
  expect(seen).toMatchObject({ ok: true, value: { width: 1600, height: 400 } });
  const shares: number[] = [];
  const into = join(lab.folder, 'into');
  mkdirSync(into);
  const result = expectOk(
    await recordings.derive(file, into, new AbortController().signal, (share) => shares.push(share)),
  );
  const [main, poster] = result.files;
  expect([main?.name, main?.type, main?.facts.width, main?.facts.height]).toEqual(['main', 'video/mp4', 1280, 320]);
  expect(main?.facts.durationMs).toBeGreaterThan(900);
  expect(result.facts).toMatchObject({ width: 1600, height: 400 });
  const { streams, format } = probe(main!.path);
  expect(streams.map((s) => s.codec_name)).toEqual(['h264', 'aac']);
  expect(streams[0]?.pix_fmt).toBe('yuv420p');
  expect(JSON.stringify(format.tags)).not.toMatch(/51\.5|Home/);
  const bytes = readFileSync(main!.path);
  expect(bytes.includes('51.5012')).toBe(false);
  // Its index comes before its pictures: it plays while it loads.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);

  expect([poster?.name, poster?.type, poster?.facts]).toEqual(['poster', 'image/jpeg', { width: 1280, height: 320 }]);
  const { data, info } = await sharp(poster!.path).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1280, 320]);
  expect(data[0]).toBeGreaterThan(200);
  expect(data[1]).toBeLessThan(60);
});

test('a sound becomes M4A, its cover is left out', async () => {
  const lab = openMediaLab(recordings);
  const cover = made(lab, 'cover.png', ['-f', 'lavfi', '-i', 'color=c=red:size=32x32', '-frames:v', '1']);
  const sound = made(lab, 'sound.mp3', [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', '-i', cover, '-map', '0', '-map', '1'],
    ...['-c:v', 'copy', '-disposition:v', 'attached_pic', '-metadata', 'artist=Somebody'],
  ]);
  const result = expectOk(await lab.derive(lab.at(sound, 'audio/mpeg')));
  expect(result.files.map(({ name, type }) => [name, type])).toEqual([['main', 'audio/mp4']]);
  const { streams, format } = probe(result.files[0]!.path);
  expect(streams.map((s) => s.codec_name)).toEqual(['aac']);
  expect(JSON.stringify(format.tags)).not.toContain('Somebody');
});

test('without ffmpeg recordings are taken, and it is said that nothing was made of them and why', async () => {
  const lab = openMediaLab(createRecordingProcessor({ tools: () => null }));
  const file = lab.file('clip.mp4', 'video/mp4', 'whatever it is');
  expect(await lab.inspect(file)).toEqual({ ok: true, value: {} });
  expect(codeOf(await lab.derive(file))).toBe('transcoder_missing');
});

test('one that takes too long is ended, and so is everything when the server ends', async () => {
  const hasty = createRecordingProcessor({ transcodeMs: 1 });
  const lab = openMediaLab(hasty);
  const file = lab.at(video(lab), 'video/matroska');
  expect(codeOf(await lab.derive(file))).toBe('media_too_costly');
  const patient = createRecordingProcessor();
  const waiting = openMediaLab(patient).derive(file);
  await patient.close();
  await expect(waiting).rejects.toThrow('the server ends');
});

test.each([
  [
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
  ],
  [
    { width: 1080, height: 1920 },
    { width: 720, height: 1280 },
  ],
  [
    { width: 853, height: 481 },
    { width: 852, height: 480 },
  ],
  [
    { width: 8000, height: 1 },
    { width: 1280, height: 2 },
  ],
])('%j is shown as %j', (picture, shown) => {
  expect(shownSize(picture)).toEqual(shown);
});
