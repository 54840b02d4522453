/** The inside of a virtual ESC/POS printer: the interpreter, status at once, acknowledgement in its turn. */
import { createInterpreter } from './escpos-interpreter.ts';
import type { Effect, Firmware, Stop } from './firmware.ts';

/** `DLE DC4 8 …`, clear buffer; the printer says `37 25 00` when it is done. */
const clearBuffer = Buffer.of(0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8);
const bufferCleared = Uint8Array.of(0x37, 0x25, 0x00);

function realtimeStatus(question: number, stop: Stop | null): number {
  if (question === 1) return stop === null ? 0x12 : 0x1a;
  if (question === 2) return stop === 'paper_out' ? 0x32 : stop === 'cover_open' ? 0x16 : 0x12;
  if (question === 4) return stop === 'paper_out' ? 0x7e : 0x12;
  return 0x12;
}

/** Finds `DLE EOT n` wherever it stands, across packets: a printer answers it before anything in its buffer. */
function createRealtimeScanner(): (bytes: Uint8Array) => readonly number[] {
  let seen = 0;
  return (bytes) => {
    const questions: number[] = [];
    for (const byte of bytes) {
      if (seen === 2) questions.push(byte);
      if (byte === 0x10) seen = 1;
      else seen = seen === 1 && byte === 0x04 ? 2 : 0;
    }
    return questions;
  };
}

export function createEscposFirmware(widthDots: number): Firmware {
  const interpreter = createInterpreter(widthDots);
  let scan = createRealtimeScanner();
  return {
    widthDots,
    complaints: interpreter.complaints,
    receive: (bytes, stop) => {
      const effects: Effect[] = scan(bytes).map((question) => ({ say: Uint8Array.of(realtimeStatus(question, stop)) }));
      const at = bytes.lastIndexOf(clearBuffer);
      if (at >= 0) effects.push({ torn: interpreter.reset(), say: bufferCleared });
      interpreter.feed(at < 0 ? bytes : bytes.subarray(at + clearBuffer.length));
      return effects;
    },
    step: () => {
      const step = interpreter.step();
      if (step === null) return null;
      if (step.kind === 'cut') return { page: step.page };
      return step.kind === 'question' ? { say: Uint8Array.of(0x00) } : { isBand: step.kind === 'raster' };
    },
    nextIsBand: interpreter.nextIsRaster,
    stopped: () => ({}),
    reset: () => {
      scan = createRealtimeScanner();
      return { torn: interpreter.reset() };
    },
  };
}
