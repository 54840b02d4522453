/**
 * A network printer that prints on the screen: listens on TCP, speaks ESC/POS, ZPL or Brother QL raster with status
 * and acknowledgement, and fails on request the way real ones do. For demos without hardware and for tests.
 * Its page is virtual-printer-page.ts. One connection prints at a time, the next waits, as on most printers.
 */
import { createServer, type Socket } from 'node:net';
import { must } from '#shared/base/assert.ts';
import { createListeners } from '#shared/base/observable.ts';
import { findQlMedia } from '../ql/ql-media.ts';
import { createEngine, type Fault, type PrintedBadge } from './engine.ts';
import { createEscposFirmware } from './escpos-firmware.ts';
import type { Firmware } from './firmware.ts';
import { createQlFirmware } from './ql-firmware.ts';
import { createZplFirmware } from './zpl-firmware.ts';

export interface VirtualPrinter {
  readonly host: string;
  readonly port: number;
  readonly language: PrinterLanguage;
  readonly widthDots: number;
  /** Newest first, the last 100. */
  badges(): readonly PrintedBadge[];
  /** Input that it did not understand since the start, at most 100 entries. */
  complaints(): readonly string[];
  /** Brother QL: the status that its SNMP agent gives; null while it would not answer, and for other languages. */
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
  /** When unset 576 for ESC/POS and 832 for ZPL; without effect for Brother QL, where the 62 mm roll decides. */
  readonly widthDots?: number;
  /** Brother QL only: the printer says nothing on the line; its status comes from `snmpStatus` alone. */
  readonly silentLine?: boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Time for which a reboot closes the port; 3,000 when unset. */
  readonly rebootMs?: number;
  /** Duration of a band of about 128 rows; 0 when unset. */
  readonly bandMs?: number;
  /** Duration of a band under the fault `slow`; 700 when unset. */
  readonly slowBandMs?: number;
}

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
  const listeners = createListeners();
  const connections: Socket[] = [];
  let stopped = false;
  let rebooted: NodeJS.Timeout | null = null;

  const engine = createEngine({
    firmware,
    now: options.now,
    bandMs,
    slowBandMs,
    onSay: (bytes) => {
      if (connections[0]?.writable === true) connections[0].write(bytes);
    },
    onBreak: (fault) => {
      for (const socket of [...connections]) socket.resetAndDestroy();
      if (fault === 'reboot') reboot();
    },
    onPause: (paused) => {
      if (paused) connections[0]?.pause();
      else connections[0]?.resume();
    },
    changed: listeners.notify,
  });

  function reboot(): void {
    server.close();
    rebooted = setTimeout(() => {
      rebooted = null;
      if (!stopped) server.listen(port, host);
    }, rebootMs);
  }

  function serve(socket: Socket): void {
    socket.on('data', engine.receive);
    if (engine.active() === 'half_open') socket.pause();
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
    badges: engine.badges,
    complaints: () => firmware.complaints,
    snmpStatus: () => {
      const isDead = engine.active() === 'mute' || engine.active() === 'half_open' || rebooted !== null;
      return isDead ? null : (firmware.snmpStatus?.(engine.stop()) ?? null);
    },
    fault: engine.fault,
    setFault: (fault, afterBands = 0) => engine.setFault(fault, afterBands),
    onChange: listeners.subscribe,
    stop: async () => {
      stopped = true;
      engine.close();
      if (rebooted !== null) clearTimeout(rebooted);
      for (const socket of [...connections]) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
