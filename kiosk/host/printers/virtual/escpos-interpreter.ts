/**
 * Reads ESC/POS bytes as a printer does and makes pictures of them: rasters, text, feeds, cuts. One command a
 * step, so that the virtual printer can fail between two. It lists what it does not know instead of guessing.
 * Source: Epson ESC/POS command reference. Not a printer: no sockets, no time, no status.
 */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import { cellHeightDots, cellWidthDots, isInk } from './escpos-font.ts';
import { createPaper } from './paper-roll.ts';

export type Step =
  | { readonly kind: 'raster' | 'text' | 'feed' | 'init' | 'setting' | 'drawer' }
  /** The page is null when the paper was already cut there. */
  | { readonly kind: 'cut'; readonly page: Bitmap | null }
  /** `GS r n`: the host waits for an answer. */
  | { readonly kind: 'question' };

export interface Interpreter {
  feed(bytes: Uint8Array): void;
  /** Executes the next whole command; null while none is complete. */
  step(): Step | null;
  nextIsRaster(): boolean;
  /** Bytes that mean nothing here, as hex, at most 100; ink lost beyond the edge is noted as `overflow`. */
  readonly complaints: readonly string[];
  /** The buffer and the settings are gone (switched off and on, or cleared); returns the torn piece of paper. */
  reset(): Bitmap | null;
}

const maxComplaints = 100;
const lineDots = 30;

/** Commands that only change a setting or are ignored here, by their first two bytes; value: parameter bytes. */
// biome-ignore format: a table of bytes
const settings: ReadonlyMap<number, number> = new Map([
  [0x1b20, 1], [0x1b2d, 1], [0x1b32, 0], [0x1b3d, 1], [0x1b3f, 2], [0x1b42, 2], [0x1b45, 1], [0x1b47, 1], [0x1b4d, 1],
  [0x1b52, 1], [0x1b53, 0], [0x1b54, 1], [0x1b56, 1], [0x1b63, 2], [0x1b74, 1], [0x1b7b, 1], [0x1b24, 2], [0x1b5c, 2],
  [0x1c2e, 0], [0x1c26, 0], [0x1d42, 1], [0x1d48, 1], [0x1d4c, 2], [0x1d50, 2], [0x1d57, 2], [0x1d61, 1], [0x1d62, 1],
  [0x1d66, 1], [0x1d68, 1], [0x1d77, 1], [0x1004, 1], [0x1005, 1],
]);

export function createInterpreter(widthDots: number): Interpreter {
  const paper = createPaper(widthDots);
  const complaints: string[] = [];
  let buffer = Buffer.alloc(0);
  let text: number[] = [];
  let scaleX = 1;
  let scaleY = 1;
  let align = 0;
  let lineSpacingDots = lineDots;

  function complain(what: string): void {
    if (complaints.length < maxComplaints) complaints.push(what);
  }
  function take(bytes: number): Buffer {
    const taken = buffer.subarray(0, bytes);
    buffer = buffer.subarray(bytes);
    return taken;
  }
  function initialize(): void {
    scaleX = 1;
    scaleY = 1;
    align = 0;
    lineSpacingDots = lineDots;
    text = [];
  }

  function drawLine(): void {
    const cell = cellWidthDots * scaleX;
    const fits = Math.floor(widthDots / cell);
    while (text.length > 0) {
      const part = text.splice(0, fits);
      const free = widthDots - part.length * cell;
      const left = align === 0 ? 0 : align === 1 ? free >> 1 : free;
      for (const [i, byte] of part.entries()) drawLetter(byte, left + i * cell);
      if (text.length > 0) paper.feed(cellHeightDots * scaleY);
    }
  }
  function drawLetter(byte: number, left: number): void {
    for (let y = 0; y < cellHeightDots * scaleY; y += 1) {
      for (let x = 0; x < cellWidthDots * scaleX; x += 1) {
        if (isInk(byte, Math.floor(x / scaleX), Math.floor(y / scaleY))) paper.ink(left + x, y);
      }
    }
  }
  function lineFeed(dots: number): Step {
    const high = text.length > 0 ? cellHeightDots * scaleY : 0;
    drawLine();
    paper.feed(Math.max(high, dots));
    return { kind: 'feed' };
  }

  /** `GS v 0 m xL xH yL yH d…`; the modes that double dots (m & 3) are not used by anybody here. */
  function raster(): Step | null {
    if (buffer.length < 8) return null;
    const bytesPerRow = buffer.readUInt16LE(4);
    const size = bytesPerRow * buffer.readUInt16LE(6);
    if (buffer.length < 8 + size) return null;
    if (buffer[3]! & 3) complain(`raster mode ${buffer[3]}`);
    const bits = take(8 + size).subarray(8);
    if (size > 0 && paper.lay(bits, bytesPerRow).lostInk) complain('overflow');
    return { kind: 'raster' };
  }

  /** `GS V m` cuts here, `GS V 65|66 n` feeds first. */
  function cut(): Step | null {
    const mode = buffer[2];
    const length = mode === 65 || mode === 66 ? 4 : 3;
    if (mode === undefined || buffer.length < length) return null;
    if (length === 4) paper.feed(buffer[3]!);
    take(length);
    if (text.length > 0) lineFeed(lineSpacingDots);
    return { kind: 'cut', page: paper.tear() };
  }

  function oneByte(use: (value: number) => Step): Step | null {
    return buffer.length < 3 ? null : use(take(3)[2]!);
  }

  function command(code: number): Step | null {
    switch (code) {
      case 0x1b40:
        take(2);
        initialize();
        return { kind: 'init' };
      case 0x1b61:
        return oneByte((n) => {
          align = n % 48;
          return { kind: 'setting' };
        });
      case 0x1b33:
        return oneByte((n) => {
          lineSpacingDots = n;
          return { kind: 'setting' };
        });
      case 0x1b21:
        return oneByte((n) => {
          scaleX = n & 0x20 ? 2 : 1;
          scaleY = n & 0x10 ? 2 : 1;
          return { kind: 'setting' };
        });
      case 0x1d21:
        return oneByte((n) => {
          scaleX = ((n >> 4) & 7) + 1;
          scaleY = (n & 7) + 1;
          return { kind: 'setting' };
        });
      case 0x1b64:
        return oneByte((n) => lineFeed(n * lineSpacingDots));
      case 0x1b4a:
        return oneByte((n) => lineFeed(n));
      case 0x1b70:
        if (buffer.length < 5) return null;
        take(5);
        return { kind: 'drawer' };
      case 0x1d72:
        return oneByte(() => ({ kind: 'question' }));
      case 0x1d76:
        return raster();
      case 0x1d56:
        return cut();
      case 0x1d28:
        return withLength();
      default:
        return setting(code);
    }
  }

  /** `GS ( f pL pH …`: the length is in the command, so even an unknown function can be skipped whole. */
  function withLength(): Step | null {
    if (buffer.length < 5 || buffer.length < 5 + buffer.readUInt16LE(3)) return null;
    take(5 + buffer.readUInt16LE(3));
    return { kind: 'setting' };
  }

  function setting(code: number): Step | null {
    const parameters = settings.get(code);
    if (parameters === undefined) {
      complain(take(2).toString('hex'));
      return { kind: 'setting' };
    }
    if (buffer.length < 2 + parameters) return null;
    take(2 + parameters);
    return { kind: 'setting' };
  }

  function step(): Step | null {
    const first = buffer[0];
    if (first === undefined) return null;
    if (first === 0x1b || first === 0x1d || first === 0x1c || first === 0x10) {
      return buffer.length < 2 ? null : command(buffer.readUInt16BE(0));
    }
    take(1);
    if (first === 0x0a) return lineFeed(lineSpacingDots);
    if (first === 0x0d || first === 0x00) return { kind: 'setting' };
    if (first < 0x20) {
      complain(first.toString(16).padStart(2, '0'));
      return { kind: 'setting' };
    }
    text.push(first);
    return { kind: 'text' };
  }

  return {
    feed: (bytes) => {
      buffer = Buffer.concat([buffer, bytes]);
    },
    step,
    nextIsRaster: () => buffer.length >= 2 && buffer.readUInt16BE(0) === 0x1d76,
    complaints,
    reset: () => {
      buffer = Buffer.alloc(0);
      initialize();
      return paper.tear();
    },
  };
}
