/**
 * A badge as ESC/POS bytes: init, the bitmap in bands of `GS v 0`, feed and cut, and at the very end the question
 * whose answer proves that all before it was processed. Pure bytes; sending them is tcp-transport.ts.
 * node-thermal-printer builds the surrounding bytes; it gets no interface, so it cannot open a connection.
 */
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { assert } from '#shared/base/assert.ts';
import { acknowledgeRequest } from './escpos-status.ts';

/** Rows in one `GS v 0`: small enough for a 16 kB receive buffer at 4 inches, so that printing starts at once. */
export const bandRows = 128;

/** Number of `ESC d 4` commands (four line feeds of 30 dots each) that carry the badge's end past the cutter. */
const feedsBeforeCut = 1;

const initialize = [0x1b, 0x40];
/** `GS a 0`: no automatic status, so that what comes back are answers to questions. */
const automaticStatusOff = [0x1d, 0x61, 0x00];

/**
 * `GS v 0 m xL xH yL yH d…`: print a raster bit image at normal size (ESC/POS command reference, GS v 0).
 * The padding bits at the end of a row are cleared: the printer would print them.
 */
function rasterBands(bitmap: Bitmap): Buffer {
  const bytesPerRow = rowBytes(bitmap.widthDots);
  const padding = bytesPerRow * 8 - bitmap.widthDots;
  const lastByteMask = (0xff << padding) & 0xff;
  const bands: Buffer[] = [];
  for (let top = 0; top < bitmap.heightDots; top += bandRows) {
    const rows = Math.min(bandRows, bitmap.heightDots - top);
    const size = [bytesPerRow & 0xff, bytesPerRow >> 8, rows & 0xff, rows >> 8];
    const bits = Buffer.from(bitmap.bits.subarray(top * bytesPerRow, (top + rows) * bytesPerRow));
    for (let last = bytesPerRow - 1; last < bits.length; last += bytesPerRow) bits[last]! &= lastByteMask;
    bands.push(Buffer.from([0x1d, 0x76, 0x30, 0x00, ...size]), bits);
  }
  return Buffer.concat(bands);
}

/**
 * @param copies how many badges come out, each with its own cut
 * @returns the whole job, never empty, ending in `GS r 1`
 */
export function encodeBadge(bitmap: Bitmap, copies: number): Uint8Array {
  assert(bitmap.widthDots > 0 && bitmap.heightDots > 0 && copies > 0, 'a job has dots and copies');
  const job = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: '', characterSet: CharacterSet.PC437_USA });
  const raster = rasterBands(bitmap);
  job.setBuffer(Buffer.from([...initialize, ...automaticStatusOff]));
  for (let copy = 0; copy < copies; copy += 1) {
    job.append(raster);
    job.partialCut({ verticalTabAmount: feedsBeforeCut });
  }
  job.append(Buffer.from(acknowledgeRequest));
  return job.getBuffer();
}
