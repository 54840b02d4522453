/**
 * The largest pictures that are accepted. What a decoder keeps in memory differs by kind: some pass rows on as they come, others
 * need the whole picture, and AVIF several copies of it. The numbers keep each of them below the worker's ceiling.
 */
import type { Refused } from '#shared/base/result.ts';
import { problem } from '../problem.ts';

const megapixel = 1_000_000;

export const imageBytesMax = 64 * 1024 * 1024;
export const svgBytesMax = 2 * 1024 * 1024;
/** Maximum of either side, in pixels; WebP itself ends at 16,383. */
export const sideMax = 16_383;
export const framesMax = 600;

/** The fields of a picture's header that decide how much memory it takes, as libvips reads them. */
export interface PictureHead {
  readonly format: string;
  readonly width: number;
  /** Height of one frame. */
  readonly height: number;
  readonly frames: number;
  /** An interlaced PNG or a progressive JPEG: its decoder keeps the whole picture. */
  readonly progressive: boolean;
  readonly bitsPerSample: number;
}

function pixelsMax({ format, frames, progressive, bitsPerSample }: PictureHead): number {
  if (frames > 1) return 30 * megapixel;
  if (format === 'heif') return 12 * megapixel;
  if (format === 'gif') return 24 * megapixel;
  if (!progressive) return 50 * megapixel;
  return (bitsPerSample > 8 ? 12 : 24) * megapixel;
}

/** @returns why it is too large to be worked on, or null */
export function tooLarge(head: PictureHead): Refused | null {
  const { width, height, frames } = head;
  if (width > sideMax || height > sideMax)
    return problem(
      'media_too_large',
      `The picture is ${width} × ${height}. Each side must have at most ${sideMax} pixels.`,
    );
  if (frames > framesMax)
    return problem(
      'media_too_large',
      `The animation has ${frames} frames. At most ${framesMax} are accepted. Upload it as a video.`,
    );
  const max = pixelsMax(head);
  if (width * height * frames <= max) return null;
  const size = frames > 1 ? `${width} × ${height} × ${frames} frames` : `${width} × ${height}`;
  return problem(
    'media_too_large',
    `The picture has ${size} pixels. At most ${max / megapixel} megapixels are accepted for this kind. Upload a smaller one.`,
  );
}
