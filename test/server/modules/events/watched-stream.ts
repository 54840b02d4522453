/** A stream that tells its time by its picture, of two qualities, and what is seen of it in a player. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { type Body, textAt } from './events-module.ts';

/** The picture is white at the start of each period. */
export const periodSeconds = 10;
export const whiteSeconds = 2;

/** Of each size. */
const encoding = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '50', '-keyint_min', '50', '-sc_threshold', '0'],
  ...['-pix_fmt', 'yuv420p', '-threads', '1', '-c:a', 'aac', '-f', 'flv'],
];

/** @param key as the API answers it. @returns ffmpeg, which publishes 320 × 180 and, as `low`, 160 × 90 */
export function encodeTwoSizes(key: Body): ChildProcess {
  const address = `${textAt(key, 'ingestUrl')}/${textAt(key, 'streamKey')}`;
  const white = `drawbox=c=white:t=fill:enable='lt(mod(t,${periodSeconds}),${whiteSeconds})'`;
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', `color=black:s=320x180:r=25,${white}`],
    ...['-f', 'lavfi', '-i', 'sine=frequency=300', '-filter_complex', '[0:v]split[big][v];[v]scale=160:90[small]'],
    ...['-map', '[big]', '-map', '1:a', ...encoding, address],
    ...['-map', '[small]', '-map', '1:a', ...encoding, `${address}_low`],
  ];
  return spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * What is seen: a sample is the brightness of the picture and the caption on it. Where a busy machine shows an old picture while
 * the time of the player goes on, nothing is sampled.
 */
export const watchPlayer = (page: Page, seconds: number) =>
  page.evaluate(async (ms) => {
    const video = document.querySelector('video')!;
    const canvas = new OffscreenCanvas(8, 8);
    const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
    const samples: { white: boolean; caption: string; latency: number }[] = [];
    const staleSeconds = 0.12;
    let shownAt = Number.NaN;
    const note = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      shownAt = mediaTime;
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
    const end = performance.now() + ms;
    while (performance.now() < end) {
      drawing.drawImage(video, 0, 0, 8, 8);
      const showing = Array.from(video.textTracks).filter(({ mode }) => mode === 'showing');
      const cues = showing.flatMap(({ activeCues }) => Array.from(activeCues ?? [], (cue) => (cue as VTTCue).text));
      const caption = cues.join(' | ');
      const white = drawing.getImageData(4, 4, 1, 1).data[0]! > 128;
      const isCurrent = Math.abs(video.currentTime - shownAt) < staleSeconds;
      if (isCurrent) samples.push({ white, caption, latency: Number(video.dataset['latency'] ?? 0) });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return samples;
  }, seconds * 1_000);
