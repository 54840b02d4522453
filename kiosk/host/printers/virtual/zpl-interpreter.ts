/**
 * Reads one ZPL format (`^XA … ^XZ`) as far as badges need it: graphics at a place, label size, quantity. Lists what
 * it does not know. Not a renderer of ZPL: there are no fonts and no bar codes.
 * Source: Zebra ZPL II Programming Guide.
 */
import { type Bitmap, maxBitmapHeightDots, rowBytes } from '#kiosk/bridge/bitmap.ts';

export interface ZplLabel {
  readonly bitmap: Bitmap;
  /** 1 to 100. */
  readonly copies: number;
  readonly complaints: readonly string[];
}

/** Settings that change nothing in the picture here. */
const ignored = new Set(['XA', 'XZ', 'LH', 'LS', 'PO', 'FS', 'MM', 'MT', 'MN', 'PR', 'CI', 'FX']);
const maxCopies = 100;

/** Undoes the compression of `^GFA` data. @returns rows of bytes; a short row is filled with white */
export function expandGraphic(data: string, bytesPerRow: number): Uint8Array {
  const width = bytesPerRow * 2;
  const rows: string[] = [];
  let row = '';
  let count = 0;
  const end = (): void => {
    rows.push(row.padEnd(width, '0'));
    row = '';
  };
  for (const letter of data) {
    if (row.length === width) end();
    if (letter === ',') end();
    else if (letter === ':') rows.push(rows.at(-1) ?? '0'.repeat(width));
    else if (/[G-Y]/.test(letter)) count += letter.charCodeAt(0) - 70;
    else if (/[g-z]/.test(letter)) count += (letter.charCodeAt(0) - 102) * 20;
    else if (/[0-9A-Fa-f]/.test(letter)) {
      row += letter.repeat(Math.max(1, count));
      count = 0;
      for (; row.length > width; row = row.slice(width)) rows.push(row.slice(0, width));
    }
  }
  if (row !== '') end();
  return Buffer.from(rows.join(''), 'hex');
}

/** @param widthDots of the head; what lies beyond is lost */
export function readZplFormat(format: string, widthDots: number): ZplLabel {
  const complaints: string[] = [];
  const graphics: {
    readonly x: number;
    readonly y: number;
    readonly bytesPerRow: number;
    readonly bits: Uint8Array;
  }[] = [];
  let [x, y, heightDots, copies] = [0, 0, 0, 1];
  for (const [, name = '', rest = ''] of format.matchAll(/\^([A-Z][A-Z0-9])([^^]*)/g)) {
    const values = rest.trim().split(',');
    const [first = 0, second = 0] = values.map(Number);
    if (name === 'FO') [x, y] = [first, second];
    else if (name === 'LL') heightDots = Math.min(first, maxBitmapHeightDots);
    else if (name === 'PQ') copies = Math.min(maxCopies, Math.max(1, first));
    else if (name === 'PW' && first > widthDots) complaints.push('overflow');
    else if (name === 'GF') {
      const [mode = '', , total = '', perRow = '', ...data] = rest.trim().split(',');
      const bytesPerRow = Number(perRow);
      const bits = expandGraphic(data.join(','), bytesPerRow);
      if (mode !== 'A' || bits.length !== Number(total))
        complaints.push(`graphic of ${bits.length} bytes, not ${total}`);
      graphics.push({ x, y, bytesPerRow, bits });
    } else if (name !== 'PW' && !ignored.has(name)) complaints.push(`^${name}`);
  }
  const height = Math.max(1, heightDots);
  const target = new Uint8Array(rowBytes(widthDots) * height);
  for (const graphic of graphics) {
    for (const [i, byte] of graphic.bits.entries()) {
      for (let bit = 0; bit < 8; bit += 1) {
        if (((byte >> (7 - bit)) & 1) === 0) continue;
        const column = graphic.x + (i % graphic.bytesPerRow) * 8 + bit;
        const line = graphic.y + Math.floor(i / graphic.bytesPerRow);
        if (column >= widthDots || line >= height) complaints.push('overflow');
        else target[line * rowBytes(widthDots) + (column >> 3)]! |= 0x80 >> (column & 7);
      }
    }
  }
  return { bitmap: { widthDots, heightDots: height, bits: target }, copies, complaints: [...new Set(complaints)] };
}
