/**
 * The arguments of ffmpeg. Everything is encoded again, so that the output plays in every browser and contains nothing else
 * of the upload: no location, no chapters, no cover, no second format.
 */
import { secondMs } from '#shared/base/time.ts';
import { inputArgs } from './demuxers.ts';
import { durationMaxMs, framePixelsMax, type Recording } from './probe-recording.ts';

/** 720p: what event pages and phones show, and what two cores encode faster than it plays. */
const longSide = 1_280;
const shortSide = 720;
const posterBytesQuality = 4;
/** The MP4 of a four-hour talk has a quarter of this. */
const outputBytesMax = 4 * 1024 * 1024 * 1024;

const inSeconds = (ms: number) => (ms / secondMs).toFixed(3);

/** H.264 wants even numbers. */
const even = (n: number) => Math.max(2, 2 * Math.floor(n / 2));

/** @returns what is shown within 1280 × 720 or, upright, 720 × 1280; never enlarged */
export function shownSize(picture: { readonly width: number; readonly height: number }) {
  const { width, height } = picture;
  const [maxWidth, maxHeight] = width >= height ? [longSide, shortSide] : [shortSide, longSide];
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return { width: even(width * scale), height: even(height * scale) };
}

/**
 * `-nostdin`: a program that asks a question would never end. `-timelimit` (of CPU) ends it also when no one is left to
 * kill it.
 */
function around(cpuMs: number): readonly string[] {
  return ['-nostdin', '-hide_banner', '-v', 'error', '-n', '-timelimit', `${Math.ceil(cpuMs / secondMs)}`];
}

export function transcodeArgs(plan: {
  readonly demuxer: string;
  readonly path: string;
  readonly recording: Recording;
  readonly output: string;
  readonly limitMs: number;
  readonly threads: number;
}): readonly string[] {
  const { demuxer, path, recording, output, limitMs, threads } = plan;
  const size = recording.picture && shownSize(recording.picture);
  const picture = size
    ? [
        ...['-map', '0:V:0', '-vf', `scale=${size.width}:${size.height},setsar=1,format=yuv420p`, '-fpsmax', '60'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'],
        ...['-maxrate', '4M', '-bufsize', '8M', '-threads', `${threads}`],
      ]
    : ['-vn'];
  const sound = recording.sound
    ? ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']
    : ['-an'];
  return [
    ...around(limitMs * threads * 2),
    ...['-progress', 'pipe:1', '-nostats', '-max_pixels', `${framePixelsMax}`, '-threads', `${threads}`],
    ...inputArgs(demuxer, path),
    ...picture,
    ...sound,
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...['-t', inSeconds(durationMaxMs), '-fs', `${outputBytesMax}`, '-movflags', '+faststart', '-f', 'mp4', output],
  ];
}

/** A still of what was made, a tenth of the way in: titles fade in from black. */
export function posterArgs(video: string, durationMs: number, output: string, limitMs: number): readonly string[] {
  return [
    ...around(limitMs),
    ...['-ss', inSeconds(durationMs / 10)],
    ...inputArgs('mov', video),
    ...['-map', '0:V:0', '-frames:v', '1', '-an', '-sn', '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...[
      '-c:v',
      'mjpeg',
      '-q:v',
      `${posterBytesQuality}`,
      '-pix_fmt',
      'yuvj420p',
      '-f',
      'image2',
      '-update',
      '1',
      output,
    ],
  ];
}
