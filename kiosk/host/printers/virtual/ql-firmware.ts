/**
 * The inside of a virtual Brother QL label printer: raster lines become a page, every phase is told, an error clears
 * all that was received. With its line silent it tells its status by SNMP alone, as most network models do.
 */
import { type Bitmap, rowBytes } from '#kiosk/bridge/bitmap.ts';
import { headDots, type QlMedia } from '../ql/ql-media.ts';
import { statusBytes } from '../ql/ql-status.ts';
import type { Effect, Firmware, Stop } from './firmware.ts';
import { createLabelPaper } from './label-paper.ts';

const lineBytes = headDots / 8;
const maxComplaints = 100;
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

export function createQlFirmware({ media, speaks }: QlFirmwareOptions): Firmware {
  const widthDots = media.printableDots;
  const leftDots = headDots - media.rightDots - media.printableDots;
  const paper = createLabelPaper(widthDots);
  const complaints: string[] = [];
  let buffer = Buffer.alloc(0);
  let lines: Buffer[] = [];
  let printing = false;

  function complain(what: string): void {
    if (complaints.length < maxComplaints) complaints.push(what);
  }

  /** @param kind status type: 0 reply, 1 completed, 2 error, 6 phase change */
  function status(kind: number, stop: Stop | null): Uint8Array {
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
  function say(...kinds: readonly number[]): { readonly say: Uint8Array } {
    return { say: Buffer.concat(speaks ? kinds.map((kind) => status(kind, null)) : []) };
  }

  /** Turns the mirrored lines of the head into the picture on the paper. */
  function takePage(): Bitmap {
    const bytes = rowBytes(widthDots);
    const bits = new Uint8Array(bytes * lines.length);
    for (const [y, line] of lines.entries()) {
      for (let dot = 0; dot < headDots; dot += 1) {
        if (((line[dot >> 3]! >> (7 - (dot & 7))) & 1) === 0) continue;
        const x = headDots - 1 - dot - leftDots;
        if (x < 0 || x >= widthDots) complain('overflow');
        else bits[y * bytes + (x >> 3)]! |= 0x80 >> (x & 7);
      }
    }
    const bitmap = { widthDots, heightDots: lines.length, bits };
    lines = [];
    return bitmap;
  }

  function take(count: number): Buffer {
    const taken = buffer.subarray(0, count);
    buffer = buffer.subarray(count);
    return taken;
  }

  function escapeCommand(): Effect | null {
    if (buffer[1] === 0x40) {
      take(2);
      lines = [];
      printing = false;
      return { torn: paper.tear() };
    }
    const letter = buffer[2];
    if (letter === undefined) return null;
    if (buffer[1] === 0x69 && letter === 0x53) {
      take(3);
      return say(0);
    }
    if (buffer[1] === 0x69 && letter === 0x7a) return buffer.length < 13 ? null : checkPage(take(13));
    const more = buffer[1] === 0x69 ? settings.get(letter) : undefined;
    if (more === undefined) complain(take(3).toString('hex'));
    else if (buffer.length < 3 + more) return null;
    else take(3 + more);
    return {};
  }

  /** `ESC i z`: a job for another roll is refused. */
  function checkPage(information: Buffer): Effect {
    const type = media.lengthMm === 0 ? 0x0a : 0x0b;
    const fits = information[4] === type && information[5] === media.widthMm && information[6] === media.lengthMm;
    if (!fits) complain('made for another roll');
    return {};
  }

  function rasterLine(): Effect | null {
    const size = buffer[2];
    if (size === undefined || buffer.length < 3 + size) return null;
    if (size !== lineBytes || lines.length >= maxLines) complain(`line of ${size} bytes`);
    const line = Buffer.from(take(3 + size).subarray(3));
    if (size === lineBytes && lines.length < maxLines) lines.push(line);
    return {};
  }

  function printPage(): Effect {
    take(1);
    if (lines.length === 0) {
      complain('empty page');
      return {};
    }
    printing = true;
    paper.start(takePage());
    return say(6);
  }

  function step(): Effect | null {
    if (paper.isBusy) {
      const page = paper.band();
      if (page === null) return { isBand: true };
      const completed = say(1);
      printing = false;
      return { isBand: true, page, say: Buffer.concat([completed.say, say(6).say]) };
    }
    const first = buffer[0];
    if (first === undefined) return null;
    if (first === 0x1b) return buffer.length < 2 ? null : escapeCommand();
    if (first === 0x67) return rasterLine();
    if (first === 0x0c || first === 0x1a) return printPage();
    if (first === 0x4d) {
      if (buffer.length < 2) return null;
      if (take(2)[1] !== 0) complain('compression');
      return {};
    }
    if (take(1)[0] !== 0) complain(first.toString(16));
    return {};
  }

  function forget(): Effect {
    buffer = Buffer.alloc(0);
    lines = [];
    printing = false;
    return { torn: paper.tear() };
  }

  return {
    widthDots,
    complaints,
    receive: (bytes, stop) => {
      // "Do not send this command while printing" (command reference, status information request).
      if (paper.isBusy && bytes.equals(statusRequest)) complain('asked while printing');
      if (stop === null) {
        buffer = Buffer.concat([buffer, bytes]);
        return [];
      }
      // With an error it keeps nothing, but tells its state to whoever asks.
      const asked = bytes.includes(statusRequest);
      return asked && speaks ? [{ say: status(0, stop) }] : [];
    },
    step,
    nextIsBand: () => paper.isBusy,
    stopped: (stop) => {
      const forgotten = forget();
      return speaks ? { ...forgotten, say: status(2, stop) } : forgotten;
    },
    reset: forget,
    snmpStatus: (stop) => status(stop === null ? 0 : 2, stop),
  };
}
