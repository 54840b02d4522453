/**
 * QR pictures of ticket codes: as modules for the ticket page, which draws them itself, and as PNG for mails.
 * Level M: a phone's screen is bright and clean, and a smaller symbol reads from further away.
 */
import { PNG } from 'pngjs';
import encodeQR from 'qr';
import { toBase64url } from '#shared/base/bytes.ts';

/** White around the symbol, in modules (ISO/IEC 18004 asks for four). */
export const quietModules = 4;
const pngPxPerModule = 8;

/** Dark modules as rows of booleans, without the quiet zone. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  // The library wants a border of at least one; it is cut off again.
  const framed = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return framed.slice(1, -1).map((row) => row.slice(1, -1));
}

/**
 * The symbol in few bytes, for a page that holds a series of them:
 *
 *   byte   what
 *   0      modules per side (21..177)
 *   1..    side × side bits, row by row, first module highest, dark is 1; the last byte filled up with 0
 *
 * @returns base64url
 */
export function packQr(text: string): string {
  const modules = qrModules(text);
  const side = modules.length;
  const bytes = new Uint8Array(1 + Math.ceil((side * side) / 8));
  bytes[0] = side;
  modules.flat().forEach((dark, i) => {
    if (dark) bytes[1 + (i >> 3)]! |= 128 >> (i & 7);
  });
  return toBase64url(bytes);
}

/** An SVG path of the dark modules, one unit each, offset by the quiet zone. The page's script draws the same. */
export function qrPath(text: string): string {
  let path = '';
  qrModules(text).forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from + quietModules} ${y + quietModules}h${x - from + 1}v1h${from - x - 1}z`;
    }
  });
  return path;
}

/** Black on white with its quiet zone, large enough to print; for the mail that carries the ticket. */
export function ticketQrPng(text: string): Uint8Array {
  const modules = qrModules(text);
  const sidePx = (modules.length + 2 * quietModules) * pngPxPerModule;
  const png = new PNG({ width: sidePx, height: sidePx, colorType: 0 });
  png.data.fill(255);
  modules.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) fillSquare(png, (x + quietModules) * pngPxPerModule, (y + quietModules) * pngPxPerModule);
    });
  });
  return new Uint8Array(PNG.sync.write(png, { colorType: 0 }));
}

function fillSquare(png: PNG, left: number, top: number): void {
  for (let y = top; y < top + pngPxPerModule; y++) {
    for (let x = left; x < left + pngPxPerModule; x++)
      png.data.fill(0, (y * png.width + x) * 4, (y * png.width + x) * 4 + 3);
  }
}
