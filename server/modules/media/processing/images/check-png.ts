/**
 * Does a PNG hold what its head says? Walks the chunks (W3C PNG, 3rd edition, section 5) before libpng sees them: text
 * and colour profiles that unpack to megabytes are refused, and so are pixels that cannot be, or are not, in the file.
 * Decodes no picture; what is unpacked is bounded below.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { Refused } from '#shared/base/result.ts';
import { problem } from '../problem.ts';

const signatureBytes = 8;
/** Length, type and CRC around each chunk's data. */
const chunkOverhead = 12;
const chunksMax = 40_000;
/** All chunks besides the pixels together, with what text and profiles unpack to; the largest profiles in use have 2 MB. */
const besidesBytesMax = 4 * 1024 * 1024;
/** Pictures up to this size are unpacked to check the size in the header; for larger ones the decoder checks it. */
const unpackedBytesMax = 8 * 1024 * 1024;
/** Deflate packs no better than 1032 : 1 (RFC 1951: 258 bytes in two bits). */
const deflateRatioMax = 1032;

/** Chunks of pixels and what belongs to them; `fdAT` holds further frames of an animation, which the decoder skips. */
const pixelTypes: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'fdAT', 'IEND']);

const broken = (said: string) => problem('media_broken', `The PNG cannot be read: ${said}. Export it again.`);

interface Chunk {
  readonly type: string;
  /** Position of the data. */
  readonly start: number;
  readonly length: number;
}

function chunksOf(read: (start: number, length: number) => Buffer, size: number): readonly Chunk[] | Refused {
  const chunks: Chunk[] = [];
  for (let at = signatureBytes; at + chunkOverhead <= size; ) {
    const head = read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return broken('it has a chunk without a name');
    if (at + chunkOverhead + length > size) return broken(`its ${type} chunk ends after the file`);
    chunks.push({ type, start: at + 8, length });
    // Data after the end belongs to someone else (a second format in one file) and is not carried on.
    if (type === 'IEND') return chunks;
    if (chunks.length > chunksMax) return broken('it has too many chunks');
    at += chunkOverhead + length;
  }
  return broken('it ends too early');
}

/** Returns the start of the packed bytes in a chunk's data; null: nothing is packed. */
function packedFrom(type: string, data: Buffer): number | null {
  const name = data.indexOf(0);
  if (name < 0) return null;
  if (type === 'zTXt' || type === 'iCCP') return name + 2;
  if (data[name + 1] !== 1) return null;
  const language = data.indexOf(0, name + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  return translated < 0 ? null : translated + 1;
}

/** Unpacks no more than `max`. @returns how many bytes came out, `max + 1` for more; null: it is not deflate at all */
function unpackedBytes(packed: Buffer, max: number): number | null {
  try {
    return inflateSync(packed, { maxOutputLength: max + 1 }).length;
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : null;
    return code === 'ERR_BUFFER_TOO_LARGE' ? max + 1 : null;
  }
}

/** Returns the size of the filtered rows, by the head (section 9 and, interlaced, section 8 of the specification). */
export function rowBytes(head: {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly interlaced: boolean;
}): number {
  const { width, height, bitsPerPixel, interlaced } = head;
  const rows = (w: number, h: number) => (w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bitsPerPixel) / 8)));
  if (!interlaced) return rows(width, height);
  /** Adam7: first column, first row, and the steps between. */
  const passes: readonly (readonly [number, number, number, number])[] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
  return passes.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + rows(Math.max(0, Math.ceil((width - x) / dx)), Math.max(0, Math.ceil((height - y) / dy))),
    0,
  );
}

/** Samples of a pixel by the colour type of IHDR; other numbers are not valid. */
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function checkPixels(ihdr: Buffer, idat: readonly Chunk[], read: (start: number, length: number) => Buffer) {
  const samples = samplesPerPixel[ihdr[9] ?? -1];
  if (ihdr.length !== 13 || samples === undefined) return broken('its header is not valid');
  const expected = rowBytes({
    width: ihdr.readUInt32BE(0),
    height: ihdr.readUInt32BE(4),
    bitsPerPixel: samples * (ihdr[8] ?? 0),
    interlaced: ihdr[12] === 1,
  });
  const packed = idat.reduce((sum, { length }) => sum + length, 0);
  if (packed * deflateRatioMax < expected) return broken('its header names more pixels than the file can hold');
  if (expected > unpackedBytesMax || packed > unpackedBytesMax) return null;
  const found = unpackedBytes(Buffer.concat(idat.map(({ start, length }) => read(start, length))), expected);
  if (found === expected) return null;
  return broken(
    `its header names ${expected} bytes of pixels, but it has ${(found ?? 0) > expected ? 'more' : 'less'}`,
  );
}

/** @returns why it is refused, or null. Throws where the file itself cannot be read. */
export function checkPng(path: string, size: number): Refused | null {
  const file = openSync(path, 'r');
  const read = (start: number, length: number): Buffer => {
    const part = Buffer.alloc(length);
    return part.subarray(0, readSync(file, part, 0, length, start));
  };
  try {
    const chunks = chunksOf(read, size);
    if ('ok' in chunks) return chunks;
    const head = chunks[0];
    if (head?.type !== 'IHDR') return broken('it does not begin with its header');
    const besides = chunks.filter(({ type }) => !pixelTypes.has(type));
    const tooMuch = problem(
      'media_too_large',
      'The PNG contains megabytes of text besides its pixels. Save it without the text.',
    );
    let left = besidesBytesMax - besides.reduce((sum, { length }) => sum + length, 0);
    if (left < 0) return tooMuch;
    for (const { type, start, length } of besides) {
      if (type !== 'zTXt' && type !== 'iTXt' && type !== 'iCCP') continue;
      const data = read(start, length);
      const from = packedFrom(type, data);
      left -= from === null ? 0 : (unpackedBytes(data.subarray(from), left) ?? 0);
      if (left < 0) return tooMuch;
    }
    return checkPixels(
      read(head.start, head.length),
      chunks.filter(({ type }) => type === 'IDAT'),
      read,
    );
  } finally {
    closeSync(file);
  }
}
