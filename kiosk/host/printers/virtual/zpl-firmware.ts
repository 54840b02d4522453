/**
 * The inside of a virtual ZPL label printer: formats queue up, `~HS` and `~JA` are obeyed at once. A label that paper
 * or cover interrupt is printed again from its top, as Zebra printers do unless set otherwise (^JZ).
 */
import type { Effect, Firmware, Stop } from './firmware.ts';
import { createLabelPaper } from './label-paper.ts';
import { readZplFormat, type ZplLabel } from './zpl-interpreter.ts';

const maxComplaints = 100;
/** Maximum number of characters kept without a whole format: one large label and more. */
const maxHeldChars = 4_000_000;

const digits = (value: number, size: number): string => String(value).padStart(size, '0');

export function createZplFirmware(widthDots: number): Firmware {
  const paper = createLabelPaper(widthDots);
  const complaints: string[] = [];
  let held = '';
  let waiting: ZplLabel[] = [];
  let current: ZplLabel | null = null;
  let remaining = 0;

  function complain(what: readonly string[]): void {
    complaints.push(...what.slice(0, maxComplaints - complaints.length));
  }

  /** The three strings of `~HS`. */
  function status(stop: Stop | null): Buffer {
    const paperOut = stop === 'paper_out' ? 1 : 0;
    const paused = stop === null ? 0 : 1;
    const headUp = stop === 'cover_open' ? 1 : 0;
    const partial = held.includes('^XA') ? 1 : 0;
    const formats = digits(waiting.length, 3);
    const lines = [
      `030,${paperOut},${paused},1245,${formats},0,0,${partial},000,0,0,0`,
      `000,0,${headUp},0,0,2,4,0,${digits(remaining, 8)},1,000`,
      '1234,0',
    ];
    return Buffer.from(lines.map((line) => `\x02${line}\x03\r\n`).join(''), 'latin1');
  }

  function takeFormats(): void {
    for (;;) {
      const from = held.indexOf('^XA');
      const to = held.indexOf('^XZ', from);
      if (from < 0 || to < 0) break;
      const label = readZplFormat(held.slice(from, to + 3), widthDots);
      complain(label.complaints);
      waiting.push(label);
      held = held.slice(to + 3);
    }
    if (held.length > maxHeldChars) held = '';
    if (!held.includes('^') && !held.includes('~')) held = held.slice(-2);
  }

  function forget(): Effect {
    held = '';
    waiting = [];
    current = null;
    remaining = 0;
    return { torn: paper.tear() };
  }

  return {
    widthDots,
    complaints,
    receive: (bytes, stop) => {
      held += bytes.toString('latin1');
      const effects: Effect[] = [];
      for (;;) {
        const found = /~(HS|JA)/.exec(held);
        if (found === null) break;
        const rest = held.slice(found.index + 3);
        held = held.slice(0, found.index);
        takeFormats();
        if (found[1] === 'HS') effects.push({ say: status(stop) });
        else effects.push(forget());
        held += rest;
      }
      takeFormats();
      return effects;
    },
    nextIsBand: () => current !== null || waiting.length > 0,
    step: () => {
      if (current === null) {
        const next = waiting.shift();
        if (next === undefined) return null;
        current = next;
        remaining = next.copies;
      }
      if (!paper.isBusy) paper.start(current.bitmap);
      const page = paper.band();
      if (page === null) return { isBand: true };
      remaining -= 1;
      if (remaining === 0) current = null;
      return { isBand: true, page };
    },
    stopped: () => ({ torn: paper.tear() }),
    reset: forget,
  };
}
