/** A badge's bitmap as a PNG file's bytes, black on white, for files, PDF pages, system printers and the virtual printer. */
import { PNG } from 'pngjs';
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';

export function badgePng(bitmap: Bitmap): Buffer {
  const { widthDots, heightDots, bits } = bitmap;
  const bytesPerRow = rowBytes(widthDots);
  const png = new PNG({ width: widthDots, height: heightDots, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  const gray = Buffer.alloc(widthDots * heightDots, 0xff);
  for (let y = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1) {
      if ((bits[y * bytesPerRow + (x >> 3)]! >> (7 - (x & 7))) & 1) gray[y * widthDots + x] = 0;
    }
  }
  png.data = gray;
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false });
}
