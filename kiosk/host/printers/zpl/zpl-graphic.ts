/**
 * A badge as a ZPL II format: the bitmap as one `^GFA` field at the label's top left. Pure text; sending it is
 * zpl-dialect.ts. Nothing of a name ever becomes a command: letters travel as dots.
 * Source: Zebra ZPL II Programming Guide, ^GF and "Alternative Data Compression Scheme".
 */

import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { assert } from '#shared/base/assert.ts';

/** Repeat counts: `G` to `Y` are 1 to 19, `g` to `z` are 20 to 400 in steps of 20; they may stand together. */
const onesFrom = 'G'.charCodeAt(0);
const twentiesFrom = 'g'.charCodeAt(0);
const longestRun = 419;

function repeat(count: number): string {
  const twenties = Math.floor(count / 20);
  const ones = count % 20;
  return (
    (twenties === 0 ? '' : String.fromCharCode(twentiesFrom + twenties - 1)) +
    (ones === 0 ? '' : String.fromCharCode(onesFrom + ones - 1))
  );
}

/**
 * One row's hex digits, runs shortened; `,` fills the rest of a row with white. The scheme's `!` (black) is not used:
 * implementations disagree whether it means ones or digits 1.
 */
function shortenRow(digits: string): string {
  const white = /0*$/.exec(digits)?.[0].length ?? 0;
  const body = white > 1 ? digits.slice(0, -white) : digits;
  let text = '';
  for (let at = 0; at < body.length; ) {
    let run = 1;
    while (run < longestRun && body[at + run] === body[at]) run += 1;
    text += (run > 2 ? repeat(run) : run === 2 ? body[at]! : '') + body[at]!;
    at += run;
  }
  return text + (white > 1 ? ',' : '');
}

/** `:` repeats the row above. The padding bits at the end of a row are cleared: the printer would print them. */
function shortenRows(bitmap: Bitmap): string {
  const bytesPerRow = rowBytes(bitmap.widthDots);
  const lastByteMask = (0xff << (bytesPerRow * 8 - bitmap.widthDots)) & 0xff;
  const rows: string[] = [];
  let above = '';
  for (let y = 0; y < bitmap.heightDots; y += 1) {
    const row = Buffer.from(bitmap.bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow));
    row[bytesPerRow - 1]! &= lastByteMask;
    const digits = row.toString('hex').toUpperCase();
    rows.push(digits === above ? ':' : shortenRow(digits));
    above = digits;
  }
  return rows.join('');
}

/**
 * @param copies how many labels come out
 * @returns one whole format, `^XA` to `^XZ`; media and cutter stay as they are set at the printer
 */
export function encodeZplBadge(bitmap: Bitmap, copies: number): string {
  const { widthDots, heightDots } = bitmap;
  assert(widthDots > 0 && heightDots > 0 && copies > 0, 'a job has dots and copies');
  const bytesPerRow = rowBytes(widthDots);
  const total = bytesPerRow * heightDots;
  const graphic = `^GFA,${total},${total},${bytesPerRow},${shortenRows(bitmap)}`;
  return `^XA^PW${widthDots}^LL${heightDots}^LH0,0^LS0^PON^FO0,0${graphic}^FS^PQ${copies},0,0,N^XZ\n`;
}
