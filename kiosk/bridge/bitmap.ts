/**
 * The picture of a name badge as the printer gets it: one bit a dot. The renderer draws it, the host only
 * carries it. Not an image format: PNG and ESC/POS are made from it in kiosk/host.
 */
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';

export interface Bitmap {
  readonly widthDots: number;
  readonly heightDots: number;
  /** Row-major, most significant bit first, 1 = black; every row starts on a byte. Length = rowBytes × heightDots. */
  readonly bits: Uint8Array;
}

/** The widest head in the field is 4 inches at 600 dpi. */
export const maxBitmapWidthDots = 2_400;
/** A badge of 20 cm at 600 dpi. */
export const maxBitmapHeightDots = 4_800;

/** @returns bytes of one row of a bitmap, the last one padded */
export function rowBytes(widthDots: number): number {
  return (widthDots + 7) >> 3;
}

/** Whether the dot is black; dots outside the bitmap are white. */
export function isBlack(bitmap: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bitmap.widthDots || y >= bitmap.heightDots) return false;
  return ((bitmap.bits[y * rowBytes(bitmap.widthDots) + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1;
}

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}

/** Reads a bitmap that came over IPC (bytes survive structured cloning). */
export function parseBitmap(value: unknown): Result<Bitmap> {
  if (!isObject(value)) return refuse({ code: 'bad_message', message: 'The bitmap is missing.', path: 'bitmap' });
  const { widthDots, heightDots, bits } = value;
  if (!isCount(widthDots, maxBitmapWidthDots) || !isCount(heightDots, maxBitmapHeightDots)) {
    const limit = `${maxBitmapWidthDots} × ${maxBitmapHeightDots}`;
    return refuse({ code: 'bad_message', message: `A badge has 1 × 1 to ${limit} dots.`, path: 'bitmap' });
  }
  if (!(bits instanceof Uint8Array) || bits.length !== rowBytes(widthDots) * heightDots) {
    return refuse({
      code: 'bad_message',
      message: 'The bits do not fill the rows of the bitmap.',
      path: 'bitmap.bits',
    });
  }
  return ok({ widthDots, heightDots, bits });
}
