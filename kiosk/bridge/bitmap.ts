/** The picture of a name badge on its way from renderer to host: its bounds, and how it is read from IPC. */
import { type Bitmap, isBlack, rowBytes } from '#shared/badge/bitmap.ts';
import { isObject } from '#shared/base/json.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';

export { type Bitmap, isBlack, rowBytes };

/** The widest head in the field is 4 inches at 600 dpi. */
export const maxBitmapWidthDots = 2_400;
/** A badge of 20 cm at 600 dpi. */
export const maxBitmapHeightDots = 4_800;

function isCount(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
}

/** Reads a bitmap that came over IPC (bytes survive structured cloning). */
export function parseBitmap(value: unknown): Result<Bitmap> {
  if (!isObject(value)) return refuse({ code: 'bad_message', message: 'The bitmap is missing.', path: 'bitmap' });
  const { widthDots, heightDots, bits } = value;
  if (!isCount(widthDots, maxBitmapWidthDots) || !isCount(heightDots, maxBitmapHeightDots)) {
    const limit = `${maxBitmapWidthDots} × ${maxBitmapHeightDots}`;
    return refuse({ code: 'bad_message', message: `A badge must have 1 × 1 to ${limit} dots.`, path: 'bitmap' });
  }
  if (!(bits instanceof Uint8Array) || bits.length !== rowBytes(widthDots) * heightDots) {
    return refuse({
      code: 'bad_message',
      message: 'The bits must fill the rows of the bitmap.',
      path: 'bitmap.bits',
    });
  }
  return ok({ widthDots, heightDots, bits });
}
