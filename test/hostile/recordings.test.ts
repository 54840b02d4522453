/** Playlists and other lists of addresses that say they are a recording: nothing is asked, nothing of ours is read. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecordingProcessor } from '#server/modules/media/processing/recordings/recording-processor.ts';
import { codeOf, openMediaLab, patience } from '#test/fixtures/media-files.ts';
import { needBinary } from '#test/fixtures/need-binary.ts';

const recordings = createRecordingProcessor(patience);
let ffmpeg: string;

beforeAll(async () => {
  ffmpeg = await needBinary('ffmpeg', 'ffmpeg');
}, 400_000);
afterAll(() => recordings.close());

async function listening(): Promise<{ readonly at: string; readonly asked: readonly string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => server.close() };
}

test('a playlist causes no request, with any file type, and shows no file of this machine', async () => {
  const lab = openMediaLab(recordings);
  const web = await listening();
  try {
    const secret = join(lab.folder, 'secret.wav');
    execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=0.2', secret]);
    const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${web.at}/a.ts\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
    // That it would have worked: as itself, without our limits, the playlist does ask.
    const bare = join(lab.folder, 'bare.m3u8');
    writeFileSync(bare, hls);
    const open = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,http,tcp', '-i', bare];
    await new Promise((resolve) => {
      execFile(ffmpeg, [...open, '-f', 'null', '-'], resolve);
    });
    const before = web.asked.length;
    expect(before).toBeGreaterThan(0);

    const lists = [
      hls,
      `ffconcat version 1.0\nfile '${web.at}/a.mp4'\nfile '${secret}'\n`,
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${new URL(web.at).port} RTP/AVP 96\n`,
      `<MPD><Period><AdaptationSet><Representation><BaseURL>${web.at}/a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
      `[playlist]\nFile1=${web.at}/a.mp3\n`,
    ];
    const types = ['video/mp4', 'video/mp2t'];
    const taken: string[] = [];
    for (const [at, list] of lists.entries())
      for (const type of types) {
        const code = codeOf(await lab.inspect(lab.file(`list-${at}`, type, list)));
        if (code !== 'media_broken') taken.push(`${at} as ${type}: ${JSON.stringify(code)}`);
      }
    expect(taken).toEqual([]);
    for (const type of ['video/mp4', 'video/mp2t'])
      expect(codeOf(await lab.derive(lab.file('list', type, hls)))).toBe('media_broken');
    expect(codeOf(await lab.derive(lab.file('list', 'audio/x-mpegurl', hls)))).toBe('media_refused');
    expect(web.asked.length).toBe(before);
  } finally {
    web.close();
  }
});

test('a film that says it is longer than is taken is refused by its head', async () => {
  const lab = openMediaLab(recordings);
  const film = join(lab.folder, 'film.mkv');
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=0.2', '-c:a', 'flac', film]);
  const bytes = readFileSync(film);
  // Matroska's Duration: its id, eight bytes, a double in milliseconds.
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  expect(at).toBeGreaterThan(0);
  bytes.writeDoubleBE(1e9, at + 3);
  expect(codeOf(await lab.inspect(lab.file('film.mkv', 'video/matroska', bytes)))).toBe('media_too_large');
});
