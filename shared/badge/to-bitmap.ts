/**
 * Canvas pixels to the one-bit picture a printer takes, and its quarter turn. No dithering: a badge is text and
 * a QR code, both of which it would fray. Called by `draw-badge.ts`; turned by kiosk/printing.
 */

import { assert } from '../base/assert.ts';
import { type Bitmap, isBlack, rowBytes } from './bitmap.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, row-major, as `getImageData` gives it. */
  readonly data: Uint8ClampedArray;
}

/** Luminance (ITU-R BT.601) below which a pixel is black; transparent pixels lie on white paper. */
export const blackBelow = 140;

/** @param threshold luminance 0–255 below which a dot is printed */
export function toBitmap(pixels: Pixels, threshold: number = blackBelow): Bitmap {
  const { width, height, data } = pixels;
  assert(data.length === width * height * 4, 'four bytes a pixel');
  const bytes = rowBytes(width);
  const bits = new Uint8Array(bytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const luminance = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      const opacity = data[at + 3]! / 255;
      if (luminance * opacity + 255 * (1 - opacity) < threshold) bits[y * bytes + (x >> 3)]! |= 128 >> (x & 7);
    }
  }
  return { widthDots: width, heightDots: height, bits };
}

/** Turned a quarter to the right: for a printer whose paper is as wide as the badge is high. */
export function quarterTurn(bitmap: Bitmap): Bitmap {
  const { widthDots, heightDots } = bitmap;
  const bytes = rowBytes(heightDots);
  const bits = new Uint8Array(bytes * widthDots);
  for (let y = 0; y < heightDots; y++) {
    for (let x = 0; x < widthDots; x++) {
      if (!isBlack(bitmap, x, y)) continue;
      const left = heightDots - 1 - y;
      bits[x * bytes + (left >> 3)]! |= 128 >> (left & 7);
    }
  }
  return { widthDots: heightDots, heightDots: widthDots, bits };
}
