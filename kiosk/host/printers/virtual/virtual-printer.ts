/**
 * A network printer that prints on the screen: listens on TCP, speaks ESC/POS, ZPL or Brother QL raster with status
 * and acknowledgement, and fails on request the way real ones do. For demos without hardware and for tests.
 * Its page is virtual-printer-page.ts. One connection prints at a time, the next waits, as on most printers.
 */
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bitmap } from '#kiosk/bridge/bitmap.ts';
import { must } from '#shared/base/assert.ts';
import { findQlMedia } from '../ql/ql-media.ts';
import { createEscposFirmware } from './escpos-firmware.ts';
import type { Effect, Firmware, Stop } from './firmware.ts';
import { createQlFirmware } from './ql-firmware.ts';
import { createZplFirmware } from './zpl-firmware.ts';

export const faults = ['paper_out', 'cover_open', 'mute', 'half_open', 'slow', 'reset', 'reboot'] as const;
/**
 * paper_out, cover_open: stops before the next band and says so; ESC/POS and ZPL keep their buffer. mute: prints but never answers.
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
  readonly language: PrinterLanguage;
  readonly widthDots: number;
  /** Newest first, the last 100. */
  badges(): readonly PrintedBadge[];
  /** What it did not understand, since the start. */
  complaints(): readonly string[];
  /** Brother QL: what its SNMP agent tells; null while it would not answer. */
  snmpStatus(): Uint8Array | null;
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

export const printerLanguages = ['escpos', 'zpl', 'brother-ql'] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

export interface VirtualPrinterOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host?: string;
  /** `escpos` when unset. */
  readonly language?: PrinterLanguage;
  /** Not for Brother QL, where the 62 mm roll decides. */
  readonly widthDots?: number;
  /** Brother QL only: it says nothing on the line, only its firmware's `snmpStatus` tells. */
  readonly silentLine?: boolean;
  readonly now: () => number;
  readonly rebootMs?: number;
  /** How long a band of about 128 rows takes; 0 when unset. */
  readonly bandMs?: number;
  readonly slowBandMs?: number;
}

const maxBadges = 100;
const maxConnections = 8;
const usualWidthDots: Readonly<Record<PrinterLanguage, number>> = { escpos: 576, zpl: 832, 'brother-ql': 696 };

function createFirmware(options: VirtualPrinterOptions): Firmware {
  const { language = 'escpos', silentLine = false } = options;
  const widthDots = options.widthDots ?? usualWidthDots[language];
  if (language === 'zpl') return createZplFirmware(widthDots);
  if (language === 'escpos') return createEscposFirmware(widthDots);
  return createQlFirmware({ media: must(findQlMedia(62, 0), 'the usual roll'), speaks: !silentLine });
}

export async function startVirtualPrinter(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
  const { host = '127.0.0.1', language = 'escpos', rebootMs = 3_000, bandMs = 0, slowBandMs = 700 } = options;
  const firmware = createFirmware(options);
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
  const stop = (): Stop | null => (active === 'paper_out' || active === 'cover_open' ? active : null);

  function keep(bitmap: Bitmap | null | undefined, complete: boolean): void {
    if (bitmap === null || bitmap === undefined) return;
    printed += 1;
    badges = [{ number: printed, atMs: options.now(), bitmap, complete }, ...badges].slice(0, maxBadges);
    changed();
  }
  function happen(effect: Effect): void {
    keep(effect.torn, false);
    keep(effect.page, true);
    const socket = connections[0];
    if (effect.say !== undefined && effect.say.length > 0 && active !== 'mute' && socket?.writable === true) {
      socket.write(effect.say);
    }
  }

  function strike(fault: Fault): void {
    if (fault === 'reset' || fault === 'reboot') {
      active = null;
      for (const socket of [...connections]) socket.resetAndDestroy();
      happen(firmware.reset());
      if (fault === 'reboot') reboot();
    } else {
      active = fault;
      if (fault === 'half_open') connections[0]?.pause();
      const why = stop();
      if (why !== null) happen(firmware.stopped(why));
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
      const pauseMs = active === 'slow' ? slowBandMs : bandMs;
      if (pauseMs > 0 && firmware.nextIsBand()) await wait(pauseMs);
      const effect = firmware.step();
      if (effect === null) break;
      happen(effect);
      if (effect.isBand !== true || armed === null) continue;
      armed.bandsLeft -= 1;
      if (armed.bandsLeft <= 0) {
        const { fault } = armed;
        armed = null;
        strike(fault);
      }
    }
    pumping = false;
  }

  function serve(socket: Socket): void {
    socket.on('data', (bytes: Buffer) => {
      if (active === 'reset') {
        strike(active);
        return;
      }
      for (const effect of firmware.receive(bytes, stop())) happen(effect);
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
    language,
    widthDots: firmware.widthDots,
    badges: () => badges,
    complaints: () => firmware.complaints,
    snmpStatus: () => {
      const isDead = active === 'mute' || active === 'half_open' || rebooted !== null;
      return isDead ? null : (firmware.snmpStatus?.(stop()) ?? null);
    },
    fault: () => active ?? armed?.fault ?? null,
    setFault: (fault, afterBands = 0) => {
      armed = fault !== null && afterBands > 0 ? { fault, bandsLeft: afterBands } : null;
      active = armed === null ? fault : null;
      if (active === 'reboot') strike(active);
      const why = stop();
      if (why !== null) happen(firmware.stopped(why));
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
