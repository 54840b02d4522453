/** The roll of paper under the head of the interpreted printer: rows of dots that grow downwards until cut. */
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';

/** Three metres of paper at 203 dpi without a cut: a runaway job ends here. */
const maxPaperRows = 24_000;

export interface Paper {
  readonly rows: number;
  /** Moves on by so many blank rows. */
  feed(rows: number): void;
  /** Blackens a dot `y` rows below the head's place; outside the paper nothing happens. */
  ink(x: number, y: number): void;
  /** Lays whole rows of bits at the head's place and moves below them; bits beyond the edge are lost. */
  lay(bits: Uint8Array, bytesPerRow: number): { readonly lostInk: boolean };
  /** Takes the paper that hangs out, and starts again. @returns null when there is none */
  tear(): Bitmap | null;
}

export function createPaper(widthDots: number): Paper {
  const bytesPerRow = rowBytes(widthDots);
  const edgeMask = (0xff << (bytesPerRow * 8 - widthDots)) & 0xff;
  let lines: Uint8Array[] = [];
  let head = 0;

  function line(y: number): Uint8Array | null {
    if (y >= maxPaperRows) return null;
    while (lines.length <= y) lines.push(new Uint8Array(bytesPerRow));
    return lines[y] ?? null;
  }

  return {
    get rows() {
      return head;
    },
    feed: (rows) => {
      head = Math.min(maxPaperRows, head + rows);
      if (head > 0) line(head - 1);
    },
    ink: (x, y) => {
      if (x < 0 || x >= widthDots) return;
      const target = line(head + y);
      if (target !== null) target[x >> 3]! |= 0x80 >> (x & 7);
    },
    lay: (bits, given) => {
      let lostInk = false;
      for (let at = 0; at < bits.length; at += given) {
        const row = bits.subarray(at, at + given);
        const target = line(head);
        if (target === null) return { lostInk: true };
        for (let i = 0; i < row.length; i += 1) {
          const mask = i < bytesPerRow - 1 ? 0xff : i === bytesPerRow - 1 ? edgeMask : 0;
          if (row[i]! & ~mask) lostInk = true;
          if (mask !== 0) target[i]! |= row[i]! & mask;
        }
        head += 1;
      }
      return { lostInk };
    },
    tear: () => {
      if (lines.length === 0) return null;
      const bits = new Uint8Array(lines.length * bytesPerRow);
      for (const [y, row] of lines.entries()) bits.set(row, y * bytesPerRow);
      const bitmap = { widthDots, heightDots: lines.length, bits };
      lines = [];
      head = 0;
      return bitmap;
    },
  };
}
