import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bitmap, isBlack, rowBytes } from '#shared/badge/bitmap.ts';
import { quarterTurn, toBitmap } from '#shared/badge/to-bitmap.ts';

const pixel = (red: number, green: number, blue: number, alpha = 255) => ({
  width: 1,
  height: 1,
  data: new Uint8ClampedArray([red, green, blue, alpha]),
});

describe('a pixel becomes a dot', () => {
  test.each([
    ['black', pixel(0, 0, 0), true],
    ['white', pixel(255, 255, 255), false],
    ['dark red', pixel(120, 0, 0), true],
    ['yellow', pixel(255, 220, 0), false],
    ['transparent black, which is paper', pixel(0, 0, 0, 0), false],
    ['half transparent black', pixel(0, 0, 0, 128), true],
  ])('%s', (_what, pixels, black) => {
    expect(isBlack(toBitmap(pixels), 0, 0)).toBe(black);
  });
});

const bitmaps = fc
  .record({ widthDots: fc.integer({ min: 1, max: 40 }), heightDots: fc.integer({ min: 1, max: 40 }) })
  .chain(({ widthDots, heightDots }) =>
    fc
      .array(fc.boolean(), { minLength: widthDots * heightDots, maxLength: widthDots * heightDots })
      .map((black) => fromDots(widthDots, heightDots, black)),
  );

function fromDots(widthDots: number, heightDots: number, black: readonly boolean[]): Bitmap {
  const data = new Uint8ClampedArray(black.flatMap((on) => (on ? [0, 0, 0, 255] : [255, 255, 255, 255])));
  return toBitmap({ width: widthDots, height: heightDots, data });
}

test('four quarter turns are none, and one moves every dot to its place', () => {
  fc.assert(
    fc.property(bitmaps, (bitmap) => {
      const turned = quarterTurn(bitmap);
      expect(turned.bits.length).toBe(rowBytes(bitmap.heightDots) * bitmap.widthDots);
      for (let y = 0; y < bitmap.heightDots; y++) {
        for (let x = 0; x < bitmap.widthDots; x++) {
          expect(isBlack(turned, bitmap.heightDots - 1 - y, x)).toBe(isBlack(bitmap, x, y));
        }
      }
      expect(quarterTurn(quarterTurn(quarterTurn(turned)))).toEqual(bitmap);
    }),
  );
});
