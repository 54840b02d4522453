/**
 * The inside of a virtual Brother QL label printer: raster lines become a page, every phase is reported, an error clears
 * all that was received. With its line silent it tells its status by SNMP alone, as most network models do.
 */
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { headDots, type QlMedia } from '../ql/ql-media.ts';
import { statusBytes } from '../ql/ql-status.ts';
import { type ByteBuffer, type Complaints, createByteBuffer, createComplaints } from './byte-buffer.ts';
import type { Effect, Firmware, Stop } from './firmware.ts';
import { createLabelPaper, type LabelPaper } from './label-paper.ts';

const lineBytes = headDots / 8;
const maxLines = 12_000;
/** Commands with `ESC i` and how many bytes follow their letter. */
const settings: ReadonlyMap<number, number> = new Map([
  [0x61, 1], // a: raster mode
  [0x21, 1], // !: notify
  [0x4d, 1], // M: various mode
  [0x41, 1], // A: cut each
  [0x4b, 1], // K: expanded mode
  [0x64, 2], // d: margin
]);
const statusRequest = Buffer.of(0x1b, 0x69, 0x53);

export interface QlFirmwareOptions {
  readonly media: QlMedia;
  /** False: says nothing on the line. */
  readonly speaks: boolean;
}

interface Printer {
  readonly media: QlMedia;
  readonly bytes: ByteBuffer;
  readonly complaints: Complaints;
  readonly paper: LabelPaper;
  /** Makes the messages that the printer sends on the line, by status type; empty for one that does not use the line. */
  readonly say: (...kinds: readonly number[]) => { readonly say: Uint8Array };
  lines: Buffer[];
  printing: boolean;
}

/** @param kind status type: 0 reply, 1 completed, 2 error, 6 phase change */
function statusOf(media: QlMedia, printing: boolean, kind: number, stop: Stop | null): Uint8Array {
  const block = Buffer.alloc(statusBytes);
  const hidden = stop !== null;
  block.set([0x80, 0x20, 0x42, 0x34, 0x41, 0x30, 0x04]);
  block[8] = stop === 'paper_out' ? 0x02 : 0;
  block[9] = stop === 'cover_open' ? 0x10 : 0;
  block[10] = hidden ? 0 : media.widthMm;
  block[11] = hidden ? 0 : media.lengthMm === 0 ? 0x0a : 0x0b;
  block[17] = hidden ? 0 : media.lengthMm;
  block[18] = kind === 0 && stop !== null ? 2 : kind;
  block[19] = printing ? 1 : 0;
  return block;
}

/** Turns the mirrored lines of the head into the picture on the paper. */
function takePage(printer: Printer): Bitmap {
  const { media, lines, complaints } = printer;
  const widthDots = media.printableDots;
  const leftDots = headDots - media.rightDots - media.printableDots;
  const bytes = rowBytes(widthDots);
  const bits = new Uint8Array(bytes * lines.length);
  for (const [y, line] of lines.entries()) {
    for (let dot = 0; dot < headDots; dot += 1) {
      if (((line[dot >> 3]! >> (7 - (dot & 7))) & 1) === 0) continue;
      const x = headDots - 1 - dot - leftDots;
      if (x < 0 || x >= widthDots) complaints.add('overflow');
      else bits[y * bytes + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  printer.lines = [];
  return { widthDots, heightDots: lines.length, bits };
}

function escapeCommand(printer: Printer): Effect | null {
  const { bytes, complaints } = printer;
  if (bytes.at(1) === 0x40) {
    bytes.take(2);
    return clear(printer);
  }
  const letter = bytes.at(2);
  if (letter === undefined) return null;
  const isControl = bytes.at(1) === 0x69;
  if (isControl && letter === 0x53) {
    bytes.take(3);
    return printer.say(0);
  }
  if (isControl && letter === 0x7a) return bytes.length < 13 ? null : checkPage(bytes.take(13), printer);
  const more = isControl ? settings.get(letter) : undefined;
  if (more === undefined) complaints.add(bytes.take(3).toString('hex'));
  else if (bytes.length < 3 + more) return null;
  else bytes.take(3 + more);
  return {};
}

/** `ESC i z`: a job for another roll is noted as a complaint, and printed. */
function checkPage(information: Buffer, { media, complaints }: Printer): Effect {
  const type = media.lengthMm === 0 ? 0x0a : 0x0b;
  const fits = information[4] === type && information[5] === media.widthMm && information[6] === media.lengthMm;
  if (!fits) complaints.add('made for another roll');
  return {};
}

function rasterLine({ bytes, complaints, lines }: Printer): Effect | null {
  const size = bytes.at(2);
  if (size === undefined || bytes.length < 3 + size) return null;
  const fits = size === lineBytes && lines.length < maxLines;
  if (!fits) complaints.add(`line of ${size} bytes`);
  const line = Buffer.from(bytes.take(3 + size).subarray(3));
  if (fits) lines.push(line);
  return {};
}

function printPage(printer: Printer): Effect {
  printer.bytes.take(1);
  if (printer.lines.length === 0) {
    printer.complaints.add('empty page');
    return {};
  }
  printer.printing = true;
  printer.paper.start(takePage(printer));
  return printer.say(6);
}

function printBand(printer: Printer): Effect {
  const page = printer.paper.band();
  if (page === null) return { isBand: true };
  const completed = printer.say(1);
  printer.printing = false;
  return { isBand: true, page, say: Buffer.concat([completed.say, printer.say(6).say]) };
}

function step(printer: Printer): Effect | null {
  const { bytes, complaints } = printer;
  if (printer.paper.isBusy) return printBand(printer);
  const first = bytes.at(0);
  if (first === undefined) return null;
  if (first === 0x1b) return bytes.length < 2 ? null : escapeCommand(printer);
  if (first === 0x67) return rasterLine(printer);
  if (first === 0x0c || first === 0x1a) return printPage(printer);
  if (first === 0x4d) {
    if (bytes.length < 2) return null;
    if (bytes.take(2)[1] !== 0) complaints.add('compression');
    return {};
  }
  if (bytes.take(1)[0] !== 0) complaints.add(first.toString(16));
  return {};
}

function clear(printer: Printer): Effect {
  printer.lines = [];
  printer.printing = false;
  return { torn: printer.paper.tear() };
}

export function createQlFirmware({ media, speaks }: QlFirmwareOptions): Firmware {
  const bytes = createByteBuffer();
  const complaints = createComplaints();
  const paper = createLabelPaper(media.printableDots);
  const status = (kind: number, stop: Stop | null) => statusOf(media, printer.printing, kind, stop);
  const say = (...kinds: readonly number[]) => ({
    say: Buffer.concat(speaks ? kinds.map((kind) => status(kind, null)) : []),
  });
  const printer: Printer = { media, bytes, complaints, paper, say, lines: [], printing: false };

  function forget(): Effect {
    bytes.clear();
    return clear(printer);
  }

  return {
    widthDots: media.printableDots,
    complaints: complaints.list,
    receive: (received, stop) => {
      // "Do not send this command while printing" (command reference, status information request).
      if (paper.isBusy && received.equals(statusRequest)) complaints.add('asked while printing');
      if (stop === null) {
        bytes.push(received);
        return [];
      }
      // A printer with an error keeps nothing, but answers a question about its state.
      const asked = received.includes(statusRequest);
      return asked && speaks ? [{ say: status(0, stop) }] : [];
    },
    step: () => step(printer),
    nextIsBand: () => paper.isBusy,
    stopped: (stop) => {
      const forgotten = forget();
      return speaks ? { ...forgotten, say: status(2, stop) } : forgotten;
    },
    reset: forget,
    snmpStatus: (stop) => status(stop === null ? 0 : 2, stop),
  };
}
