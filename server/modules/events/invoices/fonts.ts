/**
 * The font of invoices: Latin, Greek, Cyrillic, Hebrew and Arabic. It comes as WOFF, which the PDF library unpacks so
 * slowly (seconds) that it is unpacked here, once.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const headerBytes = 12;
const entryBytes = 16;
const woffHeaderBytes = 44;
const woffEntryBytes = 20;

const aligned = (size: number) => (size + 3) & ~3;

/** WOFF 1.0 to the font it packs: the same tables, inflated. */
export function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12);
  const tables = Array.from({ length: tableCount }, (_, i) => {
    const at = woffHeaderBytes + i * woffEntryBytes;
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const data = woff.subarray(offset, offset + packed);
    return {
      tag: woff.readUInt32BE(at),
      checksum: woff.readUInt32BE(at + 16),
      data: packed < size ? inflateSync(data) : data,
    };
  });
  const start = headerBytes + tableCount * entryBytes;
  const font = Buffer.alloc(tables.reduce((end, { data }) => end + aligned(data.length), start));
  const steps = Math.floor(Math.log2(tableCount));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [i, value] of [
    tableCount,
    2 ** steps * entryBytes,
    steps,
    (tableCount - 2 ** steps) * entryBytes,
  ].entries())
    font.writeUInt16BE(value, 4 + i * 2);
  let offset = start;
  for (const [i, { checksum, data, tag }] of tables.entries()) {
    for (const [at, value] of [tag, checksum, offset, data.length].entries())
      font.writeUInt32BE(value, headerBytes + i * entryBytes + at * 4);
    data.copy(font, offset);
    offset += aligned(data.length);
  }
  return font;
}

const require = createRequire(import.meta.url);
const unpacked = new Map<number, Buffer>();

/** @param weight 400 or 700 */
export function invoiceFont(weight: 400 | 700): Buffer {
  const known = unpacked.get(weight);
  if (known) return known;
  const path = require.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`);
  const font = unpackWoff(readFileSync(path));
  unpacked.set(weight, font);
  return font;
}
