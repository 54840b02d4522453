/**
 * Reads ESC/POS bytes as a printer does and makes pictures of them: rasters, text, feeds, cuts. One command a
 * step, so that the virtual printer can fail between two. It lists what it does not know instead of guessing.
 * Source: Epson ESC/POS command reference. Not a printer: no sockets, no time, no status.
 */
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import { type ByteBuffer, type Complaints, createByteBuffer, createComplaints } from './byte-buffer.ts';
import { createTextLine, type TextLine } from './escpos-text.ts';
import { createPaper, type Paper } from './paper-roll.ts';

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

/** Commands that only change a setting or are ignored here, by their first two bytes; value: parameter bytes. */
// biome-ignore format: a table of bytes
const settings: ReadonlyMap<number, number> = new Map([
  [0x1b20, 1], [0x1b2d, 1], [0x1b32, 0], [0x1b3d, 1], [0x1b3f, 2], [0x1b42, 2], [0x1b45, 1], [0x1b47, 1], [0x1b4d, 1],
  [0x1b52, 1], [0x1b53, 0], [0x1b54, 1], [0x1b56, 1], [0x1b63, 2], [0x1b74, 1], [0x1b7b, 1], [0x1b24, 2], [0x1b5c, 2],
  [0x1c2e, 0], [0x1c26, 0], [0x1d42, 1], [0x1d48, 1], [0x1d4c, 2], [0x1d50, 2], [0x1d57, 2], [0x1d61, 1], [0x1d62, 1],
  [0x1d66, 1], [0x1d68, 1], [0x1d77, 1], [0x1004, 1], [0x1005, 1],
]);

interface Printer {
  readonly bytes: ByteBuffer;
  readonly complaints: Complaints;
  readonly paper: Paper;
  readonly line: TextLine;
}

/** Executes the command at the front of the buffer; null while it is not whole. */
type Command = (printer: Printer) => Step | null;

/** A command of two bytes and one parameter. */
function withByte(use: (value: number, printer: Printer) => void, kind: 'setting' | 'feed' = 'setting'): Command {
  return (printer) => {
    if (printer.bytes.length < 3) return null;
    use(printer.bytes.take(3)[2]!, printer);
    return { kind };
  };
}

/** A command of so many bytes whose parameters mean nothing here. */
function ofLength(length: number, kind: 'drawer' | 'question'): Command {
  return ({ bytes }) => {
    if (bytes.length < length) return null;
    bytes.take(length);
    return { kind };
  };
}

const commands: ReadonlyMap<number, Command> = new Map<number, Command>([
  [
    0x1b40,
    ({ bytes, line }) => {
      bytes.take(2);
      line.reset();
      return { kind: 'init' };
    },
  ],
  [0x1b61, withByte((n, { line }) => line.setAlign(n % 48))],
  [0x1b33, withByte((n, { line }) => line.setSpacing(n))],
  [0x1b21, withByte((n, { line }) => line.setScale(n & 0x20 ? 2 : 1, n & 0x10 ? 2 : 1))],
  [0x1d21, withByte((n, { line }) => line.setScale(((n >> 4) & 7) + 1, (n & 7) + 1))],
  [0x1b64, withByte((n, { line }) => line.feed(n * line.spacingDots()), 'feed')],
  [0x1b4a, withByte((n, { line }) => line.feed(n), 'feed')],
  [0x1b70, ofLength(5, 'drawer')],
  [0x1d72, ofLength(3, 'question')],
  [0x1d76, raster],
  [0x1d56, cut],
  [0x1d28, withLength],
]);

/** `GS v 0 m xL xH yL yH d…`; the modes that double dots (m & 3) are used by no kiosk. */
function raster({ bytes, complaints, paper }: Printer): Step | null {
  if (bytes.length < 8) return null;
  const bytesPerRow = bytes.uint16LE(4);
  const size = bytesPerRow * bytes.uint16LE(6);
  if (bytes.length < 8 + size) return null;
  const mode = bytes.at(3)!;
  if (mode & 3) complaints.add(`raster mode ${mode}`);
  const bits = bytes.take(8 + size).subarray(8);
  if (size > 0 && paper.lay(bits, bytesPerRow).lostInk) complaints.add('overflow');
  return { kind: 'raster' };
}

/** `GS V m` cuts here, `GS V 65|66 n` feeds first. */
function cut({ bytes, paper, line }: Printer): Step | null {
  const mode = bytes.at(2);
  const length = mode === 65 || mode === 66 ? 4 : 3;
  if (mode === undefined || bytes.length < length) return null;
  if (length === 4) paper.feed(bytes.at(3)!);
  bytes.take(length);
  if (!line.isEmpty()) line.feed(line.spacingDots());
  return { kind: 'cut', page: paper.tear() };
}

/** `GS ( f pL pH …`: the length is in the command, so even an unknown function can be skipped whole. */
function withLength({ bytes }: Printer): Step | null {
  if (bytes.length < 5 || bytes.length < 5 + bytes.uint16LE(3)) return null;
  bytes.take(5 + bytes.uint16LE(3));
  return { kind: 'setting' };
}

function setting(code: number, { bytes, complaints }: Printer): Step | null {
  const parameters = settings.get(code);
  if (parameters === undefined) {
    complaints.add(bytes.take(2).toString('hex'));
    return { kind: 'setting' };
  }
  if (bytes.length < 2 + parameters) return null;
  bytes.take(2 + parameters);
  return { kind: 'setting' };
}

function step(printer: Printer): Step | null {
  const { bytes, complaints, line } = printer;
  const first = bytes.at(0);
  if (first === undefined) return null;
  if (first === 0x1b || first === 0x1d || first === 0x1c || first === 0x10) {
    if (bytes.length < 2) return null;
    const code = bytes.uint16BE(0);
    const command = commands.get(code);
    return command === undefined ? setting(code, printer) : command(printer);
  }
  bytes.take(1);
  if (first === 0x0a) {
    line.feed(line.spacingDots());
    return { kind: 'feed' };
  }
  if (first === 0x0d || first === 0x00) return { kind: 'setting' };
  if (first < 0x20) {
    complaints.add(first.toString(16).padStart(2, '0'));
    return { kind: 'setting' };
  }
  line.push(first);
  return { kind: 'text' };
}

export function createInterpreter(widthDots: number): Interpreter {
  const paper = createPaper(widthDots);
  const bytes = createByteBuffer();
  const complaints = createComplaints();
  const line = createTextLine(paper, widthDots);
  const printer = { paper, bytes, complaints, line };
  return {
    feed: bytes.push,
    step: () => step(printer),
    nextIsRaster: () => bytes.length >= 2 && bytes.uint16BE(0) === 0x1d76,
    complaints: complaints.list,
    reset: () => {
      bytes.clear();
      line.reset();
      return paper.tear();
    },
  };
}
