/**
 * A badge as Brother QL raster bytes: one page a copy, uncompressed (the older models know no compression), cut after
 * each. Pure bytes; sending them is ql-dialect.ts.
 * Source: Brother "Raster Command Reference QL-800/810W/820NWB", printing command details.
 */

import { type Bitmap, isBlack } from '#kiosk/bridge/bitmap.ts';
import { assert } from '#shared/base/assert.ts';
import { headDots, type QlMedia } from './ql-media.ts';

export const lineBytes = headDots / 8;
/** Ends any half command or raster line that stands in the buffer: QL-8xx needs 400, others 200. */
const invalidate = new Uint8Array(400);
const initialize = [0x1b, 0x40];
/** `ESC i a 1`: raster mode; before the invalidating bytes too, for printers set to another emulation. */
const rasterMode = [0x1b, 0x69, 0x61, 0x01];
/** `ESC i ! 0`: tell what happens without being asked. */
const notify = [0x1b, 0x69, 0x21, 0x00];
const statusRequest = [0x1b, 0x69, 0x53];
/** `ESC i M`: cut by itself; `ESC i A 1`: after every page; `ESC i K`: and at the end. */
const cutting = [0x1b, 0x69, 0x4d, 0x40, 0x1b, 0x69, 0x41, 0x01, 0x1b, 0x69, 0x4b, 0x08];
/** A continuous roll is cut no shorter than 12.7 mm, and fed 3 mm at both ends. */
const shortestDots = 150;
const feedDots = 35;

/** Clears what an earlier job left in the buffer, and stops it. */
export const clearPrinter = Buffer.concat([Buffer.from(rasterMode), invalidate, Buffer.from(initialize)]);
/** Asks for the status from a cleared buffer, so that a torn job cannot swallow the question. */
export const askQlStatus = Buffer.concat([clearPrinter, Buffer.from([...rasterMode, ...statusRequest])]);
/** Asks after a job, when the buffer is empty by itself. */
export const askQlStatusAgain = Buffer.from(statusRequest);

/** `ESC i z`: which roll the job is for and how many lines come; flags 0x8e: type, width, length count; recover. */
function pageInformation(media: QlMedia, lines: number, isFirst: boolean): Buffer {
  const type = media.lengthMm === 0 ? 0x0a : 0x0b;
  const bytes = Buffer.from([
    0x1b,
    0x69,
    0x7a,
    0x8e,
    type,
    media.widthMm,
    media.lengthMm,
    0,
    0,
    0,
    0,
    isFirst ? 0 : 1,
    0,
  ]);
  bytes.writeUInt32LE(lines, 7);
  return bytes;
}

/** The head counts its dots from the right of the paper: every line is mirrored. */
function rasterLines(bitmap: Bitmap, media: QlMedia, lines: number): Buffer {
  const left = headDots - media.rightDots - media.printableDots;
  const bytes = Buffer.alloc(lines * (3 + lineBytes));
  for (let y = 0; y < lines; y += 1) {
    const at = y * (3 + lineBytes);
    bytes.set([0x67, 0x00, lineBytes], at);
    for (let x = 0; x < bitmap.widthDots && y < bitmap.heightDots; x += 1) {
      if (!isBlack(bitmap, x, y)) continue;
      const dot = headDots - 1 - (left + x);
      bytes[at + 3 + (dot >> 3)]! |= 0x80 >> (dot & 7);
    }
  }
  return bytes;
}

/**
 * @param media the roll that is loaded; the badge fits it
 * @param copies how many labels come out, each with its own cut
 */
export function encodeQlBadge(bitmap: Bitmap, media: QlMedia, copies: number): Uint8Array {
  assert(bitmap.widthDots > 0 && bitmap.heightDots > 0 && copies > 0, 'a job has dots and copies');
  assert(bitmap.widthDots <= media.printableDots, 'the badge is no wider than the roll');
  const lines = media.lengthDots === 0 ? Math.max(shortestDots, bitmap.heightDots) : media.lengthDots;
  const margin = media.lengthDots === 0 ? feedDots : 0;
  const raster = rasterLines(bitmap, media, lines);
  const parts: Uint8Array[] = [clearPrinter, Buffer.from([...rasterMode, ...notify])];
  for (let copy = 0; copy < copies; copy += 1) {
    parts.push(pageInformation(media, lines, copy === 0));
    parts.push(Buffer.from([...cutting, 0x1b, 0x69, 0x64, margin, 0x00, 0x4d, 0x00]), raster);
    // Print: 0x0c for a page before the last, 0x1a with feeding for the last one.
    parts.push(Buffer.of(copy < copies - 1 ? 0x0c : 0x1a));
  }
  return Buffer.concat(parts);
}
