/**
 * The fallback where WebAssembly is refused: ZXing in plain JavaScript. It reads one code per picture, and blur defeats
 * it (zxing-js-decoder.test.ts). Uses the QR reader alone, because the library's MultiFormatReader logs a warning with a
 * stack for every picture without a code.
 */
import {
  BinaryBitmap,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  type LuminanceSource,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';
import type { Decoder, Picture } from './decoder.ts';

const HINTS = new Map<DecodeHintType, unknown>([
  [DecodeHintType.TRY_HARDER, true],
  [DecodeHintType.CHARACTER_SET, 'UTF-8'],
]);

export function createZxingJsDecoder(): Decoder {
  const reader = new QRCodeReader();

  function read(source: LuminanceSource): string | null {
    try {
      return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), HINTS).getText();
    } catch (cause) {
      // The library throws its own `Exception` for a picture without a code that it can read.
      if (cause instanceof Exception) return null;
      throw cause;
    }
  }

  return {
    name: 'zxing-js',
    async decode(picture) {
      const { width, height } = picture;
      const grey = luminance(picture);
      const plain = read(new RGBLuminanceSource(grey, width, height));
      if (plain !== null) return [plain];
      // The library's binarizer takes sensor noise for modules and overlooks a pale print: measured, it reads neither.
      const calm = new RGBLuminanceSource(stretch(smooth(grey, width, height)), width, height);
      const text = read(calm) ?? read(calm.invert());
      return text === null ? [] : [text];
    },
  };
}

/** The mean of each pixel and its eight neighbours; the frame's rim stays as it is. */
function smooth(grey: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const across = new Uint16Array(grey.length);
  for (let at = 1; at < grey.length - 1; at++) across[at] = (grey[at - 1] ?? 0) + (grey[at] ?? 0) + (grey[at + 1] ?? 0);
  const out = grey.slice();
  for (let row = 1; row < height - 1; row++) {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      out[at] = ((across[at - width] ?? 0) + (across[at] ?? 0) + (across[at + width] ?? 0)) / 9;
    }
  }
  return out;
}

/** Spreads the greys between the darkest and the lightest hundredth over the whole range. */
function stretch(grey: Uint8ClampedArray): Uint8ClampedArray {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  const edge = grey.length / 100;
  const darkest = levelHolding(counts, edge);
  const lightest = 255 - levelHolding(counts.toReversed(), edge);
  const range = lightest - darkest;
  return range <= 0 ? grey : grey.map((value) => ((value - darkest) * 255) / range);
}

/** @returns the first index at which the counts up to it reach `pixels` */
function levelHolding(counts: Uint32Array, pixels: number): number {
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    sum += count;
    if (sum >= pixels) return level;
  }
  return counts.length - 1;
}

/** ITU-R BT.601 weights in 1/1024, as the other decoder uses. */
function luminance({ data, width, height }: Picture): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0, rgba = 0; at < grey.length; at++, rgba += 4) {
    grey[at] = ((data[rgba] ?? 0) * 306 + (data[rgba + 1] ?? 0) * 601 + (data[rgba + 2] ?? 0) * 117 + 512) >> 10;
  }
  return grey;
}
