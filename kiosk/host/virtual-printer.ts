/**
 * A network printer that prints on the screen: listens on TCP, speaks ESC/POS with status and acknowledgement,
 * and fails on request the way real ones do. For demos without hardware and for the printer contract suite.
 * Its page is virtual-printer-page.ts. One connection prints at a time, the next waits, as on most printers.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '#shared/base/assert.ts';
import type { Bitmap } from '../bridge/bitmap.ts';
import { createInterpreter } from './escpos-interpreter.ts';

/** `DLE DC4 8 …`, clear buffer; the printer says `37 25 00` when it is done. */
const clearBuffer = Buffer.of(0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8);
const bufferCleared = Uint8Array.of(0x37, 0x25, 0x00);

export const faults = ['paper_out', 'cover_open', 'mute', 'half_open', 'slow', 'reset', 'reboot'] as const;
/**
 * paper_out, cover_open: stops before the next band, keeps its buffer, says so. mute: prints but never answers.
 * half_open: neither reads nor answers, the connection stays. slow: waits before each band. reset: breaks the
 * connection at the next data and forgets the job. reboot: forgets the job and is gone for a while.
 */
export type Fault = (typeof faults)[number];

export interface PrintedBadge {
  readonly number: number;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly bitmap: Bitmap;
  /** False for the piece of paper that a reset or a reboot left behind. */
  readonly complete: boolean;
}

export interface VirtualPrinter {
  readonly host: string;
  readonly port: number;
  readonly widthDots: number;
  /** Newest first, the last 100. */
  badges(): readonly PrintedBadge[];
  /** What the interpreter did not understand, since the start. */
  complaints(): readonly string[];
  fault(): Fault | null;
  /**
   * Makes it fail until it is set to null; reset and reboot strike once.
   *
   * @param afterBands let so many bands of raster through first (0: at once)
   */
  setFault(fault: Fault | null, afterBands?: number): void;
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

export interface VirtualPrinterOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  readonly widthDots?: number;
  readonly now: () => number;
  readonly rebootMs?: number;
  readonly slowBandMs?: number;
}

const maxBadges = 100;
const maxConnections = 8;

function realtimeStatus(question: number, fault: Fault | null): number {
  const stopped = fault === 'paper_out' || fault === 'cover_open';
  if (question === 1) return stopped ? 0x1a : 0x12;
  if (question === 2) return fault === 'paper_out' ? 0x32 : fault === 'cover_open' ? 0x16 : 0x12;
  if (question === 4) return fault === 'paper_out' ? 0x7e : 0x12;
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

export async function startVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { host = '127.0.0.1', widthDots = 576, rebootMs = 3_000, slowBandMs = 700 } = options;
  const interpreter = createInterpreter(widthDots);
  const listeners = new Set<() => void>();
  const connections: Socket[] = [];
  let badges: readonly PrintedBadge[] = [];
  let printed = 0;
  let armed: { readonly fault: Fault; bandsLeft: number } | null = null;
  let active: Fault | null = null;
  let pumping = false;
  let stopped = false;
  let rebooted: NodeJS.Timeout | null = null;

  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  function keep(bitmap: Bitmap | null, complete: boolean): void {
    if (bitmap === null) return;
    printed += 1;
    badges = [{ number: printed, atMs: options.now(), bitmap, complete }, ...badges].slice(0, maxBadges);
    changed();
  }

  function strike(fault: Fault): void {
    if (fault === 'reset' || fault === 'reboot') {
      active = null;
      for (const socket of [...connections]) socket.resetAndDestroy();
      keep(interpreter.reset(), false);
      if (fault === 'reboot') reboot();
    } else {
      active = fault;
      if (fault === 'half_open') connections[0]?.pause();
    }
    changed();
  }
  function reboot(): void {
    server.close();
    rebooted = setTimeout(() => {
      rebooted = null;
      if (!stopped) server.listen(port, host);
    }, rebootMs);
  }

  /** Executes what is buffered, one command after the other, until nothing is whole or the printer stops. */
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    while (!stopped && (active === null || active === 'mute' || active === 'slow')) {
      if (active === 'slow' && interpreter.nextIsRaster()) await wait(slowBandMs);
      const step = interpreter.step();
      if (step === null) break;
      if (step.kind === 'cut') keep(step.page, true);
      if (step.kind === 'question' && active !== 'mute') connections[0]?.write(Uint8Array.of(0x00));
      if (step.kind === 'raster' && armed !== null) {
        armed.bandsLeft -= 1;
        if (armed.bandsLeft <= 0) {
          const { fault } = armed;
          armed = null;
          strike(fault);
        }
      }
    }
    pumping = false;
  }

  /** Obeys a request to clear the buffer. @returns what comes after it */
  function withoutClear(socket: Socket, bytes: Buffer): Buffer {
    const at = bytes.lastIndexOf(clearBuffer);
    if (at < 0) return bytes;
    keep(interpreter.reset(), false);
    if (active !== 'mute' && socket.writable) socket.write(bufferCleared);
    return bytes.subarray(at + clearBuffer.length);
  }

  function serve(socket: Socket): void {
    const scan = createRealtimeScanner();
    socket.on('data', (bytes: Buffer) => {
      if (active === 'reset') {
        strike(active);
        return;
      }
      for (const question of scan(bytes)) {
        if (active !== 'mute' && socket.writable) socket.write(Uint8Array.of(realtimeStatus(question, active)));
      }
      interpreter.feed(withoutClear(socket, bytes));
      void pump();
    });
    if (active === 'half_open') socket.pause();
  }

  const server = createServer((socket) => {
    if (connections.length >= maxConnections) {
      socket.destroy();
      return;
    }
    connections.push(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      const wasFirst = connections[0] === socket;
      connections.splice(connections.indexOf(socket), 1);
      if (wasFirst && connections[0] !== undefined) serve(connections[0]);
    });
    if (connections[0] === socket) serve(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  server.on('error', (error) => console.error('virtual printer:', error));
  const address = must(server.address(), 'a listening server has an address');
  const port = typeof address === 'string' ? options.port : address.port;

  return {
    host,
    port,
    widthDots,
    badges: () => badges,
    complaints: () => interpreter.complaints,
    fault: () => active ?? armed?.fault ?? null,
    setFault: (fault, afterBands = 0) => {
      armed = fault !== null && afterBands > 0 ? { fault, bandsLeft: afterBands } : null;
      active = armed === null ? fault : null;
      if (active === 'reboot') strike(active);
      if (active === 'half_open') connections[0]?.pause();
      else connections[0]?.resume();
      changed();
      void pump();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      stopped = true;
      if (rebooted !== null) clearTimeout(rebooted);
      for (const socket of [...connections]) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
